/** A field stands once: docs/api.md is written from the table, and a row that is added is in every format. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { readManifest } from '#core/manifest.ts';
import { newestPath, shardPath } from '#core/paths.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import { listItem, type ListItem } from '#core/wire.ts';
import type * as Columns from '../../../generator/outputs/catalogue/columns.ts';
import type * as Publish from '../../../generator/publish/publish.ts';
import type * as CsvLine from '../../../generator/core/record/csv-line.ts';
import type * as Formats from '../../../gateway/endpoints/export-formats/formats.ts';
import type * as OpenApi from '../../../gateway/endpoints/openapi.ts';
import type * as Endpoints from '../../../gateway/endpoints/table.ts';
import type * as Tables from '../../../gateway/mcp/tables.ts';
import { AS_OF, sampleCatalog } from '../../support/build.ts';
import { earthquake } from '../../support/earthquake.ts';
import { FIELD_TABLES } from '../../support/field-table.ts';
import { ADDED_FIELD, programCopy, REPOSITORY } from '../../support/program-copy.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const DOCUMENT = join(REPOSITORY, 'docs/api.md');
const IN_DOCUMENT = /(?<=<!-- fields -->\n\n)[^]*(?=\n\n<!-- \/fields -->)/;

test('docs/api.md has the tables of fields as they are', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  if (process.env['UPDATE_GOLDEN'] === '1')
    writeFileSync(
      DOCUMENT,
      text.replace(IN_DOCUMENT, () => FIELD_TABLES),
    );
  assert.equal(IN_DOCUMENT.exec(readFileSync(DOCUMENT, 'utf8'))?.[0], FIELD_TABLES);
});

test('what the table says of presence is so of records with everything and with nothing', () => {
  const bare = earthquake({
    ...{ magnitude: null, magnitudeType: null, depthKm: null, quality: null, solutions: [] },
    ...{ location: 'Yer', locationEn: 'Yer', precision: 'second', eventType: 'earthquake' },
  });
  delete bare.provinceCode;
  delete bare.district;
  const fields: Record<string, RecordField> = { ...LIST_FIELDS, ...DETAIL_FIELDS };
  for (const [name, { none = 'never', value }] of Object.entries(fields)) {
    if (!value || name === 'location_en') continue;
    const given = value(bare);
    assert.equal(given === null ? 'null' : given === undefined ? 'absent' : 'never', none, name);
  }
});

/** Files of a build of the copy: path → text. */
type Read = (path: string) => string;

const PROGRAM: { read?: Read; load?: ReturnType<typeof programCopy>['load'] } = {};

before(async (context) => {
  const t = context as TestContext;
  const { load, isEdited } = programCopy(t, ADDED_FIELD);
  assert.ok(isEdited);
  const { build } = await load<typeof Publish>('generator/publish/publish.ts');
  const dist = temporaryFolder(t);
  const settings = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };
  build({ db: sampleCatalog().db, dist, asOf: AS_OF, settings, output: { flush: () => {} } });
  PROGRAM.load = load;
  PROGRAM.read = (path) => readFileSync(join(dist, path), 'utf8');
});

const read: Read = (path) => PROGRAM.read!(path);
const load = <Module>(module: string): Promise<Module> => PROGRAM.load!<Module>(module);
const ITEM = { ...listItem(earthquake()), added: 'field' } as ListItem;

const FORMATS: Record<string, () => Promise<unknown> | unknown> = {
  list: () => read('list.json').includes('"added":"field"'),
  shards: () =>
    readManifest(read('manifest.json'), (path) => Buffer.from(read(path))).shards.every(({ hash }) =>
      read(shardPath(hash)).includes('"added":"field"'),
    ),
  detail: () => read(newestPath(1)).includes('"added":"field"'),
  'week file': () => read('recent/week.json').includes('"added":['),
  RSS: () => read('rss.xml').includes('<hiposantr:added>field</hiposantr:added>'),
  'FDSN CSV of the feeds': () => /,added\n/.test(read('feed/v1.0/summary/all_month.csv')),
  'FDSN GeoJSON of the feeds': () => read('feed/v1.0/summary/all_month.geojson').includes('"added":"field"'),
  async Parquet() {
    const { catalogueColumns, rowOf } = await load<typeof Columns>('generator/outputs/catalogue/columns.ts');
    const column = catalogueColumns([]).at(-1)!;
    return column.name === 'added' && column.valueOf(rowOf(earthquake())) === 'field';
  },
  async 'export CSV'() {
    const { csvRow } = await load<typeof Formats>('gateway/endpoints/export-formats/formats.ts');
    const { CSV_HEADER } = await load<typeof CsvLine>('generator/core/record/csv-line.ts');
    return CSV_HEADER.endsWith(',added') && csvRow(ITEM).endsWith(',field');
  },
  async 'export GeoJSON'() {
    const { formatOf } = await load<typeof Formats>('gateway/endpoints/export-formats/formats.ts');
    return formatOf('geojson', []).row!(ITEM).includes('"added":"field"');
  },
  async MCP() {
    const { tableOf } = await load<typeof Tables>('gateway/mcp/tables.ts');
    const { columns, rows } = tableOf({ earthquakes: [ITEM] }).data as { columns: string[]; rows: unknown[][] };
    return rows[0]![columns.indexOf('added')] === 'field';
  },
  async OpenAPI() {
    const { openApiDocument } = await load<typeof OpenApi>('gateway/endpoints/openapi.ts');
    const { endpointTable } = await load<typeof Endpoints>('gateway/endpoints/table.ts');
    const text = JSON.stringify(openApiDocument('Synthetic', '', endpointTable({ serviceName: 'Synthetic' })));
    return text.split('"added":{"type":"string","description":"Synthetic."}').length > 5;
  },
};

for (const [format, has] of Object.entries(FORMATS))
  test(`a row that is added to the table is in ${format}`, async () => assert.ok(await has()));
