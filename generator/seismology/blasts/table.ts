/** The table of blasts (`data/blasts.json`): how earthquakes and blasts are spread, and the share of blasts by cell. */
import type { Signs } from './signs.ts';

/** Shares that add up to 1, of earthquakes or of blasts. */
export interface Spread {
  /** 48, by size. */
  halfHours: readonly (readonly number[])[];
  /** One a kind of day. */
  days: readonly number[];
  /** One a class, by period. */
  depths: readonly (readonly number[])[];
  /** One a class, by period. */
  magnitudes: readonly (readonly number[])[];
}

export interface BlastCell {
  /** Expected share of blasts, 0 to 1, by period. */
  shares: readonly number[];
  /** Expected blasts by half hour from {@link FIRST_HALF_HOUR} on; empty where they are those of the whole country. */
  halfHours: readonly number[];
  /** Earthquakes of the catalogue below M 3.5, and how many of them are expected to be blasts. */
  events: number;
  blasts: number;
}

export interface BlastTable {
  earthquakes: Spread;
  blasts: Spread;
  /** Weight of the whole country beside a cell's own half hours, in blasts. */
  prior: number;
  cells: ReadonlyMap<number, BlastCell>;
}

/** Blasts are fired by day: 06:00 to 20:00 by the clock of Türkiye, the end exclusive. */
export const FIRST_HALF_HOUR = 12;
export const LAST_HALF_HOUR = 40;

/** How probable the signs are, the half hour left out. */
const likelihood = ({ days, depths, magnitudes }: Spread, signs: Signs): number =>
  days[signs.dayKind]! *
  (signs.depth === undefined ? 1 : depths[signs.period]![signs.depth]!) *
  magnitudes[signs.period]![signs.magnitude]!;

/** Share of a cell's blasts in a half hour. */
function shareOf({ blasts, prior }: BlastTable, { halfHours }: BlastCell, { size, halfHour }: Signs): number {
  const country = blasts.halfHours[size]![halfHour]!;
  if (halfHours.length === 0) return country;
  const all = halfHours.reduce((sum, one) => sum + one, 0);
  return ((halfHours[halfHour - FIRST_HALF_HOUR] ?? 0) + prior * country) / (all + prior);
}

/** Probability of a blast, 0 to 1, by Bayes' rule; 0 outside of the cells and of the hours of blasts. */
export function blastShare(table: BlastTable, signs: Signs): number {
  const cell = table.cells.get(signs.cell);
  if (!cell || signs.halfHour < FIRST_HALF_HOUR || signs.halfHour >= LAST_HALF_HOUR) return 0;
  const prior = cell.shares[signs.period]!;
  const blast = prior * shareOf(table, cell, signs) * likelihood(table.blasts, signs);
  const earthquake =
    (1 - prior) * table.earthquakes.halfHours[signs.size]![signs.halfHour]! * likelihood(table.earthquakes, signs);
  return blast / (blast + earthquake);
}
