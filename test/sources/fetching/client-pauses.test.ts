import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFeedClient } from '../../../generator/sources/fetching/client.ts';
import type { FeedClient } from '../../../generator/sources/feed.ts';

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
