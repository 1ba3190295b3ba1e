/** Saved files of one list in two states: rows that no file holds together are versions of one. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { allValues, firstValue } from '../../../generator/catalog/database.ts';
import { toVersion12 } from '../../../generator/catalog/migrations/version-12.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { at, NOON, records, report, testCatalog, type Document } from '../../support/catalog.ts';

/** The reviewed solution of 2023-02-06 01:28 (M 6.6), and the same 4 s and 9 km off. */
const reviewed = report({ time: NOON + 16_940, latitude: 37.2337, longitude: 36.7805 });
const former = report({ time: NOON + 20_940, latitude: 37.18, longitude: 36.86 });
/** The first and the last row of both files: the newest origin time is the instant of a saved file. */
const first = report({ time: NOON - HOUR, latitude: 39 });
const newest = report({ time: NOON + HOUR, latitude: 39 });

const file = (asOf: number, ...reports: SourceReport[]): Document => ({
  feed: 'kandilli-zeqdb',
  reports: [first, ...reports, newest],
  asOf,
});

/** How many earthquakes each order of reading gives, in one run and in several. */
function counts(...files: Document[]): number[] {
  return [files, files.toReversed()].flatMap((order) =>
    [[order], order.map((one) => [one])].map((runs) => {
      const catalog = testCatalog();
      for (const run of runs) {
        catalog.now += MINUTE;
        catalog.run(...run);
      }
      const { length } = records(catalog.db);
      catalog.close();
      return length;
    }),
  );
}

test('two states of one instant are one earthquake each', () => {
  assert.deepEqual(counts(file(NOON, former), file(NOON, reviewed)), [3, 3, 3, 3]);
});

test('so are states of which the middle one differs', () => {
  assert.deepEqual(
    counts(file(NOON, former), file(NOON + HOUR, reviewed), file(NOON + 2 * HOUR, former)),
    [3, 3, 3, 3],
  );
});

test('rows that one file holds are two, whatever the others hold', () => {
  assert.deepEqual(counts(file(NOON, former), file(NOON, reviewed), file(NOON, former, reviewed)), [4, 4, 4, 4]);
});

test('more than 6 s, or a file that does not cover the other row, makes two', () => {
  const late = report({ ...former, time: reviewed.time + 6 * SECOND + 1 });
  assert.deepEqual(counts(file(NOON, late), file(NOON, reviewed)), [4, 4, 4, 4]);
  const month = (...reports: SourceReport[]): Document => ({ feed: 'kandilli-xml', reports, asOf: NOON });
  assert.deepEqual(counts(month(first, reviewed), month(former, newest)), [4, 4, 4, 4]);
});

test('a catalogue of version 9 tells by the spans which rows were shown together', () => {
  const catalog = testCatalog();
  const far = report({ ...former, time: former.time + HOUR / 2 });
  const beside = report({ ...far, time: far.time + SECOND });
  for (const document of [file(NOON, former, far, beside), file(NOON, reviewed, far, beside)]) {
    catalog.now += MINUTE;
    catalog.store(document);
  }
  const shown = (): unknown => firstValue(catalog.db, 'SELECT group_concat(key || other_key) FROM shown_together');
  const expected = shown();
  catalog.db.exec('DROP TABLE shown_together');
  toVersion12(catalog.db);
  assert.equal(shown(), expected);
  assert.ok(expected);
  catalog.close();
});

test('a catalogue of version 9 reads early times with the precision of the parsers', () => {
  const catalog = testCatalog();
  const early = ['1935-07-12 00:00:00', '1957-04-26 06:30:00', '1961-05-23 02:45:00', '1973-03-01 00:00:00'].map(
    (text) => report({ time: at(text) }),
  );
  catalog.store({ feed: 'kandilli-zeqdb', reports: early });
  catalog.store({ feed: 'usgs-fdsn', reports: [report({ key: 'us1', time: at('1957-04-26 06:30:00') })] });
  catalog.db.exec('DROP TABLE shown_together');
  toVersion12(catalog.db);
  const precision = `SELECT content ->> 'precision' FROM solution_versions ORDER BY feed, time`;
  assert.deepEqual(allValues(catalog.db, precision), ['day', 'minute', 'second', 'day', 'second']);
  catalog.close();
});

test('a catalogue of version 9 settles the pass of a repeated hour by the order of the rows', () => {
  const catalog = testCatalog();
  const [first, second] = [at('2011-10-30 00:51:59'), at('2011-10-30 00:01:43')];
  const reports = [first, second].map((time) => report({ time, alternativeTime: time + HOUR }));
  catalog.store({ feed: 'kandilli-xml', reports });
  catalog.db.exec('DROP TABLE shown_together');
  toVersion12(catalog.db);
  catalog.finish();
  assert.deepEqual(
    records(catalog.db).map(({ time }) => time),
    [first, second + HOUR],
  );
  assert.equal(catalog.store({ feed: 'kandilli-xml', reports: [report({ time: second + HOUR })] }).known, 1);
  catalog.close();
});
