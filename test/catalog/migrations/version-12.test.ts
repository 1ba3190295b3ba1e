/** A catalogue of version 9 has the tables of a new one after the upgrade, and publishes the same bytes. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import Database from 'better-sqlite3';
import { DAY } from '#core/time.ts';
import { allValues, firstValue, openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { buildInto, sampleCatalog, treeOf } from '../../support/build.ts';
import { NOON, report, testCatalog } from '../../support/catalog.ts';
import { toVersion12, toVersion9 } from '../../support/former-catalogue.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Named = { name: string } & Record<string, unknown>;
const byName = (rows: unknown): Named[] => (rows as Named[]).toSorted((a, b) => (a.name < b.name ? -1 : 1));

const definitionOf = (db: Db, index: string): string | undefined =>
  firstValue<string | null>(db, 'SELECT sql FROM sqlite_schema WHERE name = ?', index)?.replace('IF NOT EXISTS ', '');

/** Tables with their columns and indexes, in no order. */
const tablesOf = (db: Db): unknown[] =>
  allValues<string>(db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).map((table) => [
    table,
    byName(db.pragma(`table_info(${table})`)).map(({ name, type, notnull, pk }) => [name, type, notnull, pk]),
    byName(db.pragma(`index_list(${table})`)).map(({ name, unique }) => [name, unique, definitionOf(db, name)]),
  ]);

test('version 9 has the tables of a new catalogue, publishes the same bytes and goes on where it was', (t) => {
  const path = join(temporaryFolder(t), 'catalog.db');
  const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = sampleCatalog(40, path);
  const tables = tablesOf(catalog.db);
  buildInto(before, catalog.db);
  // Read, and not yet published.
  catalog.store({ feed: 'usgs-fdsn', reports: [report({ key: 'us1', time: NOON + DAY })] });
  toVersion9(catalog.db);
  catalog.close();

  const upgraded = testCatalog(path);
  assert.deepEqual(tablesOf(upgraded.db), tables);
  assert.ok(existsSync(`${path}.v9`));
  buildInto(after, upgraded.db);
  assert.deepEqual(treeOf(after), treeOf(before));
  assert.deepEqual(upgraded.finish(), { created: 0, revised: 1, merged: 0, withdrawn: 0 });
  upgraded.close();
});

test('version 12, that of 1.0.0, has the tables of a new catalogue and publishes the same bytes', (t) => {
  const path = join(temporaryFolder(t), 'catalog.db');
  const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = sampleCatalog(40, path);
  const tables = tablesOf(catalog.db);
  buildInto(before, catalog.db);
  toVersion12(catalog.db);
  catalog.close();
  const upgraded = testCatalog(path);
  assert.deepEqual(tablesOf(upgraded.db), tables);
  assert.ok(existsSync(`${path}.v12`));
  assert.deepEqual(upgraded.finish(), { created: 0, revised: 0, merged: 0, withdrawn: 0 });
  buildInto(after, upgraded.db);
  assert.deepEqual(treeOf(after), treeOf(before));
  upgraded.close();
});

for (const version of [10, 11])
  test(`version ${version}, which no release had, becomes one of the newest version`, (t) => {
    const path = join(temporaryFolder(t), 'catalog.db');
    const fresh = openCatalog(path);
    const tables = tablesOf(fresh);
    toVersion12(fresh);
    fresh.exec('DROP TABLE faulty_reports; DROP TABLE unconfirmed_reports');
    if (version === 10) fresh.exec('DROP INDEX earthquakes_by_province');
    fresh.pragma(`user_version = ${version}`);
    fresh.close();
    const db = openCatalog(path);
    assert.deepEqual(tablesOf(db), tables);
    db.close();
  });

test('an older catalogue is refused: 0.3.0 upgrades it', (t) => {
  const path = join(temporaryFolder(t), 'catalog.db');
  openCatalog(path).close();
  const former = new Database(path);
  former.pragma('user_version = 4');
  former.close();
  assert.throws(() => openCatalog(path), /has version 4, which is no longer supported: hiposantr 0\.3\.0 upgrades it/);
});
