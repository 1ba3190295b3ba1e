/** Parquet for engines, and the questions of docs/notebook.md, in DuckDB. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { AGENCIES } from '#core/agencies.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { cataloguePath } from '#core/paths.ts';
import { distanceKm } from '#core/geo.ts';
import { parseInstant } from '#core/time.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { earthquakesBetween } from '../../generator/catalog/read.ts';
import { writeTables } from '../../generator/publish/tables.ts';
import { ingestSynthetic } from '../../scripts/bench/catalogue.ts';
import { buildInto, manifestOf } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Cells = Record<string, unknown>;

const folder = temporaryFolder({ after });
const [dist, tables] = [join(folder, 'dist'), join(folder, 'tables')];
ingestSynthetic(folder, { events: 700 });
const db = openCatalog(join(folder, 'data/catalog.db'));
/** Half an hour into a year: the recent file touches two. */
const AS_OF = parseInstant('2026-01-01T00:30:00Z')!;
buildInto(dist, db, { asOf: AS_OF, bulk: true });
const write = () =>
  writeTables({ db, agencies: AGENCIES, dist, manifest: manifestOf(dist), asOf: AS_OF, folder: tables });
const summary = write();
const earthquakes: Earthquake[] = [...earthquakesBetween(db, -Infinity, Infinity)];
after(() => db.close());

const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
after(() => duckdb.closeSync());
await duckdb.run(`SET file_search_path = '${tables}'`);
const rowsOf = async (sql: string): Promise<Cells[]> =>
  (await duckdb.runAndReadAll(sql)).getRowObjectsJson() as Cells[];
const PARTITIONED = `read_parquet('earthquakes/*/*.parquet', hive_partitioning = true, hive_types = {'year': INTEGER})`;

test('the partitions and the whole file have the same earthquakes, each in its year', async () => {
  assert.equal(summary.earthquakes, earthquakes.length);
  const [counts] = await rowsOf(`
    SELECT (SELECT count(*) FROM 'earthquakes.parquet')::INTEGER AS whole, (SELECT count(*) FROM ${PARTITIONED})::INTEGER AS parts,
      (SELECT count(*) FROM (SELECT * FROM 'earthquakes.parquet' EXCEPT SELECT * EXCLUDE (year) FROM ${PARTITIONED}))::INTEGER AS other,
      (SELECT count(*) FROM ${PARTITIONED} WHERE year IS DISTINCT FROM
        CASE WHEN occurred_at < TIMESTAMP '1900-01-01' THEN NULL ELSE year(occurred_at) END)::INTEGER AS misplaced`);
  assert.deepEqual(counts, { whole: earthquakes.length, parts: earthquakes.length, other: 0, misplaced: 0 });
  const codecs = await rowsOf(`SELECT DISTINCT compression FROM parquet_metadata('earthquakes.parquet')`);
  assert.deepEqual(codecs, [{ compression: 'ZSTD' }]);
  const [point] = await rowsOf(
    `SELECT ST_AsText(geometry) AS at, latitude, longitude FROM 'earthquakes.parquet' LIMIT 1`,
  );
  assert.equal(point!['at'], `POINT (${String(point!['longitude'])} ${String(point!['latitude'])})`);
});

test('closed years take no space, and a second run leaves no other file', () => {
  const inode = (path: string): number => statSync(path).ino;
  const closed = join(tables, 'earthquakes/year=2010/earthquakes.parquet');
  assert.equal(inode(closed), inode(join(dist, cataloguePath('2010'))));
  assert.deepEqual(write(), summary);
  assert.ok(!existsSync(join(tables, 'earthquakes/_new')));
});

