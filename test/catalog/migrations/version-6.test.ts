/**
 * A catalogue of version 6 that believed stamps of the future (version-6.sql) gets back what they withdrew, and takes
 * revisions. AFAD's list of 15 earthquakes, then one of the year 9999 with two of them, then the first one again.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { firstValue } from '../../../generator/catalog/database.ts';
import { everything, NOON, records, report, testCatalog, type Document } from '../../support/catalog.ts';
import { formerCatalogue } from '../../support/former-catalogue.ts';

const rows = Array.from({ length: 15 }, (_, index) =>
  report({ key: String(600_000 + index), time: NOON - index * 30 * MINUTE, latitude: 36 + index / 3 }),
);

const LIST: Document = { feed: 'afad-api', reports: rows, asOf: NOON + 3 * DAY, coverage: everything() };

test('version 6: rows that a list of the year 9999 withdrew return, and later revisions win over its stamps', (t) => {
  const catalog = testCatalog(formerCatalogue(t, 6));
  assert.deepEqual(
    records(catalog.db).map(({ magnitude }) => magnitude),
    [4.2, 9.9],
  );
  catalog.run();
  assert.equal(records(catalog.db).length, 15);
  catalog.run(LIST);
  assert.deepEqual(
    records(catalog.db).map(({ magnitude }) => magnitude),
    rows.map(() => 4.2),
  );
  assert.ok(firstValue<number>(catalog.db, 'SELECT max(as_of) FROM captures')! < Date.UTC(9999, 0));
  catalog.close();
});
