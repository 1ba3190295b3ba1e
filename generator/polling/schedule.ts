/**
 * When feeds are polled: the last days at every round, the last weeks daily, older years one by one beside that. Each
 * feed is polled on its own, so that one which hangs delays no other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, DAY, HOUR, epochOfCivil, civilOfEpoch, SECOND, type EpochMs } from '#core/time.ts';
import { backoff } from '#http/retry.ts';
import { clearPollState } from '../catalog/documents/poll-state.ts';
import { readSetting, writeSetting } from '../catalog/settings.ts';
import type { AgencyClocks } from './agency-clocks.ts';
import { pollStations, pollFeed, isEnabled, type PollContext } from './poll.ts';
import { feedDefinition } from '../sources/agencies.ts';
import { archiveFetchers, recentFetchers } from '../sources/registry.ts';
import type { Fetcher, Window } from '../sources/feed.ts';

/** Half of Kandilli's revisions come after 42 hours; AFAD's later solutions within weeks. */
const RECENT = 2 * DAY;
const WEEKS = 30 * DAY;
/** The next round is soon enough. */
const RECENT_RETRIES = 1;
/** A round waits this long; later answers belong to the next round. */
const ROUND_TIMEOUT = 5 * SECOND;
/** Between two readings of all older years: large earthquakes are revised months or years later. */
const ARCHIVE_INTERVAL = 30 * DAY;
/** After each failure of one older year; after one failure more it is left until all years are read again. */
const ARCHIVE_PAUSES = [HOUR, 6 * HOUR, DAY];
/** After a failed daily reading, doubled by each further failure. A server's Retry-After is kept by the client. */
const DAILY_PAUSES = { first: 5 * MINUTE, growth: 2, longest: 6 * HOUR };
const FIRST_YEAR = 1900;

export interface Schedule {
  /** Polls what is due and not being polled already. Resolves when all of it has answered, or after some seconds. */
  round(): Promise<void>;
  /** Resolves when no poll is running any more. */
  settled(): Promise<void>;
}

class PollSchedule implements Schedule {
  readonly #context: PollContext;
  readonly #timeoutMs: number;
  readonly #daily: DailyPolls;
  readonly #archives: ArchivePolls;
  /** By name. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(context: PollContext, timeoutMs: number) {
    this.#context = context;
    this.#timeoutMs = timeoutMs;
    this.#daily = new DailyPolls(context);
    this.#archives = new ArchivePolls(context);
  }

  async round(): Promise<void> {
    const { addresses, region, alerts, signal, silence, clocks } = this.#context;
    silence?.beginRun();
    const enabled = (fetchers: Fetcher[]) => fetchers.filter((fetcher) => isEnabled(this.#context, fetcher));
    const flushAlerts = alerts.batch();
    const recent = enabled(recentFetchers(addresses, region));
    for (const fetcher of recent) this.#start(fetcher.feed, () => this.#daily.pollRecent(fetcher));
    this.#start('stations', () => this.#daily.pollStations());
    await settledWithin(this.#settled([...recent.map(({ feed }) => feed), 'stations']), this.#timeoutMs, signal);
    flushAlerts();
    if (signal.aborted || isHeld(clocks)) return;
    for (const fetcher of enabled(archiveFetchers(addresses, region)))
      this.#start(archiveName(fetcher), () => this.#archives.pollYear(fetcher));
  }

  settled(): Promise<void> {
    return this.#settled([...this.#running.keys()]);
  }

  async #settled(names: string[]): Promise<void> {
    await Promise.all(names.map((name) => this.#running.get(name)));
  }

  #start(name: string, poll: () => Promise<void>): void {
    if (this.#running.has(name)) return;
    const ended = poll()
      .catch((error: Error) => this.#context.alerts.raise(name, `${name}: ${error.stack ?? error.message}`))
      .finally(() => this.#running.delete(name));
    this.#running.set(name, ended);
  }
}

/** Its state is in the catalogue. @param timeoutMs for which a round waits for its answers */
export function createSchedule(context: PollContext, timeoutMs = ROUND_TIMEOUT): Schedule {
  const region = Object.values(context.region).join(',');
  // In another region every document has other reports.
  if ((readSetting(context.db, 'asked_region') ?? region) !== region) clearPollState(context.db);
  writeSetting(context.db, 'asked_region', region);
  return new PollSchedule(context, timeoutMs);
}

/** While this host's clock is wrong, no more is requested than shows that it was set. */
const isHeld = (clocks: AgencyClocks | undefined): boolean => clocks !== undefined && clocks.offset !== null;

/** Resolves when the work ends, after some ms, or when the signal is aborted. */
async function settledWithin(work: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const stop = AbortSignal.any([ended.signal, signal]);
  await Promise.race([work, sleep(ms, undefined, { signal: stop }).catch(() => undefined)]);
  ended.abort();
}

interface Failures {
  count: number;
  /** When the last one was. */
  at: EpochMs;
}

/** Polls of the last days, and once a day of the last weeks and the station lists. */
class DailyPolls {
  readonly #context: PollContext;
  readonly #failures = new Map<string, Failures>();

