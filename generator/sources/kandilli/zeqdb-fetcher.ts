/** Requests for Kandilli's reviewed catalogue: by quarters of a year, in halves where an answer was cut. */
import type { Box } from '#core/geo.ts';
import { civilOfEpoch, DAY, epochOfCivil, type EpochMs } from '#core/time.ts';
import { MAX_PAGE_BYTES } from '../limits.ts';
import { parsePage } from '../fetching/paging.ts';
import type { FetchedPage, Fetcher, FetchSession } from '../feed.ts';

/** One day: no request is divided further. */
const LEAST_SPAN = DAY;

interface Server {
  base: string;
  region: Box;
}

interface Span {
  /** First instants of the first and the last requested day (both inclusive). */
  first: EpochMs;
  last: EpochMs;
}

/** The parts of calendar quarters that a window touches, newest first. */
function quartersOf(window: { from: EpochMs; to: EpochMs }): Span[] {
  const first = Math.floor(window.from / DAY) * DAY;
  const spans: Span[] = [];
  let last = Math.floor(window.to / DAY) * DAY;
  while (last >= first) {
    const { year, month } = civilOfEpoch(last);
    const quarter = epochOfCivil({ year, month: month - ((month - 1) % 3), day: 1 })!;
    spans.push({ first: Math.max(first, quarter), last });
    last = quarter - DAY;
  }
  return spans;
}

function requestUrl({ base, region }: Server, { first, last }: Span): string {
  const [from, to] = [civilOfEpoch(first), civilOfEpoch(last)];
  const two = (value: number): string => String(value).padStart(2, '0');
  const query = new URLSearchParams({
    bYear: String(from.year),
    bMont: two(from.month),
    bDay: two(from.day),
    eYear: String(to.year),
    eMont: two(to.month),
    eDay: two(to.day),
    EnMin: String(region.south),
    EnMax: String(region.north),
    BoyMin: String(region.west),
    BoyMax: String(region.east),
    MAGMin: '0.0',
    MAGMax: '10.0',
    DerMin: '0',
    DerMax: '1000',
    Tip: 'Deprem',
    ofName: `${from.year}${two(from.month)}${two(from.day)}_${to.year}${two(to.month)}${two(to.day)}.txt`,
  });
  return `${base}/sismo/zeqdb/submitRecSearchT.asp?${query}`;
}

/** Whether the server says that it found more than it listed (it cuts long answers at about 4,000 rows). */
async function wasCut(bytes: Uint8Array, session: FetchSession): Promise<boolean> {
  const page = await parsePage(bytes, session);
  return page?.warnings.some((warning) => /^the page (?:is cut off|says "Bulunan)/.test(warning)) ?? false;
}

/** The pages of a span, and of its halves where the answer was cut. */
async function* pagesOf(server: Server, span: Span, session: FetchSession): AsyncGenerator<FetchedPage> {
  const name = requestUrl(server, span);
  const options = { accept: 'text/html', timeoutMs: 120_000, silenceMs: 120_000, maxBytes: MAX_PAGE_BYTES };
  const answer = await session.client.get(name, options);
  if (answer === 'unchanged') return;
  if (span.last - span.first < LEAST_SPAN || !(await wasCut(answer.bytes, session))) {
    const window = { from: span.first, to: span.last + DAY };
    yield { name, bytes: answer.bytes, coverage: null, window };
    return;
  }
  const middle = span.first + Math.ceil((span.last - span.first) / DAY / 2) * DAY;
  yield* pagesOf(server, { first: middle, last: span.last }, session);
  yield* pagesOf(server, { first: span.first, last: middle - DAY }, session);
}

/** The catalogue begins with the year 1900. */
const FIRST_DAY = epochOfCivil({ year: 1900, month: 1, day: 1 })!;

/** Newest quarter first; answers of up to about 4,000 rows are not cut. */
export function kandilliZeqdbFetcher({ base, region }: Server): Fetcher {
  return {
    feed: 'kandilli-zeqdb',
    base,
    async *fetch(window, session) {
      for (const span of quartersOf({ from: Math.max(window.from, FIRST_DAY), to: window.to }))
        yield* pagesOf({ base, region }, span, session);
    },
  };
}
