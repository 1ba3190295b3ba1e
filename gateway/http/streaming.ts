/** Bodies that are made while they are sent, at the pace of the client. */
import { pipeline, Readable } from 'node:stream';
import { compressor } from './negotiation.ts';
import type { ByteRange } from './range.ts';

type Chunks = AsyncGenerator<Uint8Array>;

/** Nothing is made before it is asked for, and nothing after the client has gone. An error ends the body as broken, never as complete. */
export function streamOf(make: (signal: AbortSignal) => Chunks): ReadableStream<Uint8Array> {
  const leaving = new AbortController();
  const chunks = make(leaving.signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        leaving.abort();
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Holds a few chunks at most, whatever the length of the whole. */
export async function* compressed(chunks: Chunks, encoding: 'gzip' | 'br'): Chunks {
  const source = Readable.from(chunks, { highWaterMark: 1 });
  // Ends either of the two when the other one does; its error comes out of the iteration.
  yield* pipeline(source, compressor(encoding), () => {});
}

/** The bytes of one range; the rest is made up to the range's end and left aside. */
export async function* part(chunks: Chunks, { from, to }: ByteRange): Chunks {
  let begin = 0;
  for await (const chunk of chunks) {
    const end = begin + chunk.byteLength;
    if (end > from) yield chunk.subarray(Math.max(0, from - begin), to + 1 - begin);
    if (end > to) return;
    begin = end;
  }
}
