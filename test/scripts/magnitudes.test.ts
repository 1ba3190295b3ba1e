import assert from 'node:assert/strict';
import test from 'node:test';
import { measuredMw, seriesOf } from '../../scripts/bench/magnitudes/pairs.ts';
import { plot } from '../../scripts/bench/magnitudes/plot.ts';
import { orthogonal, residuals } from '../../scripts/bench/magnitudes/regression.ts';
import { Random } from '../../scripts/synthetic/random.ts';
import { earthquake } from '../support/earthquake.ts';

/** Both with errors of 0.15 around Mw = 0.8 M + 1.2. */
function noisy(count: number): { x: number; y: number; by: 'usgs' }[] {
  const random = new Random(11);
  return Array.from({ length: count }, () => {
    const x = random.between(3.5, 7);
    return { x: x + 0.15 * random.normal(), y: 0.8 * x + 1.2 + 0.15 * random.normal(), by: 'usgs' as const };
  });
}

test('orthogonal regression finds the line on both sides of which errors lie, within its errors', () => {
  const line = orthogonal(noisy(3000));
  assert.ok(Math.abs(line.slope - 0.8) < 3 * line.slopeError && line.slopeError < 0.005, JSON.stringify(line));
  assert.ok(Math.abs(line.intercept - 1.2) < 3 * line.interceptError, JSON.stringify(line));
  // √(0.15² + (0.8 × 0.15)²)
  assert.ok(Math.abs(line.residualSd - 0.192) < 0.01, JSON.stringify(line));
});

test('residuals are of measured less estimated, only where there is an estimate', () => {
  const pairs = [4, 5, 6].map((x) => ({ x, y: x + 0.5, by: 'usgs' as const }));
  const { count, mean, sd, rms } = residuals(pairs, (x) => (x > 5.5 ? undefined : x));
  assert.deepEqual([count, mean, sd, rms], [2, 0.5, 0, 0.5]);
});

test('Mw of the USGS is the measure, then that of AFAD since 2013, and no computed one', () => {
  const [afad, usgs] = earthquake().solutions;
  const old = Date.UTC(2005, 0);
  assert.deepEqual(measuredMw(earthquake()), { value: 7.8, agency: 'usgs' });
  assert.deepEqual(measuredMw(earthquake({ solutions: [afad!] })), { value: 7.7, agency: 'afad' });
  assert.equal(measuredMw(earthquake({ solutions: [afad!], time: old })), undefined);
  const proxy = { ...usgs!, magnitudes: [{ type: 'Mw*', value: 6 }] };
  assert.equal(measuredMw(earthquake({ solutions: [proxy] })), undefined);
});

test('series of 20 pairs become a plot with a dot for each pair of values', () => {
  const many = Array.from({ length: 20 }, (_, index) => {
    const { solutions } = earthquake();
    const value = 5 + (index % 4) / 10;
    return earthquake({ solutions: [{ ...solutions[0]!, magnitudes: [{ type: 'ML', value }] }, solutions[1]!] });
  });
  const [series, ...more] = seriesOf(many);
  assert.deepEqual([series?.agency, series?.type, series?.pairs.length], ['afad', 'ML', 20]);
  assert.equal(more[0]?.type, 'mb');
  const pairs = noisy(40);
  const svg = plot({ ...series!, pairs }, orthogonal(pairs), (x) => (x < 6 ? x : undefined));
  const dots = new Set(pairs.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`));
  assert.equal(svg.match(/<circle /g)?.length, dots.size);
  assert.match(svg, /40 earthquakes/);
});
