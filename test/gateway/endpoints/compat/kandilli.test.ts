/** Lists of both agencies, searches and single earthquakes of the Kandilli API, asked for as its applications do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { PROVINCES } from '#core/provinces.ts';
import { DAY } from '#core/time.ts';
import { readPlanLimits } from '../../../../gateway/access/quota/limits.ts';
import { startServer } from '../../../../gateway/http/server.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { countsOf, testMetering } from '../../../support/metering.ts';
import { AS_OF } from '../../../support/synthetic-earthquakes.ts';

const dataset = syntheticDataset();
const files = new Map(dataset.files);
const { app, get } = testGateway(files);

interface Row {
  _id: string;
  earthquake_id: string;
  provider: 'kandilli' | 'afad';
  mag: number;
  date_time: string;
  geojson: { coordinates: [number, number] };
  location_properties: { epiCenter: { cityCode: number } };
}

interface Answer {
  status: boolean;
  httpStatus: number;
  desc: string;
  parameter?: string;
  result: Row[];
}

const read = async (path: string): Promise<Answer> => (await (await get(path)).json()) as Answer;
const post = async (body: string | object, path = '/deprem/data/search') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.request(path, {
    method: 'POST',
    body: text,
    headers: { 'Content-Type': 'application/json' },
  });
  return { response, answer: (await response.json()) as Answer };
};
const search = async (body: object): Promise<Row[]> => (await post(body)).answer.result;

const ofLocal = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+03:00`);
/** A row as the catalogue has it. */
const named = (row: Row) => [row.provider, row.earthquake_id.slice(0, 16), ofLocal(row.date_time), row.mag];

const SINCE_2016 = Date.UTC(2016, 9, 1);
/** Each solution with a magnitude, the newest first, as theirs has them. */
const solutions = dataset.earthquakes
  .flatMap(({ eventId, id, provinceCode, solutions: own }) =>
    own.map((solution) => ({ eventId, id, provinceCode, solution })),
  )
  .filter(
    ({ solution: { agency, magnitudes, time } }) =>
      ['kandilli', 'afad'].includes(agency) && magnitudes.length > 0 && time > SINCE_2016 && time <= AS_OF,
  )
  .toSorted(
    (a, b) => b.solution.time - a.solution.time || b.id - a.id || b.solution.agency.localeCompare(a.solution.agency),
  );
type Solution = (typeof solutions)[number];
const due = ({ eventId, solution: { agency, time, magnitudes } }: Solution) => [
  ...[agency, eventId, Math.floor(time / 1000) * 1000, magnitudes[0]!.value],
];

test('/deprem is the last 24 hours of both agencies, each with its own solution, from any day on and in parts', async () => {
  const { status, result } = await read('/deprem');
  assert.equal(status, true);
  assert.deepEqual(
    result.map(named),
    solutions
      .filter(({ solution: { time } }) => time >= AS_OF - DAY)
      .map(due)
      .slice(0, 100),
  );
  assert.ok(new Set(result.map(({ provider }) => provider)).size === 2);
  const month = solutions.filter(({ solution: { time } }) => time >= ofLocal('2026-05-10 00:00:00'));
  const all = await read('/deprem/?date=2026-05-10&limit=20000');
  assert.deepEqual(all.result.map(named), month.map(due));
  // Applications draw lists by these keys, of which no two may be one.
  for (const key of ['_id', 'earthquake_id'] as const)
    assert.equal(new Set(all.result.map((row) => row[key])).size, all.result.length, key);
  const both = month.filter(({ eventId }, _, rows) => rows.filter((one) => one.eventId === eventId).length === 2);
  assert.ok(both.length > 10);
  const parts: Row[] = [];
  for (let skip = 0; skip < all.result.length; skip += 37)
    parts.push(...(await read(`/deprem?date=2026-05-10&limit=37&skip=${skip}`)).result);
  assert.deepEqual(parts, all.result);
});

