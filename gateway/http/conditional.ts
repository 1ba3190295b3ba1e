/** `If-None-Match` as RFC 9110, 13.1.2: `*`, lists, and weak comparison. */

/** An entity tag's opaque part may hold commas, so a list is not split at them. */
const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * The one of `tags` that the client already holds; undefined when it has to be sent the answer.
 * @param tags strong tags of the representations that the client accepts, the one that it would get first
 */
export function matchIfNoneMatch(ifNoneMatch: string | undefined, tags: string[]): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  if (ifNoneMatch.trim() === '*') return tags[0];
  for (const [, opaque] of ifNoneMatch.matchAll(ENTITY_TAG)) {
    const held = tags.find((tag) => tag === opaque);
    if (held !== undefined) return held;
  }
  return undefined;
}
