/** Disaster and Emergency Management Authority of Türkiye: the authority by law. */
import type { AgencyDefinition } from '../agency.ts';
import { afadApi, isAfadUnifiedId } from './api.ts';
import { afadSite } from './site-export.ts';
import type { Box } from '#core/geo.ts';
import { formatSecond, SECOND } from '#core/time.ts';
import { MAX_PAGE_BYTES } from '../limits.ts';
import { pagedFetcher } from '../fetching/paging.ts';
import type { Fetcher, Window } from '../feed.ts';

/** Rows a request; larger answers are slow. */
const LIMIT = 1000;

/** AFAD reads whole seconds: the window is widened to them. */
function windowUrl(base: string, region: Box, { from, to }: Window): string {
  const query = new URLSearchParams({
    start: formatSecond(from).replace(' ', 'T'),
    end: formatSecond(Math.ceil(to / SECOND) * SECOND).replace(' ', 'T'),
    minlat: String(region.south),
    maxlat: String(region.north),
    minlon: String(region.west),
    maxlon: String(region.east),
    orderby: 'time',
    limit: String(LIMIT),
    format: 'json',
  });
  return `${base}/apiv2/event/filter?${query}`;
}

export const afadFetcher = ({ base, region }: { base: string; region: Box }): Fetcher =>
  pagedFetcher({ feed: 'afad-api', base }, 'month', {
    limit: LIMIT,
    url: (window) => windowUrl(base, region, window),
    maxBytes: MAX_PAGE_BYTES,
    options: { accept: 'application/json', timeoutMs: 20_000 },
  });

const group = (key: string | null): string => (key !== null && isAfadUnifiedId(key) ? 'afad-unified' : 'afad');

export const AFAD: AgencyDefinition = {
  groups: [
    { name: 'afad', number: 3, keyed: true },
    { name: 'afad-unified', number: 4, keyed: true },
  ],
  feeds: [
    {
      parser: afadApi,
      group,
      polling: { address: 'afad', fetcher: afadFetcher, recent: 'always', archive: true },
    },
    { parser: afadSite, group },
  ],
  addresses: {
    // Its API redirects from deprem.afad.gov.tr to servisnet.afad.gov.tr.
    afad: { address: 'https://deprem.afad.gov.tr', domains: ['afad.gov.tr'] },
  },
  ranks: { inside: 10, outside: 20, early: 20 },
  errors: { model: 'national', own: 'afad' },
  place: { language: 'turkish', substitute: 1, namesProvince: true },
};
