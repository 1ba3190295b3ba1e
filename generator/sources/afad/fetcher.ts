/** Requests to AFAD's event API: one for a calendar month, at most 1,000 rows, UTC. */
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
