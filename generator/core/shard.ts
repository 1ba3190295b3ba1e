/** Shards, one a magnitude band and time bucket: which shard an earthquake belongs to, and how readers parse one. */
import type { Agency } from './earthquake.ts';
import { AGENCIES } from './earthquake.ts';
import type { ListItem } from './wire.ts';
import type { EpochMs } from './time.ts';
import { HOUR, parseCivil, parseInstant } from './time.ts';
import { fold } from './text.ts';

/** Lower bounds (inclusive) of the magnitude bands 1, 2, …; band 0 holds the earthquakes without a magnitude. */
const BAND_FLOORS = [-Infinity, 2, 3, 4, 5, 6] as const;
export const BANDS = BAND_FLOORS.length + 1;

export function bandOf(magnitude: number | null): number {
  if (magnitude === null) return 0;
  let band = 1;
  while (band < BAND_FLOORS.length && magnitude >= BAND_FLOORS[band]!) band += 1;
  return band;
}

/** At most this many earthquakes in a shard, unless they all fall within one hour. */
export const SHARD_ROWS = 4096;

/**
 * A time bucket: the hours [index × 2^level, (index + 1) × 2^level) counted from 1970. Buckets of one band are the leaves of a binary
 * tree: a bucket is as wide as it can be with at most {@link SHARD_ROWS} earthquakes, so the partition depends on the
 * earthquakes alone and not on the builds that went before.
 */
export interface Bucket {
  band: number;
  level: number;
  index: number;
}

/** 2^27 hours: two root buckets, before and after 1970, hold the years 1 to 9999. */
export const ROOT_LEVEL = 27;

export const bucketFrom = ({ level, index }: Bucket): EpochMs => index * 2 ** level * HOUR;
/** Exclusive. */
export const bucketTo = ({ level, index }: Bucket): EpochMs => (index + 1) * 2 ** level * HOUR;
export const bucketKey = ({ band, level, index }: Bucket): string => `${band}/${level}/${index}`;

/**
 * The leaves of one band that hold earthquakes, oldest first.
 * @param count number of the band's earthquakes with `from <= time < to`
 */
export function partition(band: number, count: (from: EpochMs, to: EpochMs) => number): Bucket[] {
  const leaves: Bucket[] = [];
  const visit = (bucket: Bucket): void => {
    const rows = count(bucketFrom(bucket), bucketTo(bucket));
    if (rows === 0) return;
    if (rows <= SHARD_ROWS || bucket.level === 0) {
      leaves.push(bucket);
      return;
    }
    visit({ band, level: bucket.level - 1, index: bucket.index * 2 });
    visit({ band, level: bucket.level - 1, index: bucket.index * 2 + 1 });
  };
  visit({ band, level: ROOT_LEVEL, index: -1 });
  visit({ band, level: ROOT_LEVEL, index: 0 });
  return leaves;
}

/** The agencies of a record as a bit set over AGENCIES: those named in `source` or `sources[].name`. */
export function agencyBits(names: Iterable<Agency>): number {
  let bits = 0;
  for (const name of names) bits |= 1 << AGENCIES.indexOf(name);
  return bits;
}

/** A shard as a reader holds it: columns to filter by, and where each record's line lies in the bytes. */
export interface ShardColumns {
  rows: number;
  bytes: Uint8Array;
  /** Byte offset of each row's line; `lineEnd` is exclusive, without the comma. */
  lineStart: Uint32Array;
  lineEnd: Uint32Array;
  id: Float64Array;
  /** Whole seconds, as EpochMs. */
  time: Float64Array;
  latitude: Float64Array;
  longitude: Float64Array;
  /** NaN where the record has none. */
  depthKm: Float64Array;
  magnitude: Float64Array;
  updatedAt: Float64Array;
  agencies: Uint8Array;
  eventType: string[];
  /** What `q` searches, made when first asked for: folded location and, on a line of its own, the agency's text. */
  folded(row: number): string;
}

export class ShardFormatError extends Error {
  override name = 'ShardFormatError';
}

/** @throws ShardFormatError when the bytes are not a whole shard of `rows` lines. */
export function readShard(bytes: Uint8Array, rows: number): ShardColumns {
  const { lineStart, lineEnd } = lineOffsets(bytes, rows);
  const items = itemsOf(bytes, rows);
  const column = (value: (item: ListItem) => number): Float64Array => Float64Array.from(items, value);
  const folded: (string | undefined)[] = [];
  const texts = items.map(({ location, agency_location: agencyText }) =>
    agencyText === undefined ? [location] : [location, agencyText],
  );
  return {
    rows,
    bytes,
    lineStart,
    lineEnd,
    id: column((item) => item.id),
    time: column((item) => parseCivil(item.occurred_at) ?? NaN),
    latitude: column((item) => item.latitude),
    longitude: column((item) => item.longitude),
    depthKm: column((item) => item.depth_km ?? NaN),
    magnitude: column((item) => item.magnitude ?? NaN),
    updatedAt: column((item) => parseInstant(item.updated_at) ?? NaN),
    agencies: Uint8Array.from(items, (item) =>
      agencyBits([item.source, ...(item.sources ?? []).map((source) => source.name)]),
    ),
    eventType: items.map((item) => item.event_type ?? 'earthquake'),
    folded: (row) => (folded[row] ??= texts[row]!.map(fold).join('\n')),
  };
}

function itemsOf(bytes: Uint8Array, rows: number): ListItem[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  let items: unknown;
  try {
    items = (JSON.parse(text) as { earthquakes?: unknown } | null)?.earthquakes;
  } catch (error) {
    throw new ShardFormatError(`not JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(items) || items.length !== rows)
    throw new ShardFormatError(`${Array.isArray(items) ? items.length : 'no'} records where ${rows} are due`);
  const bad = items.findIndex((item: Partial<ListItem> | null) => typeof item?.occurred_at !== 'string');
  if (bad >= 0) throw new ShardFormatError(`record ${bad + 1} is not an earthquake`);
  return items as ListItem[];
}

const NEWLINE = 0x0a;
const OPENING = 0x7b; // {
const CLOSING = 0x7d; // }

/** Where the lines of a file of the list's shape begin and end. Works for companion shards as well. */
export function lineOffsets(bytes: Uint8Array, rows: number): { lineStart: Uint32Array; lineEnd: Uint32Array } {
  const lineStart = new Uint32Array(rows);
  const lineEnd = new Uint32Array(rows);
  let from = bytes.indexOf(NEWLINE) + 1;
  for (let row = 0; row < rows; row += 1) {
    const newline = bytes.indexOf(NEWLINE, from);
    if (from === 0 || newline < 0) throw new ShardFormatError(`ends after ${row} of ${rows} lines`);
    const end = row === rows - 1 ? newline : newline - 1;
    if (bytes[from] !== OPENING || bytes[end - 1] !== CLOSING)
      throw new ShardFormatError(`line ${row + 1} does not hold one record`);
    lineStart[row] = from;
    lineEnd[row] = end;
    from = newline + 1;
  }
  return { lineStart, lineEnd };
}
