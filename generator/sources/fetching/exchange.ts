/** One request to a feed and its decoded answer. The IP address is judged where the connection is made. */
import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { shown } from '#core/text.ts';
import { SECOND } from '#core/time.ts';
import { NOT_PUBLIC, publicLookup } from '#http/address-guard.ts';
import { exchange, keepAliveAgents, type Answer as Received } from '#http/exchange.ts';
import { FeedUnavailable } from '../feed.ts';
import type { Hop, Reach } from './reach.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** Decoded; null where the status has none. */
  body: Readable | null;
}

export type Exchange = (hop: Hop, request: { headers: Headers; signal: AbortSignal }) => Promise<Answer>;

/** An idle connection is closed before most servers close theirs. */
const KEEP_ALIVE = { timeout: 4 * SECOND };

/** @param lookup resolves a host once for each connection; what it gives is what is judged and connected to */
export function createExchange(reach: Reach, lookup: LookupFunction = systemLookup): Exchange {
  const agents = keepAliveAgents(KEEP_ALIVE);
  const judged = publicLookup(lookup, { accepts: (address) => reach.accepts(address), mixed: 'left out' });
  return async ({ url, isMirror }, { headers, signal }) => {
    const all = { 'accept-encoding': 'gzip, br', ...Object.fromEntries(headers) };
    try {
      return answerOf(await exchange({ url, headers: all, signal, agents, lookup: isMirror ? lookup : judged }));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'NOT_PUBLIC') throw error;
      throw new FeedUnavailable(`${shown(url.hostname)}: ${NOT_PUBLIC}`, NOT_PUBLIC);
    }
  };
}

/** @throws FeedUnavailable for a coding that was not asked for */
function answerOf({ status, headers, body }: Received): Answer {
  if (status !== 204 && status !== 304)
    return { status, headers, body: decoded(body, headers.get('content-encoding')) };
  body.resume();
  return { status, headers, body: null };
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
      message.destroy();
      throw new FeedUnavailable(`an unknown Content-Encoding ${shown(coding)}`, 'an unknown Content-Encoding');
  }
}
