/** A response, whatever sends it. */
import { pipeline, Readable } from 'node:stream';
import type { Compression } from '#core/paths.ts';
import { compressor } from './negotiation.ts';

/** A response with its bytes. */
export interface WholeResponse {
  status: number;
  headers: Record<string, string>;
  /** Absent: none. */
  body?: Uint8Array;
}

/** What the client of a WebSocket says of the messages that were sent to it. */
export interface Receipts {
  /** How many it has received; empty ones do not count. */
  confirmed: number;
  /** When the first ping was sent that is not answered (`performance.now()`); Infinity: each one is. */
  silentSince: number;
}

/** A response with a body that is generated while it is sent. */
export interface StreamedResponse extends Omit<WholeResponse, 'body'> {
  body: (signal: AbortSignal, receipts?: Receipts) => AsyncGenerator<Uint8Array>;
}

/** Longer bodies are sent in pieces, in bytes, so that it is known how much of them is taken. */
export const PIECE = 262_144;

export function responseOf({ status, headers, body }: WholeResponse | StreamedResponse): Response {
  if (body instanceof Uint8Array && body.byteLength > PIECE)
    return new Response(
      streamOf(() => piecesOf(body)),
      { status, headers },
    );
  const content = typeof body === 'function' ? streamOf(body) : (body as Uint8Array<ArrayBuffer> | undefined);
  return new Response(content ?? null, { status, headers });
}

export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

type Chunks = AsyncGenerator<Uint8Array>;

/** A client that does not take the next chunk for so long (ms) is slow. */
const PATIENCE = 500;

/** Gives a chunk. While its client is slow, what is only there to make the next one soon is dropped. */
export function* offered(chunk: Uint8Array, forget: () => void): Generator<Uint8Array, void, void> {
  const timer = setTimeout(forget, PATIENCE).unref();
  try {
    yield chunk;
  } finally {
    clearTimeout(timer);
  }
}

/** Chunks on demand, none after the client disconnects. An error breaks the body off; it never looks complete. */
function streamOf(generate: (signal: AbortSignal) => Chunks): ReadableStream<Uint8Array> {
  const disconnected = new AbortController();
  const chunks = generate(disconnected.signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        disconnected.abort();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Holds a few chunks at most, whatever the length of the body. */
export async function* compressed(chunks: Chunks, compression: Compression): Chunks {
  const source = Readable.from(chunks, { highWaterMark: 1 });
  // Ends either of the two when the other one does; its error comes out of the iteration.
  yield* pipeline(source, compressor(compression), () => {});
}

/** The bytes of one range; what precedes it is generated and skipped. */
export async function* bytesInRange(chunks: Chunks, { from, to }: ByteRange): Chunks {
  let start = 0;
  for await (const chunk of chunks) {
    const end = start + chunk.byteLength;
    if (end > from) yield chunk.subarray(Math.max(0, from - start), to + 1 - start);
    if (end > to) return;
    start = end;
  }
}

/** Both ends inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * The requested range. Several ranges, other units and malformed ones are ignored, as the RFC allows: undefined.
 * @param size of the complete body, in bytes
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/[ \t]/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '')
    return Number(last) > 0 && size > 0 ? { from: Math.max(0, size - Number(last)), to: size - 1 } : 'unsatisfiable';
  const from = Number(first);
  const to = last === '' ? size - 1 : Number(last);
  if (last !== '' && to < from) return undefined;
  return from < size ? { from, to: Math.min(to, size - 1) } : 'unsatisfiable';
}
