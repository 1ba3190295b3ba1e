import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../support/property.ts';
import { intensityAt, intensityDeviation, reachOf, shakingAt, shakingSource } from '#seismology/shaking.ts';

/** Printed by other implementations; near the source theirs differ from the constants by up to 0.005. */
const CHECKS: [mw: number, km: number, intensity: number][] = [
  [7, 10, 8.029],
  [7, 100, 5.663],
  [5, 20, 5.018],
  [6, 50, 5.16],
];

for (const [mw, km, intensity] of CHECKS)
  test(`the intensity of Mw ${mw} at ${km} km is ${intensity}`, () => {
    assert.ok(Math.abs(intensityAt(mw, km) - intensity) < 0.006);
  });

test('the deviation falls from 1.19 at the source to 0.82 far away', () => {
  assert.equal(Number(intensityDeviation(0).toFixed(2)), 1.19);
  assert.equal(Number(intensityDeviation(22.9).toFixed(3)), 1.005);
  assert.ok(intensityDeviation(300) < 0.83);
});

test('nothing is estimated outside of the range of the equation', () => {
  const known = { magnitude: 6.1, magnitude_type: 'Mww', depth_km: 10 };
  assert.deepEqual(shakingSource(known), { mw: 6.1, depthKm: 10 });
  assert.deepEqual(shakingSource({ ...known, magnitude: 5.5, magnitude_type: 'ML' }), { mw: 5.75, depthKm: 10 });
  for (const other of [
    { magnitude: 4.9 },
    { magnitude: 8 },
    { magnitude: null },
    { depth_km: null },
    { depth_km: 35.1 },
    { magnitude_doubtful: true },
    { magnitude_type: 'MLv' },
  ])
    assert.equal(shakingSource({ ...known, ...other }), undefined, JSON.stringify(other));
  assert.equal(shakingSource({ magnitude: 6.1, depth_km: 10 }), undefined);
  const source = shakingSource(known)!;
  assert.equal(shakingAt(source, 299.9), undefined);
  assert.ok(shakingAt(source, 299.8)! > 1);
});

test('the reach of an intensity is where the estimate falls below it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 5, max: 7.9, noNaN: true }),
      fc.double({ min: 0, max: 35, noNaN: true }),
      fc.constantFrom(3, 4, 5, 6, 7, 8),
      (mw, depthKm, intensity) => {
        const source = { mw, depthKm };
        const reach = reachOf(source, intensity);
        if (reach === undefined) return assert.ok(shakingAt(source, 0)! < intensity);
        if (reach === Infinity) return assert.ok(intensityAt(mw, 300) >= intensity);
        if (reach > 0.5) assert.ok(shakingAt(source, reach - 0.3)! >= intensity - 0.01);
        const beyond = shakingAt(source, reach + 5);
        assert.ok(beyond === undefined || beyond < intensity);
        return undefined;
      },
    ),
  );
});
