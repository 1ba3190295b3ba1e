/** Requests to an event service of the FDSN (fdsnws-event 1.1 and 1.2), month by month and page by page in time. */
import type { Box } from '#core/geo.ts';
import { DAY, formatInstant, MINUTE, type EpochMs } from '#core/time.ts';
import { calendarPieces, pagesOf, type PageSource } from '../fetching/paging.ts';
import type { Feed, FeedAnswer, FetchedPage, Fetcher, FetchSession, Window } from '../feed.ts';

/** Rows a request, where the service knows `limit`. */
const LIMIT = 1000;

/** What a service understands. */
export interface FdsnService {
  feed: Feed;
  format: 'text' | 'xml';
  /** Without it a month is one request. */
  hasLimit: boolean;
  hasUpdatedAfter: boolean;
}

interface Place {
  /** Without `/fdsnws/event/1`. */
  base: string;
  region: Box;
}

/** Everything is read again after this time, so that what the service dropped is noticed. */
const FULL_AFTER = DAY;
/** A change may become visible this long after its time. */
const MARGIN = 10 * MINUTE;

/** The last complete reading: the first instant of its window, and its end, which was the present then. */
const FROM = 'complete from';
const TO = 'complete to';
/** The end of the last reading of any kind. */
const READ = 'read to';

/**
 * The time after which changes alone need to be read; undefined where everything does.
 * A window of older years lies before the one that was read completely.
 */
function changedSince({ memory }: FetchSession, window: Window): EpochMs | undefined {
  const [from, to, read] = [memory.get(FROM), memory.get(TO), memory.get(READ)];
  const known = typeof from === 'number' && typeof to === 'number' && typeof read === 'number';
  return known && window.from >= from && window.to >= read && window.to - to < FULL_AFTER ? read - MARGIN : undefined;
}

export function fdsnFetcher(service: FdsnService, { base, region }: Place): Fetcher {
  const { feed, format, hasLimit } = service;
  const urlOf = (window: Window, more: Record<string, string> = {}): string => {
    const query = new URLSearchParams({
      format,
      // A time in UTC has no zone in the specification.
      starttime: formatInstant(window.from).slice(0, -1),
      endtime: formatInstant(window.to).slice(0, -1),
      minlatitude: String(region.south),
      maxlatitude: String(region.north),
      minlongitude: String(region.west),
      maxlongitude: String(region.east),
      ...(hasLimit ? { orderby: 'time-asc', limit: String(LIMIT) } : {}),
      ...more,
    });
    return `${base}/fdsnws/event/1/query?${query}`;
  };
  const options = { accept: format === 'xml' ? 'application/xml' : 'text/plain', timeoutMs: 60_000 };
  const source: PageSource = { limit: hasLimit ? LIMIT : Infinity, url: urlOf, maxBytes: feed.maxBytes, options };

  /** An answer that names changes alone proves nothing about what it lacks. */
  async function* changes(window: Window, since: EpochMs, session: FetchSession): AsyncGenerator<FetchedPage> {
    const url = urlOf(window, { updatedafter: formatInstant(since).slice(0, -1) });
    const { bytes } = (await session.client.get(url, { ...options, maxBytes: feed.maxBytes })) as FeedAnswer;
    const isFull = (await session.parse(bytes)).rows >= source.limit;
    yield { name: url, bytes, coverage: null };
    if (isFull) for (const month of calendarPieces(window, 'month')) yield* pagesOf(month, session, source);
  }

  return {
    feed: feed.name,
    base,
    async *fetch(window, session) {
      const since = service.hasUpdatedAfter ? changedSince(session, window) : undefined;
      if (since === undefined) {
        for (const month of calendarPieces(window, 'month')) yield* pagesOf(month, session, source);
        session.memory.set(FROM, window.from).set(TO, window.to);
      } else yield* changes(window, since, session);
      session.memory.set(READ, window.to);
    },
  };
}
