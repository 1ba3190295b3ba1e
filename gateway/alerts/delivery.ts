/**
 * One attempt to deliver a message. The IP address is checked where the connection is made, and redirects are not
 * followed.
 */
import { lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '#core/public-address.ts';
import { HOUR, SECOND } from '#core/time.ts';
import { dnsLookup, NOT_PUBLIC, publicLookup } from './public-lookup.ts';
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
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Node resolves no name for an address, so that the check at the connection would not see it.
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'private';
  return /(?:^|\.)(?:localhost|local|internal)\.?$/.test(host) ? 'private' : undefined;
}

/** Never throws. */
export function deliver({ url: text, headers, body, signal }: Outgoing, options: DeliveryOptions): Promise<Attempt> {
  const { allowsPrivate, lookup = allowsPrivate ? systemLookup : dnsLookup(), timeout = TIMEOUT, userAgent } = options;
  const failure = (error: string): Attempt => ({ isDelivered: false, error });
  if (refusalOf(text, allowsPrivate) !== undefined) return Promise.resolve(failure(NOT_PUBLIC));
  const url = new URL(text);
  const bytes = Buffer.from(body);
  return new Promise<Attempt>((resolve) => {
    const all = {
      ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.byteLength) },
      // The service's name may have letters that no header has.
      ...{ 'user-agent': userAgent.replace(/[^\x20-\x7e]/g, '?'), ...headers },
    };
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      ...{ method: 'POST', headers: all, agent: false, maxHeaderSize: MAX_ANSWER_BYTES },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
      lookup: allowsPrivate ? lookup : publicLookup(lookup),
    });
    request.on('response', (response) => {
      discard(response);
      resolve(attemptOf(response));
    });
    // After an answer, which has counted: a body of another length than stated, or too long.
    request.on('error', (error) => resolve(failure(reasonOf(error))));
    // Without either after 101: Node.js closes the connection.
    request.on('close', () => resolve(failure(NO_ANSWER)));
    request.end(bytes);
    // Of the request itself, such as user information that cannot be decoded.
  }).catch((error: unknown) => failure(reasonOf(error as Error)));
}

function discard(response: IncomingMessage): void {
  let size = 0;
  response.on('error', () => {});
  response.on('data', (chunk: Buffer) => {
    if ((size += chunk.byteLength) > MAX_ANSWER_BYTES) response.destroy();
  });
}

function attemptOf({ statusCode: status = 0, headers }: IncomingMessage): Attempt {
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const seconds = /^\d{1,6}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : 0;
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? 'redirects are not followed' : `status ${status}`;
  return { isDelivered: false, status, error, retryAfter: Math.min(MAX_RETRY_AFTER, seconds * SECOND) };
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
