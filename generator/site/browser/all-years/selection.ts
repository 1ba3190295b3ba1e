/** Which of the loaded earthquakes are shown, and those in view. */
import type { Box } from '#core/geo.ts';
import { NO_VALUE } from '#core/points.ts';
import type { EpochMs } from '#core/time.ts';
import { PASSES, type Band } from './store.ts';

/** What moves without the reader's filters being applied anew. */
export interface Window {
  /** Both inclusive. */
  time: [EpochMs, EpochMs];
  /** Least magnitude in hundredths; NO_VALUE for all. */
  least: number;
}

export const windowOf = (time: [EpochMs, EpochMs], least: number): Window => ({
  time,
  least: least === -Infinity ? NO_VALUE : Math.round(least * 100),
});

export const isWithin = (
  band: Band,
  row: number,
  { time: [from, to], least }: Window,
  pass: number = PASSES.shown,
): boolean =>
  band.passes[row] === pass && band.time[row]! >= from && band.time[row]! <= to && band.magnitude[row]! >= least;

/** Rows of a selection: positions in a band, by band. */
export interface Selection {
  bands: readonly Band[];
  /** One array for each band. */
  rows: Uint32Array[];
  count: number;
}

/** @param pass which of PASSES */
export function selectRows(bands: readonly Band[], window: Window, box: Box, pass?: number): Selection {
  const rows = bands.map((band) => rowsOf(band, window, box, pass));
  return { bands, rows, count: rows.reduce((sum, { length }) => sum + length, 0) };
}

function rowsOf(band: Band, window: Window, { west, east, south, north }: Box, pass?: number): Uint32Array {
  const { longitude, latitude } = band;
  const [from, to] = window.time;
  const found = new Uint32Array(band.count);
  let count = 0;
  for (const run of band.runs) {
    if (run.to < from || run.from > to) continue;
    for (let row = run.first; row < run.first + run.count; row += 1) {
      if (longitude[row]! < west || longitude[row]! > east) continue;
      if (latitude[row]! < south || latitude[row]! > north || !isWithin(band, row, window, pass)) continue;
      found[count] = row;
      count += 1;
    }
  }
  return found.subarray(0, count);
}

export interface Picked {
  band: Band;
  row: number;
}

/** The largest ones, of equal ones the newest first. @param doubtful ids of those left out */
export function largestOf({ bands, rows }: Selection, count: number, doubtful: ReadonlySet<number>): Picked[] {
  const order = (a: Picked, b: Picked): number =>
    b.band.magnitude[b.row]! - a.band.magnitude[a.row]! || b.band.time[b.row]! - a.band.time[a.row]!;
  let largest: Picked[] = [];
  // Bands are apart in magnitude: the next one matters only where those above are too few.
  for (let number = bands.length - 1; number >= 0 && largest.length < count; number -= 1) {
    const band = bands[number]!;
    const certain = rows[number]!.filter((row) => !doubtful.has(band.id[row]!));
    const bound =
      Int16Array.from(certain, (row) => band.magnitude[row]!)
        .sort()
        .at(-count) ?? -Infinity;
    const within = [...certain.filter((row) => band.magnitude[row]! >= bound)].map((row) => ({ band, row }));
    largest = [...largest, ...within.sort(order)].slice(0, count);
  }
  return largest;
}
