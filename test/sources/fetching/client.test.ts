import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createFeedClient, type FeedClientOptions } from '../../../generator/sources/fetching/client.ts';
import { FeedHttpError, redactedUrl } from '../../../generator/sources/fetching/errors.ts';
import { FeedUnavailable, type FeedAnswer, type FeedClient, type Validators } from '../../../generator/sources/feed.ts';

interface Setup {
  base: string;
  client: FeedClient;
  /** What was asked, in order. */
  asked: IncomingMessage[];
  /** How long the client paused between tries, in ms. */
  pauses: number[];
  clock: { now: number };
}

/** A server on a free loopback port, and a client whose pauses take no time. */
async function setUp(
  t: TestContext,
  listener: RequestListener,
  options: Partial<FeedClientOptions> = {},
): Promise<Setup> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const pauses: number[] = [];
  const clock = { now: 1_700_000_000_000 };
  const client = createFeedClient({
    userAgent: 'hiposantr-test/1 (+http://example.test)',
    sleep: (ms) => (pauses.push(ms), (clock.now += ms), Promise.resolve()),
    now: () => clock.now,
    random: () => 0.5,
    timeoutMs: 5000,
    ...options,
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, client, asked, pauses, clock };
}

/** Answers in turn; the last one again and again. */
function inTurn(...answers: ((response: ServerResponse) => void)[]): RequestListener {
  let turn = 0;
  return (_request, response) => answers[Math.min(turn++, answers.length - 1)]!(response);
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end(String(code));
  };
const textOf = (answer: FeedAnswer | 'unchanged'): string =>
  answer === 'unchanged' ? answer : Buffer.from(answer.bytes).toString();
const failsWith =
  (message: RegExp, code?: number) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof FeedUnavailable, String(error));
    assert.match(error.message, message);
    if (code !== undefined) assert.ok(error instanceof FeedHttpError && error.status === code);
    return true;
  };

test('an answer comes with status, headers and bytes; the client says who it is', async (t) => {
  const { base, client, asked } = await setUp(t, inTurn(status(200, { 'x-a': 'b' })));
  const answer = await client.get(`${base}/x`, { accept: 'text/html' });
  assert.equal(textOf(answer), '200');
  assert.equal((answer as FeedAnswer).headers.get('x-a'), 'b');
  assert.equal(asked[0]!.headers['user-agent'], 'hiposantr-test/1 (+http://example.test)');
  assert.equal(asked[0]!.headers.accept, 'text/html');
});

test('an empty body is an answer', async (t) => {
  const { base, client } = await setUp(t, (_request, response) => response.end());
  assert.equal(textOf(await client.get(base)), '');
});

test('5xx and 429 are asked again with growing pauses', async (t) => {
  const { base, client, pauses } = await setUp(t, inTurn(status(500), status(503), status(429), status(200)));
  assert.equal(textOf(await client.get(base)), '200');
  assert.deepEqual(pauses, [750, 1500, 3000]);
});

test('the last failure is told with URL, cause and number of tries', async (t) => {
  const { base, client, asked } = await setUp(t, inTurn(status(503)), { retries: 2 });
  await assert.rejects(
    client.get(`${base}/list?api_key=geheim`),
    failsWith(/^http:\/\/127\.0\.0\.1:\d+\/list\?api_key=\*\*\*: HTTP 503 \(3 attempts\)$/, 503),
  );
  assert.equal(asked.length, 3);
});

test('other 4xx are not retried', async (t) => {
  for (const code of [400, 403, 404, 409, 410]) {
    const { base, client, asked } = await setUp(t, inTurn(status(code)));
    await assert.rejects(client.get(base), failsWith(new RegExp(`HTTP ${code}$`), code));
    assert.equal(asked.length, 1);
  }
});

test('Retry-After is waited for, in seconds or as a date', async (t) => {
  const { base, client, pauses } = await setUp(
    t,
    inTurn(
      status(429, { 'retry-after': '17' }),
      status(503, { 'retry-after': new Date(1_700_000_000_000 + 17_000 + 40_000).toUTCString() }),
      status(200),
    ),
  );
  await client.get(base);
  assert.deepEqual(pauses, [17_000, 40_000]);
});

test('a Retry-After that is no time counts for nothing', async (t) => {
  const { base, client, pauses } = await setUp(t, inTurn(status(503, { 'retry-after': 'soon' }), status(200)));
  await client.get(base);
  assert.deepEqual(pauses, [750]);
});

