/** The earthquakes of the map of all years in typed arrays, one set a magnitude band. */
import { type ActiveFilter, type FilterColumns, rowPredicate } from '#core/filters/filter.ts';
import { activeFilters, type FilterValues } from '#core/filters/table.ts';
import { KIND, NO_VALUE, type PointColumns } from '#core/points.ts';
import type { EpochMs } from '#core/time.ts';

/** Rows of one file, which stand together. */
export interface Run {
  first: number;
  count: number;
  /** Origin times, both inclusive. */
  from: EpochMs;
  to: EpochMs;
}

export interface Band {
  /** Rows that are filled; the arrays are longer. */
  count: number;
  longitude: Float32Array;
  latitude: Float32Array;
  time: Float64Array;
  /** As in the files: hundredths, tenths of a kilometre, or NO_VALUE. */
  magnitude: Int16Array;
  depth: Int16Array;
  agencies: Uint16Array;
  id: Uint32Array;
  /** Plate code, 0 for none. */
  province: Uint8Array;
  /** As in the files. */
  kind: Uint8Array;
  /** One of {@link PASSES} where the filters let the row pass, else 0. */
  passes: Uint8Array;
  runs: Run[];
}

export const newBand = (capacity: number): Band => ({
  count: 0,
  longitude: new Float32Array(capacity),
  latitude: new Float32Array(capacity),
  time: new Float64Array(capacity),
  magnitude: new Int16Array(capacity),
  depth: new Int16Array(capacity),
  agencies: new Uint16Array(capacity),
  id: new Uint32Array(capacity),
  province: new Uint8Array(capacity),
  kind: new Uint8Array(capacity),
  passes: new Uint8Array(capacity),
  runs: [],
});

export type Columns = Pick<Band, 'longitude' | 'latitude' | 'time' | 'depth' | 'magnitude'>;

/** What of a run is drawn: the rows that pass. */
export const columnsOf = (band: Band, { first, count }: Run): Columns => {
  const passes = band.passes.subarray(first, first + count);
  const part = <T extends Parted<T>>(column: T): T =>
    column.subarray(first, first + count).filter((_, row) => passes[row] === 1);
  return {
    ...{ longitude: part(band.longitude), latitude: part(band.latitude), time: part(band.time) },
    ...{ depth: part(band.depth), magnitude: part(band.magnitude) },
  };
};

interface Parted<T> {
  subarray(from: number, to: number): T;
  filter(passes: (value: number, row: number) => boolean): T;
}

/** Columns of a run as filters read them. No name and no instant of publication is in a point file. */
function filterColumns(band: Band, { first, count }: Run): FilterColumns {
  const part = <T extends Parted<T>>(column: T): T => column.subarray(first, first + count);
  const kind = part(band.kind);
  const decoded = (column: Int16Array, steps: number): Float64Array =>
    Float64Array.from(part(column), (value) => (value === NO_VALUE ? NaN : value / steps));
  return {
    ...{ time: part(band.time), latitude: part(band.latitude), longitude: part(band.longitude) },
    ...{ depthKm: decoded(band.depth, 10), magnitude: decoded(band.magnitude, 100) },
    ...{ agencies: part(band.agencies), province: part(band.province) },
    ...{ eventType: kind.map((bits) => bits & KIND.other), eventTypes: ['earthquake', 'explosion'] },
    blast: kind.map((bits) => Number((bits & KIND.blast) !== 0)),
    ...{ updatedAt: [], text: [], textsWith: () => new Uint8Array() },
  };
}

/** In `passes`: it is shown, or left out as a blast alone. */
export const PASSES = { shown: 1, blast: 2 } as const;

/** Which rows of a run the filters let pass. */
export function applyFilters(band: Band, run: Run, { blasts, ...others }: FilterValues): void {
  const columns = filterColumns(band, run);
  const passes = rowPredicate(activeFilters(others) as ActiveFilter[], true)(columns);
  const isShown = rowPredicate(activeFilters(blasts ? { blasts } : {}) as ActiveFilter[], true)(columns);
  const otherwise = blasts === 'exclude' ? PASSES.blast : 0;
  for (let row = 0; row < run.count; row += 1)
    band.passes[run.first + row] = passes(row) ? (isShown(row) ? PASSES.shown : otherwise) : 0;
}

/** Adds the earthquakes and blasts of a file; what is neither is left out. */
export function addRun(band: Band, file: PointColumns): Run {
  const first = band.count;
  let to = first;
  for (let row = 0; row < file.rows; row += 1) {
    if (file.kind[row] === KIND.other) continue;
    band.longitude[to] = file.west + file.longitude[row]! * file.longitudeStep;
    band.latitude[to] = file.south + file.latitude[row]! * file.latitudeStep;
    band.time[to] = file.firstTime + file.time[row]! * file.timeStep;
    band.magnitude[to] = file.magnitude[row]!;
    band.depth[to] = file.depth[row]!;
    band.agencies[to] = file.agencies[row]!;
    band.id[to] = file.id[row]!;
    band.province[to] = file.province[row]!;
    band.kind[to] = file.kind[row]!;
    to += 1;
  }
  band.count = to;
  // Files are newest first.
  const run = { first, count: to - first, from: band.time[to - 1] ?? 0, to: band.time[first] ?? 0 };
  if (run.count > 0) band.runs.push(run);
  return run;
}
