/** `Cache-Control` by kind of answer and by status of error. */

const BY_KIND = {
  data: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  feed: 'public, max-age=300',
  manifest: 'public, max-age=10',
  status: 'public, max-age=10',
  /** About the caller, and true for the moment. */
  never: 'no-store',
  /** Named by the hash of its content. */
  immutable: 'public, max-age=31536000, immutable',
} as const;

export type Caching = keyof typeof BY_KIND;

/** @param personal whether the answer is a caller's own: those of counted endpoints to a key are */
export const cacheControl = (caching: Caching, personal: boolean): string =>
  personal ? 'private, max-age=60' : BY_KIND[caching];

export function errorCacheControl(status: number): string {
  if (status === 400 || status === 404) return 'max-age=10';
  return status === 410 ? 'max-age=60' : 'no-store';
}
