/** What the FDSN services accept and refuse, and how they say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_PARAMETERS } from '#core/fdsn/event-parameters.ts';
import type { FdsnParameter } from '#core/fdsn/parameter.ts';
import { STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import { Refused } from '#core/parameter.ts';
import * as real from '../../../support/fdsn-dataset.ts';
import { assertError, ERROR_BODY } from '../../../support/fdsn-error.ts';
import { testGateway } from '../../../support/gateway.ts';
import { syntheticDataset } from '../../../support/dataset.ts';

const { get } = real;
const EVENTS = '/fdsnws/event/1/query';
const STATIONS = '/fdsnws/station/1/query';

/** A query and what its error names. */
const REFUSED: [string, RegExp][] = [
  ['foo=1', /"foo" is not a parameter/],
  ['MinMagnitude=1', /"MinMagnitude" is not a parameter/],
  ['_=17', /"_" is not/],
  ['callback=f', /callback/],
  ['starttime=2020-01-01&starttime=2021-01-01', /starttime is given twice/],
  ['starttime=2020-01-01&start=2021-01-01', /starttime is given twice/],
  ['minmag=4&minmagnitude=4', /minmagnitude is given twice/],
  ['minmagnitude=.', /minmagnitude/],
  ['minmagnitude=1e', /minmagnitude/],
  ['minmagnitude=INF', /minmagnitude/],
  ['minmagnitude=1e999', /minmagnitude/],
  ['latitude=9.1e1&longitude=1', /latitude/],
  ['minmagnitude=NaN', /minmagnitude/],
  ['includedeleted=true', /includedeleted/],
  ['reviewstatus=reviewed', /reviewstatus/],
  ['starttime=2023-02-06T01:17:32%2B24:00', /starttime/],
  ['starttime=2023-02-06T01:17:32EST', /starttime/],
  ['includearrivals=2', /includearrivals/],
  ['format=constructor', /format/],
  ['minmagnitude=%EF%BC%95', /minmagnitude/],
  ['minmagnitude=5&maxmagnitude=4', /minmagnitude must not be greater than maxmagnitude/],
  ['mindepth=5&maxdepth=4', /mindepth/],
  ['starttime=2021-01-01&endtime=2020-01-01', /starttime must not be greater/],
  ['starttime=2023-02-29', /starttime/],
  ['starttime=1500-02-29', /starttime/],
  ['starttime=2023-02-06T25:00:00', /starttime/],
  ['starttime=0000-01-01', /starttime/],
  ['starttime=20230206', /starttime/],
  ['minlatitude=-90.1', /minlatitude/],
  ['minlatitude=5&maxlatitude=4', /minlatitude/],
  ['maxlongitude=181', /maxlongitude/],
  ['maxradius=1', /maxradius|radius needs latitude/],
  ['minradius=1', /A radius needs latitude and longitude/],
  ['latitude=38&maxradius=1', /latitude and longitude together/],
  ['longitude=38', /latitude and longitude together/],
  ['latitude=38&longitude=27&maxradius=181', /maxradius/],
  ['latitude=38&longitude=27&minradius=5&maxradius=4', /minradius must not be greater/],
  ['latitude=38&longitude=27&maxradius=4&maxradiuskm=4', /maxradius or maxradiuskm/],
  ['limit=0', /limit/],
  ['limit=-1', /limit/],
  ['limit=1.5', /limit/],
  ['limit=99999999999', /limit/],
  ['offset=0', /offset/],
  ['orderby=size', /orderby must be one of time, time-asc/],
  ['nodata=500', /nodata/],
  ['includedeleted=true', /includedeleted may only be false or 0 here/],
  ['includepicks=true', /includepicks may only be false or 0 here/],
  ['includecomments=perhaps', /includecomments may only be true or false/],
  ['reviewstatus=reviewed', /reviewstatus may only be all here/],
  ['includeallorigins=yes', /includeallorigins/],
  ['eventtype=deprem', /eventtype/],
  ['catalog=ISC', /catalog must be one of KANDILLI, AFAD/],
  ['catalog=AFAD&contributor=USGS', /different agencies/],
  ['eventid=1&minmagnitude=4', /minmagnitude cannot be combined with eventid/],
  ['eventid=1&limit=4', /limit cannot be combined/],
  ['eventid=%20', /eventid must be a text/],
  ['magnitudetype=%20%09', /magnitudetype must be a text/],
  ['updatedafter=yesterday', /updatedafter/],
  ['format=%ZZ', /percent-encoded/],
  ['%ZZ', /percent-encoded/],
  ['format=text%00', /./],
];

