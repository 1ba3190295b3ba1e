/** A catalogue of version 7 that believed stamps of the future gets back what they withdrew, and takes revisions. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { sql } from '../../../generator/catalog/database.ts';
import { everything, NOON, records, report, testCatalog, type Document } from '../../support/catalog.ts';

const FAR = Date.UTC(9999, 0);

const rows = Array.from({ length: 15 }, (_, index) =>
  report({ key: String(600_000 + index), time: NOON - index * 30 * MINUTE, latitude: 36 + index / 3 }),
);

const list = (minutes: number, reports = rows): Document => ({
  feed: 'afad-api',
  reports,
  asOf: NOON + minutes * MINUTE,
  coverage: everything(),
});

test('version 7: rows that a list of the year 9999 withdrew return, and later revisions win over its stamps', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-migration-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'catalog.db');
  const former = testCatalog(path);
  const [first, ...others] = rows;
  const lying = { ...first!, magnitudes: [{ type: 'ML', value: 9.9 }], updatedAt: FAR };
  former.run(list(1));
  former.store({ ...list(2, [lying, others[0]!]), asOf: FAR });
  // Its absences were believed at once.
  sql(former.db, 'UPDATE captures SET trusted = 1').run();
  former.run({ ...list(3), reports: rows });
  sql(former.db, `UPDATE threads SET withdrawn = 1 WHERE key NOT IN ('600000', '600001')`).run();
  sql(former.db, 'INSERT OR IGNORE INTO dirty_earthquakes SELECT earthquake, NULL FROM threads').run();
  former.finish();
  assert.deepEqual(
    records(former.db).map(({ magnitude }) => magnitude),
    [4.2, 9.9],
  );
  former.db.pragma('user_version = 7');
  former.close();

  const migrated = testCatalog(path);
  migrated.run();
  assert.equal(records(migrated.db).length, 15);
  migrated.run({ ...list(0), asOf: NOON + 3 * DAY });
  assert.deepEqual(
    records(migrated.db).map(({ magnitude }) => magnitude),
    rows.map(() => 4.2),
  );
  const stamps = sql<[], number>(migrated.db, 'SELECT max(as_of) FROM captures').pluck().get()!;
  assert.ok(stamps < FAR);
  migrated.close();
});
