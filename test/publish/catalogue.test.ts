/** The catalogue's Parquet files, read by DuckDB. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { AGENCIES, type Agency, type FocalMechanism } from '#core/earthquake.ts';
import { cataloguePath } from '#core/paths.ts';
import { UNCERTAINTY_NAMES, type UncertaintyName } from '#core/record/uncertainties.ts';
import { HOUR, parseCivil, parseInstant } from '#core/time.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { renderCatalogueFile } from '../../generator/outputs/catalogue/parquet.ts';
import { manifestOf } from '../support/build.ts';
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
  magnitude_doubtful: item.magnitude_doubtful ?? false,
  magnitude_state: item.magnitude_state ?? null,
  blast_probability: item.blast_probability ?? null,
  magnitude_source: item.magnitude_source ?? null,
  event_name: item.event_name ?? null,
  event_name_en: item.event_name_en ?? null,
  magnitude_error: item.magnitude_error ?? null,
  ...statedCells(sources, 'afad', ['horizontal_error_km', 'depth_error_km', 'rms', 'azimuthal_gap']),
  ...statedCells(sources, 'usgs', UNCERTAINTY_NAMES),
});

const statedCells = (sources: FullItem['sources'], agency: Agency, names: readonly UncertaintyName[]) => {
  const solution = sources.find(({ name }) => name === agency);
  return Object.fromEntries(names.map((name) => [`${agency}_${name}`, solution?.[name] ?? null]));
};

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
