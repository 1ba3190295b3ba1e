/** Quota headers and 429 responses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { countsOf } from '../support/metering.ts';
import { DATA, header, OTHER, service, START } from './service.ts';
import { dataset } from './table.ts';

const tombstone = dataset.gone[0]!.id;

const POLICY = '"daily";q=100;w=86400, "burst";q=60;w=60';

/** Requested with an unused key of a free account. */
const KEYED: [path: string, status: number, caching: string, left: string][] = [
  ['/api.php?limit=1', 200, 'private, max-age=60', '"daily";r=99;t=3563'],
  ['/rss', 200, 'private, max-age=60', '"daily";r=99;t=3563'],
  ['/api.php?limit=x', 400, 'max-age=10', '"daily";r=99;t=3563'],
  ['/deprem_api.php?id=999999', 404, 'max-age=10', '"daily";r=99;t=3563'],
  [`/deprem_api.php?id=${tombstone}`, 410, 'max-age=60', '"daily";r=99;t=3563'],
  ['/usage', 200, 'no-store', '"daily";r=100;t=3563'],
];

for (const [path, status, caching, remaining] of KEYED)
  test(`headers of ${path} with a key`, async () => {
    const { get, bearer } = await service();
    const response = await get(path, bearer);
    assert.equal(response.status, status);
    assert.equal(header(response, 'Cache-Control'), caching);
    assert.equal(header(response, 'RateLimit-Policy'), POLICY);
    assert.equal(header(response, 'RateLimit'), remaining);
    assert.equal(header(response, 'Vary'), 'Authorization, Accept-Encoding');
    assert.equal(header(response, 'Retry-After'), null);
  });

test('shared responses carry no quota headers, whatever the request', async () => {
  const { get, bearer } = await service();
  const shard = `/shards/${dataset.manifest.shards[0]!.hash}.json`;
  for (const path of ['/status', '/manifest.json', shard, '/list.json', '/', '/nothing'])
    for (const headers of [bearer, { ...bearer, 'If-None-Match': '*' }]) {
      const response = await get(path, headers);
      assert.notEqual(response.status, 429);
      for (const name of ['RateLimit', 'RateLimit-Policy'])
        assert.equal(header(response, name), null, `${name} ${path}`);
      if (['/status', '/manifest.json', shard].includes(path))
        assert.match(header(response, 'Cache-Control')!, /^public/);
    }
  assert.equal(header(await get('/usage', bearer), 'RateLimit'), '"daily";r=100;t=3563');
});

test('keyless responses, which caches share, carry no remaining quota', async () => {
  const { get } = await service();
  for (const path of [...DATA, ...OTHER.filter((one) => one !== '/usage')]) {
    const response = await get(path);
    assert.equal(header(response, 'RateLimit'), null);
    assert.equal(header(response, 'RateLimit-Policy'), null);
  }
});

test('pro has no daily limit', async () => {
  const { get, bearer, metering } = await service();
  await metering.plans.grant('a', 'pro', { source: 'test', until: START + MINUTE });
  const response = await get('/api.php', bearer);
  assert.equal(header(response, 'RateLimit-Policy'), '"burst";q=600;w=60');
  assert.equal(header(response, 'RateLimit'), '"burst";r=599;t=23');
});

test('without limits there are no quota headers', async () => {
  const { get, bearer } = await service('free.daily=none,free.burst=none');
  assert.equal(header(await get('/api.php', bearer), 'RateLimit'), null);
});

/** Limits, how many are answered before, and the refusal. */
const REFUSALS: [limits: string, answered: number, policy: string, wait: string, left: string, message: string][] = [
  ['', 60, 'burst', '23', '"burst";r=0;t=23', 'Limit of 60 requests per minute reached; retry after 2026-07-01T23:01:00Z.'],
  ['free.burst=none', 100, 'daily', '3563', '"daily";r=0;t=3563', 'Daily limit of 100 requests reached; retry after 2026-07-02T00:00:00Z.'],
  ['free.daily=60', 60, 'daily', '3563', '"daily";r=0;t=3563', 'Daily limit of 60 requests reached; retry after 2026-07-02T00:00:00Z.'],
]; // prettier-ignore