const NOTEBOOK = readFileSync(join(import.meta.dirname, '../../docs/notebook.md'), 'utf8');
const QUESTIONS = [...NOTEBOOK.matchAll(/^## (\d+)\. (.+)\n[\s\S]*?```sql\n([\s\S]*?)```/gm)];
const yearOf = ({ time }: Earthquake): number => new Date(time).getUTCFullYear();
const atLeast = (least: number): Earthquake[] => earthquakes.filter(({ magnitude }) => (magnitude ?? -1) >= least);
const since = (list: Earthquake[], time: string): Earthquake[] =>
  list.filter((one) => one.time >= parseInstant(`${time}T00:00:00Z`)!);
const numbers = (rows: Cells[], name: string): number[] => rows.map((row) => Number(row[name]));
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const both = (list: Earthquake[]) =>
  list.flatMap((one) => {
    const [afad, kandilli] = (['afad', 'kandilli'] as const).map((agency) =>
      one.solutions.find((own) => own.agency === agency),
    );
    return afad && kandilli ? [{ afad, kandilli }] : [];
  });

/** By number: what a naive reading of the same earthquakes says. */
const CHECKS: Record<string, (rows: Cells[]) => void> = {
  1(rows) {
    const own = since(atLeast(4), '1900-01-01').filter(({ eventType }) => eventType === 'earthquake');
    assert.deepEqual(
      numbers(rows, 'year'),
      [...new Set(own.map(yearOf))].toSorted((a, b) => a - b),
    );
    assert.equal(sum(numbers(rows, 'earthquakes')), own.length);
  },
  2: (rows) =>
    assert.deepEqual(
      numbers(rows, 'magnitude'),
      since(atLeast(-9), '1900-01-01')
        .map(({ magnitude }) => magnitude!)
        .toSorted((a, b) => b - a)
        .slice(0, 10),
    ),
  3(rows) {
    const own = since(atLeast(4), '1990-01-01').map(({ magnitude }) => magnitude!);
    const b = 1 / (Math.LN10 * (sum(own) / own.length - 3.95));
    assert.ok(Math.abs(Number(rows[0]!['b']) - b) < 1e-9, String(b));
  },
  4: (rows) => assert.ok(sum(numbers(rows, 'n')) > 0 && sum(numbers(rows, 'n')) <= both(earthquakes).length),
  5(rows) {
    const own = both(earthquakes)
      .map(({ afad, kandilli }) => distanceKm(afad, kandilli))
      .toSorted((a, b) => a - b);
    assert.equal(Number(rows[0]!['n']), own.length);
    const middle = (own[Math.floor((own.length - 1) / 2)]! + own[Math.ceil((own.length - 1) / 2)]!) / 2;
    assert.ok(
      Math.abs(Number(rows[0]!['median_km']) / middle - 1) < 0.01,
      `${String(rows[0]!['median_km'])} ${middle}`,
    );
  },
  6: (rows) =>
    assert.ok(rows.length > 3 && numbers(rows, 'earthquakes').every((one, at, all) => one <= (all[at - 1] ?? one))),
  7(rows) {
    assert.equal(numbers(rows, 'day')[0], 0);
    assert.ok(numbers(rows, 'shocks')[0]! >= 1 && numbers(rows, 'day').every((day) => day <= 30));
  },
  8: (rows) =>
    assert.equal(sum(numbers(rows, 'earthquakes')), earthquakes.filter(({ depthKm }) => depthKm !== null).length),
  9(rows) {
    assert.ok(rows.some((row) => row['event_type'] === 'earthquake'));
    assert.ok(numbers(rows, 'share').every((share) => share >= 0 && share <= 1));
  },
  10(rows) {
    const near = since(atLeast(5), '1990-01-01').filter(
      (one) => distanceKm(one, { latitude: 41.01, longitude: 28.98 }) < 145,
    );
    assert.ok(Number(rows[0]!['n']) >= near.length && Number(rows[0]!['n']) < near.length + 3);
  },
};

test('there are ten questions, and the command of the notebook exists', () => {
  assert.deepEqual(
    QUESTIONS.map(([, number]) => number),
    Object.keys(CHECKS),
  );
  assert.match(NOTEBOOK, /^npm run generate -- --tables tables$/m);
});

for (const [, number, question, sql] of QUESTIONS)
  test(`${number}. ${question}`, async () => {
    const rows = await rowsOf(sql!);
    assert.ok(rows.length > 0);
    CHECKS[number!]!(rows);
  });

test('a partition is left out where the year says so', async () => {
  const [{ explain_value: plan } = { explain_value: '' }] = (await rowsOf(
    `EXPLAIN ANALYZE SELECT count(*) FROM ${PARTITIONED} WHERE year = 2010`,
  )) as { explain_value: string }[];
  assert.match(plan, /Total Files Read: 1\b/, plan);
});
