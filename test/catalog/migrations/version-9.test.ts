/** The names of the tables: an upgraded catalogue has the tables of a new one, and publishes the same bytes. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { DAY } from '#core/time.ts';
import { allValues, firstValue, openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { buildInto, sampleCatalog, treeOf } from '../../support/build.ts';
import { NOON, report, testCatalog } from '../../support/catalog.ts';
import { formerCatalogue, toVersion8 } from '../../support/former-catalogue.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Named = { name: string } & Record<string, unknown>;
const byName = (rows: unknown): Named[] => (rows as Named[]).toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The definition of an index, however it is spaced and quoted. */
const definitionOf = (db: Db, index: string): string | undefined =>
  firstValue<string | null>(db, 'SELECT sql FROM sqlite_schema WHERE name = ?', index)?.replaceAll(/["\s]+/g, ' ');

/** Tables with their columns and indexes, in no order. */
const tablesOf = (db: Db): unknown[] =>
  allValues<string>(db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).map((table) => [
    table,
    byName(db.pragma(`table_info(${table})`)).map(({ name, type, notnull, pk }) => [name, type, notnull, pk]),
    byName(db.pragma(`index_list(${table})`)).map(({ name, unique }) => [...[name, unique, definitionOf(db, name)]]),
  ]);

for (const version of [3, 4, 6] as const)
  test(`version ${version} becomes a catalogue with the tables of a new one`, (t) => {
    const fresh = openCatalog(':memory:');
    const db = openCatalog(formerCatalogue(t, version));
    assert.deepEqual(tablesOf(db), tablesOf(fresh));
    fresh.close();
    db.close();
  });

test('version 8 publishes the same bytes after the upgrade, and goes on where it was', (t) => {
  const path = join(temporaryFolder(t), 'catalog.db');
  const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = sampleCatalog(40, path);
  buildInto(before, catalog.db);
  // Read, and not yet published.
  catalog.store({ feed: 'usgs-fdsn', reports: [report({ key: 'us1', time: NOON + DAY })] });
  toVersion8(catalog.db);
  catalog.close();

  const upgraded = testCatalog(path);
  buildInto(after, upgraded.db);
  assert.deepEqual(treeOf(after), treeOf(before));
  assert.deepEqual(upgraded.finish(), { created: 0, revised: 1, merged: 0, withdrawn: 0 });
  upgraded.close();
});
