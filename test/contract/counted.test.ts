/** The usage that follows from what is counted (`counted-requests.test.ts`). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILTER_LIST } from '#core/filters/table.ts';
import { DAY } from '#core/time.ts';
import { testGateway } from '../support/gateway.ts';
import { countsOf, testMetering } from '../support/metering.ts';
import { header, service, START } from './service.ts';
import { dataset } from './table.ts';

test('each parameter of each filter is counted with its endpoint, right or wrong', async () => {
  const { get, metering } = await service('free.daily=1000,free.burst=none');
  const names = FILTER_LIST.flatMap(([, { parameters }]) => parameters.map(({ name }) => name));
  assert.ok(names.length >= 12);
  let asked = 0;
  for (const endpoint of ['/api.php', '/export.php'])
    for (const name of names)
      for (const value of ['3', 'afad', '2026-06-01']) {
        assert.match(String((await get(`${endpoint}?${name}=${value}`)).status), /^(?:200|400)$/);
        asked += 1;
      }
  assert.equal((await countsOf(metering, 'address:unknown'))?.day_count, asked);
});

test('304s are not counted, by GET and by HEAD, even without remaining quota', async () => {
  for (const caller of ['keyed', 'anonymous']) {
    const { get, bearer, metering } = await service('free.daily=1');
    const headers = caller === 'keyed' ? bearer : {};
    const tag = header(await get('/api.php?limit=3', headers), 'ETag')!;
    assert.equal((await get('/api.php?limit=3', headers)).status, 429);
    for (let times = 0; times < 20; times += 1) {
      const method = times % 2 === 0 ? 'GET' : 'HEAD';
      const response = await get('/api.php?limit=3', { ...headers, 'If-None-Match': tag }, method);
      assert.equal(response.status, 304);
      const remaining = caller === 'keyed' ? '"daily";r=0;t=3563' : null;
      assert.equal(header(response, 'RateLimit'), remaining);
    }
    assert.equal((await get('/api.php?limit=3', { ...headers, 'If-None-Match': '"other"' })).status, 429);
    assert.equal((await get('/api.php?limit=3', headers, 'HEAD')).status, 429);
    assert.equal((await get('/manifest.json', headers)).status, 200);
    assert.equal((await countsOf(metering, caller === 'keyed' ? 'account:a' : 'address:unknown'))!.day_count, 1);
  }
});

test('a failed request is refunded', async () => {
  const files = new Map([...dataset.files].filter(([name]) => !/^shards\/\w+\.(?!entries)/.test(name)));
  const metering = testMetering();
  const { key, id } = await metering.keys.issue('a', 'x');
  const { get } = testGateway(files, { metering });
  for (const Authorization of ['', `Bearer ${key}`]) {
    const response = await get('/api.php?limit=7&min_magnitude=2', { Authorization });
    assert.equal(response.status, 503);
    assert.equal(header(response, 'Cache-Control'), 'no-store');
  }
  for (const caller of ['address:unknown', 'account:a'])
    assert.deepEqual(await countsOf(metering, caller), { day_count: 0, minute_count: 0 });
  assert.deepEqual((await metering.usage.usageOf('a')).days, []);
  assert.equal((await metering.keys.list('a'))[0]!.id, id);
});

test('uncounted requests are limited to 600 a minute per caller', async () => {
  const { get, from, bearer, clock } = await service();
  const free: [string, Record<string, string>, string][] = [
    ['/status', {}, 'GET'],
    ['/api.php', {}, 'OPTIONS'],
    ['/list.json', {}, 'HEAD'],
    ['/api.php', { 'If-None-Match': '*' }, 'HEAD'],
    ['/api.php', { 'If-None-Match': '*' }, 'GET'],
    ['/nothing', {}, 'GET'],
    ['/list.json', {}, 'GET'],
  ];
  for (let times = 0; times < 600; times += 1) {
    const [path, headers, method] = free[times % free.length]!;
    assert.notEqual((await get(path, headers, method)).status, 429, `${times}`);
  }
  for (const [path, headers, method] of free) {
    const response = await get(path, headers, method);
    assert.equal(response.status, 429, path);
    assert.equal(header(response, 'Retry-After'), '23');
    assert.equal(header(response, 'RateLimit-Policy'), '"burst";q=600;w=60');
    assert.equal(header(response, 'Access-Control-Allow-Origin'), '*');
  }
  assert.equal((await get('/api.php')).status, 200);
  assert.equal((await from('192.0.2.9', '/status')).status, 200);
  assert.equal((await get('/status', bearer)).status, 200);
  clock.now += 22_500;
  assert.equal((await get('/status')).status, 200);
});

test('a 429 stays one until its reset, uses no quota, names the daily limit, and leaves 304s free', async () => {
  for (const caller of ['keyed', 'anonymous']) {
    const { get, bearer } = await service('free.daily=3,free.burst=3,uncounted.burst=20');
    const headers = caller === 'keyed' ? bearer : {};
    const tag = header(await get('/api.php?limit=3', headers), 'ETag')!;
    for (let times = 0; times < 2; times += 1) assert.equal((await get('/rss', headers)).status, 200);
    for (let times = 0; times < 700; times += 1) {
      const response = await get('/rss', headers, times % 2 === 0 ? 'GET' : 'HEAD');
      assert.equal(response.status, 429);
      assert.equal(header(response, 'Retry-After'), '3563', `${times}`);
      if (times % 2 === 0) assert.equal(((await response.json()) as { policy: string }).policy, 'daily');
    }
    const revalidate = () => get('/api.php?limit=3', { ...headers, 'If-None-Match': tag });
    for (let times = 0; times < 20; times += 1) assert.equal((await revalidate()).status, 304);
    assert.equal(header(await revalidate(), 'Retry-After'), '23', 'their own bound, of the minute');
    assert.equal(header(await get('/rss', headers), 'Retry-After'), '3563');
  }
});

test('/usage with a key: the account today, the last 30 days by endpoint and key, what is left', async () => {
  const { get, bearer, metering, id, clock } = await service();
  const other = await metering.keys.issue('a', 'other');
  clock.now -= 30 * DAY;
  await get('/rss', bearer);
  clock.now += DAY;
  await get('/rss', bearer);
  clock.now = START;
  await get('/api.php', bearer);
  await get('/api.php', bearer);
  await get('/stats_api.php', { Authorization: `Bearer ${other.key}` });
  const response = await get('/usage', bearer);
  assert.equal(header(response, 'Content-Type'), 'application/json; charset=utf-8');
  const row = (date: string, endpoint: string, key_id: string, count: number) => ({ date, endpoint, key_id, count });
  assert.deepEqual(await response.json(), {
    status: 'success',
    key_id: id,
    plan: 'free',
    today: 3,
    limit: 100,
    remaining: 97,
    resets_at: '2026-07-02T00:00:00Z',
    burst: { limit: 60, remaining: 57, resets_at: '2026-07-01T23:01:00Z' },
    days: [
      row('2026-07-01', '/api.php', id, 2),
      row('2026-07-01', '/stats_api.php', other.id, 1),
      row('2026-06-02', '/rss', id, 1),
    ],
  });
  clock.now += DAY;
  assert.equal(((await (await get('/usage', bearer)).json()) as { today: number }).today, 0);
  assert.equal((await metering.keys.list('a')).find((one) => one.id === id)!.lastUsedAt, clock.now);
});

test('/usage without a key is 401, which names no error of a key', async () => {
  const response = await (await service()).get('/usage');
  assert.equal(response.status, 401);
  assert.equal(header(response, 'WWW-Authenticate'), 'Bearer');
  assert.equal(header(response, 'Cache-Control'), 'no-store');
});

test('the plan decides how many rows an export has', async () => {
  const { get, bearer, metering, clock } = await service('pro.export_rows=120');
  const rows = async (headers: Record<string, string>) => {
    const response = await get('/export.php?format=ndjson&limit=1000', headers);
    assert.equal((await response.text()).trimEnd().split('\n').length, Number(header(response, 'X-Export-Rows')));
    return [header(response, 'X-Export-Rows'), header(response, 'X-Export-Truncated'), header(response, 'ETag')];
  };
  const [keyless, free] = [await rows({}), await rows(bearer)];
  assert.deepEqual(free.slice(0, 2), ['50', 'true']);
  assert.deepEqual(keyless.slice(0, 2), free.slice(0, 2));
  assert.deepEqual(await rows(bearer), free);
  await metering.plans.grant('a', 'pro', { source: 'test', until: clock.now + DAY });
  const pro = await rows(bearer);
  assert.deepEqual(pro.slice(0, 2), ['120', 'true']);
  assert.notEqual(pro[2], free[2]);
  clock.now += DAY;
  assert.deepEqual(await rows(bearer), free);
});
