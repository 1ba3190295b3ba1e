/** Requests for a span of time in pieces, each of which is known to be complete. */
import { SECOND, spanOf, type EpochMs } from '#core/time.ts';
import {
  DocumentError,
  FeedUnavailable,
  type Coverage,
  type FeedAnswer,
  type FetchedPage,
  type Fetcher,
  type FetchSession,
  type Parsed,
  type Window,
} from '../feed.ts';

export interface PageSource {
  /** Maximum rows of a response: a page with as many may not be the last. */
  limit: number;
  /** The request for a window, rows in ascending order of time. */
  url(window: Window): string;
  maxBytes: number;
  options: { accept: string; timeoutMs: number };
}

/** A window cut at calendar months or years (UTC), so that requests for the same past are always the same. */
export function* calendarPieces(window: Window, unit: 'month' | 'year'): Generator<Window> {
  for (let from = window.from; from <= window.to;) {
    const next = spanOf(from, unit).to;
    yield { from, to: Math.min(window.to, next - 1) };
    from = next;
  }
}

/** Undefined for a page that cannot be read, which is refused with its reason when it is ingested. */
export async function parsePage(bytes: Uint8Array, { parse }: FetchSession): Promise<Parsed | undefined> {
  try {
    return await parse(bytes);
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

const timesOf = ({ reports }: Parsed): EpochMs[] => reports.map(({ time }) => time);

const isAscending = (times: EpochMs[]): boolean =>
  times.every((time, index) => index === 0 || times[index - 1]! <= time);

/** Whether all rows lie in the requested window, a second more allowed for feeds that round. */
const isWithin = (times: EpochMs[], { from, to }: Window): boolean =>
  times.every((time) => time >= from - SECOND && time <= to + SECOND);

/**
 * The part of a window that a page covers completely, null where that cannot be known: a body of no bytes may be "no
 * events" or a failure, and rows outside the window come from a server that did not understand the request.
 */
function coverageOf(window: Window, bytes: Uint8Array, page: Parsed | undefined, full: boolean): Coverage | null {
  if (!page || page.partial || bytes.length === 0 || page.rejects.length > 0) return null;
  const times = timesOf(page);
  if (!isWithin(times, window) || (full && !isAscending(times))) return null;
  // Rows of a full page's last instant may follow in the next page.
  const to = full ? times.at(-1)! - 1 : window.to;
  return to < window.from ? null : { from: window.from, to, minMagnitude: null };
}

/**
 * The pages of one window. A full page is followed by the window that begins at its last row's time, so that rows
 * added or removed between two requests shift nothing, as offsets would.
 */
export async function* pagesOf(window: Window, session: FetchSession, source: PageSource): AsyncGenerator<FetchedPage> {
  let rest = window;
  for (;;) {
    const url = source.url(rest);
    const options = { ...source.options, maxBytes: source.maxBytes };
    const { bytes } = (await session.client.get(url, options)) as FeedAnswer;
    const page = await parsePage(bytes, session);
    const last = page && timesOf(page).at(-1);
    const full = page !== undefined && page.rows >= source.limit && last !== undefined;
    yield { name: url, bytes, coverage: coverageOf(rest, bytes, page, full), window: rest };
    if (!full) return;
    if (!isAscending(timesOf(page)) || last <= rest.from || last > window.to + SECOND) {
      const cause = `a full page of ${page.rows} rows does not advance in time` as const;
      throw new FeedUnavailable(`${url}: ${cause}`, cause);
    }
    rest = { from: last, to: Math.max(last, window.to) };
  }
}

/** A fetcher that requests calendar pieces of a window, page by page. */
export const pagedFetcher = (
  { feed, base }: Pick<Fetcher, 'feed' | 'base'>,
  unit: 'month' | 'year',
  source: PageSource,
): Fetcher => ({
  feed,
  base,
  async *fetch(window, session) {
    for (const piece of calendarPieces(window, unit)) yield* pagesOf(piece, session, source);
  },
});