test('no request is sent before a long Retry-After is over', async (t) => {
  const { base, client, asked, clock } = await setUp(t, inTurn(status(429, { 'retry-after': '3600' }), status(200)));
  await assert.rejects(client.get(base), failsWith(/HTTP 429/, 429));
  await assert.rejects(
    client.get(`${base}/other`),
    failsWith(/not requested; the server's Retry-After lasts another 3600 s/),
  );
  assert.equal(asked.length, 1);
  clock.now += 3_600_001;
  assert.equal(textOf(await client.get(base)), '200');
});

test('a body without end is cut at the bound and refused, not asked again', async (t) => {
  let sent = 0;
  let stopped = false;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const { base, client, asked } = await setUp(
    t,
    (_request, response) => {
      const more = (): void => {
        while (!stopped && sent < 2 ** 30) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      response.on('close', () => (stopped = true));
      more();
    },
    { maxBytes: 1_000_000 },
  );
  await assert.rejects(client.get(base), failsWith(/larger than 1000000 bytes/));
  assert.equal(asked.length, 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(stopped, 'the connection was closed');
  assert.ok(sent < 2 ** 28, `${sent} bytes were sent`);
});

test('the bound counts decoded bytes: a small gzip body that unpacks to much is refused', async (t) => {
  const body = gzipSync(Buffer.alloc(5_000_000));
  const { base, client } = await setUp(t, (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
  );
  assert.ok(body.length < 10_000);
  await assert.rejects(client.get(base, { maxBytes: 1_000_000 }), failsWith(/larger than 1000000/));
  assert.equal(((await client.get(base)) as FeedAnswer).bytes.length, 5_000_000);
});

test('a body that drips for ever times out', async (t) => {
  const { base, client } = await setUp(
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
  const { base, client } = await setUp(t, () => undefined, { retries: 0, timeoutMs: 100 });
  await assert.rejects(client.get(base), failsWith(/timed out after 0\.1 s$/));
});

test('a broken connection is tried again', async (t) => {
  const { base, client, pauses } = await setUp(
    t,
    inTurn((response) => response.destroy(), status(200)),
  );
  assert.equal(textOf(await client.get(base)), '200');
  assert.equal(pauses.length, 1);
});

test('a body shorter than it says is not an answer', async (t) => {
  const short = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  };
  const { base, client } = await setUp(t, inTurn(short, status(200)));
  assert.equal(textOf(await client.get(base)), '200');
});

test('a closed port and an unknown host are told by cause', async (t) => {
  const { base, client } = await setUp(t, inTurn(status(200)), { retries: 0 });
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  await assert.rejects(client.get(`http://127.0.0.1:${port}/`), failsWith(/: connection refused$/));
  const lost = createFeedClient({
    userAgent: 'x',
    retries: 0,
    fetch: () =>
      Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }) }),
      ),
  });
  await assert.rejects(
    lost.get('http://nowhere.invalid/'),
    failsWith(/^http:\/\/nowhere\.invalid\/: DNS: no such host$/),
  );
  assert.equal(textOf(await client.get(base)), '200');
});

test('redirects are followed, five at most, and only to http and https', async (t) => {
  const { base, client, asked } = await setUp(t, (request, response) => {
    const hops = Number(new URL(request.url!, 'http://x').searchParams.get('hops'));
    if (request.url === '/file') status(302, { location: 'file:///etc/passwd' })(response);
    else if (request.url === '/nowhere') status(302)(response);
    else if (hops === 0) status(200)(response);
    else status(302, { location: `/?hops=${hops - 1}` })(response);
  });
  assert.equal(textOf(await client.get(`${base}/?hops=5`)), '200');
  assert.equal(asked.length, 6);
  await assert.rejects(client.get(`${base}/?hops=6`), failsWith(/more than 5 redirects/));
  await assert.rejects(client.get(`${base}/file`), failsWith(/HTTP 302 without a usable Location/));
  await assert.rejects(client.get(`${base}/nowhere`), failsWith(/HTTP 302 without a usable Location/));
});

test('a document that has not changed is not sent again, where it is asked so', async (t) => {
  const store = new Map<string, Validators>();
  const { base, client, asked } = await setUp(
    t,
    (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"', 'last-modified': 'Mon, 06 Feb 2023 01:17:32 GMT' }).end('new');
    },
    { validators: store },
  );
  assert.equal(textOf(await client.get(base)), 'new');
  assert.equal(store.size, 0, 'nothing is kept unless asked for');
  assert.equal(textOf(await client.get(base, { conditional: true })), 'new');
  assert.equal(await client.get(base, { conditional: true }), 'unchanged');
  assert.equal(asked[2]!.headers['if-modified-since'], 'Mon, 06 Feb 2023 01:17:32 GMT');
  assert.equal(textOf(await client.get(base)), 'new');
});

test('a 304 to an unconditional request is an error', async (t) => {
  const { base, client } = await setUp(t, inTurn(status(304)));
  await assert.rejects(client.get(base), failsWith(/HTTP 304 to an unconditional request/, 304));
});

test('what is no URL is refused', async () => {
  const client = createFeedClient({ userAgent: 'x' });
  await assert.rejects(client.get('/relative'), failsWith(/\/relative: not a URL/));
});

test('a URL for messages has no secrets and a bounded length', () => {
  assert.equal(redactedUrl('http://user:word@h.test/a?token=t&x=1'), 'http://h.test/a?token=***&x=1');
  assert.ok(redactedUrl(`http://h.test/${'a'.repeat(1000)}`).length <= 200);
});
