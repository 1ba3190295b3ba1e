import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENCIES } from '#core/agencies.ts';
import { DEFAULT_SERVICE_NAME } from '#runtime/environment.ts';
import { ENDPOINT_PATHS, ENDPOINTS } from '#core/endpoints.ts';
import { Ajv2020 } from '@redocly/ajv/dist/2020.js';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { openApiDocument } from '../../../gateway/endpoints/openapi.ts';
import { endpointTable } from '../../../gateway/endpoints/table.ts';
import { CACHE_BUSTERS } from '../../../generator/hosting/routes.ts';
import { apiDescription } from '../../../generator/site/api-description.ts';
import { REFERENCE_IN_TURKISH } from '../../../generator/site/browser/reference-turkish.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { temporaryFolder } from '../../support/temporary.ts';

interface Described {
  openapi: string;
  paths: Record<string, { get: { parameters: { name: string; schema: { enum?: string[] } }[] }; post?: object }>;
}

interface Document {
  components: object;
  paths: Record<
    string,
    { get: { responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }> } }
  >;
}

test('the description is valid OpenAPI 3.1, without a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(openApiDocument('Synthetic', '', endpointTable({ serviceName: 'Synthetic' })));
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  assert.deepEqual(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('the table has a row for each path of the service but those of assistants and of notifications', () => {
  assert.deepEqual(
    endpointTable({ serviceName: 'Synthetic' }).map(({ path }) => path),
    ENDPOINT_PATHS.filter((path) => path !== ENDPOINTS.mcp && path !== ENDPOINTS.push),
  );
});

test('every text of the reference is on the Turkish page in Turkish, and the page has no others', () => {
  const { paths } = openApiDocument('Synthetic', '', endpointTable({ serviceName: 'Synthetic' })) as unknown as {
    paths: Record<string, { get: { summary: string; parameters: { description: string }[] } }>;
  };
  const texts = Object.values(paths).flatMap(({ get }) => [
    get.summary,
    ...get.parameters.map((one) => one.description),
  ]);
  assert.deepEqual(Object.keys(REFERENCE_IN_TURKISH).sort(), [...new Set(texts)].sort());
});

test('no parameter has a name that static hosts pass over', () => {
  const { paths } = openApiDocument('Synthetic', '', endpointTable({ serviceName: 'Synthetic' })) as unknown as {
    paths: Record<string, { get: { parameters: { name: string }[] } }>;
  };
  const names = Object.values(paths).flatMap(({ get }) => get.parameters.map(({ name }) => name));
  assert.ok(names.includes('limit'));
  assert.deepEqual(
    names.filter((name) => CACHE_BUSTERS.includes(name)),
    [],
  );
});

const REQUIRED: Record<string, string> = {
  '/deprem_api.php': '?id=1',
  '/deprem/data/get': '?earthquake_id=a000000000000000',
  '/apiv2/event/filter': '?start=2026-05-01&end=2026-06-01',
  '/apigateway/deprem/apiv2/event/filter': '?start=2026-05-01&end=2026-06-01',
};

test('every described operation is answered, and every parameter is read', async () => {
  const { get } = testGateway(syntheticDataset({ count: 200 }).files);
  const response = await get('/openapi.json');
  assert.equal(response.status, 200);
  const { openapi, paths } = (await response.json()) as Described;
  assert.equal(openapi, '3.1.0');
  // The account app answers it, without keys.
  delete paths[ENDPOINTS.push];
  for (const [path, operations] of Object.entries(paths)) {
    const operation = operations.get;
    const plain = path + (REQUIRED[path] ?? '');
    const answer = await get(plain);
    assert.ok([200, 404, 410].includes(answer.status), plain);
    assert.equal(
      (await get(plain, {}, 'POST')).status === 405,
      operations.post === undefined && !path.startsWith('/fdsnws/'),
      path,
    );
    if (answer.status === 200)
      assert.match(
        answer.headers.get('Link')!,
        /<\/openapi\.json>; rel="service-desc"; type="application\/json"/,
        path,
      );
    if (path.startsWith('/fdsnws/')) {
      // Other names are refused as unknown.
      for (const { name } of operation.parameters)
        assert.doesNotMatch(await (await get(`${path}?${name}=~`)).text(), /is not a parameter/, `${path} ${name}`);
      assert.match(await (await get(`${path}?unheard=~`)).text(), /is not a parameter/);
      continue;
    }
    for (const { name } of operation.parameters) {
      const text = name === 'q' ? 'x'.repeat(101) : name === 'sources' ? ',' : '~';
      const refused = await get(`${path}?${name}=${text}`);
      assert.equal(refused.status, 400, `${path} ${name}`);
      assert.equal(((await refused.json()) as { parameter: string }).parameter, name, path);
    }
  }
});

/** Requests of which the answers must have the described form, with the media type of the description. */
const ANSWERED: [target: string, type: string][] = [
  ['/api.php?limit=30', 'application/json'],
  ['/api.php?sources=noa,afad&limit=3', 'application/json'],
  ['/api.php?updated_after=2000-01-01T00:00:00Z&limit=1000', 'application/json'],
  ['/deprem_api.php?id=1', 'application/json'],
  ['/export.php?format=json', 'application/json'],
  ['/export.php?format=geojson', 'application/geo+json; charset=utf-8'],
  ['/fdsnws/event/1/query?format=geojson&limit=20', 'application/geo+json; charset=utf-8'],
  ['/fdsnws/event/1/query?format=geojson&minmagnitude=9.9', 'application/geo+json; charset=utf-8'],
  ['/fdsnws/event/1/count?format=geojson', 'application/json'],
  ['/deprem/kandilli/archive?date=2026-01-01&limit=50', 'application/json'],
  ['/deprem?date=2026-01-01', 'application/json'],
  ['/apiv2/event/filter?start=2026-01-01&end=2027-01-01', 'application/json'],
  ['/apiv2/event/filter?start=2026-01-01&end=2027-01-01&format=geojson', 'application/json'],
  ['/apiv2/event/latest', 'application/json'],
  ['/stats_api.php', 'application/json'],
  ['/station_api.php', 'application/json'],
  ['/status', 'application/json'],
];

/** With no other members than those that are described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== 'object') return value;
  const schema = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
  return 'properties' in schema && 'required' in schema ? { additionalProperties: false, ...schema } : schema;
}

test('answers have the form that the description says, tombstones and GeoJSON included', async () => {
  const { files, earthquakes, detailed } = syntheticDataset({ seed: 7, count: 1200 });
  const { get } = testGateway(files);
  const document = (await (await get('/openapi.json')).json()) as Document;
  const components = closed(document.components) as object;
  const schemas = new Ajv2020({ strict: false }).addSchema({ ...document, components }, 'api');
  const targets: typeof ANSWERED = [
    ...ANSWERED.map(([target, type]): [string, string] => [target.replace('id=1', `id=${detailed[0]!.id}`), type]),
    [`/deprem_api.php?event_id=${earthquakes[0]!.eventId}`, 'application/json'],
    [`/fdsnws/event/1/query?format=geojson&eventid=${earthquakes[0]!.eventId}`, 'application/geo+json; charset=utf-8'],
  ];
  const items: object[] = [];
  for (const [target, type] of targets) {
    const response = await get(target);
    assert.equal(response.status, 200, target);
    const path = target.split('?')[0]!;
    const { $ref } = document.paths[path]!.get.responses['200']!.content[type]!.schema;
    const validate = schemas.getSchema(`api${$ref}`)!;
    const body = (await response.json()) as { earthquakes?: object[] };
    assert.ok(validate(body), `${target}: ${schemas.errorsText(validate.errors)}`);
    items.push(...(body.earthquakes ?? []));
  }
  const { result } = (await (await get('/deprem')).json()) as { result: { earthquake_id: string }[] };
  const one: unknown = await (await get(`/deprem/data/get?earthquake_id=${result[0]!.earthquake_id}`)).json();
  const isOne = schemas.getSchema('api#/components/schemas/KandilliOne')!;
  assert.ok(isOne(one), schemas.errorsText(isOne.errors));
  const status = (await (await get('/status')).json()) as object;
  const isStatus = schemas.getSchema('api#/components/schemas/Status')!;
  assert.ok(isStatus({ ...status, state: 'never', last_success: null }), 'before the first answer of a source');
  assert.ok(items.some((item) => 'retracted' in item) && items.some((item) => 'merged_into' in item));
});

/** What a caller of the API writes with the types of a generated client. */
const CALLER = `
import { type paths } from './client.ts';
type Answer<Path extends keyof paths> = paths[Path] extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } } ? Body : never;
type Query<Path extends keyof paths> = NonNullable<paths[Path]['get']['parameters']['query']>;

export const query: Query<'/api.php'> = { min_magnitude: 4, limit: 5, sources: ['afad'] };
export const events: Query<'/fdsnws/event/1/query'> = { minmagnitude: 4, format: 'geojson' };
export const magnitudes = ({ earthquakes }: Answer<'/api.php'>): (number | null)[] => earthquakes.flatMap((one) => ('magnitude' in one ? [one.magnitude] : []));
export const agencies = ({ earthquake }: Answer<'/deprem_api.php'>): string[] => earthquake.sources.map(({ name }) => name);
export const late = ({ sources }: Answer<'/status'>): string[] => sources.flatMap(({ state, gaps = [] }) => (state === 'ok' ? [] : gaps.map(({ reason }) => reason)));
`;

/** Mistakes that the types must find. */
const MISTAKES = `
export const query: NonNullable<paths['/api.php']['get']['parameters']['query']> = { min_magnitude: 'four' };
export const events: NonNullable<paths['/fdsnws/event/1/query']['get']['parameters']['query']> = { format: 'shape' };
`;

test('the types of a client made from the description fit what callers write', async (t) => {
  const { get } = testGateway(syntheticDataset({ count: 50 }).files);
  const description = await (await get('/openapi.json')).text();
  const folder = temporaryFolder(t);
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const files = [
    write('client.ts', astToString(await openapiTypescript(description))),
    write('caller.ts', CALLER),
    write('mistakes.ts', MISTAKES),
  ];
  const program = ts.createProgram(files, {
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true, types: [], lib: ['lib.es2022.d.ts'] },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    file: file?.fileName.slice(folder.length + 1),
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
  assert.deepEqual(
    problems.filter(({ file }) => file !== 'mistakes.ts'),
    [],
  );
  assert.equal(problems.length, 2, JSON.stringify(problems));
});

test('static hosts have the same description, byte for byte', async () => {
  const { get } = testGateway(syntheticDataset({ count: 60 }).files);
  const answered = await (await get('/openapi.json')).text();
  const settings = { serviceName: DEFAULT_SERVICE_NAME, baseUrl: 'http://localhost:8787' };
  assert.ok(apiDescription(settings, AGENCIES) === answered, 'scripts/compile.ts openapi makes data/openapi.json anew');
  const other = apiDescription({ serviceName: 'x', baseUrl: 'http://a.example/b' }, [...AGENCIES, 'gfz']);
  const more = JSON.parse(other) as { info: Record<string, string>; servers: object[] };
  assert.deepEqual([more.info.title, more.servers], ['x', [{ url: '/b' }]]);
  assert.match(more.info['description']!, /, gfz;/);
});
