/** The feed groups of all agencies (`sources/agency.ts`), by the numbers under which the catalogue stores them. */
import { feedDefinition, feedGroups } from '../../sources/agencies.ts';
import type { FeedName } from '../../sources/feed.ts';

export const FEED_GROUPS = feedGroups();

const NUMBERS = new Map(FEED_GROUPS.map(({ name, number }) => [name, number]));

/** @throws Error for a name that no agency defines */
export function feedGroupNamed(name: string): number {
  const number = NUMBERS.get(name);
  if (number === undefined) throw new Error(`there is no feed group ${name}`);
  return number;
}

/** Undefined for a feed of products only. */
export function feedGroupOf(feed: FeedName, key: string | null): number | undefined {
  const group = feedDefinition(feed)?.group;
  return group === undefined ? undefined : feedGroupNamed(typeof group === 'string' ? group : group(key));
}

/** Whether a feed gives identifiers that outlive a change of the origin; false for products. */
export const isKeyed = (feed: FeedName): boolean => {
  const feedGroup = feedGroupOf(feed, null);
  return feedGroup !== undefined && FEED_GROUPS[feedGroup]!.keyed;
};
