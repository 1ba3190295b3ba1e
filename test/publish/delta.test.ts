/** The Delta table of `generate --tables`, by the rules of the Delta protocol; DuckDB reads the files. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { AGENCIES } from '#core/agencies.ts';
import { DAY, parseCivil, type EpochMs } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { writeTables } from '../../generator/publish/tables.ts';
import { AS_OF, buildInto, manifestOf, usgsSays } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Json = Record<string, unknown>;

const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
after(() => duckdb.closeSync());
const rowsOf = async (sql: string): Promise<Json[]> => (await duckdb.runAndReadAll(sql)).getRowObjectsJson() as Json[];

const quake = (key: string, time: string): Partial<SourceReport> => ({ key, time: parseCivil(time)! });

function tablesOf(t: TestContext) {
  const folder = temporaryFolder(t);
  const [dist, tables] = [join(folder, 'dist'), join(folder, 'tables')];
  const catalog = testCatalog();
  t.after(() => catalog.close());
  const say = (...reports: Partial<SourceReport>[]): void => usgsSays(catalog, ...reports);
  say(
    quake('ancient', '1509-09-10 22:00:00'),
    quake('old', '1950-01-01 00:00:00'),
    quake('new', '2023-03-01 00:00:00'),
  );
  const write = (asOf: EpochMs): number => {
    buildInto(dist, catalog.db, { asOf, bulk: true });
    const manifest = manifestOf(dist);
    return writeTables({ db: catalog.db, agencies: AGENCIES, dist, manifest, asOf, folder: tables }).version;
  };
  return { say, write, tables, table: join(tables, 'delta') };
}

interface Add extends Json {
  path: string;
  partitionValues: { year: string | null };
  size: number;
  stats: string;
}

/** As a reader sees a version: the last metadata, and the files that are added and not removed. */
function replay(table: string, until = Infinity) {
  const names = readdirSync(join(table, '_delta_log')).toSorted();
  assert.deepEqual(
    names,
    names.map((_, version) => `${String(version).padStart(20, '0')}.json`),
  );
  const files = new Map<string, Add>();
  let [protocol, metaData, history]: [Json, Json, unknown[]] = [{}, {}, []];
  for (const name of names.slice(0, until + 1))
    for (const line of readFileSync(join(table, '_delta_log', name), 'utf8')
      .trimEnd()
      .split('\n')) {
      const action = JSON.parse(line) as Record<string, Json>;
      assert.equal(Object.keys(action).length, 1);
      const { add, remove, commitInfo } = action;
      if (commitInfo) history = [...history, commitInfo['userMetadata']];
      protocol = action['protocol'] ?? protocol;
      metaData = action['metaData'] ?? metaData;
      if (add) files.set(add['path'] as string, add as Add);
      if (remove) assert.ok(files.delete(remove['path'] as string), 'what is removed was there');
    }
  return { protocol, metaData, history, files: [...files.values()] };
}

const readOf = (table: string, files: Add[]): string =>
  `read_parquet([${files.map(({ path }) => `'${table}/${path}'`).join()}], hive_partitioning = false)`;

test('a version has every earthquake once, in files that are as the log says', async (t) => {
  const { write, tables, table } = tablesOf(t);
  assert.equal(write(AS_OF), 0);
  const { protocol, metaData, files } = replay(table);
  assert.deepEqual(protocol, { minReaderVersion: 1, minWriterVersion: 2 });
  assert.deepEqual(metaData['partitionColumns'], ['year']);
  assert.deepEqual(
    files.map(({ partitionValues: { year } }) => year),
    [null, '1950', '2023'],
  );
  for (const { path, size, stats, partitionValues } of files) {
    assert.ok(path.startsWith(`year=${partitionValues.year ?? '__HIVE_DEFAULT_PARTITION__'}/`), path);
    assert.equal(statSync(join(table, path)).size, size);
    const [row] = await rowsOf(`SELECT count(*)::INTEGER AS n FROM '${table}/${path}'`);
    assert.deepEqual(JSON.parse(stats), { numRecords: row!['n'] });
  }
  const [{ n, other } = {}] = await rowsOf(`SELECT (SELECT count(*) FROM ${readOf(table, files)})::INTEGER AS n,
    (SELECT count(*) FROM (FROM ${readOf(table, files)} EXCEPT FROM '${tables}/earthquakes.parquet'))::INTEGER AS other`);
  assert.deepEqual([n, other], [3, 0]);
});

/** Types of Delta, and of the Parquet columns that the protocol asks for. */
const TYPES: Record<string, string> = {
  integer: 'INT32',
  double: 'DOUBLE',
  string: 'BYTE_ARRAY UTF8',
  boolean: 'BOOLEAN',
  timestamp: 'INT64 TIMESTAMP_MICROS',
  binary: 'BYTE_ARRAY',
};

test('the schema is that of the files, with the year after it; times are microseconds', async (t) => {
  const { write, table } = tablesOf(t);
  write(AS_OF);
  const { metaData, files } = replay(table);
  const { fields } = JSON.parse(metaData['schemaString'] as string) as { fields: Record<string, string>[] };
  const own = await rowsOf(
    `SELECT name, concat_ws(' ', type, converted_type) AS type, repetition_type = 'OPTIONAL' AS nullable
     FROM parquet_schema('${table}/${files[0]!.path}') WHERE num_children IS NULL`,
  );
  assert.deepEqual(fields.pop(), { name: 'year', type: 'integer', nullable: true, metadata: {} });
  assert.deepEqual(
    fields.map(({ name, type, nullable }) => ({ name, type: TYPES[type!], nullable })),
    own,
  );
});

test('a run without a change makes no version; a change one of its year, and the former one can be read', async (t) => {
  const { say, write, table } = tablesOf(t);
  write(AS_OF);
  assert.equal(write(AS_OF), 0);
  say(quake('more', '1950-02-01 00:00:00'));
  assert.equal(write(AS_OF + DAY), 1);
  const [before, now] = [replay(table, 0), replay(table)];
  const changed = now.files.filter(({ path }) => !before.files.some((one) => one.path === path));
  assert.deepEqual(
    changed.map(({ partitionValues: { year } }) => year),
    ['1950'],
  );
  const [{ n, former } = {}] = await rowsOf(`SELECT (SELECT count(*) FROM ${readOf(table, now.files)})::INTEGER AS n,
    (SELECT count(*) FROM ${readOf(table, before.files)})::INTEGER AS former`);
  assert.deepEqual([n, former], [4, 3]);
  assert.equal(now.metaData['id'], before.metaData['id']);
  assert.equal(new Set(now.history).size, 2, 'each version names its dataset');
});

test('files that no version of the last 30 days has are removed', (t) => {
  const { say, write, table } = tablesOf(t);
  write(AS_OF);
  say(quake('more', '1950-02-01 00:00:00'));
  write(AS_OF + DAY);
  const [former] = replay(table, 0).files.filter(({ partitionValues: { year } }) => year === '1950');
  const isThere = () => existsSync(join(table, former!.path));
  write(AS_OF + 30 * DAY);
  assert.ok(isThere());
  write(AS_OF + 32 * DAY);
  assert.ok(!isThere());
  for (const { path } of replay(table).files) assert.ok(existsSync(join(table, path)), path);
});
