/**
 * How the observation of the region changed with time: what was small enough to be missed, and how good the solutions
 * were.
 */
import { epochOfCivil, type EpochMs } from '#core/time.ts';

export function startOfYear(year: number): EpochMs {
  return epochOfCivil({ year, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!;
}

/**
 * From a year on, the least magnitude that some agency records somewhere in the region.
 * Rough; AFAD and Kandilli list M >= 1 since 2012.
 */
const COMPLETENESS: readonly [EpochMs, number][] = [
  [startOfYear(2012), 1],
  [startOfYear(2003), 1.8],
  [startOfYear(1990), 2.5],
  [startOfYear(1970), 3],
  [startOfYear(1930), 4],
  [startOfYear(1), 4.7],
];

/** The least magnitude of a synthetic earthquake at a time. */
export function leastMagnitude(time: EpochMs): number {
  return COMPLETENESS.find(([since]) => time >= since)![1];
}

export type Era = 'early' | '1970' | '1990' | '2000' | '2007' | '2012' | '2024';

const ERAS: readonly [EpochMs, Era][] = [
  [startOfYear(2024), '2024'],
  [startOfYear(2012), '2012'],
  [startOfYear(2007), '2007'],
  [startOfYear(2000), '2000'],
  [startOfYear(1990), '1990'],
  [startOfYear(1970), '1970'],
  [startOfYear(1), 'early'],
];

export const eraOf = (time: EpochMs): Era => ERAS.find(([since]) => time >= since)![1];

/** Instants at which the least magnitude changes, falling in time. */
export const CHANGES: readonly EpochMs[] = COMPLETENESS.map(([since]) => since);
