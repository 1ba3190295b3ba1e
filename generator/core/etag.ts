import { createHash } from 'node:crypto';

/** Content hash in the form used for file names, dataset versions and ETags: 24 hex digits (96 bits) of SHA-256. */
export function contentHash(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 24);
}

/**
 * A strong entity tag; the encoded forms of one content carry different tags.
 * @param personal of an answer to a key: a cache that holds it must not be told by a 304 to show it, and the quota in its headers, to
 * others; nor the reverse
 */
export const entityTag = (hash: string, encoding: 'identity' | 'gzip' | 'br' = 'identity', personal = false): string =>
  `"${[hash, ...(personal ? ['key'] : []), ...(encoding === 'identity' ? [] : [encoding])].join('-')}"`;
