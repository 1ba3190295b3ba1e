/** Searches of the Kandilli API, asked for as its applications do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { PROVINCES } from '#core/provinces.ts';
import { readPlanLimits } from '../../../../gateway/access/quota/limits.ts';
import { testGateway } from '../../../support/gateway.ts';
import {
  type Answer,
  app,
  due,
  files,
  named,
  ofLocal,
  post,
  type Row,
  search,
  solutions,
} from '../../../support/kandilli-api.ts';
import { countsOf, testMetering } from '../../../support/metering.ts';

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
  assert.equal((await countsOf(metering, 'address:unknown'))!.day_count, 2);
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
