/** The catalogue's Parquet files, read by DuckDB. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { AGENCIES, type FocalMechanism } from '#core/earthquake.ts';
import { cataloguePath, versionPath } from '#core/paths.ts';
import { DAY, HOUR, MINUTE, parseCivil, parseInstant } from '#core/time.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { renderCatalogueFile } from '../../generator/outputs/catalogue/parquet.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { AS_OF, buildInto, manifestOf, treeOf, usgsSays } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { earthquake } from '../support/earthquake.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Cells = Record<string, unknown>;

const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
test.after(() => duckdb.closeSync());
const rowsOf = async (query: string): Promise<Cells[]> =>
  (await duckdb.runAndReadAll(query)).getRowObjectsJson() as Cells[];

/** What shards and companions say of each earthquake, as the columns name it. */
function expectedRows(dist: string): Cells[] {
  const linesOf = <T>(path: string): T[] =>
    (JSON.parse(readFileSync(join(dist, path), 'utf8')) as { earthquakes: T[] }).earthquakes;
  const rows = manifestOf(dist).shards.flatMap(({ hash, fullHash }) => {
    const full = linesOf<FullItem>(`shards/${fullHash}.full.json`);
    return linesOf<ListItem>(`shards/${hash}.json`).map((item, at) => expectedRow(item, full[at]!));
  });
  return rows.sort((a, b) => (a['occurred_at'] as number) - (b['occurred_at'] as number));
}

const expectedRow = (
  item: ListItem,
  { slug, occurred_at_utc, location_en, sources, focal_mechanism }: FullItem,
): Cells => ({
  id: item.id,
  event_id: item.event_id,
  slug,
  occurred_at: parseInstant(occurred_at_utc),
  date_precision: item.date_precision ?? 'second',
  latitude: item.latitude,
  longitude: item.longitude,
  depth_km: item.depth_km,
  magnitude: item.magnitude,
  magnitude_type: item.magnitude_type ?? null,
  magnitude_ml: item.magnitude_ml ?? null,
  magnitude_md: item.magnitude_md ?? null,
  magnitude_mw: item.magnitude_mw ?? null,
  location: item.location,
  location_en,
  agency_location: item.agency_location ?? null,
  source: item.source,
  quality: item.quality ?? null,
  event_type: item.event_type ?? 'earthquake',
  province: item.province,
  province_code: item.province_code,
  district: item.district,
  updated_at: parseInstant(item.updated_at),
  ...Object.assign(
    {},
    ...AGENCIES.map((agency) => {
      const solution = sources.find(({ name }) => name === agency);
      return {
        [`${agency}_event_id`]: solution?.event_id ?? null,
        [`${agency}_occurred_at`]: solution ? parseInstant(solution.occurred_at_utc) : null,
        [`${agency}_latitude`]: solution?.latitude ?? null,
        [`${agency}_longitude`]: solution?.longitude ?? null,
        [`${agency}_depth_km`]: solution?.depth_km ?? null,
        [`${agency}_magnitude`]: solution?.magnitude ?? null,
        [`${agency}_magnitude_type`]: solution?.magnitude_type ?? null,
      };
    }),
  ),
  mechanism_source: focal_mechanism?.source ?? null,
  ...Object.assign(
    {},
    ...[0, 1].flatMap((plane) =>
      (['strike', 'dip', 'rake'] as const).map((angle) => ({
        [`${angle}_${plane + 1}`]: focal_mechanism?.nodal_planes[plane]?.[angle] ?? null,
      })),
    ),
  ),
  scalar_moment: focal_mechanism?.scalar_moment ?? null,
  geometry: `POINT (${item.longitude} ${item.latitude})`,
});

const TIMES = ['occurred_at', 'updated_at', ...AGENCIES.map((agency) => `${agency}_occurred_at`)];

/** Times in milliseconds, points as their coordinates. */
const readRows = (dist: string): Promise<Cells[]> =>
  rowsOf(`
    SELECT * REPLACE (${TIMES.map((name) => `epoch_ms(${name})::DOUBLE AS ${name}`).join(', ')},
      ST_AsText(geometry) AS geometry)
    FROM read_parquet('${dist}/catalogue/*.parquet') ORDER BY occurred_at`);

const sortedFields = (rows: Cells[]): Cells[] =>
  rows.map((row) => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));

