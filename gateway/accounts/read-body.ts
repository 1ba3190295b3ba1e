/** The bytes of a request's body, never more than allowed, whatever its headers say. */
import type { Context } from 'hono';
import { Problem } from './problems.ts';

/** @param most bytes. @throws Problem as soon as there are more */
export async function readBody(c: Context, most: number): Promise<Buffer> {
  // A length that is told is believed only where it is too much.
  if (Number(c.req.header('Content-Length') ?? 0) > most) throw new Problem('too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += (chunk as Uint8Array).byteLength;
    if (size > most) throw new Problem('too_large');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
