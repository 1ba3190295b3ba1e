/** What is known of a sequence, for its page and the JSON beside it. */
import type { Earthquake } from '#core/earthquake.ts';
import { sequenceAddress } from '#core/paths.ts';
import { DAY, formatDay, HOUR, type EpochMs } from '#core/time.ts';
import type { AftershockForecast } from './aftershock-forecast.ts';
import type { Shock } from './declustering.ts';

export interface SequenceForecast {
  /** It begins here. */
  at: EpochMs;
  /** Too old from then on. */
  until: EpochMs;
  forecasts: readonly AftershockForecast[];
}

/** With a known magnitude. */
export type SizedEarthquake = Earthquake & { magnitude: number };

/** As the column files have it: the time is a whole second. */
export interface MemberShock extends Shock {
  /** Its magnitude, which is then counted and never named. */
  isDoubtful: boolean;
}

export interface SequenceContent {
  main: SizedEarthquake;
  /** In order of time. */
  aftershocks: readonly Shock[];
  foreshocks: readonly Shock[];
  /** The largest first. */
  largest: readonly Earthquake[];
  largestForeshocks: readonly Earthquake[];
  /** Main shocks beside it with sequences of their own, the largest first. */
  neighbours: readonly Earthquake[];
  /** Absent where there is none. */
  forecast?: SequenceForecast | undefined;
}

/** How many of the largest are listed. */
export const LISTED = { aftershocks: 10, foreshocks: 3, neighbours: 3 };

/** Hours that are counted one by one; then days as long as a sequence has at most so many, then weeks. */
export const HOURS = 72;
const MOST_DAYS = 100;

export interface Counts {
  /** Of a bin, ms; bins follow each other from the main shock on, and the last one holds the last aftershock. */
  unit: EpochMs;
  bins: { count: number; /** Of M 3 and above. */ large: number }[];
}

const LARGE = 3;

/** @param aftershocks in order of time */
export function countsBy(unit: EpochMs, main: Pick<Shock, 'time'>, aftershocks: readonly Shock[]): Counts {
  const binOf = ({ time }: Shock): number => Math.max(0, Math.floor((time - main.time) / unit));
  const last = aftershocks.at(-1);
  const bins = Array.from({ length: last ? binOf(last) + 1 : 0 }, () => ({ count: 0, large: 0 }));
  for (const one of aftershocks) {
    const bin = bins[binOf(one)]!;
    bin.count += 1;
    if (one.magnitude >= LARGE) bin.large += 1;
  }
  return { unit, bins };
}

/** By hour of the first days, and where a sequence is longer, of all its time. */
export function chartCounts({ main, aftershocks }: Pick<SequenceContent, 'main' | 'aftershocks'>): Counts[] {
  const length = (aftershocks.at(-1)?.time ?? main.time) - main.time;
  const early = aftershocks.filter(({ time }) => time - main.time < HOURS * HOUR);
  const hours = countsBy(HOUR, main, early);
  if (length < HOURS * HOUR) return [hours];
  return [hours, countsBy(length < MOST_DAYS * DAY ? DAY : 7 * DAY, main, aftershocks)];
}

/** Address of the page, without a leading slash. */
export const sequencePath = ({ time, slug }: Earthquake, language: 'tr' | 'en'): string =>
  sequenceAddress(formatDay(time), slug, language);
