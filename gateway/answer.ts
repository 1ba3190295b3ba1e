/** An answer before it is sent: what identifies it, and how to come by its bytes if they are needed at all. */
import type { Caching } from './caching.ts';
import type { Stored } from './snapshot.ts';

export interface Body {
  bytes: Uint8Array;
  /** Relative URL of the following page. */
  next?: string;
}

export interface Answer {
  /** Of the content, or of everything that the content follows from. Entity tags are made of it. */
  hash: string;
  type: string;
  caching: Caching;
  /** Called only when the client does not hold the answer already. */
  load(): Promise<Body>;
  precompressed?(encoding: 'gzip' | 'br'): Promise<Uint8Array | undefined>;
}

export const storedAnswer = (stored: Stored, type: string, caching: Caching): Answer => ({
  hash: stored.hash,
  type,
  caching,
  load: async () => ({ bytes: stored.bytes }),
  precompressed: (encoding) => stored.precompressed(encoding),
});

export const bytesAnswer = (
  bytes: Uint8Array,
  { hash, type, caching }: Omit<Answer, 'load' | 'precompressed'>,
): Answer => ({
  hash,
  type,
  caching,
  load: async () => ({ bytes }),
});