for (const name of ['three-agencies', 'dates-types-and-rejects', 'revisions-and-deletions'])
  test(`every row of the files is that of the shards, and the other way round: ${name}`, async () => {
    const dist = join(import.meta.dirname, '../golden', name, 'expected');
    const expected = expectedRows(dist);
    assert.ok(expected.length > 1);
    assert.deepEqual(sortedFields(await readRows(dist)), sortedFields(expected));
    const counts = await rowsOf(`SELECT count(*)::INTEGER AS count FROM read_parquet('${dist}/catalogue/*.parquet')`);
    const entries = manifestOf(dist).catalogue!;
    assert.deepEqual(counts, [{ count: entries.reduce((sum, { count }) => sum + count, 0) }]);
    assert.deepEqual(
      readdirSync(join(dist, 'catalogue')).map((file) => `catalogue/${file}`),
      entries.map(({ period }) => cataloguePath(period)).sort(),
    );
  });

const mechanism: FocalMechanism = {
  source: 'GCMT',
  nodalPlanes: [
    { strike: 54, dip: 70, rake: 11 },
    { strike: 320, dip: 80, rake: 160 },
  ],
  momentTensor: null,
  scalarMoment: 5.39e20,
  mw: 7.8,
  centroid: null,
};

test('all fields of an earthquake, a mechanism too, in row groups by time that a reader can leave out', async (t) => {
  const [folder, count] = [temporaryFolder(t), 20_000];
  const first = parseCivil('2023-01-01 00:00:00')!;
  const many = Array.from({ length: count }, (_, n) => earthquake({ id: n + 1, time: first + n * HOUR, mechanism }));
  const { body, ...file } = renderCatalogueFile(many)!;
  assert.equal(file.count, count);
  const path = join(folder, 'many.parquet');
  writeFileSync(path, body);
  const [one] = await rowsOf(`SELECT * FROM read_parquet('${path}') WHERE id = 7`);
  assert.deepEqual(
    [one!['strike_2'], one!['scalar_moment'], one!['mechanism_source'], one!['usgs_magnitude_type']],
    [mechanism.nodalPlanes[1].strike, mechanism.scalarMoment, mechanism.source, 'Mww'],
  );
  const groups =
    await rowsOf(`SELECT row_group_num_rows::INTEGER AS rows, stats_min_value AS least, stats_max_value AS greatest
    FROM parquet_metadata('${path}') WHERE path_in_schema = 'occurred_at' ORDER BY row_group_id`);
  assert.deepEqual(
    groups.map(({ rows }) => rows),
    [8192, 8192, 3616],
  );
  for (const [at, { least }] of groups.entries())
    if (at > 0) assert.ok(String(least) > String(groups[at - 1]!['greatest']), 'they do not overlap');
  const [geo] = await rowsOf(
    `SELECT decode(value) AS value FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'geo'`,
  );
  const { latitude, longitude } = earthquake();
  assert.deepEqual(JSON.parse(geo!['value'] as string), {
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: { encoding: 'WKB', geometry_types: ['Point'], bbox: [longitude, latitude, longitude, latitude] },
    },
  });
  const plain = await rowsOf(`SELECT logical_type AS type FROM parquet_schema('${path}') WHERE name = 'geometry'`);
  assert.deepEqual(plain, [{ type: null }], 'binary to readers without GeoParquet');
  const [type] = await rowsOf(`SELECT typeof(geometry) AS type FROM read_parquet('${path}') LIMIT 1`);
  assert.match(type!['type'] as string, /^GEOMETRY/);
  assert.equal(renderCatalogueFile([]), undefined);
});

const quake = (key: string, time: string): Partial<SourceReport> => ({ key, time: parseCivil(time)! });

/** Two old years, one before 1900 and a present one; a folder with what lies there, and a way to build. */
function catalogueOf(t: TestContext) {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  usgsSays(
    catalog,
    quake('ancient', '1509-09-10 22:00:00'),
    quake('old', '1950-01-01 00:00:00'),
    quake('before', '2022-12-31 23:59:59'),
    quake('new', '2023-03-01 00:00:00'),
  );
  const built = (options: Parameters<typeof buildInto>[2] = {}) => {
    const summary = buildInto(dist, catalog.db, options);
    return { ...summary, files: new Map(manifestOf(dist).catalogue?.map((entry) => [entry.period, entry])) };
  };
  const inode = (period: string): number => statSync(join(dist, cataloguePath(period))).ino;
  return { dist, catalog, built, inode };
}