test('/deprem/ with no query: a page asks by XMLHttpRequest, and a browser for the page', async () => {
  const page = Buffer.from('<p>page');
  const { get: from } = testGateway(new Map([...files, ['deprem/index.html', page]]));
  const asked: [path: string, accept: string | undefined, isPage: boolean][] = [
    ['/deprem/', '*/*', false],
    ['/deprem', undefined, false],
    ['/deprem', 'application/json, text/plain, */*', false],
    ['/deprem/', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['/deprem/?x=1', 'text/html', true],
    ['/deprem/?limit=5', 'text/html', false],
    ['/deprem/?date=2026-06-01', 'text/html', false],
  ];
  for (const [path, accept, isPage] of asked) {
    const response = await from(path, accept === undefined ? {} : { Accept: accept });
    assert.equal((await response.text()).startsWith('<p>page'), isPage, `${path} ${accept}`);
    assert.equal(response.headers.get('Vary')!.endsWith(', Accept'), !/limit|date/.test(path), path);
  }
  // The number of an earthquake is of the page.
  const unknown = (await (await get('/deprem/?id=999999')).json()) as { code: string };
  assert.equal(unknown.code, 'not_found');
});

test('a kept page is no answer to a program, nor a list to people', async () => {
  const page = Buffer.from('<p>page');
  const own = testGateway(new Map([...files, ['deprem/index.html', page]]));
  const server = await startServer({ app: own.app, port: 0, host: '127.0.0.1', log: () => undefined });
  for (const accept of ['text/html', '*/*', 'text/html', '*/*']) {
    const response = await fetch(`${server.url}/deprem/`, { headers: { Accept: accept } });
    assert.equal((await response.text()).startsWith('<p>'), accept === 'text/html', accept);
    assert.match(response.headers.get('Vary')!, /, Accept$/);
  }
  await server.stop(100);
});

test('former addresses, and clients that write a slash at the end of each path', async () => {
  const [live, archive] = [await read('/deprem/kandilli/live'), await read('/deprem/kandilli/archive?date=2026-06-01')];
  assert.deepEqual((await read('/deprem/live.php')).result, live.result);
  assert.deepEqual((await read('/deprem/index.php?date=2026-06-01')).result, archive.result);
  assert.deepEqual((await read('/deprem/kandilli/live/?skip=0&limit=100')).result, live.result);
  const refused = await get('/deprem/kandilli/live/?limit=x');
  assert.deepEqual([refused.status, ((await refused.json()) as Answer).httpStatus], [400, 400]);
});

test('search: one agency in pages of a hundred, as one application lists two hundred', async () => {
  const rows: Row[] = [];
  for (const skip of [0, 100])
    rows.push(...(await search({ provider: 'kandilli', sort: 'date_-1', skip, limit: 100 })));
  const kandilli = solutions.filter(({ solution: { agency } }) => agency === 'kandilli');
  assert.deepEqual(rows.map(named), kandilli.slice(0, 200).map(due));
  // Of one agency identifiers are those of the records.
  assert.ok((await search({ provider: 'afad' })).every((row) => /^[0-9a-f]{16}$/.test(row.earthquake_id)));
  assert.equal((await search({})).length, 10);
  assert.deepEqual(await search({ match: { provider: 'afad' } }), await search({ provider: 'afad' }));
});

test('search: least magnitude, local times, province, circle and order, each against the catalogue', async () => {
  const limit = 20_000;
  const inBody = (match: object) => ({ match: { date_starts: '2016-10-02', ...match }, limit });
  const since = solutions.filter(({ solution: { time } }) => time >= ofLocal('2016-10-02 00:00:00'));
  const strong = since.filter(({ solution }) => solution.magnitudes[0]!.value >= 4);
  const rows = await search(inBody({ mag: 4 }));
  assert.deepEqual(rows.map(named), strong.map(due));
  const greatest = (await search({ ...inBody({ mag: 4 }), sort: 'mag_-1' })).map(({ mag }) => mag);
  assert.equal(greatest.length, rows.length);
  assert.equal(greatest[0], Math.max(...greatest));
  const oldest = await search({ ...inBody({ mag: 4 }), sort: 'date_1' });
  assert.deepEqual([oldest[0]!.date_time, oldest.length], [rows.at(-1)!.date_time, rows.length]);

  const [from, to] = ['2026-05-10 12:00:00', '2026-05-20 23:59:59'];
  const window = since.filter(({ solution: { time } }) => time >= ofLocal(from) && time < ofLocal(to) + 1000);
  for (const date_ends of [to, '2026-05-20'])
    assert.deepEqual((await search(inBody({ date_starts: from, date_ends }))).map(named), window.map(due));

  const province = PROVINCES.find(({ code }) => since.filter((one) => one.provinceCode === code).length > 5)!;
  const there = since.filter((one) => one.provinceCode === province.code);
  const found = await search(inBody({ cityCode: Number(province.code) }));
  assert.deepEqual(found.map(named), there.map(due));
  assert.ok(found.every((row) => row.location_properties.epiCenter.cityCode === Number(province.code)));

  const centre = { latitude: 41.0082, longitude: 28.9784 };
  const near = since.filter(({ solution }) => distanceKm(centre, solution) <= 200);
  assert.ok(near.length > 5);
  const geoNear = { lat: centre.latitude, lon: centre.longitude, radiusMeter: 200_000 };
  assert.deepEqual((await search({ ...inBody({}), geoNear })).map(named), near.map(due));
  // Some send every number as a text.
  const texts = { lat: '41.0082', lon: '28.9784', radiusMeter: '200000' };
  assert.deepEqual((await search({ ...inBody({}), geoNear: texts })).map(named), near.map(due));
});

test('get: each row of a list by its identifier is that row', async () => {
  for (const path of ['/deprem?limit=20', '/deprem/kandilli/live?limit=5'])
    for (const row of (await read(path)).result)
      for (const slash of ['', '/']) {
        const one = await read(`/deprem/data/get${slash}?earthquake_id=${row.earthquake_id}`);
        assert.deepEqual([one.status, one.result], [true, row]);
      }
  for (const row of (await read('/deprem/afad/live?limit=9')).result)
    assert.deepEqual((await read(`/deprem/data/get?earthquake_id=${row.earthquake_id}&provider=afad`)).result, row);
  for (const id of ['EoIrMsfMSC19f', 'a000000000000000', 'a000000000000000-afad']) {
    const response = await get(`/deprem/data/get?earthquake_id=${id}`);
    assert.deepEqual([response.status, ((await response.json()) as Answer).status], [404, false], id);
  }
});

test('cities and status', async () => {
  const { status, result } = (await read('/deprem/statics/cities')) as unknown as { status: boolean; result: object[] };
  assert.deepEqual([status, result.length, result[0]], [true, 81, { city: 'Adana', cityCode: 1, population: null }]);
  assert.equal((await read('/deprem/status')).status, true);
});

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const WRONG: [body: string, parameter: string | undefined, status?: number][] = [
  ['{', 'body'],
  ['firstname=a&email=b', 'body'],
  ['[]', 'body'],
  ['7', 'body'],
  [DEEP, 'body'],
  ['{"match": []}', 'match'],
  ['{"match": "mag"}', 'match'],
  ['{"match": {"mag": "four"}}', 'mag'],
  ['{"match": {"mag": {"$gt": 1}}}', 'mag'],
  ['{"match": {"mag": 1e999}}', 'mag'],
  ['{"match": {"cityCode": 82}}', 'cityCode'],
  ['{"match": {"cityCode": 3.5}}', 'cityCode'],
  ['{"match": {"date_starts": 1700000000}}', 'date_starts'],
  ['{"match": {"date_starts": "2026-02-30 00:00:00"}}', 'date_starts'],
  ['{"match": {"date_ends": "01.02.2026"}}', 'date_ends'],
  ['{"match": {"date_starts": "2026-02-02", "date_ends": "2026-02-01"}}', 'date_starts'],
  ['{"geoNear": 7}', 'geoNear'],
  ['{"geoNear": {"lat": 41, "lon": 29}}', 'geoNear'],
  ['{"geoNear": {"lat": 91, "lon": 29, "radiusMeter": 1}}', 'lat'],
  ['{"geoNear": {"lat": 41, "lon": 29, "radiusMeter": -1}}', 'radiusMeter'],
  ['{"sort": "depth"}', 'sort'],
  ['{"sort": "toString"}', 'sort'],
  ['{"provider": "usgs"}', 'provider'],
  ['{"limit": 0}', 'limit'],
  ['{"skip": -1}', 'skip'],
  ['{"skip": true}', 'skip'],
  ['{"skip": 900000}', undefined, 413],
  [`{"x": "${'x'.repeat(70_000)}"}`, undefined, 413],
];
for (const [body, parameter, status = 400] of WRONG)
  test(`search refuses ${body.slice(0, 70)} and names ${parameter}`, async () => {
    const { response, answer } = await post(body);
    assert.deepEqual([response.status, answer.status, answer.httpStatus, answer.result], [status, false, status, []]);
    assert.equal(answer.parameter, parameter);
    assert.ok(answer.desc.length > 10 && answer.desc.length < 200);
    if (parameter !== undefined) assert.ok(answer.desc.includes(parameter), answer.desc);
  });

test('null is as absent, and what theirs does not know is passed over', async () => {
  const plain = await search({});
  for (const body of [{ match: null, geoNear: null, sort: null, provider: null, limit: null }, { email: 'x' }])
    assert.deepEqual(await search(body), plain);
  assert.deepEqual((await post('')).answer.result, plain);
});

test('a search is counted, limited and bounded as a list is; a preflight allows the POST', async () => {
  const metering = testMetering({ limits: readPlanLimits('free.daily=3') });
  const metered = testGateway(files, { metering });
  const ask = (body: object) =>
    metered.app.request('/deprem/data/search', { method: 'POST', body: JSON.stringify(body) });
  assert.equal((await ask({})).status, 200);
  assert.equal((await ask({ limit: 'x' })).status, 400);
  assert.equal(countsOf(metering, 'address:unknown')!.day_count, 2);
  await ask({});
  const refused = await ask({});
  const { httpStatus, desc } = (await refused.json()) as Answer;
  assert.deepEqual([refused.status, httpStatus, refused.headers.has('Retry-After')], [429, 429, true]);
  assert.match(desc, /limit/);
  const narrow = testGateway(files, { bounds: { files: 1, rows: 10 } });
  const circle = { lat: 39, lon: 35, radiusMeter: 1 };
  const response = await narrow.app.request('/deprem/data/search', {
    ...{ method: 'POST', body: JSON.stringify({ geoNear: circle }) },
  });
  assert.equal(response.status, 413);
  const headers = { Origin: 'https://app.example', 'Access-Control-Request-Headers': 'content-type' };
  for (const path of ['/deprem/data/search', '/deprem/data/search/']) {
    const preflight = await app.request(path, { method: 'OPTIONS', headers });
    assert.deepEqual(
      [preflight.status, preflight.headers.get('Access-Control-Allow-Methods')],
      [204, 'GET, HEAD, POST, OPTIONS'],
    );
    assert.match(preflight.headers.get('Access-Control-Allow-Headers')!, /\*/);
  }
});

test('answers have a tag, and lists 304s; they are for a minute', async () => {
  const list = await get('/deprem/kandilli/archive?date=2026-05-10&date_end=2026-05-31');
  const tag = list.headers.get('ETag')!;
  assert.match(list.headers.get('Cache-Control')!, /^public, max-age=60/);
  const again = await get('/deprem/kandilli/archive?date=2026-05-10&date_end=2026-05-31', { 'If-None-Match': tag });
  assert.equal(again.status, 304);
});

test('without the adapter the page alone is there', async () => {
  const page = Buffer.from('<p>page');
  const only = testGateway(new Map([...files, ['deprem/index.html', page]]), { compatible: [] });
  assert.equal(await (await only.get('/deprem/')).text(), '<p>page');
  assert.equal((await only.get('/deprem/data/search')).status, 404);
});