const ACCEPTED = [
  'starttime=2023-02-06T01:17:32.123456',
  'starttime=2023-02-06T01:17:32Z',
  'starttime=2023-02-06 01:17:32',
  'starttime=2023-02-06T01:17',
  'starttime=2023-02-06T01:17:32%2B03:00',
  'starttime=2023-02-06T01:17:32+00:00',
  'minmagnitude=1e0&maxmagnitude=%2B5',
  'minmagnitude=.5&maxmagnitude=5.',
  'includearrivals=1&includeallorigins=0',
  'format=quakeml',
  'format=json',
  'includedeleted=false&includesuperseded=false&reviewstatus=all&jsonerror=true&kmlcolorby=age&kmlanimated=',
  'includesuperseded=true&includefocalmechanism=true&includecomments=TRUE&includepicks=false',
  'includesuperseded=1&includefocalmechanism=false&includecomments=0&includepicks=0&includedeleted=FALSE',
  'starttime=2023-02-06&endtime=2023-02-06',
  'minlongitude=170&maxlongitude=-170',
  'latitude=38&longitude=27',
  'latitude=38&longitude=27&maxradiuskm=100',
  'format=TEXT&orderby=Time-Asc&includeallorigins=TRUE',
  'catalog=afad&contributor=AFAD',
  'eventtype=Earthquake,quarry%20blast,unknown',
  'format=&minmagnitude=&',
  'api_key=',
];

test('bad values are 400 in plain text that names the parameter', async () => {
  for (const [query, message] of REFUSED) {
    const body = await assertError(await get(`${EVENTS}?${query}`), 400);
    assert.match(ERROR_BODY.exec(body)![3]!, message, query);
    assert.equal((await get(`/fdsnws/event/1/count?${query}`)).status, 400, query);
  }
});

test('good values are not', async () => {
  for (const query of ACCEPTED) assert.ok([200, 204].includes((await get(`${EVENTS}?${query}`)).status), query);
});

test('each documented value of every parameter is accepted, and nothing beyond its range', () => {
  for (const { name, type, default: fallback, options = [], schema, parse } of [
    ...EVENT_PARAMETERS,
    ...STATION_PARAMETERS,
  ]) {
    const accepts = (value: string): boolean => !(parse(value) instanceof Refused);
    for (const value of [...(fallback === undefined ? [] : [fallback]), ...options])
      assert.ok(accepts(value) && accepts(value.toUpperCase()), `${name}=${value}`);
    const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
    if (minimum !== undefined) assert.ok(accepts(String(minimum)) && !accepts(String(minimum - 1)), name);
    if (maximum !== undefined) assert.ok(accepts(String(maximum)) && !accepts(String(maximum + 1)), name);
    if (type === 'xs:dateTime') assert.ok(accepts('2023-02-06T01:17:32.123456') && !accepts('today'), name);
    if (type === 'xs:double') assert.ok(accepts('4.25') && accepts('1e0') && !accepts('x'), name);
    if (type === 'xs:boolean') assert.ok(accepts('FALSE') && accepts('0') && !accepts('2'), name);
  }
});

const rowsOf = async (query: string): Promise<string> => (await get(`${EVENTS}?format=text&limit=20&${query}`)).text();

/** Two spellings of one query. */
const SAME: [string, string][] = [
  ['starttime=2020-03-01T00:00:00', 'starttime=2020-03-01T03:00:00%2B03:00'],
  ['starttime=2020-03-01T00:00:00', 'starttime=2020-02-29 19:00:00-05:00'],
  ['endtime=2020-03-01T12:00:00', 'endtime=2020-03-01t12:00z'],
  ['minmagnitude=4.5', 'minmagnitude=%2B.45e1'],
  ['minmagnitude=4&orderby=time-asc', 'minmagnitude=4.&orderby=time-asc&reviewstatus=all'],
];