for (const [limits, answered, policy, wait, remaining, message] of REFUSALS)
  for (const caller of ['keyed', 'anonymous'])
    test(`429 by the ${policy} bound of ${limits || 'the defaults'}, ${caller}`, async () => {
      const { get, bearer, clock } = await service(limits);
      const headers = caller === 'keyed' ? bearer : {};
      const paths = ['/api.php', '/api.php?limit=x', '/rss', '/deprem_api.php?id=999999'];
      for (let times = 0; times < answered; times += 1)
        assert.notEqual((await get(paths[times % paths.length]!, headers)).status, 429);
      for (const path of paths) {
        const response = await get(path, headers);
        assert.equal(response.status, 429);
        assert.equal(header(response, 'Retry-After'), wait);
        assert.equal(header(response, 'RateLimit'), remaining);
        assert.match(header(response, 'RateLimit-Policy')!, /^"daily";q=\d+;w=86400|^"burst";q=60;w=60$/);
        assert.equal(header(response, 'Cache-Control'), 'no-store');
        assert.equal(header(response, 'Vary'), 'Authorization, Accept-Encoding');
        assert.equal(header(response, 'Access-Control-Allow-Origin'), '*');
        assert.deepEqual(await response.json(), { status: 'error', code: 'rate_limited', message, policy });
      }
      // After Retry-After the request succeeds, and not a second before.
      clock.now += Number(wait) * 1000 - 1000;
      assert.equal((await get('/rss', headers)).status, 429);
      clock.now += 1000;
      assert.equal((await get('/rss', headers)).status, 200);
    });

test('a keyed answer and a keyless one have different ETags, and neither is a 304 for the other', async () => {
  const { get, bearer, key } = await service();
  for (const path of ['/api.php?limit=4', '/api.php', '/rss', '/stats_api.php', '/export.php?limit=3']) {
    const tag = header(await get(path), 'ETag')!;
    const own = header(await get(path, bearer), 'ETag')!;
    assert.notEqual(own, tag);
    assert.equal(header(await get(`${path}${path.includes('?') ? '&' : '?'}api_key=${key}`), 'ETag'), own);
    // What a browser's cache sends for the other one that it holds (RFC 9111, 4.3.1).
    assert.equal((await get(path, { 'If-None-Match': own })).status, 200);
    assert.equal((await get(path, { ...bearer, 'If-None-Match': tag })).status, 200);
    for (const headers of [{}, bearer]) {
      const revalidated = await get(path, { ...headers, 'If-None-Match': `${tag}, ${own}` });
      assert.deepEqual([revalidated.status, header(revalidated, 'ETag')], [304, headers === bearer ? own : tag]);
      assert.equal(header(revalidated, 'Cache-Control')!.startsWith(headers === bearer ? 'private' : 'public'), true);
      assert.equal(header(revalidated, 'Vary'), 'Authorization, Accept-Encoding');
      assert.equal(header(revalidated, 'Access-Control-Allow-Origin'), '*');
      assert.equal(header(revalidated, 'RateLimit') === null, headers !== bearer);
    }
  }
});

test('a download resumes with the ETag of its own kind of caller', async () => {
  const { get, bearer } = await service();
  const path = '/export.php?format=json&limit=20';
  const [shared, own] = [header(await get(path), 'ETag')!, header(await get(path, bearer), 'ETag')!];
  const status = async (tag: string) => (await get(path, { ...bearer, Range: 'bytes=10-19', 'If-Range': tag })).status;
  assert.deepEqual([await status(own), await status(shared)], [206, 200]);
});

test('shared responses are the same with a key', async () => {
  const { get, bearer } = await service();
  for (const path of [
    '/status',
    '/',
    '/manifest.json',
    '/list.json',
    '/rss.xml',
    `/${Object.keys(dataset.manifest.answers)[0]}`,
  ]) {
    const [shared, own] = [await get(path), await get(path, bearer)];
    for (const name of ['ETag', 'Cache-Control'])
      assert.equal(header(own, name), header(shared, name), `${path} ${name}`);
    assert.match(header(own, 'Cache-Control')!, /^public/);
  }
});

test('an If-None-Match of any tag is a free 304 for what exists, and else the counted error', async () => {
  const { get, metering, bearer } = await service();
  const any = { ...bearer, 'If-None-Match': '*' };
  const query = '/fdsnws/event/1/query?format=text';
  for (const [path, status, counted] of [
    [query, 304, 0],
    ['/export.php?format=csv&limit=5', 304, 0],
    [`${query}&minmagnitude=9.9`, 204, 1],
    [`${query}&minmagnitude=9.9&nodata=404`, 404, 2],
    [`${query}&eventid=a000000000000000`, 204, 3],
  ] as const) {
    const response = await get(path, any);
    assert.equal(response.status, status, path);
    assert.equal(header(response, 'RateLimit'), `"daily";r=${100 - counted};t=3563`, path);
    assert.equal((await countsOf(metering, 'account:a'))?.day_count ?? 0, counted, path);
  }
  assert.equal(header(await get(query, any), 'ETag'), header(await get(query, bearer), 'ETag'));
});