test('only the years in which a record changed are written again, and an incremental build equals a full one', (t) => {
  const { dist, catalog, built, inode } = catalogueOf(t);
  const first = built();
  const names = ['before-1900', '1950', '2022', '2023'];
  assert.deepEqual([...first.files.keys()], names);
  const before = new Map(names.map((period) => [period, inode(period)]));
  // From the last second of one year into another: both change.
  usgsSays(catalog, { ...quake('before', '2023-01-01 00:00:10'), magnitudes: [{ type: 'ML', value: 4.4 }] });
  const second = built();
  assert.equal(second.mode, 'incremental');
  assert.deepEqual([...second.files.keys()], ['before-1900', '1950', '2023']);
  assert.equal(second.files.get('2023')!.count, 2);
  assert.deepEqual([inode('before-1900'), inode('1950')], [before.get('before-1900'), before.get('1950')]);
  assert.throws(() => inode('2022'), { code: 'ENOENT' });
  const clean = temporaryFolder(t);
  buildInto(clean, catalog.db);
  assert.deepEqual(treeOf(dist), treeOf(clean));
  rmSync(join(dist, cataloguePath('1950')));
  assert.deepEqual(built().files, second.files);
  assert.deepEqual(treeOf(dist), treeOf(clean));
});

test('new earthquakes rewrite one small file, and no year until they are two days old', (t) => {
  const { dist, catalog, built, inode } = catalogueOf(t);
  const day = Math.floor(AS_OF / DAY) * DAY;
  const report = (key: string, time: number, latitude = 38): void => usgsSays(catalog, { key, time, latitude });
  report('yesterday', day - DAY);
  report('earlier', day - DAY - 1, 41);
  const year = String(new Date(day).getUTCFullYear());
  const countsOf = (files: ReturnType<typeof built>['files']) =>
    [year, 'recent'].map((period) => files.get(period)?.count);
  assert.deepEqual(countsOf(built().files), [1, 1]);
  const former = inode(year);
  report('today', AS_OF - MINUTE);
  const second = built();
  assert.deepEqual([second.mode, ...countsOf(second.files)], ['incremental', 1, 2]);
  assert.equal(inode(year), former);
  for (const [days, ...counts] of [
    [1, 2, 1],
    [2, 3, undefined],
    [0, 1, 2],
  ] as const) {
    const later = built({ asOf: AS_OF + days * DAY });
    assert.deepEqual([later.mode, ...countsOf(later.files)], ['incremental', ...counts]);
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db, { asOf: AS_OF + days * DAY });
    assert.deepEqual(treeOf(dist), treeOf(clean));
  }
});

test('a former file is kept for the manifest before, and no longer', (t) => {
  const { dist, catalog, built } = catalogueOf(t);
  const versions = (): string[] => readdirSync(join(dist, 'versions'));
  const hashes: string[] = [];
  for (const value of [4, 5, 6]) {
    usgsSays(catalog, { ...quake('new', '2023-03-01 00:00:00'), magnitudes: [{ type: 'ML', value }] });
    hashes.push(built().files.get('2023')!.hash);
  }
  assert.deepEqual(
    hashes.map((hash) => versions().includes(hash)),
    [false, true, false],
  );
});

test('none are left where none are wanted, and all are written where they are wanted again', (t) => {
  const { dist, catalog, built } = catalogueOf(t);
  built();
  usgsSays(catalog, quake('new', '2023-03-02 00:00:00'));
  const first = built();
  assert.equal(first.mode, 'incremental');
  const without = built({ bulk: false });
  assert.equal(without.mode, 'incremental');
  assert.equal(manifestOf(dist).catalogue, undefined);
  assert.deepEqual(readdirSync(join(dist, 'catalogue')), []);
  const magic = readdirSync(join(dist, 'versions')).filter(
    (name) =>
      readFileSync(join(dist, versionPath(name)))
        .subarray(0, 4)
        .toString() === 'PAR1',
  );
  assert.deepEqual(magic, []);
  // Neither does a build of theirs bring them back, nor a later one fail over them.
  assert.equal(built({ bulk: false, asOf: AS_OF + DAY }).mode, 'incremental');
  const again = built();
  assert.equal(again.mode, 'incremental');
  assert.deepEqual(again.files, first.files);
});
