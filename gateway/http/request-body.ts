/** Request bodies: the text of a query, and those that are still arriving when the response is ready. */
import type { IncomingMessage } from 'node:http';
import { GatewayError } from './errors.ts';

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
