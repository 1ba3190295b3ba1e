/**
 * When what is asked: the last days every minute, the last weeks every day, older years one by one beside that. Every feed is asked on
 * its own, so that one which hangs keeps no other waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR, MINUTE, SECOND, civilOfEpoch, epochOfCivil } from '#core/time.ts';
import { clearPollState } from '../catalog/documents/poll-state.ts';
import { readSetting, writeSetting } from '../catalog/settings.ts';
import type { PollContext } from './poll.ts';
import { pollFeed, pollStations, isEnabled } from './poll.ts';
import { archiveFetchers, recentFetchers } from '../sources/registry.ts';
import type { Fetcher, Window } from '../sources/feed.ts';

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
/** Pause after a daily reading failed; each further failure doubles it, up to the longest. What a server asks for by Retry-After is kept by the client. */
const DAILY_PAUSE = 5 * MINUTE;
const LONGEST_DAILY_PAUSE = 6 * HOUR;
const FIRST_YEAR = 1900;

export interface Schedule {
  /** Asks what is due and not being asked already. Resolves when all of it was answered, or after some seconds. */
  round(): Promise<void>;
  /** Resolves when nothing is being asked any more. */
  settled(): Promise<void>;
}

/** Remembers in the catalogue what was done. @param patience ms that a round waits for its answers */
export function createSchedule(asking: PollContext, patience = PATIENCE): Schedule {
  const region = Object.values(asking.region).join(',');
  // Another region makes every document new.
  if ((readSetting(asking.db, 'asked_region') ?? region) !== region) clearPollState(asking.db);
  writeSetting(asking.db, 'asked_region', region);
  const running = new Map<string, Promise<void>>();
  const begin = (name: string, work: () => Promise<void>): void => {
    if (running.has(name)) return;
    const ended = work()
      .catch((error: Error) => asking.alerts.raise(name, `${name}: ${error.stack ?? error.message}`))
      .finally(() => running.delete(name));
    running.set(name, ended);
  };
  const settled = async (names: string[]): Promise<void> => {
    await Promise.all(names.map((name) => running.get(name)));
  };
  const archives = createArchives(asking);
  const daily = createDaily(asking);
  return {
    async round() {
      const say = asking.alerts.batch();
      const recent = recentFetchers(asking.addresses, asking.region).filter((fetcher) => isEnabled(asking, fetcher));
      for (const fetcher of recent) begin(fetcher.feed, () => askRecent(asking, fetcher, daily));
      begin('stations', () => askStationsDaily(asking, daily));
      const names = [...recent.map(({ feed }) => feed as string), 'stations'];
      await settledWithin(settled(names), patience, asking.signal);
      say();
      if (asking.signal.aborted) return;
      for (const fetcher of archiveFetchers(asking.addresses, asking.region).filter((one) => isEnabled(asking, one)))
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

/** What is done once a day, by name; known in the catalogue. */
interface Daily {
  /** A day or more ago, and not in the pause after a failure. */
  isDue(name: string): boolean;
  note(name: string, succeeded: boolean): void;
}

function createDaily(asking: PollContext): Daily {
  const failures = new Map<string, { count: number; at: EpochMs }>();
  const inPause = (name: string, now: EpochMs): boolean => {
    const { count, at } = failures.get(name) ?? { count: 0, at: 0 };
    // A clock that was set back must not lengthen the pause.
    return count > 0 && Math.abs(now - at) < Math.min(DAILY_PAUSE * 2 ** (count - 1), LONGEST_DAILY_PAUSE);
  };
  return {
    isDue(name) {
      const now = asking.now();
      const last = Number(readSetting(asking.db, name) ?? -Infinity);
      // Nor stop the daily reading for years.
      return (now - last >= DAY || last > now) && !inPause(name, now);
    },
    note(name, succeeded) {
      const at = asking.now();
      if (succeeded) {
        failures.delete(name);
        writeSetting(asking.db, name, at);
      } else failures.set(name, { count: (failures.get(name)?.count ?? 0) + 1, at });
    },
  };
}

async function askRecent(asking: PollContext, fetcher: Fetcher, daily: Daily): Promise<void> {
  const name = `asked_weeks:${fetcher.feed}`;
  const now = asking.now();
  const wide = daily.isDue(name);
  if (!wide && DAILY.includes(fetcher.feed)) return;
  const window: Window = { from: now - (wide ? WEEKS : RECENT), to: now };
  const outcome = await pollFeed(asking, fetcher, window, { retries: RECENT_RETRIES });
  if (wide && outcome !== 'stopped') daily.note(name, outcome === 'answered');
}

async function askStationsDaily(asking: PollContext, daily: Daily): Promise<void> {
  const name = 'asked_stations';
  if (!daily.isDue(name)) return;
  const answered = await pollStations(asking);
  if (!asking.signal.aborted) daily.note(name, answered);
}

/** Asks one older year of an archive that still has some. */
function createArchives(asking: PollContext): (fetcher: Fetcher) => Promise<void> {
  const failures = new Map<string, { count: number; at: EpochMs }>();
  return async (fetcher) => {
    const { feed } = fetcher;
    const failed = failures.get(feed);
    const year = yearDue(asking, fetcher);
    if (year === undefined || (failed && Math.abs(asking.now() - failed.at) < ARCHIVE_PAUSES[failed.count - 1]!))
      return;
    const outcome = await pollFeed(asking, fetcher, windowOf(year, asking.now()), { archive: true });
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
function yearDue(asking: PollContext, fetcher: Fetcher): number | undefined {
  const now = asking.now();
  const [, year, finished] =
    /^(?:year (\d+)|finished (\d+))$/.exec(readSetting(asking.db, nameOf(fetcher)) ?? '') ?? [];
  if (year !== undefined) return Number(year);
  return finished !== undefined && Math.abs(now - Number(finished)) < ARCHIVE_AGAIN
    ? undefined
    : civilOfEpoch(now).year;
}

function noteYear(asking: PollContext, fetcher: Fetcher, year: number): void {
  writeSetting(asking.db, nameOf(fetcher), year > FIRST_YEAR ? `year ${year - 1}` : `finished ${asking.now()}`);
}

function windowOf(year: number, now: EpochMs): Window {
  const start = (value: number): EpochMs =>
    epochOfCivil({ year: value, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!;
  return { from: start(year), to: Math.min(start(year + 1) - 1, now) };
}
