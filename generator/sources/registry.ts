/** The feeds of all sources for those who request and parse them. */
import { AGENCIES } from '#core/agencies.ts';
import type { Box } from '#core/geo.ts';
import { FEED_DEFINITIONS, isLive, SOURCES } from './agencies.ts';
import type { FeedDefinition } from './agency.ts';
import type { Feed, Fetcher } from './feed.ts';
import { Reach } from './fetching/reach.ts';
import { stationFetchers, type StationFetcher } from './stations/fetchers.ts';

export const ALL_FEEDS: readonly Feed[] = FEED_DEFINITIONS.map(({ parser }) => parser);

/** Whether a file may be its document although nothing says so: the optional ones share their formats. */
export const isUsual = ({ agency }: Feed): boolean => AGENCIES.includes(agency);

/** Addresses of the sources' services by their names, without a slash at their end. */
export type FeedAddresses = ReadonlyMap<string, string>;

const ADDRESSES = SOURCES.flatMap(([owner, { addresses }]) =>
  Object.entries(addresses).map(([name, address]) => ({ name, owner, ...address })),
);

/** A mirror or a test server may replace any of them. @param addressOf the setting's value, or the fallback */
export const feedAddresses = (addressOf: (setting: string, fallback: string) => string): FeedAddresses =>
  new Map(ADDRESSES.map(({ name, setting, address }) => [name, addressOf(setting, address)]));

/** Where requests to these addresses may lead. */
export const reachOf = (at: FeedAddresses): Reach =>
  new Reach(
    ADDRESSES.map(({ name, owner, address, domains }) => ({ owner, domains, address: at.get(name) ?? address })),
  );

const fetchersOf = (feeds: readonly FeedDefinition[], at: FeedAddresses, region: Box): Fetcher[] =>
  feeds.flatMap(({ polling }) => (polling ? polling.fetcher({ base: at.get(polling.address)!, region }) : []));

/** Fetchers for the last weeks: quick lists first. */
export const recentFetchers = (at: FeedAddresses, region: Box): Fetcher[] => {
  const daily = FEED_DEFINITIONS.filter(({ polling }) => polling?.recent === 'daily');
  return fetchersOf([...FEED_DEFINITIONS.filter(isLive), ...daily], at, region);
};

/** Fetchers for older years: reviewed catalogues and archives. */
export const archiveFetchers = (at: FeedAddresses, region: Box): Fetcher[] =>
  fetchersOf(
    FEED_DEFINITIONS.filter(({ polling }) => polling?.archive),
    at,
    region,
  );

export const stationSources = (at: FeedAddresses): StationFetcher[] =>
  stationFetchers({ kandilli: at.get('kandilliStations')!, afad: at.get('afad')! });