  constructor(context: PollContext) {
    this.#context = context;
  }

  async pollRecent(fetcher: Fetcher): Promise<void> {
    const name = `asked_weeks:${fetcher.feed}`;
    const now = this.#context.now();
    const isDue = this.#isDue(name);
    if (!isDue && feedDefinition(fetcher.feed)?.polling?.recent === 'daily') return;
    const window: Window = { from: now - (isDue ? WEEKS : RECENT), to: now };
    const outcome = await pollFeed(this.#context, fetcher, window, { retries: RECENT_RETRIES });
    if (isDue && outcome !== 'stopped') this.#record(name, outcome === 'answered');
  }

  async pollStations(): Promise<void> {
    const name = 'asked_stations';
    if (!this.#isDue(name)) return;
    const succeeded = await pollStations(this.#context);
    if (!this.#context.signal.aborted) this.#record(name, succeeded);
  }

  /** Whether the last success is a day or more ago and no pause after a failure is running. */
  #isDue(name: string): boolean {
    if (isHeld(this.#context.clocks)) return false;
    const now = this.#context.now();
    const last = Number(readSetting(this.#context.db, name) ?? -Infinity);
    // A success in the future was recorded before the clock was set back.
    return (now - last >= DAY || last > now) && !this.#isPaused(name, now);
  }

  #isPaused(name: string, now: EpochMs): boolean {
    const failures = this.#failures.get(name);
    // The absolute difference: a clock that was set back must not lengthen the pause.
    return failures !== undefined && Math.abs(now - failures.at) < backoff(failures.count, DAILY_PAUSES, 1);
  }

  #record(name: string, succeeded: boolean): void {
    const at = this.#context.now();
    if (succeeded) {
      this.#failures.delete(name);
      writeSetting(this.#context.db, name, at);
    } else this.#failures.set(name, { count: (this.#failures.get(name)?.count ?? 0) + 1, at });
  }
}

const archiveName = ({ feed }: Fetcher): string => `archive:${feed}`;

/** Polls of older years, newest first. The next year of each feed is a setting of the catalogue. */
class ArchivePolls {
  readonly #context: PollContext;
  /** By feed, of its current year. */
  readonly #failures = new Map<string, Failures>();

  constructor(context: PollContext) {
    this.#context = context;
  }

  /** The next older year, if any is due. */
  async pollYear(fetcher: Fetcher): Promise<void> {
    const { feed } = fetcher;
    const now = this.#context.now();
    const failures = this.#failures.get(feed);
    const year = this.#yearDue(fetcher);
    if (year === undefined || (failures && Math.abs(now - failures.at) < ARCHIVE_PAUSES[failures.count - 1]!)) return;
    const outcome = await pollFeed(this.#context, fetcher, yearWindow(year, now), { archive: true });
    if (outcome === 'stopped') return;
    const count = outcome === 'answered' ? 0 : (failures?.count ?? 0) + 1;
    if (count > 0 && count <= ARCHIVE_PAUSES.length) {
      this.#failures.set(feed, { count, at: this.#context.now() });
      return;
    }
    this.#failures.delete(feed);
    if (count > 0) this.#context.line(`${feed}: the year ${year} was not answered and is left for later`);
    this.#recordYear(fetcher, year);
  }

  /** Undefined while the last reading of all years is recent. */
  #yearDue(fetcher: Fetcher): number | undefined {
    const now = this.#context.now();
    const state = readSetting(this.#context.db, archiveName(fetcher)) ?? '';
    const [, year, finished] = /^(?:year (\d+)|finished (\d+))$/.exec(state) ?? [];
    if (year !== undefined) return Number(year);
    const isRecent = finished !== undefined && Math.abs(now - Number(finished)) < ARCHIVE_INTERVAL;
    return isRecent ? undefined : civilOfEpoch(now).year;
  }

  #recordYear(fetcher: Fetcher, year: number): void {
    const state = year > FIRST_YEAR ? `year ${year - 1}` : `finished ${this.#context.now()}`;
    writeSetting(this.#context.db, archiveName(fetcher), state);
  }
}

function yearWindow(year: number, now: EpochMs): Window {
  const start = (value: number): EpochMs => epochOfCivil({ year: value, month: 1, day: 1 })!;
  return { from: start(year), to: Math.min(start(year + 1) - 1, now) };
}
