/** Shards, one a magnitude band and time bucket: which shard an earthquake belongs to. */
import { KNOWN_AGENCIES, type Agency } from './earthquake.ts';
import { DAY, HOUR, type EpochMs } from './time.ts';

/** Lower bounds (inclusive) of the magnitude bands 1, 2, …; band 0 holds the earthquakes without a magnitude. */
const BAND_FLOORS = [-Infinity, 2, 3, 4, 5, 6] as const;
export const BANDS = BAND_FLOORS.length + 1;

/** The least magnitude of a band from 1 up. */
export const bandFloor = (band: number): number => BAND_FLOORS[band - 1]!;

export function bandOf(magnitude: number | null): number {
  if (magnitude === null) return 0;
  let band = 1;
  while (band < BAND_FLOORS.length && magnitude >= BAND_FLOORS[band]!) band += 1;
  return band;
}

/** At most this many earthquakes in a shard, unless they all fall within one hour. */
export const SHARD_ROWS = 4096;
/** At most this many in a shard with one of the last two days of its band: a new report replaces such a shard. */
export const RECENT_SHARD_ROWS = 256;
const RECENT_MS = 2 * DAY;

/**
 * A time bucket: the hours [index × 2^level, (index + 1) × 2^level) counted from 1970. Buckets of one band are the
 * leaves of a binary tree: a bucket is as wide as it can be with at most {@link SHARD_ROWS} earthquakes, or
 * {@link RECENT_SHARD_ROWS}, so the partition depends on the earthquakes alone and not on the builds that went before.
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

/** At most this many rows in a bucket. @param newest origin time of the band's newest earthquake */
export const mostRows = (bucket: Bucket, newest: EpochMs): number =>
  bucketTo(bucket) > newest - RECENT_MS ? RECENT_SHARD_ROWS : SHARD_ROWS;

interface BandTimes {
  /** Number of the band's earthquakes with `from <= time < to`. */
  count(from: EpochMs, to: EpochMs): number;
  /** Origin time of the band's newest earthquake. */
  newest: EpochMs;
}

/** The leaves of one band that hold earthquakes, oldest first. */
export function partition(band: number, { count, newest }: BandTimes): Bucket[] {
  const leaves: Bucket[] = [];
  const visit = (bucket: Bucket): void => {
    const rows = count(bucketFrom(bucket), bucketTo(bucket));
    if (rows === 0) return;
    if (rows <= mostRows(bucket, newest) || bucket.level === 0) {
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

/** The agencies of a record as a bit set over KNOWN_AGENCIES: those named in `source` or `sources[].name`. */
export function agencyBits(names: Iterable<Agency>): number {
  let bits = 0;
  for (const name of names) bits |= 1 << KNOWN_AGENCIES.indexOf(name);
  return bits;
}

/** Plate codes as a bit set; 0 for none is left out. */
export const provinceBits = (codes: Iterable<number>): bigint =>
  [...codes].reduce((bits, code) => (code === 0 ? bits : bits | (1n << BigInt(code))), 0n);
