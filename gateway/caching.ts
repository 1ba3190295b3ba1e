/** `Cache-Control` by kind of answer and by status of error. */
import type { Caller } from './caller.ts';

const PUBLIC = {
  data: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  feed: 'public, max-age=300',
  manifest: 'public, max-age=10',
  status: 'public, max-age=10',
  /** Named by the hash of its content. */
  immutable: 'public, max-age=31536000, immutable',
} as const;

export type Caching = keyof typeof PUBLIC;

/** Answers to a presented key are the caller's own; files of the static tier are the same for everyone. */
export function cacheControl(caching: Caching, caller: Caller): string {
  const personal = caller.kind !== 'anonymous' && (caching === 'data' || caching === 'feed');
  return personal ? 'private, max-age=60' : PUBLIC[caching];
}

export function errorCacheControl(status: number): string {
  if (status === 400 || status === 404) return 'max-age=10';
  return status === 410 ? 'max-age=60' : 'no-store';
}
