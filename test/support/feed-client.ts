import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext } from 'node:test';
import { createFeedClient, type FeedClientOptions } from '../../generator/sources/fetching/client.ts';
import { FeedHttpError } from '../../generator/sources/fetching/errors.ts';
import { Reach } from '../../generator/sources/fetching/reach.ts';
import { FeedUnavailable, type FeedAnswer, type FeedClient } from '../../generator/sources/feed.ts';

export interface FeedServer {
  base: string;
  client: FeedClient;
  /** The requests received, in order. */
  requests: IncomingMessage[];
  /** How long the client paused between tries, in ms. */
  pauses: number[];
  clock: { now: number };
}

/** As if settings named these servers in an agency's place. */
export const mirrorsOf = (...bases: string[]): Reach =>
  new Reach(bases.map((address) => ({ owner: address, address, domains: [] })));

/** A server on a free loopback port, and a client with pauses that take no time. */
export async function startFeedServer(
  t: TestContext,
  listener: RequestListener,
  options: Partial<FeedClientOptions> = {},
): Promise<FeedServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pauses: number[] = [];
  const clock = { now: 1_700_000_000_000 };
  const client = createFeedClient({
    userAgent: 'hiposantr-test/1 (+http://example.test)',
    sleep: (ms) => (pauses.push(ms), (clock.now += ms), Promise.resolve()),
    now: () => clock.now,
    random: () => 0.5,
    timeoutMs: 5000,
    reach: mirrorsOf(base),
    ...options,
  });
  return { base, client, requests, pauses, clock };
}

/** Answers in turn; the last one again and again. */
export function respondingInTurn(...responses: ((response: ServerResponse) => void)[]): RequestListener {
  let next = 0;
  return (_request, response) => responses[Math.min(next++, responses.length - 1)]!(response);
}

export const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(code, headers).end(String(code));
  };
export const textOf = (response: FeedAnswer | 'unchanged'): string =>
  response === 'unchanged' ? response : Buffer.from(response.bytes).toString();
export const failsWith =
  (message: RegExp, code?: number) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof FeedUnavailable, String(error));
    assert.match(error.message, message);
    if (code !== undefined) assert.ok(error instanceof FeedHttpError && error.status === code);
    return true;
  };
