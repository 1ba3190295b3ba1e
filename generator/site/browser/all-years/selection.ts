/** Which of the loaded earthquakes are shown, and those in view. */
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import type { Box } from '#core/geo.ts';
import { NO_VALUE } from '#core/points.ts';
import type { EpochMs } from '#core/time.ts';
import type { AllYearsState } from './state.ts';
import type { Band } from './store.ts';

/** Bounds as the columns have them, all inclusive. */
export interface ColumnBounds {
  time: [EpochMs, EpochMs];
  /** Hundredths; NO_VALUE for all. */
  magnitude: number;
  /** Tenths of a kilometre. Those without a depth are within where `from` is NO_VALUE. */
  depth: [from: number, to: number];
  /** Bits of which one must be set. */
  agencies: number;
  /** Plate code; 0 for all. */
  province: number;
}

export function boundsOf(
  { depth, agency, province }: Pick<AllYearsState, 'depth' | 'agency' | 'province'>,
  time: [EpochMs, EpochMs],
  minMagnitude: number,
): ColumnBounds {
  return {
    time,
    magnitude: minMagnitude === -Infinity ? NO_VALUE : Math.round(minMagnitude * 100),
    depth: [
      depth === undefined ? NO_VALUE : Math.round((depth.from ?? -1000) * 10),
      Math.round((depth?.to ?? 3000) * 10) - 1,
    ],
    agencies: agency === undefined ? 0xffff : 1 << KNOWN_AGENCIES.indexOf(agency),
    province: Number(province ?? 0),
  };
}

export const isWithin = (band: Band, row: number, bounds: ColumnBounds): boolean =>
  band.time[row]! >= bounds.time[0] &&
  band.time[row]! <= bounds.time[1] &&
  band.magnitude[row]! >= bounds.magnitude &&
  band.depth[row]! >= bounds.depth[0] &&
  band.depth[row]! <= bounds.depth[1] &&
  (band.agencies[row]! & bounds.agencies) !== 0 &&
  (bounds.province === 0 || band.province[row] === bounds.province);

/** Rows of a selection: positions in a band, by band. */
export interface Selection {
  bands: readonly Band[];
  /** One array for each band. */
  rows: Uint32Array[];
  count: number;
}

export function selectRows(bands: readonly Band[], bounds: ColumnBounds, box: Box): Selection {
  const rows = bands.map((band) => rowsOf(band, bounds, box));
  return { bands, rows, count: rows.reduce((sum, { length }) => sum + length, 0) };
}

function rowsOf(band: Band, bounds: ColumnBounds, { west, east, south, north }: Box): Uint32Array {
  const { longitude, latitude } = band;
  const [from, to] = bounds.time;
  const found = new Uint32Array(band.count);
  let count = 0;
  for (const run of band.runs) {
    if (run.to < from || run.from > to) continue;
    for (let row = run.first; row < run.first + run.count; row += 1) {
      if (longitude[row]! < west || longitude[row]! > east) continue;
      if (latitude[row]! < south || latitude[row]! > north || !isWithin(band, row, bounds)) continue;
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
