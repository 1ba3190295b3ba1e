import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from '../../generator/hosting/edge/answer.ts';
import type { Platform } from '../../generator/hosting/edge/platform.ts';
import worker from '../../generator/hosting/edge/worker.ts';

const LIST = 'https://quakes.example/api.php?limit=5';
const CACHING = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';

/** A network with a map as its cache and a gateway that gives the next of these answers. */
function network(answers: (Response | Error)[]) {
  const kept = new Map<string, Response>();
  const asked: Request[] = [];
  const work: Promise<unknown>[] = [];
  const platform: Platform = {
    file: async () => undefined,
    async gateway(request) {
      asked.push(request);
      const next = answers.shift() ?? new Error('no answer');
      if (next instanceof Error) throw next;
      return next;
    },
    kept: {
      match: async (url) => kept.get(url)?.clone(),
      put: async (url, response) => void kept.set(url, response),
    },
    waitUntil: (one) => void work.push(one),
  };
  const get = async (url: string, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await answer(new Request(url, { headers }), platform);
    await Promise.all(work);
    return response;
  };
  return { get, asked, kept };
}

const list = (body: string, caching = CACHING, status = 200): Response =>
  new Response(body, {
    status,
    headers: { 'Cache-Control': caching, ETag: `"${body}"`, Vary: 'Authorization, Accept-Encoding' },
  });

test('an answer is kept while it is fresh, and sent as the gateway gave it', async () => {
  const { get, asked } = network([list('one'), list('two')]);
  const first = await get(LIST);
  const second = await get(LIST);
  assert.deepEqual([await first.text(), await second.text(), asked.length], ['one', 'one', 1]);
  assert.deepEqual([...second.headers], [...first.headers]);
  const again = await get(LIST, { 'If-None-Match': '"x", W/"one"' });
  assert.deepEqual([again.status, await again.text(), again.headers.get('ETag')], [304, '', '"one"']);
  assert.equal(asked[0]!.headers.get('Accept-Encoding'), 'identity');
});

test('a stale answer is replaced, and sent when the gateway fails or is away', async () => {
  const old = (body: string): Response => list(body, 'public, max-age=0');
  const { get } = network([old('one'), old('two'), list('', 'no-store', 503), new Error('refused')]);
  const bodies = [];
  for (let count = 0; count < 4; count += 1) bodies.push(await (await get(LIST)).text());
  assert.deepEqual(bodies, ['one', 'two', 'two', 'two']);
});

test('neither errors, nor private answers, nor those with a key are kept', async () => {
  const { get, asked, kept } = network([
    ...[list('', 'max-age=10', 404), list('own', 'private, max-age=60'), list('', 'no-store', 429)],
    ...[list('keyed'), list('keyed'), list('keyed')],
  ]);
  for (let count = 0; count < 3; count += 1) await get(LIST);
  await get(LIST, { Authorization: 'Bearer x' });
  await get(`${LIST}&api_key=x`);
  await get(`${LIST}&%61pi_key=x`);
  assert.deepEqual([asked.length, kept.size], [6, 0]);
  assert.equal((await get(LIST)).status, 503);
});

test('a cache that fails is as none', async () => {
  const { get, asked } = network([list('one')]);
  const failing = { match: () => Promise.reject(new Error('full')), put: () => Promise.reject(new Error('full')) };
  const platform: Platform = {
    file: async () => undefined,
    gateway: async () => list('one'),
    kept: failing,
    waitUntil: (work) => void work,
  };
  assert.equal(await (await answer(new Request(LIST), platform)).text(), 'one');
  assert.equal(await (await get(LIST)).text(), 'one');
  assert.equal(asked.length, 1);
});

test('the Worker names its client to the gateway, whatever the client says', async (t) => {
  const asked: Request[] = [];
  t.mock.method(globalThis, 'fetch', async (request: Request) => {
    asked.push(request);
    return list('one');
  });
  const bindings = {
    ASSETS: { fetch: async () => new Response(null, { status: 404 }) },
    GATEWAY_URL: 'https://gateway.example',
  };
  const headers = { 'CF-Connecting-IP': '192.0.2.7', 'X-Forwarded-For': '198.51.100.1' };
  const response = await worker.fetch(new Request(LIST, { headers }), bindings, { waitUntil: () => {} });
  assert.equal(await response.text(), 'one');
  assert.deepEqual(
    asked.map(({ url, headers: sent }) => [url, sent.get('X-Forwarded-For')]),
    [['https://gateway.example/api.php?limit=5', '192.0.2.7']],
  );
});

test('a page of an earthquake is the one of all where the gateway fails or refuses, and its own 404', async () => {
  for (const [status, due] of [
    [429, 'common'],
    [503, 'common'],
    [404, 'own'],
    [200, 'own'],
  ] as const)
    for (const target of ['deprem/2026-01-01/x-m1-0', 'deprem/?id=5', 'deprem?id=5']) {
      const platform: Platform = {
        file: async (path) => (path === 'deprem/index.html' ? new Response('common') : undefined),
        gateway: async () => new Response('own', { status }),
        kept: undefined,
        waitUntil: () => {},
      };
      const response = await answer(new Request(`https://quakes.example/${target}`), platform);
      assert.deepEqual([response.status, await response.text()], [due === 'common' ? 200 : status, due], target);
    }
});

test('where the network has no page, the list is not kept as the page at its address, nor the page as the list', async () => {
  const [json, html] = [{ Accept: 'application/json' }, { Accept: 'text/html' }];
  for (const path of ['deprem', 'deprem/', 'deprem?x=1'])
    for (const order of [
      [json, html],
      [html, json],
    ]) {
      const { get } = network([list('first'), list('second'), list('third')]);
      const bodies: string[] = [];
      for (const headers of order) bodies.push(await (await get(`https://quakes.example/${path}`, headers)).text());
      assert.deepEqual(bodies, ['first', 'second'], path);
    }
});
