/** A response, whatever sends it. */
import { streamOf } from './streaming.ts';

/** A response with its bytes. */
export interface WholeResponse {
  status: number;
  headers: Record<string, string>;
  /** Absent: none. */
  body?: Uint8Array;
}

/** A response with a body that is generated while it is sent. */
export interface StreamedResponse extends Omit<WholeResponse, 'body'> {
  body: (signal: AbortSignal) => AsyncGenerator<Uint8Array>;
}

/** Longer bodies are sent in pieces, in bytes, so that it is known how much of them is taken. */
const PIECE = 262_144;

export function responseOf({ status, headers, body }: WholeResponse | StreamedResponse): Response {
  if (body instanceof Uint8Array && body.byteLength > PIECE)
    return new Response(
      streamOf(() => piecesOf(body)),
      { status, headers },
    );
  const content = typeof body === 'function' ? streamOf(body) : (body as Uint8Array<ArrayBuffer> | undefined);
  return new Response(content ?? null, { status, headers });
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += PIECE) yield bytes.subarray(from, from + PIECE);
}
