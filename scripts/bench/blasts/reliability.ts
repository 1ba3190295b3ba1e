/** Whether shares of blasts are as predicted, by what night counts say of earthquakes by day. */
import { FIRST_HALF_HOUR, LAST_HALF_HOUR, type BlastTable } from '#seismology/blasts/table.ts';
import type { BlastRow } from '../../compile/blasts/rows.ts';

/** An earthquake with its probability by a table that does not know it. */
export interface Judged extends Pick<BlastRow, 'record' | 'signs' | 'weight'> {
  share: number;
}

/** Lower ends of bins of the predicted share. */
const BINS = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
/** Cells are put together by their share in the table: one alone has few earthquakes at night. */
const GROUPS = [0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85] as const;

const isNight = (halfHour: number): boolean => halfHour < FIRST_HALF_HOUR || halfHour >= LAST_HALF_HOUR;

interface Bin {
  /** Lower end. */
  from: number;
  earthquakes: number;
  /** Mean of the probabilities. */
  predicted: number;
  /** Share of what is more than night counts let expect. */
  found: number;
}

interface HalfHour {
  all: number;
  blasts: number;
  natural: number;
}

/**
 * Bins of groups of cells and half hours by their predicted share. Earthquakes by day are expected from those of the
 * same cells at night, by the half hours of earthquakes in the table. Weighted as in the fit.
 */
export function reliability(judged: readonly Judged[], table: BlastTable): Bin[] {
  const groups = Map.groupBy(judged, ({ signs }) => {
    const share = table.cells.get(signs.cell)?.shares[signs.period];
    return share === undefined ? -1 : GROUPS.findLastIndex((from) => share >= from);
  });
  groups.delete(-1);
  const halfHours = [...groups.values()].flatMap((own) => halfHoursOf(own, table));
  const binned = Map.groupBy(halfHours, ({ all, blasts }) => BINS.findLastIndex((from) => blasts / all >= from));
  return [...binned]
    .sort(([a], [b]) => a - b)
    .map(([bin, own]) => {
      const sum = (key: keyof HalfHour): number => own.reduce((total, one) => total + one[key], 0);
      const all = sum('all');
      return { from: BINS[bin]!, earthquakes: all, predicted: sum('blasts') / all, found: 1 - sum('natural') / all };
    });
}

/** Least magnitude of a row; the last ends below 3.5. */
const MAGNITUDES = [-Infinity, 1.5, 2, 2.5, 3, 3.25] as const;
/** Least share of the cells in which blasts are compared by magnitude. */
const BUSY = 0.2;

interface ByMagnitude {
  from: number;
  /** Earthquakes by day, how many of them are above 0.5, the sum of probabilities, and what is found. */
  all: number;
  out: number;
  predicted: number;
  found: number;
}

/** In cells with many blasts. */
export function byMagnitude(judged: readonly Judged[], table: BlastTable): ByMagnitude[] {
  const busy = judged.filter(({ signs }) => (table.cells.get(signs.cell)?.shares[signs.period] ?? 0) >= BUSY);
  const groups = Map.groupBy(busy, ({ record }) => MAGNITUDES.findLastIndex((from) => record.magnitude! >= from));
  return MAGNITUDES.map((from, index) => {
    const own = (groups.get(index) ?? []).map((one) => ({ ...one, weight: 1 }));
    const halfHours = halfHoursOf(own, table);
    const sum = (key: keyof HalfHour): number => halfHours.reduce((total, one) => total + one[key], 0);
    const out = own.filter(({ share }) => share > 0.5).length;
    return { from, all: sum('all'), out, predicted: sum('blasts'), found: sum('all') - sum('natural') };
  });
}

/** Half hours by day that have any. */
function halfHoursOf(judged: readonly Judged[], { earthquakes }: BlastTable): HalfHour[] {
  const counts = Array.from({ length: 48 }, (): HalfHour => ({ all: 0, blasts: 0, natural: 0 }));
  const nights = earthquakes.halfHours.map(() => 0);
  for (const { signs, weight, share } of judged) {
    if (isNight(signs.halfHour)) nights[signs.size]! += weight;
    counts[signs.halfHour]!.all += weight;
    counts[signs.halfHour]!.blasts += weight * share;
  }
  for (const [size, shares] of earthquakes.halfHours.entries()) {
    const nightShare = shares.reduce((sum, one, halfHour) => sum + (isNight(halfHour) ? one : 0), 0);
    for (const [halfHour, one] of shares.entries()) counts[halfHour]!.natural += (nights[size]! * one) / nightShare;
  }
  return counts.filter(({ all }, halfHour) => all > 0 && !isNight(halfHour));
}
