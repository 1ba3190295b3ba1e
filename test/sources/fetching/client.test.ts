import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createFeedClient } from '../../../generator/sources/fetching/client.ts';
import { redactedUrl } from '../../../generator/sources/fetching/errors.ts';
import { type FeedAnswer, type Validators } from '../../../generator/sources/feed.ts';
import { startFeedServer, respondingInTurn, status, textOf, failsWith } from '../../support/feed-client.ts';

test('a response has status, headers and bytes; the client sends its User-Agent', async (t) => {
  const { base, client, requests } = await startFeedServer(t, respondingInTurn(status(200, { 'x-a': 'b' })));
  const answer = await client.get(`${base}/x`, { accept: 'text/html' });
  assert.equal(textOf(answer), '200');
  assert.equal((answer as FeedAnswer).headers.get('x-a'), 'b');
  assert.equal(requests[0]!.headers['user-agent'], 'hiposantr-test/1 (+http://example.test)');
  assert.equal(requests[0]!.headers.accept, 'text/html');
});

test('an empty body is a valid response', async (t) => {
  const { base, client } = await startFeedServer(t, (_request, response) => response.end());
  assert.equal(textOf(await client.get(base)), '');
});

test('an endless body is cut at the limit and refused, not retried', async (t) => {
  let sentBytes = 0;
  let stopped = false;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const { base, client, requests } = await startFeedServer(
    t,
    (_request, response) => {
      const more = (): void => {
        while (!stopped && sentBytes < 2 ** 30) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      response.on('close', () => (stopped = true));
      more();
    },
    { maxBytes: 1_000_000 },
  );
  await assert.rejects(client.get(base), failsWith(/larger than 1000000 bytes/));
  assert.equal(requests.length, 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(stopped, 'the connection was closed');
  assert.ok(sentBytes < 2 ** 28, `${sentBytes} bytes were sent`);
});

for (const [coding, pack] of Object.entries({ gzip: gzipSync, br: brotliCompressSync }))
  test(`the limit is on decoded bytes: a small ${coding} body that unpacks to more is refused`, async (t) => {
    const body = pack(Buffer.alloc(5_000_000));
    const { base, client } = await startFeedServer(t, (_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body),
    );
    assert.ok(body.length < 10_000);
    await assert.rejects(client.get(base, { maxBytes: 1_000_000 }), failsWith(/larger than 1000000/));
    assert.equal(((await client.get(base)) as FeedAnswer).bytes.length, 5_000_000);
  });

test('redirects are followed, five at most, and only to http and https', async (t) => {
  const { base, client, requests } = await startFeedServer(t, (request, response) => {
    const hops = Number(new URL(request.url!, 'http://x').searchParams.get('hops'));
    if (request.url === '/file') status(302, { location: 'file:///etc/passwd' })(response);
    else if (request.url === '/nowhere') status(302)(response);
    else if (hops === 0) status(200)(response);
    else status(302, { location: `/?hops=${hops - 1}` })(response);
  });
  assert.equal(textOf(await client.get(`${base}/?hops=5`)), '200');
  assert.equal(requests.length, 6);
  await assert.rejects(client.get(`${base}/?hops=6`), failsWith(/more than 5 redirects/));
  await assert.rejects(client.get(`${base}/file`), failsWith(/HTTP 302 without a usable Location/));
  await assert.rejects(client.get(`${base}/nowhere`), failsWith(/HTTP 302 without a usable Location/));
});

test('an unchanged document is not sent again on a conditional request', async (t) => {
  const store = new Map<string, Validators>();
  const { base, client, requests } = await startFeedServer(
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
  assert.equal(requests[2]!.headers['if-modified-since'], 'Mon, 06 Feb 2023 01:17:32 GMT');
  assert.equal(textOf(await client.get(base)), 'new');
});

test('a 304 to an unconditional request is an error', async (t) => {
  const { base, client } = await startFeedServer(t, respondingInTurn(status(304)));
  await assert.rejects(client.get(base), failsWith(/HTTP 304 to an unconditional request/, 304));
});

test('an invalid URL is refused', async () => {
  const client = createFeedClient({ userAgent: 'x' });
  await assert.rejects(client.get('/relative'), failsWith(/\/relative: not a URL/));
});

test('a URL for messages has no secrets and a bounded length', () => {
  assert.equal(redactedUrl('http://user:word@h.test/a?token=t&x=1'), 'http://h.test/a?token=***&x=1');
  assert.ok(redactedUrl(`http://h.test/${'a'.repeat(1000)}`).length <= 200);
});
