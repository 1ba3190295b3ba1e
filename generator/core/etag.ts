import { createHash, hash as digestOf } from 'node:crypto';
import type { Compression } from './paths.ts';

/** Content hash in the form used for file names, dataset versions and ETags: 24 hex digits (96 bits) of SHA-256. */
export function contentHash(...parts: (string | Uint8Array)[]): string {
  if (parts.length === 1) return digestOf('sha256', parts[0]!, 'hex').slice(0, 24);
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 24);
}

/**
 * A strong entity tag; the encoded forms of one content carry different tags.
 * @param personal whether it is a key's answer: its tag differs, so that no 304 mixes it with shared ones in a cache
 */
export const entityTag = (hash: string, encoding: 'identity' | Compression = 'identity', personal = false): string =>
  `"${[hash, ...(personal ? ['key'] : []), ...(encoding === 'identity' ? [] : [encoding])].join('-')}"`;
