/** `Cache-Control` by kind of response and by status of errors. */

const BY_KIND = {
  data: 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  feed: 'public, max-age=300',
  manifest: 'public, max-age=10',
  status: 'public, max-age=10',
  /** Specific to the caller and to the moment. */
  never: 'no-store',
  /** Named by the hash of its content. */
  immutable: 'public, max-age=31536000, immutable',
} as const;

export type Caching = keyof typeof BY_KIND;

/** @param personal whether the response is specific to a key, as those of counted endpoints are */
export const cacheControl = (caching: Caching, personal: boolean): string =>
  personal ? 'private, max-age=60' : BY_KIND[caching];

export function errorCacheControl(status: number): string {
  if (status === 204 || status === 400 || status === 404) return 'max-age=10';
  return status === 410 ? 'max-age=60' : 'no-store';
}
