import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, SECOND } from '#core/time.ts';
import { comparisonsOf, delaysOf } from '../../../generator/outputs/research/agencies.ts';
import { completenessOf } from '../../../generator/outputs/research/completeness.ts';
import { depthsOf } from '../../../generator/outputs/research/depths.ts';
import { researchEvent } from '../../../generator/outputs/research/event.ts';
import { renderYear } from '../../../generator/outputs/research/year.ts';
import { TIME, earthquake } from '../../support/earthquake.ts';

test('blasts, and earthquakes not known to the minute, are left out', () => {
  assert.ok(researchEvent(earthquake()));
  assert.ok(researchEvent(earthquake({ precision: 'minute' })));
  assert.equal(researchEvent(earthquake({ precision: 'day' })), undefined);
  assert.equal(researchEvent(earthquake({ eventType: 'quarry blast' })), undefined);
});

test('agencies are compared by their preferred magnitudes, times to the second alone', () => {
  const event = researchEvent(earthquake())!;
  const [comparison, ...more] = comparisonsOf([event]);
  assert.deepEqual(more, []);
  assert.deepEqual(comparison, {
    ...{ first: 'afad', second: 'usgs', count: 1 },
    seconds: { count: 1, percentiles: [1.7, 1.7, 1.7] },
    km: { count: 1, percentiles: [0, 0, 0] },
    magnitude: { count: 1, percentiles: [0.1, 0.1, 0.1] },
    magnitude_of_same_type: { count: 0, percentiles: [] },
  });
  const [afad, usgs] = earthquake().solutions;
  const coarse = researchEvent(earthquake({ solutions: [afad!, { ...usgs!, precision: 'minute' }] }))!;
  assert.equal(comparisonsOf([coarse])[0]?.seconds.count, 0);
});

test('percentiles are nearest ranks', () => {
  const [afad, usgs] = earthquake().solutions;
  const events = Array.from({ length: 100 }, (_, index) =>
    researchEvent(earthquake({ solutions: [afad!, { ...usgs!, time: afad!.time + (index + 1) * SECOND }] }))!,
  );
  assert.deepEqual(comparisonsOf(events)[0]?.seconds.percentiles, [5, 50, 95]);
});

test('a delay is from origin to the first publication that names the agency, within a day', () => {
  const delays = (at: number, agencies: ('afad' | 'usgs')[]) =>
    delaysOf([researchEvent(earthquake({ revisions: [{ at, agencies, changed: ['created'] }] }))!]);
  assert.deepEqual(delays(TIME + 90 * SECOND, ['afad']), [{ agency: 'afad', count: 1, percentiles: [90, 90, 90] }]);
  assert.deepEqual(delays(TIME + 25 * HOUR, ['afad', 'usgs']), []);
});

test('depths are counted from the surface down, unknown ones apart', () => {
  const events = [-1, 0, 4.9, 5, 12, null].map((depthKm, id) => researchEvent(earthquake({ id, depthKm }))!);
  assert.deepEqual(depthsOf(events), { bin: 5, counts: [3, 1, 1], unknown: 1 });
  assert.deepEqual(depthsOf([]), { bin: 5, counts: [], unknown: 0 });
});

test('statistics are by agency and region, and the files are the same each time', () => {
  const events = Array.from({ length: 400 }, (_, index) => {
    const magnitude = 3 + ((index * 7919) % 400 < 200 ? 0 : 0.1 * (index % 13));
    const one = earthquake({ id: index + 1, time: TIME + index * HOUR, magnitude });
    const solutions = [{ ...one.solutions[0]!, magnitudes: [{ type: 'ML', value: magnitude }] }];
    return researchEvent({ ...one, solutions })!;
  });
  const rows = completenessOf(2023, events);
  assert.deepEqual(
    rows.map(({ agency, region, count }) => [agency, region, count]),
    ['all', 'afad'].flatMap((agency) => ['all', 'southeast-anatolia'].map((region) => [agency, region, 400])),
  );
  assert.ok(rows.every(({ mc }) => mc === 3.2));
  const files = renderYear(2023, events, []);
  assert.deepEqual(renderYear(2023, events, []), files);
  const { year, count, dependent, completeness } = JSON.parse(files.statistics) as Record<string, unknown>;
  assert.deepEqual([year, count, completeness], [2023, 400, JSON.parse(JSON.stringify(rows))]);
  const lines = files.declustered.trimEnd().split('\n').slice(1);
  assert.equal(lines.length, 400);
  assert.equal(lines.filter((line) => !line.endsWith(',')).length, dependent);
});
