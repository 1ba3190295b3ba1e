/** How Kandilli's live list is asked: the 500 newest rows, and longer lists where rows may have passed by unseen. */
import { HOUR, type EpochMs } from '#core/time.ts';
import { MAX_BYTES } from '../limits.ts';
import { DocumentError, type FeedAnswer, type FeedDocument, type Fetcher, type FetchSession } from '../feed.ts';

/** Longer than the usual page, in order. */
const LONGER_LISTS = ['lst4', 'lst9'];

/** Late rows and revisions of rows that the usual page no longer shows are read this often. */
const LONGER_AGAIN = HOUR;

interface Span {
  oldest: EpochMs;
  newest: EpochMs;
}

/** Undefined for a page that cannot be read, which the reader of the document will say. */
async function spanOf(bytes: Uint8Array, { parse }: FetchSession): Promise<Span | undefined> {
  try {
    const times = (await parse(bytes)).reports.map((report) => report.time);
    return { oldest: Math.min(...times), newest: Math.max(...times) };
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** Whether rows may have passed by since the last asking, or the longer lists were read an hour ago. */
function longerDue({ memory }: FetchSession, { oldest }: Span, now: EpochMs): boolean {
  const seen = memory.get('newest row');
  const last = memory.get('longer lists');
  return typeof seen !== 'number' || seen < oldest || typeof last !== 'number' || Math.abs(now - last) >= LONGER_AGAIN;
}

type Page = Omit<FeedDocument, 'fetchedAt'>;

const ACCEPT = { accept: 'text/html', maxBytes: MAX_BYTES['kandilli-live'] };

/** Asks for the 500 newest rows, and for longer lists where the window begins before the oldest of them. */
export function kandilliLiveFetcher({ base = 'http://www.koeri.boun.edu.tr' }: { base?: string } = {}): Fetcher {
  const nameOf = (list: string): string => `${base}/scripts/${list}.asp`;

  async function* longer(from: EpochMs, session: FetchSession): AsyncGenerator<Page> {
    for (const name of LONGER_LISTS.map(nameOf)) {
      const { bytes } = (await session.client.get(name, ACCEPT)) as FeedAnswer;
      yield { name, bytes, coverage: null };
      const span = await spanOf(bytes, session);
      if (span === undefined || span.oldest <= from) return;
    }
  }

  return {
    feed: 'kandilli-live',
    base,
    async *fetch(window, session) {
      const name = nameOf('lst0');
      const answer = await session.client.get(name, { ...ACCEPT, conditional: true });
      if (answer === 'unchanged') return;
      yield { name, bytes: answer.bytes, coverage: null };
      const span = await spanOf(answer.bytes, session);
      if (span === undefined) return;
      if (span.oldest > window.from && longerDue(session, span, window.to)) {
        yield* longer(window.from, session);
        session.memory.set('longer lists', window.to);
      }
      session.memory.set('newest row', span.newest);
    },
  };
}
