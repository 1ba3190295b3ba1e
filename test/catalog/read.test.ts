import assert from 'node:assert/strict';
import test from 'node:test';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, HOUR, wholeSecond } from '#core/time.ts';
import {
  allStations,
  changesAfter,
  countOf,
  earthquakeOf,
  earthquakesOf,
  knownBetween,
  knownOf,
  lastId,
  listedBetween,
  newestOf,
  placedBetween,
  placedOf,
  slugOwner,
  stateOf,
  timesOf,
} from '../../generator/catalog/read.ts';
import { catalogOf, NOON, records, report, testCatalog, type TestCatalog } from '../support/catalog.ts';
import fc from '../support/property.ts';

/**
 * Earthquakes at these ms from a moment, with these magnitudes: so far apart in space that none is taken for another.
 */
function catalogWith(rows: { ms: number; magnitude: number | null }[], base = NOON): TestCatalog {
  return catalogOf({
    feed: 'afad-api',
    reports: rows.map(({ ms, magnitude }, index) =>
      report({
        key: String(500000 + index),
        time: base + ms,
        magnitudes: magnitude === null ? [] : [{ type: 'ML', value: magnitude }],
      }),
    ),
  });
}

const someRows = fc.array(
  fc.record({
    ms: fc.integer({ min: -3000, max: 3000 }),
    magnitude: fc.option(fc.constantFrom(1.2, 2.5, 3, 4.4, 6)),
  }),
  { maxLength: 30 },
);

test('the newest of each band are complete, with ties of the last second and years before 1970', () => {
  fc.assert(
    fc.property(
      someRows,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 0, max: BANDS - 1 }),
      fc.constantFrom(NOON, 0, -50 * 365 * DAY),
      (rows, limit, lowest, base) => {
        const { db, close } = catalogWith(rows, base);
        const newest = new Set(newestOf(db, lowest, BANDS, limit).map(({ id }) => id));
        const expected = records(db)
          .filter(({ magnitude }) => bandOf(magnitude) >= lowest)
          .sort((a, b) => wholeSecond(b.time) - wholeSecond(a.time) || b.id - a.id)
          .slice(0, limit);
        for (const { id } of expected) assert.ok(newest.has(id), `${id} is missing`);
        close();
      },
    ),
    { numRuns: 60 },
  );
});

test('bands and spans agree with a filter over everything', () => {
  fc.assert(
    fc.property(someRows, fc.integer({ min: -3000, max: 3000 }), fc.nat({ max: 3000 }), (rows, start, length) => {
      const { db, close } = catalogWith(rows);
      const [from, to] = [NOON + start, NOON + start + length];
      const all = records(db);
      for (let band = 0; band < BANDS; band += 1) {
        const own = all.filter(({ magnitude }) => bandOf(magnitude) === band);
        const expected = own.filter(({ time }) => time >= from && time < to);
        assert.deepEqual(earthquakesOf(db, band, from, to), expected);
        assert.equal(countOf(db, band, from, to), expected.length);
        assert.deepEqual(
          timesOf(db, band),
          own.map(({ time }) => time),
        );
      }
      const within = all.filter(({ time }) => time >= from && time <= to);
      assert.deepEqual(
        placedBetween(db, from, to).map(({ id }) => id),
        within.map(({ id }) => id),
      );
      assert.equal(listedBetween(db, from, to), within.filter(({ magnitude }) => magnitude !== null).length);
      close();
    }),
    { numRuns: 60 },
  );
});

test('unknown and withdrawn earthquakes are not returned', () => {
  const catalog = testCatalog();
  const usgs = (minutes: number, withdrawn: boolean) =>
    catalog.run({ feed: 'usgs-fdsn', reports: [report({ key: 'us1', updatedAt: NOON + minutes, withdrawn })] });
  const { db } = catalog;
  usgs(1, false);
  assert.deepEqual([placedOf(db, 1)?.band, stateOf(db, 1), knownOf(db, 1)?.band], [4, 'current', 4]);
  assert.equal(earthquakeOf(db, 1)?.id, 1);
  usgs(2, true);
  assert.deepEqual([earthquakeOf(db, 1), placedOf(db, 1), stateOf(db, 1)], [undefined, undefined, 'withdrawn']);
  assert.deepEqual([lastId(db), knownBetween(db, 0, 9).map(({ state }) => state)], [1, ['withdrawn']]);
  assert.deepEqual([earthquakeOf(db, 2), stateOf(db, 2), knownOf(db, 2)], [undefined, undefined, undefined]);
  assert.equal(slugOwner(db, '2024-03-10', 'nowhere'), undefined);
  assert.deepEqual([allStations(db), [...changesAfter(db, 2)]], [[], []]);
  assert.deepEqual(
    [...changesAfter(db, 0, 1)].map(({ kind }) => kind),
    ['record'],
  );
  assert.deepEqual(placedBetween(db, NOON - HOUR, NOON + HOUR), []);
});
