/** One HTTP request and its answer, without redirects. The IP address is judged where the connection is made. */
import { lookup as systemLookup } from 'node:dns';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { shown } from '#core/text.ts';
import { SECOND } from '#core/time.ts';
import { FeedUnavailable } from '../feed.ts';
import { NOT_PUBLIC, type Hop, type Reach } from './reach.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Decoded; null where the status has none. */
  body: Readable | null;
}

export type Exchange = (hop: Hop, request: { headers: Headers; signal: AbortSignal }) => Promise<Answer>;

/** For a connection, TLS included: most addresses that do not answer are known after a second. */
const CONNECT_TIMEOUT = 10 * SECOND;
/** An idle connection is closed before most servers close theirs. */
const KEEP_ALIVE = { keepAlive: true, timeout: 4 * SECOND };

/** @param lookup resolves a host once for each connection; what it gives is what is judged and connected to */
export function createExchange(reach: Reach, lookup: LookupFunction = systemLookup): Exchange {
  const agents = { http: new http.Agent(KEEP_ALIVE), https: new https.Agent(KEEP_ALIVE) };
  const judged = judging(reach, lookup);
  return ({ url, isMirror }, { headers, signal }) =>
    new Promise((resolve, reject) => {
      const options = {
        headers: { 'accept-encoding': 'gzip, br', ...Object.fromEntries(headers) },
        signal,
        lookup: isMirror ? lookup : judged,
      };
      const receive = (message: IncomingMessage): void => {
        try {
          resolve(answerOf(message));
        } catch (error) {
          message.destroy();
          reject(error as Error);
        }
      };
      const request =
        url.protocol === 'https:'
          ? https.request(url, { ...options, agent: agents.https }, receive)
          : http.request(url, { ...options, agent: agents.http }, receive);
      limitConnecting(request);
      request.on('error', reject).end();
    });
}

/** Gives the socket those addresses of a host that the reach accepts. */
const judging =
  (reach: Reach, lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const accepted = (found as { address: string; family: number }[]).filter(({ address }) => reach.accepts(address));
      const [first] = accepted;
      if (!first) return callback(new FeedUnavailable(`${shown(hostname)}: ${NOT_PUBLIC}`, NOT_PUBLIC), []);
      return options.all ? callback(null, accepted) : callback(null, first.address, first.family);
    });
  };

function limitConnecting(request: ClientRequest): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const stop = (): void => void request.destroy(Object.assign(new Error('no connection'), { code: 'ETIMEDOUT' }));
    const timer = setTimeout(stop, CONNECT_TIMEOUT);
    for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
  });
}

/** @throws FeedUnavailable for a coding that was not asked for */
function answerOf(message: IncomingMessage): Answer {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) if (typeof value === 'string') headers.set(name, value);
  const status = message.statusCode!;
  if (status === 204 || status === 304) {
    message.resume();
    return { status, headers, body: null };
  }
  return { status, headers, body: decoded(message, headers.get('content-encoding')) };
}

function decoded(message: IncomingMessage, coding: string | null): Readable {
  switch ((coding ?? '').trim().toLowerCase()) {
    case '':
    case 'identity':
      return message;
    case 'gzip':
    case 'x-gzip':
      return pipeline(message, createGunzip(), () => undefined);
    case 'br':
      return pipeline(message, createBrotliDecompress(), () => undefined);
    default:
      throw new FeedUnavailable(`an unknown Content-Encoding ${shown(coding)}`, 'an unknown Content-Encoding');
  }
}
