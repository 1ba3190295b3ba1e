/** Errors as people see them: pages for browsers, JSON or text for programs. */
import assert from 'node:assert/strict';
import { PAGE_HEADERS } from '#core/headers.ts';
import { FOR_PEOPLE, KEPT } from './requests.ts';

type Get = (target: string, init?: RequestInit) => Promise<Response>;

export const headersOf = ({ headers }: Response, names: string[]): [string, string | null][] =>
  names.map((name) => [name, headers.get(name)]);

export async function notFoundPages(get: Get, direct: Get): Promise<void> {
  for (const target of ['/nothing', '/en/nothing/', '/deprem/x', '/shards/0.json', '/.env']) {
    // The first answer may be kept for the second.
    for (const Accept of ['*/*', 'application/json, text/html', 'text/html;q=0.5, */*']) {
      const json = await get(target, { headers: { Accept } });
      assert.deepEqual([json.status, json.headers.get('Content-Type')], [404, 'application/json; charset=utf-8']);
      assert.equal(json.headers.get('Vary'), 'Authorization, Accept-Encoding, Accept');
      await json.text();
    }
    const page = await get(target, { headers: FOR_PEOPLE });
    assert.deepEqual([page.status, await page.text()], [404, '<p>404.html'], target);
    if (target === '/.env') continue;
    const own = await direct(target, { headers: FOR_PEOPLE });
    assert.deepEqual([own.status, await own.text()], [404, '<p>404.html'], target);
    assert.deepEqual(headersOf(page, KEPT), headersOf(own, KEPT), target);
    const again = await get(target);
    assert.equal(again.headers.get('Content-Type'), 'application/json; charset=utf-8');
  }
  const unknown = await get('/deprem_api.php?id=999999', { headers: FOR_PEOPLE });
  assert.deepEqual([unknown.status, unknown.headers.get('Content-Type')], [404, 'application/json; charset=utf-8']);
  const fdsn = await get('/fdsnws/x', { headers: FOR_PEOPLE });
  assert.deepEqual([fdsn.status, fdsn.headers.get('Content-Type')], [404, 'text/plain; charset=utf-8']);
}

export async function unavailablePages(get: Get): Promise<void> {
  for (const target of ['/account/', '/export.php?format=csv&limit=7', '/nothing/new']) {
    const page = await get(target, { headers: FOR_PEOPLE });
    assert.deepEqual([page.status, await page.text()], [503, '<p>503.html'], target);
    assert.deepEqual(headersOf(page, ['Content-Type', 'Cache-Control', 'Retry-After', 'Content-Security-Policy']), [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Cache-Control', 'no-store'],
      ['Retry-After', '5'],
      ['Content-Security-Policy', PAGE_HEADERS['Content-Security-Policy']],
    ]);
  }
  const fdsn = await get('/fdsnws/event/1/query?limit=1', { headers: FOR_PEOPLE });
  assert.deepEqual([fdsn.status, fdsn.headers.get('Content-Type')], [503, 'text/plain; charset=utf-8']);
}
