/** Lists of both agencies and single earthquakes of the Kandilli API, asked for as its applications do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceKm } from '#core/geo.ts';
import { DAY } from '#core/time.ts';
import { nearestAirports } from '../../../../gateway/endpoints/compat/airports.ts';
import { testGateway } from '../../../support/gateway.ts';
import {
  type Answer,
  due,
  files,
  get,
  named,
  ofLocal,
  read,
  type Row,
  solutions,
} from '../../../support/kandilli-api.ts';
import { AS_OF } from '../../../support/synthetic-earthquakes.ts';

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

test('former addresses, and clients that write a slash at the end of each path', async () => {
  const live = await read('/deprem/kandilli/live');
  const shared = ({ hash: _, hash2: __, timestamp, ...row }: Row) => ({ ...row, timestamp: String(timestamp) });
  const former = await read('/deprem/live.php');
  assert.deepEqual(former.result.map(shared), live.result);
  assert.ok(former.result.every(({ timestamp, date_time: time }) => timestamp === ofLocal(time) / 1000));
  // There a day alone is that day.
  const day = await read('/deprem/kandilli/archive?date=2026-06-01&date_end=2026-06-01');
  assert.ok(day.result.length > 0);
  for (const query of ['date=2026-06-01', 'date=2026-06-01&date_end=2026-06-01'])
    assert.deepEqual((await read(`/deprem/index.php?${query}`)).result.map(shared), day.result);
  assert.deepEqual((await read('/deprem/kandilli/live/?skip=0&limit=100')).result, live.result);
  const refused = await get('/deprem/kandilli/live/?limit=x');
  assert.deepEqual([refused.status, ((await refused.json()) as Answer).httpStatus], [400, 400]);
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

test('airports: the three nearest, as three applications in Kotlin and Swift decode them', async () => {
  for (const row of (await read('/deprem?date=2026-05-10&limit=500')).result) {
    const { airports } = row.location_properties;
    assert.equal(airports.length, 3);
    const [longitude, latitude] = row.geojson.coordinates;
    for (const { name, code, distance, coordinates } of airports) {
      assert.match(`${code} ${name}`, /^[A-Z]{3} \S.+ Havalimanı$/);
      assert.equal(coordinates.type, 'Point');
      const [east, north] = coordinates.coordinates;
      assert.ok(north > 35.8 && north < 42.2 && east > 25.6 && east < 44.9, code);
      const km = distanceKm({ latitude, longitude }, { latitude: north, longitude: east });
      assert.ok(Math.abs(km * 1000 - distance) <= 1, code);
    }
    const distances = airports.map(({ distance }) => distance);
    assert.deepEqual(
      distances,
      distances.toSorted((a, b) => a - b),
    );
  }
  // The example data of the API itself: Ula (Muğla). Its third one has no code in our list.
  assert.deepEqual(
    nearestAirports({ latitude: 37.1147, longitude: 28.5195 }, 2).map(({ code, distance }) => [code, distance]),
    [
      ['DLM', 50_825],
      ['BJV', 77_255],
    ],
  );
});

test('cities and status', async () => {
  const { status, result } = (await read('/deprem/statics/cities')) as unknown as { status: boolean; result: object[] };
  assert.deepEqual([status, result.length, result[0]], [true, 81, { city: 'Adana', cityCode: 1, population: null }]);
  assert.equal((await read('/deprem/status')).status, true);
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
