/** Saved files of one list in two states: rows that no file holds together are versions of one. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { firstValue } from '../../../generator/catalog/database.ts';
import { toVersion10 } from '../../../generator/catalog/migrations/version-10.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { NOON, records, report, testCatalog, type Document } from '../../support/catalog.ts';

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
  toVersion10(catalog.db);
  assert.equal(shown(), expected);
  assert.ok(expected);
  catalog.close();
});
