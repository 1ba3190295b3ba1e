/** Polling of `dist/`: new earthquakes, and how old the data is. */
import { ANSWERS } from '#core/paths.ts';
import { distanceKm } from '#core/geo.ts';
import { MINUTE, parseCivil, parseInstant, SECOND, type EpochMs } from '#core/time.ts';
import type { Finding } from '#core/finding.ts';
import { sourceState } from '#core/source-state.ts';
import type { Catalogue } from './catalogue.ts';
import type { Earthquake } from './earthquake.ts';
import * as clock from './clock.ts';
import { isOffline } from './kept.ts';
import { fresh } from './requests.ts';
import { keepUpToDate } from './stream.ts';

export interface SourceJson {
  name: string;
  live: boolean;
  last_success: string | null;
  last_attempt: string | null;
  last_event: string | null;
  error: string | null;
  /** Feeds of which documents are quarantined. */
  quarantine?: Finding[];
  /** Live sources alone: times without an answer that ended within the last day. */
  gaps?: { from: string; until: string; reason: 'no_answer' | 'not_requested' }[];
}

export interface StatusJson {
  generated_at: string;
  /** Only while nothing is published for it. */
  clock_offset_seconds?: number;
  sources: SourceJson[];
}

/** State of a source by the rule of the gateway. */
export const stateOf = (source: SourceJson, now: EpochMs): ReturnType<typeof sourceState> => {
  const instant = (text: string | null): EpochMs | null => (text === null ? null : (parseInstant(text) ?? null));
  return sourceState(
    {
      live: source.live,
      quarantined: (source.quarantine ?? []).length > 0,
      lastSuccess: instant(source.last_success),
      lastAttempt: instant(source.last_attempt),
      lastEvent: source.last_event === null ? null : (parseCivil(source.last_event) ?? null),
      error: source.error,
    },
    now,
  );
};

export interface Freshness {
  /** Those of the last status; undefined before the first one. */
  sources: SourceJson[] | undefined;
  /** Names of sources that do not answer, are late, or were never asked. */
  late: string[];
  /** Whether the last poll was answered. */
  reachable: boolean;
}

const POLL_EVERY = 20 * SECOND;
/** A request without an answer: longer than the service worker waits. */
const SILENT_AFTER = 5 * SECOND;

interface LiveOptions {
  catalogue: Catalogue;
  /** The stored list changed. @param arrived earthquakes that were not known before; none the first time */
  changed(arrived: Earthquake[]): void;
  freshness(state: Freshness): void;
}

export function startPolling({ catalogue, changed, freshness }: LiveOptions): void {
  const known = new Set<number>();
  const state: Freshness = { sources: undefined, late: [], reachable: true };
  let isFirst = true;
  let running: Promise<void> | undefined;
  const poll = async (): Promise<void> => {
    const asked = fresh<StatusJson>(ANSWERS.status);
    // Where the list fails, the state is not awaited.
    asked.catch(() => {});
    const silent = setTimeout(() => freshness({ ...state, reachable: false }), SILENT_AFTER);
    try {
      const isNew = await catalogue.refresh();
      const arrived = isFirst ? [] : catalogue.newest.filter(({ id }) => !known.has(id));
      for (const { id } of catalogue.newest) known.add(id);
      if (isNew) changed(arrived);
      isFirst = false;
      const status = (await asked).body;
      state.sources = status.sources;
      const now = clock.now();
      state.late = status.sources.filter((one) => one.live && stateOf(one, now) !== 'ok').map(({ name }) => name);
      state.reachable = !isOffline();
    } catch {
      state.reachable = false;
    } finally {
      clearTimeout(silent);
      running = undefined;
      freshness({ ...state });
    }
  };
  const ask = (): Promise<void> => (running ??= poll());
  keepUpToDate({ every: POLL_EVERY, known: () => catalogue.sequence, ask });
  void ask();
}

const SEQUENCE = { count: 3, within: 5 * MINUTE, radiusKm: 30 };

/** The members of a sequence that a new earthquake completes: near in time and place; empty when there is none. */
export function sequenceOf(arrived: Earthquake, newest: readonly Earthquake[]): Earthquake[] {
  const members = newest.filter(
    (one) => Math.abs(one.time - arrived.time) <= SEQUENCE.within && distanceKm(one, arrived) <= SEQUENCE.radiusKm,
  );
  return members.length >= SEQUENCE.count ? members : [];
}
