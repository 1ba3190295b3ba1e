import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { createFeedClient, type FeedClientOptions } from '../../../generator/sources/fetching/client.ts';
import { mirrorsOf } from '../../support/feed-client.ts';

/** A client of a loopback server. Its time-outs and pauses outlast any test: only the signal can end a request. */
async function setUp(t: TestContext, listener: RequestListener, options: Partial<FeedClientOptions> = {}) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = new AbortController();
  const client = createFeedClient({
    reach: mirrorsOf(base),
    userAgent: 'hiposantr-test/1',
    timeoutMs: 86_400_000,
    random: () => 0.5,
    signal: stop.signal,
    ...options,
  });
  return { url: `${base}/feed`, server, stop, client };
}

const stopped = { name: 'FeedUnavailable', message: /^http:\S+\/feed: the request was aborted$/ };

test('stopping aborts a request to a server that never answers', async (t) => {
  const { url, server, stop, client } = await setUp(t, () => undefined);
  const requested = once(server, 'request');
  const response = client.get(url);
  await requested;
  stop.abort();
  await assert.rejects(response, stopped);
});

test('stopping aborts a body that never ends', async (t) => {
  const { url, server, stop, client } = await setUp(t, (_request, response) => void response.write('a beginning'));
  const requested = once(server, 'request');
  const answer = client.get(url);
  await requested;
  stop.abort();
  await assert.rejects(answer, stopped);
});

test('stopping ends the pause before a retry, without another attempt', async (t) => {
  let tries = 0;
  const answered = Promise.withResolvers<void>();
  const { url, stop, client } = await setUp(t, (_request, response) => {
    tries += 1;
    response.writeHead(503, { 'retry-after': '100' }).end(answered.resolve);
  });
  const answer = client.get(url);
  await answered.promise;
  // Long enough for the answer to arrive and the pause to begin; a stop that comes earlier ends the same way.
  await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort();
  await assert.rejects(answer, stopped);
  assert.equal(tries, 1);
});

test('once stopped nothing is requested', async (t) => {
  let tries = 0;
  const { url, stop, client } = await setUp(t, (_request, response) => {
    tries += 1;
    response.end('x');
  });
  stop.abort();
  await assert.rejects(client.get(url), stopped);
  assert.equal(tries, 0);
});

test('a signal that is never aborted changes nothing', async (t) => {
  const { url, client } = await setUp(t, (_request, response) => void response.end('x'));
  const answer = await client.get(url);
  assert.ok(answer !== 'unchanged');
  assert.equal(Buffer.from(answer.bytes).toString(), 'x');
});
