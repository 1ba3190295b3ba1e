/** What the list's page says without scripts. */
import type { Earthquake } from '#core/earthquake.ts';
import type { Foremost } from '#seismology/significance.ts';
import type { EpochMs } from '#core/time.ts';

/** Rows that the page has before its scripts. */
export const HOME_ROWS = 50;

/** Newest first. */
export interface HomeContent {
  asOf: EpochMs;
  /** The newest {@link HOME_ROWS} listed ones. */
  newest: readonly Earthquake[];
  /** Of the last week as an open page reads it, or where that has none, the newest ones. */
  recent: readonly Earthquake[];
  /** Whether an agency ever answered: what a catalogue begins with is no news. */
  isAnswered: boolean;
  /** Of {@link recent}; undefined where none is at hand, or no agency ever answered. */
  foremost: Foremost<Earthquake> | undefined;
  /** Ids of earthquakes with a stored page of their own. */
  stored: ReadonlySet<number>;
  /** All of the week after `since` are listed, and before it those from a magnitude up; absent where all are. */
  complete?: { since: EpochMs; from: number | null } | undefined;
}
