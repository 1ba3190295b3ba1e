/** Keys, limits and caching of the FDSN services. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { service } from './service.ts';

const QUERY = '/fdsnws/event/1/query?format=text&limit=3';

test('a key may be in the header or in a parameter, and its answers are its own', async () => {
  const { get, bearer, key } = await service();
  const plain = await get(QUERY);
  assert.equal(
    plain.headers.get('Cache-Control'),
    'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  );
  assert.equal(plain.headers.get('RateLimit'), null);
  for (const response of [await get(QUERY, bearer), await get(`${QUERY}&api_key=${key}`)]) {
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('Cache-Control'), 'private, max-age=60');
    assert.match(response.headers.get('RateLimit')!, /^"daily";r=\d+;t=\d+$/);
    assert.equal(await response.text(), await (await get(QUERY)).text());
  }
});

test('a key that is none is 401 in plain text, whether or not the query is good', async () => {
  const { get } = await service();
  for (const target of [`${QUERY}&api_key=sk_nothing`, '/fdsnws/station/1/query?api_key=sk_nothing']) {
    const response = await get(target);
    assert.equal(response.headers.get('WWW-Authenticate'), 'Bearer error="invalid_token"');
    const body = await response.text();
    assert.match(body, /^Error 401: Unauthorized\n\n/);
    assert.doesNotMatch(body, /sk_n/);
  }
});

test('over the limit is 429 in plain text with Retry-After; a 304 and the fixed documents are still answered', async () => {
  const { get } = await service('free.daily=2');
  const tag = (await get(QUERY)).headers.get('ETag')!;
  assert.equal((await get('/fdsnws/event/1/query?minmagnitude=9.9')).status, 204);
  const refused = await get(QUERY);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('Content-Type'), 'text/plain; charset=utf-8');
  assert.ok(Number(refused.headers.get('Retry-After')) > 0);
  assert.match(await refused.text(), /^Error 429: Too many requests\n\nDaily limit of 2 requests reached/);
  assert.equal((await get(QUERY, { 'If-None-Match': tag })).status, 304);
  for (const path of ['version', 'catalogs', 'contributors', 'application.wadl', ''])
    assert.equal((await get(`/fdsnws/event/1/${path}`)).status, 200, path);
});

test('the fixed documents have the types that clients expect', async () => {
  const { get } = await service();
  for (const [path, type] of [
    ['event/1/version', 'text/plain; charset=utf-8'],
    ['event/1/catalogs', 'application/xml; charset=utf-8'],
    ['event/1/contributors', 'application/xml; charset=utf-8'],
    ['event/1/application.wadl', 'application/xml; charset=utf-8'],
    ['event/1/', 'text/html; charset=utf-8'],
    ['station/1/version', 'text/plain; charset=utf-8'],
    ['station/1/application.wadl', 'application/xml; charset=utf-8'],
  ] as const) {
    const response = await get(`/fdsnws/${path}`);
    assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, type], path);
    await response.text();
  }
});
