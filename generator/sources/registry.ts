/** The feeds of all sources for those who request and parse them. */
import { AGENCIES } from '#core/agencies.ts';
import { addressSetting, type Environment, SettingError, textSetting } from '#runtime/environment.ts';
import type { Box } from '#core/geo.ts';
import { shown } from '#core/text.ts';
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

/** The agencies' own, but for the mirrors that `FEED_URLS` names. @throws SettingError also for names of 0.3.0 */
export function feedAddresses(env: Environment): FeedAddresses {
  const given = (name: string): string => textSetting(env, name, '');
  for (const { name } of ADDRESSES) {
    const former = `${name.toUpperCase().replace('-', '_')}_URL`;
    if (given(former) !== '')
      throw new SettingError(`${former} is part of FEED_URLS now; write FEED_URLS=${name}=${shown(given(former))}`);
  }
  const addresses = new Map(ADDRESSES.map(({ name, address }) => [name, address]));
  for (const pair of given('FEED_URLS').split(',').filter(Boolean)) {
    const [name = '', address = ''] = pair.trim().split(/=(.*)/s);
    if (!addresses.has(name))
      throw new SettingError(
        `FEED_URLS has "${shown(pair)}"; it must be a comma list of name=address, with names of ${[...addresses.keys()].join(', ')}`,
      );
    addresses.set(name, addressSetting({ FEED_URLS: address }, 'FEED_URLS', ''));
  }
  return addresses;
}

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
  stationFetchers({ kandilli: at.get('kandilli-stations')!, afad: at.get('afad')! });
