/** Whether a cell has more earthquakes by day than its nights let expect. */
import { PERIODS } from '#seismology/blasts/signs.ts';
import { FIRST_HALF_HOUR, LAST_HALF_HOUR, type BlastTable } from '#seismology/blasts/table.ts';
import type { BlastRow } from './rows.ts';

/** Standard deviations beyond what is expected: of all years, or of one of the five periods. */
const BEYOND = { all: 2, period: 3 };

interface Balance {
  byDay: number;
  /** By day, from those at night, and the variance of the difference. */
  expected: number;
  variance: number;
}

const isByDay = (halfHour: number): boolean => halfHour >= FIRST_HALF_HOUR && halfHour < LAST_HALF_HOUR;

/** How many standard deviations more by day there are. */
const beyond = ({ byDay, expected, variance }: Balance): number =>
  (byDay - expected) / Math.sqrt(expected + variance + 1);

/** Cells with an excess by day that chance hardly gives. @param rows of the fit */
export function unevenCells(rows: readonly BlastRow[], { earthquakes }: BlastTable): Set<number> {
  const ratios = earthquakes.halfHours.map((shares) => {
    const day = shares.reduce((sum, share, halfHour) => sum + (isByDay(halfHour) ? share : 0), 0);
    return day / (1 - day);
  });
  const balanceOf = (some: readonly BlastRow[]): Balance => {
    const balance = { byDay: 0, expected: 0, variance: 0 };
    for (const { signs, weight } of some)
      if (isByDay(signs.halfHour)) balance.byDay += weight;
      else {
        balance.expected += weight * ratios[signs.size]!;
        balance.variance += weight * ratios[signs.size]! ** 2;
      }
    return balance;
  };
  const isUneven = (own: readonly BlastRow[]): boolean =>
    beyond(balanceOf(own)) >= BEYOND.all ||
    PERIODS.some((_, period) => beyond(balanceOf(own.filter(({ signs }) => signs.period === period))) >= BEYOND.period);
  const cells = Map.groupBy(rows, ({ signs }) => signs.cell);
  return new Set([...cells].filter(([, own]) => isUneven(own)).map(([cell]) => cell));
}
