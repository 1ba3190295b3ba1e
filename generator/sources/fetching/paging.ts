/** Asking a feed for a span of time in pieces, each of which is known to be whole. */
import { SECOND, spanOf, type EpochMs } from '#core/time.ts';
import {
  FeedUnavailable,
  type Coverage,
  type FeedAnswer,
  type FeedDocument,
  type FeedName,
  type FetchSession,
  type PageMeasure,
  type Window,
} from '../feed.ts';

export interface PageSource {
  feed: FeedName;
  /** Rows that one request asks for: a page that holds as many may not be the last. */
  limit: number;
  /** The request for a window, rows in ascending order of time. */
  url(window: Window): string;
  maxBytes: number;
  options: { accept: string; timeoutMs: number };
}

/** A window cut at the bounds of calendar months or years (UTC), so that the same past is always asked for in the same pieces. */
export function* calendarPieces(window: Window, unit: 'month' | 'year'): Generator<Window> {
  for (let from = window.from; from <= window.to;) {
    const next = spanOf(from, unit).to;
    yield { from, to: Math.min(window.to, next - 1) };
    from = next;
  }
}

const ascending = (times: EpochMs[]): boolean => times.every((time, index) => index === 0 || times[index - 1]! <= time);

/** Whether all rows lie in what was asked for, a second more allowed for feeds that round. */
const within = (times: EpochMs[], { from, to }: Window): boolean =>
  times.every((time) => time >= from - SECOND && time <= to + SECOND);

/**
 * The asked part of a window that a page covers whole, null where that cannot be known: a body of no bytes may be "no events" or a failure that
 * looks like it, and rows outside the window come from a server that did not understand the question.
 */
function coverageOf(window: Window, bytes: Uint8Array, page: PageMeasure | undefined, full: boolean): Coverage | null {
  if (!page || bytes.length === 0 || !within(page.times, window)) return null;
  if (full && !ascending(page.times)) return null;
  // The last instant of a full page may go on in the next one.
  const to = full ? page.times.at(-1)! - 1 : window.to;
  return to < window.from ? null : { from: window.from, to, minMagnitude: null };
}

/**
 * The pages of one window. A full page is followed by the window that begins at its last row's time, so that rows which come or go between two
 * requests shift nothing, as offsets would.
 */
export async function* pagesOf(
  window: Window,
  { client, measure }: FetchSession,
  source: PageSource,
): AsyncGenerator<Omit<FeedDocument, 'fetchedAt'>> {
  let rest = window;
  for (;;) {
    const url = source.url(rest);
    const answer = (await client.get(url, { ...source.options, maxBytes: source.maxBytes })) as FeedAnswer;
    const page = await measure(source.feed, answer.bytes);
    const last = page?.times.at(-1);
    const full = page !== undefined && page.rows >= source.limit && last !== undefined;
    yield { name: url, bytes: answer.bytes, coverage: coverageOf(rest, answer.bytes, page, full) };
    if (!full) return;
    if (!ascending(page.times) || last <= rest.from || last > window.to + SECOND) {
      throw new FeedUnavailable(`${url}: a full page of ${page.rows} rows does not advance in time`);
    }
    rest = { from: last, to: Math.max(last, window.to) };
  }
}
