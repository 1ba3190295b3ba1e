/** Asking AFAD's event API: a calendar month a request, at most 1,000 rows, UTC. */
import type { Box } from '#core/geo.ts';
import { formatSecond, parseCivil, SECOND, type EpochMs } from '#core/time.ts';
import { checkJsonLimits, MAX_PAGE_BYTES } from '../limits.ts';
import { calendarPieces, pagesOf, type PageSource } from '../fetching/paging.ts';
import type { Fetcher, PageMeasure, Window } from '../feed.ts';

export const AFAD_BASE = 'https://deprem.afad.gov.tr';

/** Rows a request; larger answers are slow. */
const LIMIT = 1000;

const dateOf = (item: unknown): EpochMs | null => {
  const date = (item as { date?: unknown } | null | undefined)?.date;
  return (typeof date === 'string' ? parseCivil(date.replace(/Z$/, '')) : undefined) ?? null;
};

/** @throws DocumentError for a page over a bound */
export function measureAfad(bytes: Uint8Array): PageMeasure | undefined {
  if (bytes.length === 0) return { rows: 0, times: [] };
  const text = new TextDecoder().decode(bytes);
  checkJsonLimits(text);
  try {
    const items: unknown = JSON.parse(text);
    if (!Array.isArray(items)) return undefined;
    return { rows: items.length, times: items.map(dateOf).filter((date) => date !== null) };
  } catch {
    return undefined;
  }
}

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

/** @param options.base another host in place of AFAD's, without a slash at its end. */
export function afadFetcher({ base = AFAD_BASE, region }: { base?: string; region: Box }): Fetcher {
  const source: PageSource = {
    feed: 'afad-api',
    limit: LIMIT,
    url: (window) => windowUrl(base, region, window),
    maxBytes: MAX_PAGE_BYTES,
    options: { accept: 'application/json', timeoutMs: 20_000 },
  };
  return {
    feed: 'afad-api',
    base,
    async *fetch(window, session) {
      for (const month of calendarPieces(window, 'month')) yield* pagesOf(month, session, source);
    },
  };
}
