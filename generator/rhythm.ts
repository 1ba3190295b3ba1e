/**
 * When what is asked: the last days every minute, the last weeks every day, older years one by one beside that. Every feed is asked on
 * its own, so that one which hangs keeps no other waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR, SECOND, civilOfEpoch, epochOfCivil } from '#core/time.ts';
import type { Asking } from './live.ts';
import { askFeed, askStations, forgetAsked, inUse, readSetting, writeSetting } from './live.ts';
import { archiveFetchers, recentFetchers } from './sources/feeds.ts';
import type { Fetcher, Window } from './sources/report.ts';

/** Half of Kandilli's revisions come after 42 hours; AFAD's re-worked solutions within weeks. */
const RECENT = 2 * DAY;
const WEEKS = 30 * DAY;
/** Lists of whole months: once a day is enough. */
const DAILY = ['kandilli-xml', 'gcmt-ndk'];
/** What is asked every minute is soon asked again. */
const RECENT_RETRIES = 1;
/** A round waits so long for its answers; later ones belong to the next round. */
const PATIENCE = 5 * SECOND;
/** Older years are read again this often: large earthquakes are re-worked months or years later. */
const ARCHIVE_AGAIN = 30 * DAY;
/** Pauses after each failure to get one older year; after one more failure it is left for the next time all are read. */
const ARCHIVE_PAUSES = [HOUR, 6 * HOUR, DAY];
const FIRST_YEAR = 1900;

export interface Rhythm {
  /** Asks what is due and not being asked already. Resolves when all of it was answered, or after some seconds. */
  round(): Promise<void>;
  /** Resolves when nothing is being asked any more. */
  settled(): Promise<void>;
}

/** Remembers in the catalogue what was done. @param patience ms that a round waits for its answers */
export function createRhythm(asking: Asking, patience = PATIENCE): Rhythm {
  const region = Object.values(asking.region).join(',');
  // Another region makes every document new.
  if ((readSetting(asking.db, 'asked_region') ?? region) !== region) forgetAsked(asking.db);
  writeSetting(asking.db, 'asked_region', region);
  const running = new Map<string, Promise<void>>();
  const begin = (name: string, work: () => Promise<void>): void => {
    if (running.has(name)) return;
    const ended = work()
      .catch((error: Error) => asking.notices.trouble(name, `${name}: ${error.stack ?? error.message}`))
      .finally(() => running.delete(name));
    running.set(name, ended);
  };
  const settled = async (names: string[]): Promise<void> => {
    await Promise.all(names.map((name) => running.get(name)));
  };
  const archives = createArchives(asking);
  return {
    async round() {
      const recent = recentFetchers(asking.addresses, asking.region).filter((fetcher) => inUse(asking, fetcher));
      for (const fetcher of recent) begin(fetcher.feed, () => askRecent(asking, fetcher));
      begin('stations', () => askStationsDaily(asking));
      const names = [...recent.map(({ feed }) => feed as string), 'stations'];
      await settledWithin(settled(names), patience, asking.signal);
      if (asking.signal.aborted) return;
      for (const fetcher of archiveFetchers(asking.addresses, asking.region).filter((one) => inUse(asking, one)))
        begin(`archive:${fetcher.feed}`, () => archives(fetcher));
    },
    settled: () => settled([...running.keys()]),
  };
}

/** Resolves when the work ends, after some ms, or when the signal is aborted. */
async function settledWithin(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const stop = AbortSignal.any([enough.signal, signal]);
  await Promise.race([work, sleep(ms, undefined, { signal: stop }).catch(() => undefined)]);
  enough.abort();
}

/** Whether something was last done a day or more ago. A clock that was set back must not stop the daily reading for years. */
function dayPassed(asking: Asking, name: string): boolean {
  const now = asking.now();
  const last = Number(readSetting(asking.db, name) ?? -Infinity);
  return now - last >= DAY || last > now;
}

async function askRecent(asking: Asking, fetcher: Fetcher): Promise<void> {
  const name = `asked_weeks:${fetcher.feed}`;
  const now = asking.now();
  const wide = dayPassed(asking, name);
  if (!wide && DAILY.includes(fetcher.feed)) return;
  const window: Window = { from: now - (wide ? WEEKS : RECENT), to: now };
  const outcome = await askFeed(asking, fetcher, window, { retries: RECENT_RETRIES });
  if (wide && outcome === 'answered') writeSetting(asking.db, name, now);
}

async function askStationsDaily(asking: Asking): Promise<void> {
  const now = asking.now();
  if (dayPassed(asking, 'asked_stations') && (await askStations(asking)))
    writeSetting(asking.db, 'asked_stations', now);
}

/** Asks one older year of an archive that still has some. */
function createArchives(asking: Asking): (fetcher: Fetcher) => Promise<void> {
  const failures = new Map<string, { count: number; at: EpochMs }>();
  return async (fetcher) => {
    const { feed } = fetcher;
    const failed = failures.get(feed);
    const year = yearDue(asking, fetcher);
    if (year === undefined || (failed && Math.abs(asking.now() - failed.at) < ARCHIVE_PAUSES[failed.count - 1]!))
      return;
    const outcome = await askFeed(asking, fetcher, windowOf(year, asking.now()), { archive: true });
    if (outcome === 'stopped') return;
    const count = outcome === 'down' ? (failed?.count ?? 0) + 1 : 0;
    if (count > 0 && count <= ARCHIVE_PAUSES.length) {
      failures.set(feed, { count, at: asking.now() });
      return;
    }
    failures.delete(feed);
    if (count > 0) asking.line(`${feed}: the year ${year} could not be had and is left for later`);
    noteYear(asking, fetcher, year);
  };
}

const nameOf = ({ feed }: Fetcher): string => `archive:${feed}`;

/** The next older year, newest first; none while the last round is recent. */
function yearDue(asking: Asking, fetcher: Fetcher): number | undefined {
  const now = asking.now();
  const [, year, finished] =
    /^(?:year (\d+)|finished (\d+))$/.exec(readSetting(asking.db, nameOf(fetcher)) ?? '') ?? [];
  if (year !== undefined) return Number(year);
  return finished !== undefined && Math.abs(now - Number(finished)) < ARCHIVE_AGAIN
    ? undefined
    : civilOfEpoch(now).year;
}

function noteYear(asking: Asking, fetcher: Fetcher, year: number): void {
  writeSetting(asking.db, nameOf(fetcher), year > FIRST_YEAR ? `year ${year - 1}` : `finished ${asking.now()}`);
}

function windowOf(year: number, now: EpochMs): Window {
  const start = (value: number): EpochMs =>
    epochOfCivil({ year: value, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!;
  return { from: start(year), to: Math.min(start(year + 1) - 1, now) };
}
