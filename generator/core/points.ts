/**
 * Point files, one a shard, for maps of everything: time, place, depth, magnitude, province and id in 19 bytes an
 * earthquake. Written and read without Node's own types, because browsers read them.
 */
import type { Point } from './geo.ts';
import { SECOND, type EpochMs } from './time.ts';

/** One earthquake, in the units of a record. */
export interface PointRow extends Point {
  id: number;
  time: EpochMs;
  depthKm: number | null;
  magnitude: number | null;
  /** Bit set over the rows of AGENCY_NAMES. */
  agencies: number;
  /** False for what an agency calls a blast and the like. */
  isEarthquake: boolean;
  /** Whether it is a blast, or probably one. */
  isBlast: boolean;
  /** Plate code, 0 for none. */
  province: number;
}

const MAGIC = 'hipopnt2';
/** With 16 bits for agencies, for records that name one beyond the first eight. */
const WIDE_MAGIC = 'hipopn2w';
/** Rows and seconds of a step of time (Uint32 each), first time, west, south, steps of longitude and of latitude. */
const HEADER_BYTES = 56;
const ALIGNMENT = 8;
/** What the columns of a row take together, of a file that is not wide. */
export const POINT_BYTES = 19;

const STEPS_16 = 2 ** 16 - 1;
const STEPS_32 = 2 ** 32 - 1;
/** Hundredths of a magnitude, tenths of a kilometre. */
const MAGNITUDE_STEPS = 100;
const DEPTH_STEPS = 10;
/** Bits of a row that is no earthquake by its event type, and of one that is a blast or probably one. */
export const KIND = { other: 1, blast: 2 } as const;
/** In depth and magnitude: the record has none. */
export const NO_VALUE = -32768;

/** Views of a file, in its order: newest first. */
export interface PointColumns {
  rows: number;
  /** Steps of `timeStep` from `firstTime`. */
  time: Uint32Array;
  id: Uint32Array;
  /** Steps of `longitudeStep` from `west`, of `latitudeStep` from `south`. */
  longitude: Uint16Array;
  latitude: Uint16Array;
  /** Tenths of a kilometre, or {@link NO_VALUE}. */
  depth: Int16Array;
  /** Hundredths, or {@link NO_VALUE}. */
  magnitude: Int16Array;
  agencies: Uint8Array | Uint16Array;
  /** {@link KIND} of each row, added. */
  kind: Uint8Array;
  /** Plate code, 0 for none. */
  province: Uint8Array;
  firstTime: EpochMs;
  /** In milliseconds. */
  timeStep: number;
  west: number;
  south: number;
  longitudeStep: number;
  latitudeStep: number;
}

const padded = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** The columns in their order, and where they end. */
function columnsAt(buffer: ArrayBufferLike, rows: number, isWide: boolean) {
  let at = HEADER_BYTES;
  const take = <T>(type: { new (buffer: ArrayBufferLike, offset: number, length: number): T }, bytes: number): T => {
    const view = new type(buffer, at, rows);
    at += padded(rows * bytes);
    return view;
  };
  return {
    time: take(Uint32Array, 4),
    id: take(Uint32Array, 4),
    longitude: take(Uint16Array, 2),
    latitude: take(Uint16Array, 2),
    depth: take(Int16Array, 2),
    magnitude: take(Int16Array, 2),
    agencies: isWide ? take(Uint16Array, 2) : take(Uint8Array, 1),
    kind: take(Uint8Array, 1),
    province: take(Uint8Array, 1),
  };
}

const sizeOf = (rows: number, isWide: boolean): number =>
  HEADER_BYTES + [4, 4, 2, 2, 2, 2, isWide ? 2 : 1, 1, 1].reduce((sum, bytes) => sum + padded(rows * bytes), 0);

/** Least and greatest, as origin and step of a scale of 16 bits. */
function scaleOf(values: readonly number[]): { from: number; step: number } {
  const from = values.reduce((least, value) => Math.min(least, value), Infinity);
  const to = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return { from, step: (to - from) / STEPS_16 };
}

/** @param rows at least one, newest first */
export function writePoints(rows: readonly PointRow[]): Uint8Array {
  const isWide = rows.some(({ agencies }) => agencies > 0xff);
  const magic = isWide ? WIDE_MAGIC : MAGIC;
  const bytes = new Uint8Array(sizeOf(rows.length, isWide));
  const header = new DataView(bytes.buffer);
  const firstTime = rows.at(-1)!.time;
  const seconds = Math.max(1, Math.ceil((rows[0]!.time - firstTime) / SECOND / STEPS_32));
  const [east, north] = [scaleOf(rows.map((row) => row.longitude)), scaleOf(rows.map((row) => row.latitude))];
  for (let index = 0; index < magic.length; index += 1) bytes[index] = magic.charCodeAt(index);
  header.setUint32(8, rows.length, true);
  header.setUint32(12, seconds, true);
  [firstTime, east.from, north.from, east.step, north.step].forEach((value, index) =>
    header.setFloat64(16 + 8 * index, value, true),
  );
  const columns = columnsAt(bytes.buffer, rows.length, isWide);
  const steps = (value: number, { from, step }: { from: number; step: number }): number =>
    step === 0 ? 0 : Math.round((value - from) / step);
  rows.forEach((row, index) => {
    columns.time[index] = Math.floor((row.time - firstTime) / SECOND / seconds);
    columns.id[index] = row.id;
    columns.longitude[index] = steps(row.longitude, east);
    columns.latitude[index] = steps(row.latitude, north);
    columns.depth[index] = row.depthKm === null ? NO_VALUE : Math.round(row.depthKm * DEPTH_STEPS);
    columns.magnitude[index] = row.magnitude === null ? NO_VALUE : Math.round(row.magnitude * MAGNITUDE_STEPS);
    columns.agencies[index] = row.agencies;
    columns.kind[index] = (row.isEarthquake ? 0 : KIND.other) | (row.isBlast ? KIND.blast : 0);
    columns.province[index] = row.province;
  });
  return bytes;
}

/** Hosts are little-endian, as the file is. @throws RangeError when the bytes are not a whole file */
export function readPoints(file: ArrayBuffer): PointColumns {
  const bytes = new Uint8Array(file);
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  const isWide = magic === WIDE_MAGIC;
  if ((magic !== MAGIC && !isWide) || bytes.byteLength < HEADER_BYTES)
    throw new RangeError(`it does not begin with ${MAGIC}`);
  const header = new DataView(file);
  const rows = header.getUint32(8, true);
  if (bytes.byteLength !== sizeOf(rows, isWide)) throw new RangeError(`${bytes.byteLength} bytes for ${rows} rows`);
  const value = (index: number): number => header.getFloat64(16 + 8 * index, true);
  return {
    rows,
    ...columnsAt(file, rows, isWide),
    firstTime: value(0),
    timeStep: header.getUint32(12, true) * SECOND,
    west: value(1),
    south: value(2),
    longitudeStep: value(3),
    latitudeStep: value(4),
  };
}
