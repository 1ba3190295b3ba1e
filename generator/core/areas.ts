/** Which shards have an area index together: a part of one band that holds still. */
import { INDEX_ROWS } from './area-index.ts';
import type { Manifest, ShardEntry } from './manifest.ts';
import { type Bucket, bucketFrom, bucketTo, ROOT_LEVEL } from './shard.ts';
import { DAY, type EpochMs } from './time.ts';

/** Rows of an index; a part of the catalogue with fewer is scanned. Both inclusive. */
export interface AreaSizes {
  least: number;
  most: number;
}

const SIZES: AreaSizes = { least: 1024, most: INDEX_ROWS };

/** Shards that end within this time before the newest earthquake, or later, have no index: reports replace them. */
const UNSETTLED_MS = 64 * DAY;

/** Shards of buckets that end later are not settled. */
export const settledUntil = (shards: readonly ShardEntry[]): EpochMs =>
  shards.reduce((latest, { time }) => Math.max(latest, time[1]), -Infinity) - UNSETTLED_MS;

/** Shards of one index, oldest first. */
export interface Area extends Bucket {
  shards: ShardEntry[];
  /** Rows of all of them. */
  count: number;
}

const rowsOf = (shards: readonly ShardEntry[]): number => shards.reduce((sum, { count }) => sum + count, 0);

const shardsIn = (bucket: Bucket, shards: readonly ShardEntry[]): ShardEntry[] => {
  const [from, to]: [EpochMs, EpochMs] = [bucketFrom(bucket), bucketTo(bucket)];
  return shards.filter((shard) => shard.band === bucket.band && bucketFrom(shard) >= from && bucketTo(shard) <= to);
};

/**
 * As wide as they can be with the most rows: the partition depends on the shards alone.
 * @param shards of all bands, each band's oldest first
 */
export function areasOf(shards: readonly ShardEntry[], sizes = SIZES): Area[] {
  const until = settledUntil(shards);
  const settled = shards.filter((shard) => bucketTo(shard) <= until);
  return [...Map.groupBy(settled, ({ band }) => band)].flatMap(([band, own]) => [
    ...within({ band, level: ROOT_LEVEL, index: -1 }, own, sizes),
    ...within({ band, level: ROOT_LEVEL, index: 0 }, own, sizes),
  ]);
}

function within(bucket: Bucket, shards: readonly ShardEntry[], sizes: AreaSizes): Area[] {
  const own = shardsIn(bucket, shards);
  const count = rowsOf(own);
  if (count < sizes.least) return [];
  if (count <= sizes.most) return [{ ...bucket, shards: own, count }];
  const { band, level, index } = bucket;
  if (level === 0) return [];
  return [0, 1].flatMap((half) => within({ band, level: level - 1, index: index * 2 + half }, own, sizes));
}

export type AreaEntry = NonNullable<Manifest['areas']>[number];

type WithAreas = Pick<Manifest, 'shards' | 'areas'>;

/** The shards of each index: the oldest of its bucket that have as many rows as it. */
export const shardsOfAreas = ({ shards, areas = [] }: WithAreas): [area: AreaEntry, shards: ShardEntry[]][] =>
  areas.map((area) => {
    let left = area.count;
    return [area, shardsIn(area, shards).filter(({ count }) => (left -= count) >= 0)];
  });

/** Where the rows of a shard are in an index. */
export interface AreaPlace {
  area: AreaEntry;
  first: number;
}

const places = new WeakMap<readonly ShardEntry[], ReadonlyMap<ShardEntry, AreaPlace>>();

/** Of each shard that has an index. */
export const areaPlaces = (manifest: WithAreas): ReadonlyMap<ShardEntry, AreaPlace> =>
  places.getOrInsertComputed(manifest.shards, () => {
    const found = new Map<ShardEntry, AreaPlace>();
    for (const [area, shards] of shardsOfAreas(manifest)) {
      let first = 0;
      for (const shard of shards) {
        found.set(shard, { area, first });
        first += shard.count;
      }
    }
    return found;
  });
