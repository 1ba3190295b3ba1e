/** Every parser and every fetcher: the one list to extend for a new source. */
import type { Box } from '#core/geo.ts';
import { afadApi } from './afad/api.ts';
import { afadFetcher } from './afad/fetcher.ts';
import { afadSite } from './afad/site-export.ts';
import { gcmtFetcher } from './gcmt/fetcher.ts';
import { historicalFile } from './historical/file.ts';
import { kandilliLive } from './kandilli/live-page.ts';
import { kandilliLiveFetcher } from './kandilli/live-fetcher.ts';
import { kandilliXml, kandilliXmlFetcher } from './kandilli/monthly-xml.ts';
import { kandilliZeqdb } from './kandilli/zeqdb.ts';
import { kandilliZeqdbFetcher } from './kandilli/zeqdb-fetcher.ts';
import { gcmtNdk } from './gcmt/ndk.ts';
import type { Feed, Fetcher } from './feed.ts';
import { Reach, type FeedHome } from './fetching/reach.ts';
import type { StationFetcher } from './stations/fetchers.ts';
import { stationFetchers } from './stations/fetchers.ts';
import { turhecFile } from './turhec/file.ts';
import { usgsFdsn } from './usgs/list.ts';
import { usgsFetcher } from './usgs/fetcher.ts';

export const ALL_FEEDS: readonly Feed[] = [
  kandilliLive,
  kandilliXml,
  kandilliZeqdb,
  afadApi,
  afadSite,
  usgsFdsn,
  turhecFile,
  historicalFile,
  gcmtNdk,
];

/** Addresses of the agencies' services, without a slash at their end. */
export interface FeedAddresses {
  kandilli: string;
  kandilliMonthly: string;
  kandilliStations: string;
  afad: string;
  usgs: string;
  gcmt: string;
}

/** A mirror or a test server may replace any of them (settings `KANDILLI_URL` etc.). */
export const AGENCY_ADDRESSES: FeedAddresses = {
  kandilli: 'http://www.koeri.boun.edu.tr',
  kandilliMonthly: 'http://udim.koeri.boun.edu.tr',
  kandilliStations: 'http://eida.koeri.boun.edu.tr',
  afad: 'https://deprem.afad.gov.tr',
  usgs: 'https://earthquake.usgs.gov',
  gcmt: 'https://www.ldeo.columbia.edu/~gcmt/projects/CMT/catalog',
};

const OWNERS: Record<keyof FeedAddresses, Omit<FeedHome, 'address'>> = {
  kandilli: { owner: 'kandilli', domains: ['boun.edu.tr'] },
  kandilliMonthly: { owner: 'kandilli', domains: ['boun.edu.tr'] },
  kandilliStations: { owner: 'kandilli', domains: ['boun.edu.tr'] },
  // Its API redirects from deprem.afad.gov.tr to servisnet.afad.gov.tr.
  afad: { owner: 'afad', domains: ['afad.gov.tr'] },
  usgs: { owner: 'usgs', domains: ['usgs.gov'] },
  gcmt: { owner: 'gcmt', domains: ['ldeo.columbia.edu', 'globalcmt.org'] },
};

/** Where requests to these addresses may lead. */
export const reachOf = (at: FeedAddresses): Reach =>
  new Reach((Object.keys(OWNERS) as (keyof FeedAddresses)[]).map((name) => ({ ...OWNERS[name], address: at[name] })));

/** Fetchers for the last weeks: quick lists first. */
export const recentFetchers = (at: FeedAddresses, region: Box): Fetcher[] => [
  kandilliLiveFetcher({ base: at.kandilli }),
  afadFetcher({ base: at.afad, region }),
  usgsFetcher({ base: at.usgs, region }),
  kandilliXmlFetcher({ base: at.kandilliMonthly }),
  gcmtFetcher({ base: at.gcmt }),
];

/** Fetchers for older years: reviewed catalogues and archives. */
export const archiveFetchers = (at: FeedAddresses, region: Box): Fetcher[] => [
  kandilliZeqdbFetcher({ base: at.kandilli, region }),
  kandilliXmlFetcher({ base: at.kandilliMonthly }),
  afadFetcher({ base: at.afad, region }),
  usgsFetcher({ base: at.usgs, region }),
  gcmtFetcher({ base: at.gcmt }),
];

export const stationSources = (at: FeedAddresses): StationFetcher[] =>
  stationFetchers({ kandilli: at.kandilliStations, afad: at.afad });
