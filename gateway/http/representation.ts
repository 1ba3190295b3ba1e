/** An answer before it is sent: what identifies it, and how to come by its bytes if they are needed at all. */
import type { Compression } from '#core/paths.ts';
import type { Terms } from '#core/terms.ts';
import type { Caching } from './caching.ts';

export interface Body {
  bytes: Uint8Array;
  /** Relative URL of the following page. */
  next?: string;
}

/** What the `Link` header tells of an answer. */
interface Links {
  /** URL of the following page, where it is known before the body. */
  next?: string;
  terms?: Terms[];
}

interface Identity extends Links {
  /** Of the content, or of everything that the content follows from. Entity tags are made of it. */
  hash: string;
  type: string;
  caching: Caching;
}

export interface Representation extends Identity {
  /** Called only when the client does not hold the answer already. @param signal aborted when nobody waits for it any more */
  load(signal: AbortSignal): Promise<Body>;
  /** Whether `load` itself joins those who ask for the same at the same time. */
  isJoint?: boolean;
  precompressed?(encoding: Compression): Promise<Uint8Array | undefined>;
}

/** A body that is made while it is sent: the same bytes each time it is made. */
export interface StreamedBody {
  /** In bytes, without any content coding. */
  size: number;
  headers: Record<string, string>;
  /** @param signal aborted when the client has gone: no more is prepared for it */
  chunks(signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

export interface StreamedRepresentation extends Identity {
  /** Called only when the client does not hold the answer already. */
  prepare(): Promise<StreamedBody>;
}

export const storedRepresentation = (stored: StoredAnswer, type: string, caching: Caching): Representation => ({
  hash: stored.hash,
  type,
  caching,
  load: async () => ({ bytes: stored.bytes }),
  precompressed: (encoding) => stored.precompressed(encoding),
});

export const bytesRepresentation = (
  bytes: Uint8Array,
  { hash, type, caching }: Omit<Representation, 'load' | 'precompressed'>,
): Representation => ({
  hash,
  type,
  caching,
  load: async () => ({ bytes }),
});

/** A stored answer, held in memory. */
export interface StoredAnswer {
  path: string;
  bytes: Uint8Array;
  /** Of the bytes, and in the manifest. */
  hash: string;
  /** The content's compressed form that lies beside it; undefined when there is none, or when it is not the same content. */
  precompressed(encoding: Compression): Promise<Uint8Array | undefined>;
}
