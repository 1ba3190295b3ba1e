/** What every host of `dist/` answers, with its gateway and without: the contract's own table. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hostingFiles } from '../../generator/hosting/hosting.ts';
import { dataset, TABLE } from '../contract/table.ts';
import { writeDist } from '../support/dataset.ts';
import { TEMPORARY } from '../support/temporary.ts';
import { headersOf, notFoundPages, unavailablePages } from './error-pages.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { freePort, type Cleanup, type HostOptions } from './host.ts';
import { commonPages, madePages, sharedLists, sitePages } from './pages.ts';
import { lengthsAndRanges, rangesOutside } from './ranges.ts';
import { CATALOG, KEPT, LARGE_ID, LIST, MORE_FILES, PREFLIGHT, STATIC, WITHDRAWN } from './requests.ts';

export interface Host {
  /** Why its tests are skipped; false where they are not. */
  missing: string | false;
  /** Whether it keeps the gateway's answers and sends them when the gateway is away. */
  keepsAnswers: boolean;
  /** @returns its address */
  start(t: Cleanup, options: HostOptions): Promise<string>;
}

const bodyOf = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('latin1');

/** The tests of one host. They share one host and one gateway, which the last ones stop. */
export function contractOf(name: string, host: Host): void {
  const options = { skip: host.missing };
  const folder = mkdtempSync(join(TEMPORARY, `${name.replaceAll(' ', '-')}-`));
  const ends: (() => Promise<void> | void)[] = [];
  let gateway: Gateway;
  let base = '';
  const get = (target: string, init: RequestInit = {}): Promise<Response> =>
    fetch(base + target, { redirect: 'manual', ...init, headers: { 'Accept-Encoding': 'identity', ...init.headers } });
  const direct = (target: string, init: RequestInit = {}): Promise<Response> =>
    fetch(gateway.url + target, { ...init, headers: { 'Accept-Encoding': 'identity', ...init.headers } });

  before(async () => {
    if (host.missing) return;
    const dist = join(folder, 'dist');
    const hosting = [...hostingFiles()].map(([path, text]) => [path, Buffer.from(text)] as const);
    await writeDist(new Map([...dataset.files, ...hosting, ...MORE_FILES]), dist);
    gateway = await startGateway(dist);
    const place = { dist, folder: join(folder, 'host'), port: await freePort(), gatewayPort: gateway.port };
    base = await host.start({ after: (work) => void ends.push(work) }, place);
  });
  after(async () => {
    for (const end of ends) await end();
    await gateway?.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  test(`${name}: every request of the contract is answered as by the gateway`, options, async (t) => {
    for (const { path, status } of TABLE.filter((row) => !row.path.includes('..')))
      await t.test(path.slice(0, 80), async () => {
        const [ours, theirs] = await Promise.all([get(path), direct(path)]);
        assert.equal(ours.status, status);
        assert.deepEqual(headersOf(ours, KEPT), headersOf(theirs, KEPT));
        assert.equal(ours.headers.get('Location'), null);
        assert.equal(ours.headers.has('ETag') || status !== 200, true);
        const [body, expected] = [await bodyOf(ours), await bodyOf(theirs)];
        // Counts of today and of the last 24 hours are those of the build.
        if (path === '/stats_api.php') assert.deepEqual(recent(body), recent(expected));
        else if (status === 410) assert.deepEqual(JSON.parse(body), JSON.parse(expected));
        else assert.equal(body, expected);
      });
  });

  test(`${name}: what files hold never reaches the gateway, and is revalidated by its tag`, options, async () => {
    gateway.requests.length = 0;
    const files = new Map<string, Response>();
    for (const target of [...STATIC, ...WITHDRAWN]) {
      const response = await get(target);
      assert.equal(response.status, WITHDRAWN.includes(target) ? 410 : 200, target);
      files.set(target, response);
      const tag = response.headers.get('ETag');
      await response.arrayBuffer();
      if (response.status !== 200) continue;
      const again = await get(target, { headers: { 'If-None-Match': tag! } });
      assert.equal(again.status, 304, target);
      const kept = KEPT.filter((header) => header !== 'Content-Type');
      assert.deepEqual(headersOf(again, kept), headersOf(response, kept), target);
      assert.equal(again.headers.get('ETag'), tag, target);
      const head = await get(target, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, ''], target);
      assert.deepEqual(headersOf(head, [...KEPT, 'ETag']), headersOf(response, [...KEPT, 'ETag']), target);
    }
    assert.deepEqual(gateway.requests, []);
    for (const [target, response] of files)
      if (target !== LARGE_ID)
        assert.deepEqual(headersOf(response, KEPT), headersOf(await direct(target), KEPT), target);
  });

  const outside = `${name}: a range outside of a file is refused in the headers of that file, each once`;
  test(outside, options, () => rangesOutside(get));

  test(`${name}: each coding has a tag of its own, and the same content`, options, async () => {
    const plain = await get('/list.json');
    const packed = await get('/list.json', { headers: { 'Accept-Encoding': 'gzip' } });
    assert.equal(await bodyOf(packed), await bodyOf(plain));
    if (packed.headers.get('Content-Encoding') === null) return;
    assert.notEqual(packed.headers.get('ETag'), plain.headers.get('ETag'));
  });

  test(`${name}: a request with Authorization or api_key always reaches the gateway`, options, async () => {
    const bearer = { Authorization: `Bearer ${gateway.key}` };
    for (const target of [...STATIC, ...WITHDRAWN, LIST, '/', '/nothing']) {
      const mark = target.includes('?') ? '&' : '?';
      const asked: [string, Record<string, string>][] = [
        [target, bearer],
        [target, { authorization: 'Basic eDp5' }],
        [`${target}${mark}api_key=${gateway.key}`, {}],
        [`${target}${mark}api%5Fkey=${gateway.key}`, {}],
        [target.replace('?', `?api_key=${gateway.key}&`), {}],
      ];
      for (const [url, headers] of asked.filter(([url, sent]) => url.includes('key') || Object.keys(sent).length > 0)) {
        await get(url, { headers }).then((response) => response.arrayBuffer());
        gateway.requests.length = 0;
        const response = await get(url, { headers });
        assert.deepEqual(gateway.requests, [`GET ${url}`], `the second ${url} ${Object.keys(headers).join()}`);
        assert.deepEqual(headersOf(response, KEPT), headersOf(await direct(url, { headers }), KEPT));
      }
    }
  });

  test(`${name}: a key's own 304, quota headers and refusal come through`, options, async () => {
    const headers = { Authorization: `Bearer ${gateway.key}` };
    const first = await get(LIST, { headers });
    assert.match(first.headers.get('RateLimit-Policy') ?? '', /daily/);
    const again = await get(LIST, { headers: { ...headers, 'If-None-Match': first.headers.get('ETag')! } });
    assert.equal(again.status, 304);
    assert.equal((await get(LIST, { headers: { Authorization: 'Bearer sk_wrong' } })).status, 401);
    assert.equal((await get(`/api.php?api_key=sk_wrong`)).status, 401);
    assert.equal((await get(LIST)).headers.get('RateLimit'), null);
  });

  const lengths = `${name}: the length and a range of a long answer are those of the gateway`;
  test(lengths, options, () => lengthsAndRanges(get, direct));

  test(`${name}: other methods reach the gateway with their body; OPTIONS of data does not`, options, async () => {
    gateway.requests.length = 0;
    for (const target of [
      '/api.php',
      '/rss',
      '/manifest.json',
      '/deprem_api.php?id=1',
      '/nothing',
      '/fdsnws/event/1/query',
      '/deprem/data/search',
    ]) {
      const response = await get(target, { method: 'OPTIONS', headers: { 'Access-Control-Request-Method': 'GET' } });
      assert.equal(response.status, 204, target);
      assert.deepEqual(
        headersOf(response, PREFLIGHT),
        headersOf(await direct(target, { method: 'OPTIONS' }), PREFLIGHT),
      );
    }
    assert.equal(gateway.requests.length, 7, 'only our own');
    const query = await get('/fdsnws/event/1/query', { method: 'POST', body: 'format=text\nlimit=1\n' });
    assert.deepEqual([query.status, query.headers.get('Content-Type')], [200, 'text/plain; charset=utf-8']);
    const posted = await get('/api.php', { method: 'POST', body: 'x=1' });
    assert.deepEqual([posted.status, posted.headers.get('Allow')], [405, 'GET, HEAD, OPTIONS']);
    assert.deepEqual(gateway.bodies, ['format=text\nlimit=1\n', 'x=1']);
    assert.equal((await get('/mcp', { method: 'POST', body: '{}' })).status, 415);
    await get('/account/keys', { method: 'OPTIONS' });
    assert.equal(gateway.requests.at(-1), 'OPTIONS /account/keys');
  });

  test(`${name}: pages are found with and without their slash`, options, async () => {
    gateway.requests.length = 0;
    await sitePages(get);
    assert.deepEqual(gateway.requests, []);
    assert.equal(await bodyOf(await get(CATALOG)), await bodyOf(await direct(CATALOG)));
  });

  test(`${name}: the gateway makes pages of earthquakes without a stored one`, options, () => madePages(get, direct));

  test(`${name}: programs get lists where people get a page`, options, () => sharedLists(get, direct));

  test(`${name}: what is not there is a real 404`, options, async () => {
    const missing = ['/fdsnws/', '/fdsnws/x/1/query', '/fdsnws/event/1/nothing', '/feed/nothing', '/deprem/x', '/.env'];
    const hidden = [
      '/.folder-kind',
      '/shards/.tmp',
      '/shards',
      '/shards/',
      '/shards/0.json',
      '/details/buckets/999999.ndjson',
    ];
    for (const target of [...missing, ...hidden]) {
      const response = await get(target);
      assert.deepEqual([response.status, response.headers.get('Location')], [404, null], target);
      assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
      assert.equal(response.headers.get('Cache-Control'), 'max-age=10');
      const type = target.startsWith('/fdsnws/') ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
      assert.equal(response.headers.get('Content-Type'), type);
    }
  });

  test(`${name}: people get the page of a 404, and programs JSON`, options, () => notFoundPages(get, direct));

  test(`${name}: without its gateway, files answer as before and the rest says 503`, options, async () => {
    const list = await bodyOf(await get(LIST));
    const before = new Map<string, [number, string]>();
    for (const target of [...STATIC, ...WITHDRAWN]) {
      const response = await get(target);
      before.set(target, [response.status, await bodyOf(response)]);
    }
    await gateway.stop(0);
    // Until what was kept is stale.
    if (host.keepsAnswers) await wait(1100);
    for (const target of [...STATIC, ...WITHDRAWN]) {
      const response = await get(target);
      assert.deepEqual([response.status, await bodyOf(response)], before.get(target), target);
    }
    assert.equal((await get('/rss', { method: 'OPTIONS' })).status, 204);
    if (host.keepsAnswers) assert.equal(await bodyOf(await get(LIST)), list);
    await commonPages(get);
    for (const [target, headers] of [
      ['/api.php?limit=8&min_magnitude=2', {}],
      [LIST, { Authorization: `Bearer ${gateway.key}` }],
      [`/list.json?api_key=${gateway.key}`, {}],
      ['/account/', {}],
    ] as [string, Record<string, string>][]) {
      const response = await get(target, { headers });
      assert.equal(response.status, 503, target);
      assert.deepEqual(headersOf(response, ['Cache-Control', 'Retry-After', 'Access-Control-Allow-Origin']), [
        ['Cache-Control', 'no-store'],
        ['Retry-After', '5'],
        ['Access-Control-Allow-Origin', '*'],
      ]);
      assert.equal(((await response.json()) as { code: string }).code, 'unavailable');
    }
    await unavailablePages(get);
  });
}

/** Without the counts that a static file cannot know. */
function recent(body: string): object {
  const { today, last_24h: last, ...rest } = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual([typeof today, typeof last], ['number', 'number']);
  return rest;
}
