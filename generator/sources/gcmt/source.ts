/** Global CMT Project: focal mechanisms of earthquakes that the agencies report. */
import type { SourceDefinition } from '../agency.ts';
import { gcmtNdk } from './ndk.ts';
import { civilOfEpoch, DAY, type EpochMs, epochOfCivil } from '#core/time.ts';
import { FeedHttpError } from '../fetching/errors.ts';
import { calendarPieces } from '../fetching/paging.ts';
import { type FeedClient, FeedUnavailable, type FetchedPage, type Fetcher, type Window } from '../feed.ts';

/** The first month that has a file of its own. */
const MONTHLY_SINCE = epochOfCivil({ year: 2021, month: 1, day: 1 })!;

/** Months appear some four months late; one missing after twice that time is a failure. */
const PUBLISHED_WITHIN = 240 * DAY;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

async function* file(url: string, client: FeedClient): AsyncGenerator<FetchedPage> {
  const answer = await client.get(url, { conditional: true, maxBytes: gcmtNdk.maxBytes, timeoutMs: 120_000 });
  if (answer !== 'unchanged') yield { name: url, bytes: answer.bytes, coverage: null };
}

function monthlyUrl(base: string, month: EpochMs): string {
  const civil = civilOfEpoch(month);
  const two = String(civil.year % 100).padStart(2, '0');
  return `${base}/NEW_MONTHLY/${civil.year}/${MONTHS[civil.month - 1]}${two}.ndk`;
}

/** The monthly files of a window up to the first missing one. Returns the failure, null where the file is only late. */
async function* monthlyFiles(
  base: string,
  window: Window,
  client: FeedClient,
): AsyncGenerator<FetchedPage, FeedUnavailable | null> {
  const from = Math.max(window.from, MONTHLY_SINCE);
  for (const month of calendarPieces({ from, to: window.to }, 'month')) {
    try {
      yield* file(monthlyUrl(base, month.from), client);
    } catch (error) {
      if (!(error instanceof FeedUnavailable)) throw error;
      const late = error instanceof FeedHttpError && error.status === 404 && month.to >= window.to - PUBLISHED_WITHIN;
      return late ? null : error;
    }
  }
  return null;
}

/** @param options.base address of the catalogue's folder, without a slash at its end */
export function gcmtFetcher({ base }: { base: string }): Fetcher {
  return {
    feed: 'gcmt-ndk',
    base,
    async *fetch(window, { client }) {
      if (window.from < MONTHLY_SINCE) yield* file(`${base}/jan76_dec20.ndk`, client);
      if (window.to < MONTHLY_SINCE) return;
      const failure = yield* monthlyFiles(base, window, client);
      yield* file(`${base}/NEW_QUICK/qcmt.ndk`, client);
      if (failure) throw failure;
    },
  };
}

export const GCMT: SourceDefinition = {
  feeds: [{ parser: gcmtNdk, polling: { address: 'gcmt', fetcher: gcmtFetcher, recent: 'daily', archive: true } }],
  addresses: {
    gcmt: {
      address: 'https://www.ldeo.columbia.edu/~gcmt/projects/CMT/catalog',
      domains: ['ldeo.columbia.edu', 'globalcmt.org'],
    },
  },
};
