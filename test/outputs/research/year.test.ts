import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, SECOND } from '#core/time.ts';
import { comparisonsOf, delaysOf } from '../../../generator/outputs/research/agencies.ts';
import { cellsOf } from '../../../generator/outputs/research/cells.ts';
import { completeDecades, completenessFile } from '../../../generator/outputs/research/completeness-map.ts';
import { declusteredCsv } from '../../../generator/outputs/research/declustered.ts';
import { completenessOf, type Completeness } from '../../../generator/outputs/research/completeness.ts';
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

/** Twice as many as of the next three tenths, in Southeast Anatolia. @param typeOf by index */
function year(least: number, typeOf: (index: number) => string | null) {
  const magnitudes = Array.from({ length: 30 }, (_, bin) => ({ count: 2 ** (9 - bin / 3), value: least + bin / 10 }));
  return magnitudes
    .flatMap(({ count, value }) => Array.from({ length: Math.round(count) }, () => value))
    .map((magnitude, index) => {
      const one = earthquake({ id: index + 1, time: TIME + index * SECOND, magnitude, magnitudeType: typeOf(index) });
      const solutions = [{ ...one.solutions[0]!, magnitudes: [{ type: typeOf(index), value: magnitude }] }];
      return researchEvent({ ...one, solutions })!;
    });
}

test('statistics are by agency and region, and the files are the same each time', () => {
  const events = year(3, () => 'ML');
  const rows = completenessOf(2023, events);
  assert.deepEqual(
    rows.map(({ agency, region, count }) => [agency, region, count]),
    ['all', 'afad'].flatMap((agency) => ['all', 'southeast-anatolia'].map((region) => [agency, region, events.length])),
  );
  for (const { mc, b, b_reason: reason, types } of rows) {
    assert.deepEqual([mc, reason, types], [3, null, { ML: events.length }]);
    assert.ok(Math.abs(b! - 1) < 0.05, String(b));
  }
  const files = renderYear(2023, { events, earlier: [], blasts: 3 });
  assert.deepEqual(renderYear(2023, { events, earlier: [], blasts: 3 }), files);
  const { year: of, count, dependent, completeness } = JSON.parse(files.statistics) as Record<string, unknown>;
  assert.deepEqual([of, count, completeness], [2023, events.length, JSON.parse(JSON.stringify(rows))]);
  const lines = files.declustered.trimEnd().split('\n').slice(1);
  assert.equal(lines.length, events.length);
  assert.equal(lines.filter((line) => /^\d+,\d/.test(line)).length, dependent);
});

const MIXTURES: [what: string, least: number, typeOf: (index: number) => string | null, isMixed: boolean][] = [
  ['ML and Mw from 3.0', 3, (index) => (index % 2 ? 'ML' : 'Mww'), false],
  ['ML and Mw from 2.0', 2, (index) => (index % 2 ? 'ML' : 'Mww'), true],
  ['MD and mb from 3.6', 3.6, (index) => (index % 2 ? 'MD' : 'mb'), true],
  ['MD and mb from 4.0', 4, (index) => (index % 2 ? 'MD' : 'mb'), false],
  ['ML and untyped from 4.0', 4, (index) => (index % 2 ? 'ML' : null), true],
  ['Mw and values computed from others, from 4.0', 4, (index) => (index % 2 ? 'Mw' : 'Mw*'), true],
  ['variants of Mw from 2.0', 2, (index) => (index % 2 ? 'Mw' : 'Mwr'), false],
  ['untyped alone from 2.0', 2, () => null, false],
  ['ML with 4 in 100 untyped, from 2.0', 2, (index) => (index % 25 ? 'ML' : null), false],
];
for (const [what, least, typeOf, isMixed] of MIXTURES)
  test(`types of magnitude below their conversion have no b: ${what}`, () => {
    const [{ mc, b, b_error: error, b_reason: reason }] = completenessOf(2023, year(least, typeOf)) as [Completeness];
    assert.equal(mc, least);
    assert.deepEqual([b === null, error === null, reason], [isMixed, isMixed, isMixed ? 'mixed_types' : null]);
  });

test('b-positive, which counts magnitudes of all sizes, is left out of any mixture', () => {
  const events = year(3, (index) => (index % 2 ? 'ML' : 'Mw')).sort(
    (a, b) => ((a.id * 7919) % 997) - ((b.id * 7919) % 997),
  );
  assert.equal(completenessOf(2023, events)[0]!.b_positive, null);
  const single = events.map((event) => ({ ...event, magnitudeType: 'ML' }));
  assert.ok(completenessOf(2023, single)[0]!.b_positive! > 0.5);
});

test('the file of dependent earthquakes has every id once, in order', () => {
  const shocks = [3, 1, 2].map((id) => ({ id, time: TIME + id, latitude: 38, longitude: 38, magnitude: 3 }));
  const neighbours = new Map([[2, { id: 3, distance: -4.567 }]]);
  assert.equal(
    declusteredCsv(shocks, { parents: new Map([[3, 1]]), neighbours }),
    'id,parent,nearest,log_distance\n1,,,\n2,,3,-4.57\n3,1,,\n',
  );
});

test('completeness by cell is the most frequent magnitude of a decade and 0.2', () => {
  const events = (latitude: number, magnitudes: number[]) =>
    magnitudes.map((magnitude, id) => ({ ...researchEvent(earthquake({ id, magnitude, latitude }))!, latitude }));
  const repeated = (magnitude: number, count: number): number[] => Array.from({ length: count }, () => magnitude);
  const first = cellsOf(events(38.49, [2.1, 2.1, 2.4]));
  assert.deepEqual(first, [{ latitude: 38, longitude: 37, least: 21, counts: [2, 0, 0, 1] }]);
  const years = [
    { year: 2019, cells: cellsOf(events(38.2, repeated(2.5, 60))) },
    { year: 2020, cells: cellsOf([...events(38.2, repeated(2.9, 20)), ...events(38.7, repeated(3, 49))]) },
    { year: 2029, cells: cellsOf(events(38.4, [...repeated(3.1, 21), ...repeated(2.2, 9)])) },
    { year: 2030 },
  ];
  const decades = completeDecades(years);
  assert.deepEqual(decades, [
    { from: 2010, cells: [{ latitude: 38, longitude: 37, count: 60, mc: 2.7 }] },
    { from: 2020, cells: [{ latitude: 38, longitude: 37, count: 50, mc: 3.3 }] },
  ]);
  const file = JSON.parse(completenessFile(decades)) as Record<string, unknown>;
  assert.deepEqual(file, { cell_degrees: 0.5, fewest: 50, decades });
  assert.deepEqual(completeDecades([]), []);
});
