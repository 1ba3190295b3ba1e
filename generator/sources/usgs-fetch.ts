/** Asking the USGS event service: a calendar year a request, at most 20,000 rows; and the detail documents of single events. */
import type { Box } from '#core/geo.ts';
import { formatInstant, type EpochMs } from '#core/time.ts';
import { FeedRefused } from './client.ts';
import { calendarPieces, pagesOf, type PageMeasure, type PageSource } from './paging.ts';
import {
  FeedUnavailable,
  type FeedClient,
  type FeedDocument,
  type Fetcher,
  type Parsed,
  type Window,
} from './report.ts';

export const USGS_BASE = 'https://earthquake.usgs.gov';

/** The most that the service gives in one answer. */
const LIMIT = 20_000;

function timeOf(feature: unknown): EpochMs | null {
  const time = (feature as { properties?: { time?: unknown } | null } | null)?.properties?.time;
  return typeof time === 'number' && Number.isFinite(time) ? time : null;
}

function measure(bytes: Uint8Array): PageMeasure | undefined {
  try {
    const { features } = JSON.parse(new TextDecoder().decode(bytes)) as { features?: unknown };
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
    limit: LIMIT,
    url: (window) => windowUrl(base, region, window),
    measure,
    options: { accept: 'application/json', maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 },
  };
  return {
    feed: 'usgs-fdsn',
    base,
    async *fetch(window, client) {
      for (const year of calendarPieces(window, 'year')) yield* pagesOf(year, client, source);
    },
  };
}

/** The events of a parsed list whose detail documents are worth asking for: not withdrawn, `minMagnitude` (inclusive) or larger. */
export const detailIds = (parsed: Parsed, minMagnitude = 5): string[] =>
  parsed.reports.flatMap(({ key, withdrawn, magnitudes }) =>
    key !== null && !withdrawn && magnitudes.some(({ value }) => value >= minMagnitude) ? [key] : [],
  );

/** Failures in a row, refusals of single events aside, after which the service is taken to be down. */
const MOST_FAILURES = 3;

/**
 * The detail documents (products included) of events, one request each; documents unchanged since the last time are left out.
 * @throws FeedUnavailable after the last one when some could not be had, naming them, or earlier when the service is down.
 */
export async function* usgsDetails(
  { ids, base = USGS_BASE }: { ids: readonly string[]; base?: string },
  client: FeedClient,
): AsyncGenerator<Omit<FeedDocument, 'fetchedAt'>> {
  const failed: string[] = [];
  let cause: FeedUnavailable | undefined;
  let inARow = 0;
  for (const id of ids) {
    const url = `${base}/fdsnws/event/1/query?${new URLSearchParams({ eventid: id, format: 'geojson' })}`;
    try {
      const answer = await client.get(url, {
        conditional: true,
        accept: 'application/json',
        maxBytes: 8 * 1024 * 1024,
      });
      inARow = 0;
      if (answer !== 'unchanged') yield { name: url, bytes: answer.bytes, coverage: null };
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) throw error;
      failed.push(id);
      cause ??= error;
      const refused = error instanceof FeedRefused && error.status < 429; // 409 is how a deleted event answers
      inARow = refused ? 0 : inARow + 1;
      if (inARow >= MOST_FAILURES) break;
    }
  }
  if (cause) {
    const names = failed.slice(0, 10).join(', ');
    throw new FeedUnavailable(`${failed.length} of ${ids.length} USGS details failed (${names}): ${cause.message}`);
  }
}
