/** Requests for Kandilli's live list: the 500 newest rows, and longer lists where rows may have been missed. */
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { kandilliLive } from './live-page.ts';
import { parsePage } from '../fetching/paging.ts';
import type { FeedAnswer, FetchedPage, Fetcher, FetchSession, Window } from '../feed.ts';

/** In order of length. */
const LONGER_LISTS = ['lst4', 'lst9'];

/** The longest list, of 2,000 rows, reaches back 20 to 33 days. */
const LONGEST_REACH = 90 * DAY;

/** ms between readings of the longer lists, for late rows and revisions of older ones. */
const LONGER_INTERVAL = HOUR;

interface Span {
  oldest: EpochMs;
  newest: EpochMs;
}

/** Undefined for a page that cannot be read. */
async function spanOf(bytes: Uint8Array, session: FetchSession): Promise<Span | undefined> {
  const times = (await parsePage(bytes, session))?.reports.map((report) => report.time);
  return times && { oldest: Math.min(...times), newest: Math.max(...times) };
}

/** Whether rows may have been missed since the last poll, or the longer lists are due. */
function longerDue({ memory }: FetchSession, { oldest }: Span, now: EpochMs): boolean {
  const seen = memory.get('newest row');
  const last = memory.get('longer lists');
  return (
    typeof seen !== 'number' || seen < oldest || typeof last !== 'number' || Math.abs(now - last) >= LONGER_INTERVAL
  );
}

/** The lists end now, whatever was asked for. */
const reach = ({ to }: Window): Window => ({ from: to - LONGEST_REACH, to });

const ACCEPT = { accept: 'text/html', maxBytes: kandilliLive.maxBytes };

export function kandilliLiveFetcher({ base }: { base: string }): Fetcher {
  const nameOf = (list: string): string => `${base}/scripts/${list}.asp`;

  async function* longer(asked: Window, session: FetchSession): AsyncGenerator<FetchedPage> {
    for (const name of LONGER_LISTS.map(nameOf)) {
      const { bytes } = (await session.client.get(name, ACCEPT)) as FeedAnswer;
      yield { name, bytes, coverage: null, window: reach(asked) };
      const span = await spanOf(bytes, session);
      if (span === undefined || span.oldest <= asked.from) return;
    }
  }

  return {
    feed: 'kandilli-live',
    base,
    async *fetch(window, session) {
      const name = nameOf('lst0');
      const answer = await session.client.get(name, { ...ACCEPT, conditional: true });
      if (answer === 'unchanged') return;
      yield { name, bytes: answer.bytes, coverage: null, window: reach(window) };
      const span = await spanOf(answer.bytes, session);
      if (span === undefined) return;
      if (span.oldest > window.from && longerDue(session, span, window.to)) {
        yield* longer(window, session);
        session.memory.set('longer lists', window.to);
      }
      session.memory.set('newest row', span.newest);
    },
  };
}
