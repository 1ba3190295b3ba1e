/** A request, whatever reads it: node alone for repeated and plain ones, Hono for others. */
import { pipeline, Readable } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { requestTarget } from './query-string.ts';
import { PIECE, piecesOf, type WholeResponse } from './response.ts';
import type { EpochMs } from '#core/time.ts';
import { GatewayError } from './errors.ts';

type HeaderName =
  | ('accept' | 'accept-encoding' | 'authorization' | 'host' | 'if-none-match' | 'if-range' | 'last-event-id')
  | ('origin' | 'range' | 'user-agent' | 'x-forwarded-for' | 'x-request-id');

export interface GatewayRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly target: string;
  /** node's own; absent in tests without a connection. */
  readonly incoming: IncomingMessage | undefined;
  readonly outgoing: ServerResponse | undefined;
  header(name: HeaderName): string | undefined;
}

/** A request for an endpoint. */
export interface AppRequest extends GatewayRequest {
  /** Aborted when the client disconnects before the response. */
  signal(): AbortSignal;
  /** The text of a query in the body. @throws GatewayError as soon as it is too long */
  body(): Promise<string>;
}

/** A host and a target that a URL holds as they are. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;
const PLAIN_TARGET = /^\/[\w.]*(?:\?[!$-;=?-[\]_a-z~]*)?$/;

/** Without a body that anybody reads; that for a WebSocket has no response of node's. */
export class NodeRequest implements AppRequest {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse | undefined;

  constructor(incoming: IncomingMessage, outgoing?: ServerResponse) {
    this.incoming = incoming;
    this.outgoing = outgoing;
  }

  get method(): string {
    return this.incoming.method!;
  }

  get target(): string {
    return this.incoming.url!;
  }

  header(name: HeaderName): string | undefined {
    return this.incoming.headers[name] as string | undefined;
  }

  /** Whether it is a GET of HTTP/1.1 without a body that every reader understands alike. */
  isPlain(): boolean {
    const { method, httpVersion, headers, url = '', rawHeaders } = this.incoming;
    const { host = '', authorization, 'content-length': length, 'transfer-encoding': coding } = headers;
    return (
      method === 'GET' &&
      httpVersion === '1.1' &&
      length === undefined &&
      coding === undefined &&
      PLAIN_HOST.test(host) &&
      PLAIN_TARGET.test(url) &&
      // Of two, node tells the first.
      (authorization === undefined || rawHeaders.filter((text) => /^authorization$/i.test(text)).length === 1)
    );
  }

  signal(): AbortSignal {
    const disconnected = new AbortController();
    const { outgoing } = this;
    if (outgoing?.destroyed) disconnected.abort();
    else outgoing?.once('close', () => outgoing.writableFinished || disconnected.abort());
    return disconnected.signal;
  }

  async body(): Promise<string> {
    return '';
  }

  /**
   * A long body is sent in pieces.
   * @param flat names and values of the headers in turn, where they are at hand
   * @returns whether the connection has taken all of it at once, or is gone
   */
  send({ status, headers, body }: WholeResponse, flat?: string[]): boolean {
    const outgoing = this.outgoing!;
    if (outgoing.destroyed) return true;
    outgoing.writeHead(status, flat ?? headers);
    if (body && body.byteLength > PIECE) {
      pipeline(Readable.from(piecesOf(body), { highWaterMark: 1 }), outgoing, () => {});
      return false;
    }
    outgoing.end(body);
    return outgoing.socket?.writableLength === 0;
  }
}

export function honoRequest(c: Context): AppRequest {
  const { incoming, outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  return {
    method: c.req.method,
    target: requestTarget(c.req.url),
    incoming: incoming as IncomingMessage | undefined,
    outgoing: outgoing as ServerResponse | undefined,
    header: (name) => c.req.header(name),
    signal: () => c.req.raw.signal,
    body: () => readBody(c.req.raw),
  };
}

export class RequestClock {
  /** The first instant at which something that was read is another; Infinity while nothing was read. */
  validUntil: EpochMs = Infinity;
  readonly #now: EpochMs;

  constructor(now: EpochMs) {
    this.#now = now;
  }

  /** The beginning of the present unit of time. @param unit in ms; an answer is repeated until its end */
  floor(unit: number): EpochMs {
    const start = Math.floor(this.#now / unit) * unit;
    this.validUntil = Math.min(this.validUntil, start + unit);
    return start;
  }
}

const MAX_QUERY_BYTES = 65_536;

/** The text of a query. @throws GatewayError as soon as it is too long */
export async function readBody(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_QUERY_BYTES)
      throw new GatewayError('too_large', `A query in a body has at most ${MAX_QUERY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** How much of a body is drained after the response, in bytes and ms; then the connection is closed. */
const DRAIN_LIMITS = { bytes: 1_000_000, wait: 1000 };

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection unless the request's body has ended: what follows on it would not be a request. */
export function afterBody(
  request: IncomingMessage,
  pending: Response | Promise<Response>,
): Response | Promise<Response> {
  return hasBody(request) ? closing(request, pending) : pending;
}

async function closing(request: IncomingMessage, pending: Response | Promise<Response>): Promise<Response> {
  const response = await pending;
  if (!(await drainBody(request))) response.headers.set('Connection', 'close');
  return response;
}

/** Reads and discards the rest of the body. @returns whether it has ended, so that the connection can be reused */
function drainBody(request: IncomingMessage): Promise<boolean> {
  if (request.complete) return Promise.resolve(true);
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    let remaining = DRAIN_LIMITS.bytes;
    const end = (): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', end).off('close', end).off('error', end);
      resolve(request.complete);
    };
    const onData = (chunk: Buffer): void => {
      remaining -= chunk.length;
      if (remaining < 0) end();
      // Another reader may have paused the stream.
      else request.resume();
    };
    const timer = setTimeout(end, DRAIN_LIMITS.wait);
    request.on('data', onData).once('end', end).once('close', end).once('error', end).resume();
  });
}
