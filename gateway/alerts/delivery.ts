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
import type { Attempt } from './queue.ts';

/** From the look-up of the name to the status of the answer. */
const TIMEOUT = 10 * SECOND;
/** Of an answer's body, which is not used; then the connection is closed. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_RETRY_AFTER = HOUR;

const NOT_PUBLIC = 'the host has no address on the public internet';

export interface DeliveryOptions {
  /** Also http, and hosts that are not on the public internet. */
  allowsPrivate: boolean;
  lookup?: LookupFunction;
  timeout?: number;
  userAgent: string;
}

interface Outgoing {
  url: string;
  headers: Record<string, string>;
  body: string;
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
  const { allowsPrivate, lookup = systemLookup, timeout = TIMEOUT, userAgent } = options;
  const failure = (error: string): Attempt => ({ isDelivered: false, error });
  if (refusalOf(text, allowsPrivate) !== undefined) return Promise.resolve(failure(NOT_PUBLIC));
  const url = new URL(text);
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    const all = {
      ...{ 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.byteLength) },
      ...{ 'user-agent': userAgent, ...headers },
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
    request.end(bytes);
  });
}

/** The socket connects to an address that was checked: the name is resolved once. */
const publicLookup =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as { address: string; family: number }[];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(Object.assign(new Error(NOT_PUBLIC), { code: 'NOT_PUBLIC' }), []);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };

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
  ['ECONNREFUSED', 'the connection was refused'],
  ['ECONNRESET', 'the connection was closed without an answer'],
  ['NOT_PUBLIC', NOT_PUBLIC],
  ['ABORT_ERR', 'no answer in time'],
  ['ETIMEDOUT', 'no answer in time'],
]);

/** Known words and codes alone: an error may hold what the server sent. */
function reasonOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException;
  const cause = (error.cause as Error | undefined)?.name;
  if (error.name === 'TimeoutError' || cause === 'TimeoutError') return 'no answer in time';
  return REASONS.get(code ?? '') ?? `no answer (${/^\w{1,60}$/.test(code ?? '') ? code : 'error'})`;
}