test('what XML Schema allows for times and numbers is read as it means', async () => {
  for (const [plain, other] of SAME) {
    const [expected, actual] = await Promise.all([rowsOf(plain), rowsOf(other)]);
    assert.ok(expected.split('\n').length > 10, plain);
    assert.equal(actual, expected, other);
  }
});

test('short and long names are one parameter', async () => {
  const samples: Record<string, string> = {
    'xs:dateTime': '2020-01-01',
    'xs:double': '1',
    'xs:string': 'KO',
    'xs:int': '1',
  };
  for (const [path, parameters] of [
    [EVENTS, EVENT_PARAMETERS],
    [STATIONS, STATION_PARAMETERS],
  ] as [string, readonly FdsnParameter<unknown>[]][])
    for (const { name, short, type } of parameters.filter(
      (one) => one.short !== undefined && one.name !== 'magnitudetype',
    )) {
      const rest = name === 'latitude' ? '&lon=1' : name === 'longitude' ? '&lat=1' : '';
      const bodies = [name, short].map(async (one) =>
        (await get(`${path}?format=text&${one!}=${samples[type]!}${rest}`)).text(),
      );
      const [long, brief] = await Promise.all(bodies);
      assert.equal(long, brief, name);
    }
});

test('a box across 180° has both sides', async () => {
  const count = async (query: string): Promise<number> =>
    Number(await (await get(`/fdsnws/event/1/count?${query}`)).text());
  const all = await count('');
  assert.equal(await count('minlongitude=-180&maxlongitude=180'), all);
  const inside = await count('minlongitude=30&maxlongitude=35');
  const around = await count('minlongitude=35.0000001&maxlongitude=29.9999999');
  assert.ok(inside > 0 && around > 0);
  assert.equal(inside + around, all);
});

test('too much is 413, and says what to do', async () => {
  const small = testGateway(syntheticDataset({ seed: 3, count: 300 }).files, { bounds: { files: 1, rows: 1 } });
  const body = await assertError(await small.get(`${EVENTS}?catalog=AFAD&orderby=magnitude-asc`), 413);
  assert.match(body, /shorter time/);
  await assertError(await get(`${EVENTS}?offset=200001`), 413);
  assert.equal((await get(`${EVENTS}?offset=100000`)).status, 204);
});

test('every FDSN service that is not here is 404 in plain text', async () => {
  for (const path of [
    '/fdsnws/dataselect/1/query',
    '/fdsnws/dataselect/1/application.wadl',
    '/fdsnws/dataselect/1/version',
    '/fdsnws/availability/1/query',
    '/fdsnws/event/2/query',
    '/fdsnws/event/1/nothing',
    '/fdsnws/',
  ]) {
    await assertError(await get(path), 404);
    const head = await get(path, {}, 'HEAD');
    assert.deepEqual([head.status, await head.text()], [404, '']);
  }
});

test('other methods are 405 with those that are answered; a preflight allows POST', async () => {
  for (const path of [EVENTS, STATIONS, '/fdsnws/event/1/count'])
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const response = await get(path, {}, method);
      assert.equal(response.headers.get('Allow'), 'GET, HEAD, POST, OPTIONS');
      await assertError(response, 405);
    }
  const preflight = await get(
    STATIONS,
    { Origin: 'https://x.example', 'Access-Control-Request-Method': 'POST' },
    'OPTIONS',
  );
  assert.equal(preflight.headers.get('Access-Control-Allow-Methods'), 'GET, HEAD, POST, OPTIONS');
  assert.equal(preflight.status, 204);
});

test('HEAD has the headers of GET', async () => {
  for (const target of [`${EVENTS}?limit=3`, `${STATIONS}?net=KO&format=text`, '/fdsnws/event/1/version']) {
    const [plain, head] = [await get(target), await get(target, {}, 'HEAD')];
    assert.deepEqual([...head.headers], [...plain.headers]);
    assert.equal(await head.text(), '');
    await plain.text();
  }
});

test('a text with other letters is never in an error, nor a key', async () => {
  await assertError(await get(`${EVENTS}?catalog=%C4%B0stanbul`), 400);
  const body = await assertError(await get(`${EVENTS}?foo=sk_0123456789abcdef0123456789abcdef012345`), 400);
  assert.doesNotMatch(body, /sk_/);
});
