import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createFeedClient } from '../../../generator/sources/fetching/client.ts';
import { failsWith, mirrorsOf, respondingInTurn, startFeedServer, status, textOf } from '../../support/feed-client.ts';
import type { FeedClient } from '../../../generator/sources/feed.ts';

test('5xx and 429 are retried with growing pauses', async (t) => {
  const { base, client, pauses } = await startFeedServer(
    t,
    respondingInTurn(status(500), status(503), status(429), status(200)),
  );
  assert.equal(textOf(await client.get(base)), '200');
  assert.deepEqual(pauses, [750, 1500, 3000]);
});

test('the last failure is reported with URL, cause and number of attempts', async (t) => {
  const { base, client, requests } = await startFeedServer(t, respondingInTurn(status(503)), { retries: 2 });
  await assert.rejects(
    client.get(`${base}/list?api_key=geheim`),
    failsWith(/^http:\/\/127\.0\.0\.1:\d+\/list\?api_key=\*\*\*: HTTP 503 \(3 attempts\)$/, 503),
  );
  assert.equal(requests.length, 3);
});

test('other 4xx are not retried', async (t) => {
  for (const code of [400, 403, 404, 409, 410]) {
    const { base, client, requests } = await startFeedServer(t, respondingInTurn(status(code)));
    await assert.rejects(client.get(base), failsWith(new RegExp(`HTTP ${code}$`), code));
    assert.equal(requests.length, 1);
  }
});

test('Retry-After is respected, in seconds or as a date', async (t) => {
  const { base, client, pauses } = await startFeedServer(
    t,
    respondingInTurn(
      status(429, { 'retry-after': '17' }),
      status(503, { 'retry-after': new Date(1_700_000_000_000 + 17_000 + 40_000).toUTCString() }),
      status(200),
    ),
  );
  await client.get(base);
  assert.deepEqual(pauses, [17_000, 40_000]);
});

test('an invalid Retry-After is ignored', async (t) => {
  const { base, client, pauses } = await startFeedServer(
    t,
    respondingInTurn(status(503, { 'retry-after': 'soon' }), status(200)),
  );
  await client.get(base);
  assert.deepEqual(pauses, [750]);
});

test('no request is sent before a long Retry-After is over', async (t) => {
  const { base, client, requests, clock } = await startFeedServer(
    t,
    respondingInTurn(status(429, { 'retry-after': '3600' }), status(200)),
  );
  await assert.rejects(client.get(base), failsWith(/HTTP 429/, 429));
  await assert.rejects(
    client.get(`${base}/other`),
    failsWith(/not requested; the server's Retry-After lasts another 3600 s/),
  );
  assert.equal(requests.length, 1);
  clock.now += 3_600_001;
  assert.equal(textOf(await client.get(base)), '200');
});

test('a body that trickles endlessly times out', async (t) => {
  const { base, client } = await startFeedServer(
    t,
    (_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    },
    { retries: 1 },
  );
  await assert.rejects(client.get(base, { timeoutMs: 200 }), failsWith(/timed out after 0\.2 s \(2 attempts\)/));
});

test('a server that never answers times out', async (t) => {
  const { base, client } = await startFeedServer(t, () => undefined, { retries: 0, timeoutMs: 100 });
  await assert.rejects(client.get(base), failsWith(/timed out after 0\.1 s$/));
});

test('a broken connection is retried', async (t) => {
  const { base, client, pauses } = await startFeedServer(
    t,
    respondingInTurn((response) => response.destroy(), status(200)),
  );
  assert.equal(textOf(await client.get(base)), '200');
  assert.equal(pauses.length, 1);
});

test('a body shorter than its Content-Length is retried', async (t) => {
  const short = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  const { base, client } = await startFeedServer(t, respondingInTurn(short, status(200)));
  assert.equal(textOf(await client.get(base)), '200');
});

test('a closed port and an unknown host are reported by cause', async (t) => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((resolve) => closed.close(resolve));
  const { base, client } = await startFeedServer(t, respondingInTurn(status(200)), { retries: 0 });
  const missed = createFeedClient({ userAgent: 'x', retries: 0, reach: mirrorsOf(nobody) });
  await assert.rejects(missed.get(nobody), failsWith(/: connection refused$/));
  const lost = createFeedClient({
    userAgent: 'x',
    retries: 0,
    lookup: (_host, _options, answer) => answer(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), []),
  });
  await assert.rejects(
    lost.get('http://nowhere.invalid/'),
    failsWith(/^http:\/\/nowhere\.invalid\/: DNS: no such host$/),
  );
  assert.equal(textOf(await client.get(base)), '200');
});

const HOST = 'http://feed.test';

/** Clients that share host pauses, a host with a sequence of responses, and a clock that advances by sleeping only. */
function desk(...responses: [status: number, retryAfter?: string][]) {
  const requests: string[] = [];
  const slept: number[] = [];
  const clock = { now: 1_700_000_000_000 };
  const pauses = new Map<string, number>();
  const client = (): FeedClient =>
    createFeedClient({
      userAgent: 'hiposantr-test/1',
      retries: 0,
      retryNotBefore: pauses,
      now: () => clock.now,
      sleep: (ms) => (slept.push(ms), (clock.now += ms), Promise.resolve()),
      exchange: ({ url }) => {
        const [status, retryAfter] = responses[Math.min(requests.push(url.href), responses.length) - 1]!;
        const headers = new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter });
        return Promise.resolve({ status, headers, body: null });
      },
    });
  return { client, requests, slept, clock };
}

test('a pause requested by a host applies to every client', async () => {
  const { client, requests, slept, clock } = desk([429, '3600'], [503, '20'], [200]);
  await assert.rejects(client().get(`${HOST}/one`), /HTTP 429/);
  await assert.rejects(client().get(`${HOST}/two`), /not requested; .* another 3600 s/);
  assert.deepEqual([requests.length, slept], [1, []]);
  clock.now += 3_600_000;
  await assert.rejects(client().get(`${HOST}/one`), /HTTP 503/);
  // A short pause is waited for.
  await client().get(`${HOST}/two`);
  assert.deepEqual([requests.length, slept], [3, [20_000]]);
});

test('a pause applies to its host only, and for a day at most', async () => {
  const { client, requests, clock } = desk([429, '99999999'], [200]);
  await assert.rejects(client().get(`${HOST}/one`), /HTTP 429/);
  await client().get('http://other.test/');
  clock.now += 86_400_000;
  await client().get(`${HOST}/one`);
  assert.equal(requests.length, 3);
});
