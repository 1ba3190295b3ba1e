/** What an agency is to the program; `core/agencies.ts` has what those who show its data know of it. */
import type { Box } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import type { Feed, FetchedPage, Fetcher, FetchSession, Parsed } from './feed.ts';

/**
 * Feeds of one agency that share identifiers. An earthquake has at most one agency event of each; those of one agency
 * together are its one solution.
 */
export interface FeedGroup {
  name: string;
  /** By which the catalogue stores it: never changed or used again; without gaps over all agencies. */
  number: number;
  /** Whether the feed gives identifiers that outlive a change of the origin. */
  keyed: boolean;
}

/** An event of a list, and when it was last changed; null where the list does not say. */
export interface DetailRequest {
  id: string;
  updatedAt: EpochMs | null;
}

/** Documents of single events, requested after the list that names the events. */
interface FeedDetails {
  /** In messages and states. */
  name: string;
  requestsIn(parsed: Parsed): DetailRequest[];
  fetch(of: { requests: readonly DetailRequest[]; base: string }, session: FetchSession): AsyncIterable<FetchedPage>;
}

/** How a feed is requested. */
interface FeedPolling {
  /** Which of the source's addresses. */
  address: string;
  fetcher: (options: { base: string; region: Box }) => Fetcher;
  /**
   * The last days with every poll, or the last weeks once a day. A feed of every poll is live: its state and gaps are
   * published, and its answers name all that it has in their window.
   */
  recent?: 'always' | 'daily';
  /** Older years too. */
  archive?: true;
  details?: FeedDetails;
}

export interface FeedDefinition {
  parser: Feed;
  /** The name of the group of its reports; absent for a feed of products. */
  group?: string | ((key: string | null) => string);
  /** Absent for a feed of files alone. */
  polling?: FeedPolling;
}

/** Where a source's service is. */
interface SourceAddress {
  /** Without a slash at its end; `FEED_URLS` may name a mirror in its place. */
  address: string;
  /** The agency's domains: the server may redirect to their hosts. */
  domains: readonly string[];
}

/** Anything that is fetched. */
export interface SourceDefinition {
  /** Within an agency in the order in which the catalogue prefers them. */
  feeds: readonly FeedDefinition[];
  /** By a name that is unique over all sources. */
  addresses: Readonly<Record<string, SourceAddress>>;
}

/**
 * The error model of an agency against the others (`catalog/association/models.ts`), the first of the list that either
 * of two agencies has. `unmeasured` is for an agency with reports to which nothing was fitted.
 */
export const ERROR_MODELS = ['compiled', 'turhec', 'unmeasured', 'global', 'national'] as const;
export type ErrorModel = (typeof ERROR_MODELS)[number];

/** The error model of two of an agency's own feed groups; required of an agency with several. */
export type OwnErrorModel = 'kandilli' | 'afad';

export interface AgencyDefinition extends SourceDefinition {
  groups: readonly FeedGroup[];
  /**
   * Order of the agencies' solutions and magnitudes, the least first; no two agencies have an equal one: inside the
   * national networks, outside of them, before 1970.
   */
  ranks: Readonly<Record<'inside' | 'outside' | 'early', number>>;
  errors: { model: ErrorModel; own?: OwnErrorModel };
  place: {
    language: 'turkish' | 'english';
    /** Its words are used although another solution is preferred; the least first. */
    substitute?: number;
    /** Whether its words end with the province in parentheses where they name a district. */
    namesProvince?: true;
  };
}
