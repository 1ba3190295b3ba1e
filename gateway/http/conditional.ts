/** `If-None-Match` (RFC 9110, 13.1.2): `*`, lists, and weak comparison. */

/** An entity tag's opaque part may hold commas, so a list is not split at them. */
const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * The one of `tags` that the client has already; undefined when there is none.
 * @param tags strong tags of the representations that the client accepts, the preferred one first
 */
export function matchIfNoneMatch(ifNoneMatch: string | undefined, tags: string[]): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return tags[0];
  for (const [, opaque] of ifNoneMatch.matchAll(ENTITY_TAG)) {
    const match = tags.find((tag) => tag === opaque);
    if (match !== undefined) return match;
  }
  return undefined;
}
