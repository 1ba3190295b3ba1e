/** Area indexes: which rows of some shards may lie in a rectangle, found without opening one; 6 bytes a record. */
import type { Box, Point } from './geo.ts';
import { ascends, layoutOf, newFile, readFile, ShardFormatError, type AddSection } from './sections.ts';

/** Rows of an index at most: their numbers have 16 bits. */
export const INDEX_ROWS = 32_768;

/** Cells in a direction: the first bits of a coordinate's 16. */
const CELL_BITS = 6;
const CELLS = 2 ** CELL_BITS;
const SHIFT = 16 - CELL_BITS;
const LAST_STEP = 2 ** 16 - 1;

const sectionsOf = ({ rows }: { rows: number }, add: AddSection) => ({
  /** Least latitude and longitude, and the steps of both: 1/65535 of the span. */
  scale: add(Float64Array, 4),
  /** Where each cell begins, and the end: southern cells first, in each row of cells the western one. */
  start: add(Uint16Array, CELLS * CELLS + 1),
  /** By cell, then ascending: the number of the row, counted through the shards. */
  row: add(Uint16Array, rows),
  /** Of these rows, in steps; the nearest. */
  latitude: add(Uint16Array, rows),
  longitude: add(Uint16Array, rows),
});

const LAYOUT = layoutOf('hipoare1', ['rows'] as const, sectionsOf);

export interface AreaIndex extends ReturnType<typeof sectionsOf> {
  rows: number;
  byteLength: number;
}

const cellOf = (latitude: number, longitude: number): number => (latitude >> SHIFT) * CELLS + (longitude >> SHIFT);

/** @param points of all rows of the shards in their order, at least one and at most {@link INDEX_ROWS} */
export function writeAreaIndex(points: readonly Point[]): Uint8Array {
  const { bytes, sections: index } = newFile(LAYOUT, { rows: points.length });
  const { scale, start } = index;
  const [south, west] = [least(points, 'latitude'), least(points, 'longitude')];
  const [height, width] = [-least(points, 'latitude', -1) - south, -least(points, 'longitude', -1) - west];
  scale.set([south, west, height / LAST_STEP, width / LAST_STEP]);
  const steps = points.map(({ latitude, longitude }) => ({
    latitude: stepOf(latitude, scale[0]!, scale[2]!),
    longitude: stepOf(longitude, scale[1]!, scale[3]!),
  }));
  const cells = steps.map(({ latitude, longitude }) => cellOf(latitude, longitude));
  for (const cell of cells) start[cell + 1]! += 1;
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) start[cell + 1]! += start[cell]!;
  const next = start.slice();
  cells.forEach((cell, row) => {
    const place = next[cell]!++;
    index.row[place] = row;
    index.latitude[place] = steps[row]!.latitude;
    index.longitude[place] = steps[row]!.longitude;
  });
  return bytes;
}

const least = (points: readonly Point[], key: keyof Point, sign = 1): number =>
  points.reduce((value, point) => Math.min(value, sign * point[key]), Infinity);

const stepOf = (value: number, from: number, step: number): number =>
  step === 0 ? 0 : Math.min(LAST_STEP, Math.round((value - from) / step));

/** @throws ShardFormatError when the bytes are not a whole index of `rows` rows */
export function readAreaIndex(file: Uint8Array, rows: number): AreaIndex {
  const { sections, byteLength } = readFile(LAYOUT, file, rows);
  const { start, row } = sections;
  if (rows > INDEX_ROWS || start[0] !== 0 || start.at(-1) !== rows || !ascends(start, 0))
    throw new ShardFormatError('cells out of order');
  if (!row.every((number) => number < rows)) throw new ShardFormatError('a row that is not there');
  return { ...sections, rows, byteLength };
}

/** Steps that hold every value between two bounds, both inclusive; beyond the ends where there is none. */
function stepsWithin(low: number, high: number, from: number, step: number): [first: number, last: number] {
  // All of equal coordinates have step 0.
  if (step === 0) return low <= from && from <= high ? [0, 0] : [1, 0];
  return [Math.max(0, Math.floor((low - from) / step) - 1), Math.min(LAST_STEP, Math.ceil((high - from) / step) + 1)];
}

/** A bit for each row. */
export type RowSet = Uint32Array;

/** Adds the rows that may lie in a rectangle: all of it and a few near it. @returns how many it looked at */
export function addRowsWithin(index: AreaIndex, { south, north, west, east }: Box, to: RowSet): number {
  const { scale, start, row, latitude, longitude } = index;
  const [bottom, top] = stepsWithin(south, north, scale[0]!, scale[2]!);
  const [left, right] = stepsWithin(west, east, scale[1]!, scale[3]!);
  let looked = 0;
  if (bottom > top || left > right) return looked;
  for (let y = bottom >> SHIFT; y <= top >> SHIFT; y += 1) {
    const end = start[y * CELLS + (right >> SHIFT) + 1]!;
    const begin = start[y * CELLS + (left >> SHIFT)]!;
    looked += end - begin;
    for (let at = begin; at < end; at += 1) {
      const [north16, east16] = [latitude[at]!, longitude[at]!];
      if (north16 < bottom || north16 > top || east16 < left || east16 > right) continue;
      const found = row[at]!;
      to[found >> 5]! |= 1 << (found & 31);
    }
  }
  return looked;
}

export const newRowSet = (): RowSet => new Uint32Array(INDEX_ROWS / 32);

/** The rows of a set from `first` to `end` (exclusive), ascending, counted from `first`. */
export function rowsIn(set: RowSet, first: number, end: number): Uint32Array {
  const found: number[] = [];
  for (let word = first >> 5; word << 5 < end; word += 1)
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) {
      const row = (word << 5) + 31 - Math.clz32(bits & -bits);
      if (row >= first && row < end) found.push(row - first);
    }
  return Uint32Array.from(found);
}
