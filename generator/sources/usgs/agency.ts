/** U.S. Geological Survey: the global network. */
import type { AgencyDefinition, DetailRequest } from '../agency.ts';
import { usgsFdsn } from './list.ts';
import type { Box } from '#core/geo.ts';
import { formatInstant } from '#core/time.ts';
import { FeedHttpError } from '../fetching/errors.ts';
import { pagedFetcher } from '../fetching/paging.ts';
import {
  FeedUnavailable,
  type FetchedPage,
  type Fetcher,
  type FetchSession,
  type Parsed,
  type Window,
} from '../feed.ts';

/** Rows a request; the service gives up to 20,000. */
const LIMIT = 10_000;

function windowUrl(base: string, region: Box, { from, to }: Window): string {
  const query = new URLSearchParams({
    format: 'geojson',
    starttime: formatInstant(from),
    endtime: formatInstant(to),
    minlatitude: String(region.south),
    maxlatitude: String(region.north),
    minlongitude: String(region.west),
    maxlongitude: String(region.east),
    includedeleted: 'true',
    orderby: 'time-asc',
    limit: String(LIMIT),
  });
  return `${base}/fdsnws/event/1/query?${query}`;
}

export const usgsFetcher = ({ base, region }: { base: string; region: Box }): Fetcher =>
  pagedFetcher({ feed: 'usgs-fdsn', base }, 'year', {
    limit: LIMIT,
    url: (window) => windowUrl(base, region, window),
    maxBytes: usgsFdsn.maxBytes,
    options: { accept: 'application/json', timeoutMs: 60_000 },
  });

/** The events of a list that are asked for in detail: not withdrawn, `minMagnitude` (inclusive) or larger. */
export const detailRequests = (parsed: Parsed, minMagnitude = 5): DetailRequest[] =>
  parsed.reports.flatMap(({ key, withdrawn, magnitudes, updatedAt }) =>
    key !== null && !withdrawn && magnitudes.some(({ value }) => value >= minMagnitude) ? [{ id: key, updatedAt }] : [],
  );

/** Failures in a row, refusals of single events aside, after which the service counts as down. */
const MAX_FAILURES = 3;

/** For a detail document; the largest real one has 2.3 MB. */
const MAX_DETAIL_BYTES = 8 * 1024 * 1024;

const memoryKey = (id: string): string => `detail:${id}`;

/** Whether the event is unchanged since its detail was read. A list without a time of change proves nothing. */
const isCurrent = ({ memory }: FetchSession, { id, updatedAt }: DetailRequest): boolean =>
  updatedAt !== null && memory.get(memoryKey(id)) === updatedAt;

/**
 * The detail documents (products included) of events that changed since their last request.
 * @throws FeedUnavailable at the end, naming the failed ones, or early when the service is down
 */
export async function* usgsDetails(
  { requests, base }: { requests: readonly DetailRequest[]; base: string },
  session: FetchSession,
): AsyncGenerator<FetchedPage> {
  const failed: string[] = [];
  let cause: FeedUnavailable | undefined;
  let failuresInARow = 0;
  for (const { id, updatedAt } of requests.filter((request) => !isCurrent(session, request))) {
    const url = `${base}/fdsnws/event/1/query?${new URLSearchParams({ eventid: id, format: 'geojson' })}`;
    try {
      const options = { conditional: true, accept: 'application/json', maxBytes: MAX_DETAIL_BYTES };
      const answer = await session.client.get(url, options);
      failuresInARow = 0;
      if (answer !== 'unchanged') yield { name: url, bytes: answer.bytes, coverage: null };
      // Reached only once the document is in the catalogue.
      session.memory.set(memoryKey(id), updatedAt);
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) throw error;
      failed.push(id);
      cause ??= error;
      const isRefusal = error instanceof FeedHttpError && error.status < 429; // 409 for a deleted event
      failuresInARow = isRefusal ? 0 : failuresInARow + 1;
      if (failuresInARow >= MAX_FAILURES) break;
    }
  }
  if (!cause) return;
  const names = failed.slice(0, 10).join(', ');
  throw new FeedUnavailable(`${failed.length} of ${requests.length} USGS details failed (${names}): ${cause.message}`);
}

export const USGS: AgencyDefinition = {
  groups: [{ name: 'usgs', number: 5, keyed: true }],
  feeds: [
    {
      parser: usgsFdsn,
      group: 'usgs',
      polling: {
        address: 'usgs',
        fetcher: usgsFetcher,
        recent: 'always',
        archive: true,
        details: { name: 'usgs-details', requestsIn: (parsed) => detailRequests(parsed), fetch: usgsDetails },
      },
    },
  ],
  addresses: { usgs: { address: 'https://earthquake.usgs.gov', domains: ['usgs.gov'] } },
  ranks: { inside: 30, outside: 10, early: 40 },
  errors: { model: 'global' },
  place: { language: 'english', substitute: 1 },
};
