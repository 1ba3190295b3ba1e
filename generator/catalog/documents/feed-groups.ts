/**
 * Feed groups: feeds of one agency that share identifiers. An earthquake has at most one agency event of each; those of
 * one agency together are its one solution.
 */
import type { Agency } from '#core/earthquake.ts';
import { isAfadUnifiedId, type FeedName } from '../../sources/feed.ts';

interface FeedGroup {
  name: string;
  agency: Agency;
  /** Whether the feed gives identifiers that outlive a change of the origin. */
  keyed: boolean;
}

/** Within an agency in order of preference: Kandilli's reviewed catalogue over its monthly lists over its live page. */
export const FEED_GROUPS = [
  { name: 'kandilli-zeqdb', agency: 'kandilli', keyed: false },
  { name: 'kandilli-xml', agency: 'kandilli', keyed: false },
  { name: 'kandilli-live', agency: 'kandilli', keyed: false },
  { name: 'afad', agency: 'afad', keyed: true },
  { name: 'afad-unified', agency: 'afad', keyed: true },
  { name: 'usgs', agency: 'usgs', keyed: true },
  { name: 'turhec', agency: 'turhec', keyed: true },
  { name: 'historical', agency: 'historical', keyed: true },
] as const satisfies readonly FeedGroup[];

export const feedGroupNamed = (name: (typeof FEED_GROUPS)[number]['name']): number =>
  FEED_GROUPS.findIndex((feedGroup) => feedGroup.name === name);

/** Undefined for a feed of products only. */
export function feedGroupOf(feed: FeedName, key: string | null): number | undefined {
  switch (feed) {
    case 'kandilli-zeqdb':
    case 'kandilli-xml':
    case 'kandilli-live':
      return feedGroupNamed(feed);
    case 'afad-api':
    case 'afad-site':
      return feedGroupNamed(key !== null && isAfadUnifiedId(key) ? 'afad-unified' : 'afad');
    case 'usgs-fdsn':
      return feedGroupNamed('usgs');
    case 'turhec-file':
      return feedGroupNamed('turhec');
    case 'historical-file':
      return feedGroupNamed('historical');
    case 'gcmt-ndk':
      return undefined;
  }
}

/** Whether a feed gives identifiers that outlive a change of the origin; false for products. */
export const isKeyed = (feed: FeedName): boolean => {
  const feedGroup = feedGroupOf(feed, null);
  return feedGroup !== undefined && FEED_GROUPS[feedGroup]!.keyed;
};
