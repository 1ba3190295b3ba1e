/** Bodies that are generated while they are sent, at the pace of the client. */
import { pipeline, Readable } from 'node:stream';
import type { Compression } from '#core/paths.ts';
import { compressor } from './negotiation.ts';
import type { ByteRange } from './range.ts';

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
export function streamOf(generate: (signal: AbortSignal) => Chunks): ReadableStream<Uint8Array> {
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
