/**
 * One attempt to deliver a message. The IP address is checked where the connection is made, and redirects are not
 * followed.
 */
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { HOUR, SECOND } from '#core/time.ts';
import { bareHost, dnsLookup, isRefusedAddress, NOT_PUBLIC, publicLookup } from '#http/address-guard.ts';
import { exchange, type Answer } from '#http/exchange.ts';
import { parseRetryAfter } from '#http/retry.ts';
import type { Attempt } from './queue.ts';

/** From the look-up of the name to the status of the answer. */
const TIMEOUT = 10 * SECOND;
/** Of an answer's body, which is not used; then the connection is closed. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_RETRY_AFTER = HOUR;

const NO_ANSWER = 'the connection was closed without an answer';

export interface DeliveryOptions {
  /** Also http, and hosts that are not on the public internet. */
  allowsPrivate: boolean;
  /** By default DNS, or the system's look-up where hosts may be private. */
  lookup?: LookupFunction;
  timeout?: number;
  userAgent: string;
}

interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string | Buffer;
  signal: AbortSignal;
}

/** Why a URL cannot be that of a webhook; undefined when it can. Names are resolved at each attempt. */
export function refusalOf(text: string, allowsPrivate: boolean): 'url' | 'https' | 'private' | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '') return 'url';
  if (allowsPrivate) return undefined;
  if (url.protocol !== 'https:') return 'https';
  if (isRefusedAddress(url)) return 'private';
  return /(?:^|\.)(?:localhost|local|internal)\.?$/.test(bareHost(url)) ? 'private' : undefined;
}

/** Never throws. */
export async function deliver(
  { url, headers, body, signal }: Outgoing,
  { allowsPrivate, lookup, timeout = TIMEOUT, userAgent }: DeliveryOptions,
): Promise<Attempt> {
  const failure = (error: string): Attempt => ({ isDelivered: false, error });
  if (refusalOf(url, allowsPrivate) !== undefined) return failure(NOT_PUBLIC);
  const bytes = Buffer.from(body);
  try {
    const answer = await exchange({
      ...{ url: new URL(url), method: 'POST', body: bytes },
      headers: {
        ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.byteLength) },
        // The service's name may have letters that no header has.
        ...{ 'user-agent': userAgent.replace(/[^\x20-\x7e]/g, '?'), ...headers },
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      lookup: allowsPrivate ? (lookup ?? systemLookup) : publicLookup(lookup ?? dnsLookup()),
    });
    discard(answer);
    return attemptOf(answer);
  } catch (error) {
    return failure(reasonOf(error as Error));
  }
}

function discard({ body }: Answer): void {
  let size = 0;
  body.on('data', (chunk: Buffer) => {
    if ((size += chunk.byteLength) > MAX_ANSWER_BYTES) body.destroy();
  });
}

function attemptOf({ status, headers }: Answer): Attempt {
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? 'redirects are not followed' : `status ${status}`;
  const retryAfter = Math.min(MAX_RETRY_AFTER, parseRetryAfter(headers, Date.now()) ?? 0);
  return { isDelivered: false, status, error, retryAfter };
}

const REASONS = new Map([
  ['ENOTFOUND', 'the host has no address'],
  ['ENODATA', 'the host has no address'],
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', NO_ANSWER],
  ['NOT_PUBLIC', NOT_PUBLIC],
  ['ABORT_ERR', 'no answer in time'],
  ['ETIMEDOUT', 'no answer in time'],
  ['ETIMEOUT', 'the name servers of the host did not answer in time'],
]);

/** Known words and codes alone: an error may hold what the server sent. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  const cause = (error.cause as Error | undefined)?.name;
  if (error.name === 'TimeoutError' || cause === 'TimeoutError') return 'no answer in time';
  return REASONS.get(code ?? '') ?? `no answer (${/^\w{1,60}$/.test(code ?? '') ? code : 'error'})`;
}
