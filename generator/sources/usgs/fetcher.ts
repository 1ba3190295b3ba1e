/** Asking the USGS event service: a calendar year a request, at most 10,000 rows; and the detail documents of single events. */
import type { Box } from '#core/geo.ts';
import { formatInstant, type EpochMs } from '#core/time.ts';
import { checkJsonLimits, MAX_BYTES } from '../limits.ts';
import { FeedHttpError } from '../fetching/errors.ts';
import { calendarPieces, pagesOf, type PageSource } from '../fetching/paging.ts';
import {
  FeedUnavailable,
  type FeedDocument,
  type Fetcher,
  type FetchSession,
  type PageMeasure,
  type Parsed,
  type Window,
} from '../feed.ts';

export const USGS_BASE = 'https://earthquake.usgs.gov';

/** Rows a request; the service gives up to 20,000. */
const LIMIT = 10_000;

function timeOf(feature: unknown): EpochMs | null {
  const time = (feature as { properties?: { time?: unknown } | null } | null)?.properties?.time;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

/** @throws DocumentError for a page over a bound */
export function measureUsgs(bytes: Uint8Array): PageMeasure | undefined {
  const text = new TextDecoder().decode(bytes);
  checkJsonLimits(text);
  try {
    const { features } = JSON.parse(text) as { features?: unknown };
    if (!Array.isArray(features)) return undefined;
    return { rows: features.length, times: features.map(timeOf).filter((time) => time !== null) };
  } catch {
    return undefined;
  }
}

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

/** @param options.base another host in place of the USGS's, without a slash at its end. */
export function usgsFetcher({ base = USGS_BASE, region }: { base?: string; region: Box }): Fetcher {
  const source: PageSource = {
    feed: 'usgs-fdsn',
    limit: LIMIT,
    url: (window) => windowUrl(base, region, window),
    maxBytes: MAX_BYTES['usgs-fdsn'],
    options: { accept: 'application/json', timeoutMs: 60_000 },
  };
  return {
    feed: 'usgs-fdsn',
    base,
    async *fetch(window, session) {
      for (const year of calendarPieces(window, 'year')) yield* pagesOf(year, session, source);
    },
  };
}

/** An event of a list, and when the list says that it was last changed; null where it does not say. */
export interface DetailRequest {
  id: string;
  updatedAt: EpochMs | null;
}

/** The events of a parsed list whose detail documents are worth asking for: not withdrawn, `minMagnitude` (inclusive) or larger. */
export const detailRequests = (parsed: Parsed, minMagnitude = 5): DetailRequest[] =>
  parsed.reports.flatMap(({ key, withdrawn, magnitudes, updatedAt }) =>
    key !== null && !withdrawn && magnitudes.some(({ value }) => value >= minMagnitude) ? [{ id: key, updatedAt }] : [],
  );

/** Failures in a row, refusals of single events aside, after which the service is taken to be down. */
const MOST_FAILURES = 3;

/** Of details: the largest real one has 2.3 MB. */
const MAX_DETAIL_BYTES = 8 * 1024 * 1024;

const memoryKey = (id: string): string => `detail:${id}`;

/** Whether the list says no more than it said when the detail was last read. A list that tells no time of change proves nothing. */
const isKnown = ({ memory }: FetchSession, { id, updatedAt }: DetailRequest): boolean =>
  updatedAt !== null && memory.get(memoryKey(id)) === updatedAt;

/**
 * The detail documents (products included) of events that changed since they were last asked, one request each; documents unchanged since then are left
 * out. @throws FeedUnavailable after the last one when some could not be had, naming them, or earlier when the service is down.
 */
export async function* usgsDetails(
  { wishes, base = USGS_BASE }: { wishes: readonly DetailRequest[]; base?: string },
  session: FetchSession,
): AsyncGenerator<Omit<FeedDocument, 'fetchedAt'>> {
  const failed: string[] = [];
  let cause: FeedUnavailable | undefined;
  let inARow = 0;
  for (const wish of wishes.filter((one) => !isKnown(session, one))) {
    const { id, updatedAt } = wish;
    const url = `${base}/fdsnws/event/1/query?${new URLSearchParams({ eventid: id, format: 'geojson' })}`;
    try {
      const asked = { conditional: true, accept: 'application/json', maxBytes: MAX_DETAIL_BYTES };
      const answer = await session.client.get(url, asked);
      inARow = 0;
      if (answer !== 'unchanged') yield { name: url, bytes: answer.bytes, coverage: null };
      // Reached only once the document is in the catalogue.
      session.memory.set(memoryKey(id), updatedAt);
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) throw error;
      failed.push(id);
      cause ??= error;
      const refused = error instanceof FeedHttpError && error.status < 429; // 409 is how a deleted event answers
      inARow = refused ? 0 : inARow + 1;
      if (inARow >= MOST_FAILURES) break;
    }
  }
  if (cause) {
    const names = failed.slice(0, 10).join(', ');
    throw new FeedUnavailable(`${failed.length} of ${wishes.length} USGS details failed (${names}): ${cause.message}`);
  }
}
