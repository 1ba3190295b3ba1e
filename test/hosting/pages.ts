/** Pages of the site; of earthquakes without a stored one the gateway's, and without it the common one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { BASE_HEADERS, CACHE_CONTROL, cachingOfFile, MEDIA_TYPES, pageHeaders } from '#core/headers.ts';
import { headersOf } from './error-pages.ts';
import { FOR_PEOPLE, KEPT, LISTS, MADE, PAGES } from './requests.ts';

export type Get = (target: string, init?: RequestInit) => Promise<Response>;

export async function sitePages(get: Get): Promise<void> {
  for (const [target, body] of Object.entries(PAGES)) {
    const response = await get(target, { headers: FOR_PEOPLE });
    assert.deepEqual([response.status, await response.text()], [200, body], target);
    assert.match(response.headers.get('Vary')!, /^\/deprem\/?$/.test(target) ? /, Accept$/ : /-Encoding$/, target);
    const caching = CACHE_CONTROL[cachingOfFile(join(target, 'index.html').slice(1))];
    const due = { 'Content-Type': MEDIA_TYPES.html, 'Cache-Control': caching, ...pageHeaders(target) };
    assert.deepEqual(headersOf(response, Object.keys(due)), Object.entries(due), target);
  }
}

export async function madePages(get: Get, direct: Get): Promise<void> {
  for (const [target, common] of MADE) {
    const [ours, theirs] = await Promise.all([get(target), direct(target)]);
    assert.deepEqual([ours.status, theirs.status], [200, 200], target);
    assert.deepEqual(headersOf(ours, KEPT), headersOf(theirs, KEPT), target);
    const body = await ours.text();
    assert.equal(body, await theirs.text(), target);
    assert.notEqual(body, common, target);
  }
  for (const target of ['/deprem/2026-01-01/other-m4-0', '/earthquake/?id=99999999', '/deprem?id=x'])
    assert.equal((await get(target)).status, 404, target);
}

/** Lists of the Kandilli API at the address of a page, for programs. */
export async function sharedLists(get: Get, direct: Get): Promise<void> {
  for (const [target, headers] of LISTS) {
    const [ours, theirs] = await Promise.all([get(target, { headers }), direct(target, { headers })]);
    assert.deepEqual(headersOf(ours, KEPT), headersOf(theirs, KEPT), target);
    const { status, result } = (await ours.json()) as { status: boolean; result: object[] };
    assert.deepEqual([ours.status, status], [200, true], target);
    assert.deepEqual(result, ((await theirs.json()) as { result: object[] }).result, target);
  }
  const refused = await get('/deprem/data/get', { headers: FOR_PEOPLE });
  assert.deepEqual([refused.status, ((await refused.json()) as { httpStatus: number }).httpStatus], [400, 400]);
  const body = '{"match": {"mag": 3}, "limit": 2}';
  const posted = await get('/deprem/data/search', { method: 'POST', body });
  assert.equal(((await posted.json()) as { result: object[] }).result.length, 2);
}

/** While the gateway is away. Addresses of which nothing was kept. */
export async function commonPages(get: Get): Promise<void> {
  for (const [target, common] of MADE) {
    const page = await get(target.includes('?') ? target.replace('id=', 'id=1') : `${target}0`);
    assert.deepEqual([page.status, await page.text()], [200, common], target);
    assert.deepEqual(headersOf(page, ['Content-Type', 'Vary']), [
      ['Content-Type', MEDIA_TYPES.html],
      ['Vary', BASE_HEADERS.Vary],
    ]);
  }
}
