/** Files of a dataset in memory, each kind within its part of it. */
import type { AreaIndex } from '#core/area-index.ts';
import type { BucketLines } from '#core/bucket-lines.ts';
import type { Change } from '#core/changes.ts';
import type { DetailIndex, DetailNames } from '#core/details.ts';
import type { ShardNames } from '#core/shard-names.ts';
import { LoadingCache } from '../http/loading-cache.ts';
import type { OpenSolutions, OpenShard } from './lines.ts';

/** Memory of a change. */
const CHANGE_BYTES = 300;
/** Memory of the views on a column file. */
const VIEWS_BYTES = 3000;
/** Memory of a name or of a hash of the index. */
const ENTRY_BYTES = 150;

export type DatasetCaches = ReturnType<typeof datasetCaches>;

const viewsSize = ({ byteLength }: { byteLength: number }): number => byteLength + VIEWS_BYTES;

/** @param bytes for the columns of shards; other files have fractions of it in addition */
export const datasetCaches = (bytes: number) => ({
  shards: new LoadingCache<OpenShard>(bytes, viewsSize),
  areas: new LoadingCache<AreaIndex>(bytes / 8, viewsSize),
  solutions: new LoadingCache<OpenSolutions>(bytes / 2, viewsSize),
  shardNames: new LoadingCache<ShardNames>(bytes / 4, viewsSize),
  segments: new LoadingCache<Change[]>(bytes / 8, (changes) => 1 + changes.length * CHANGE_BYTES),
  indexes: new LoadingCache<DetailIndex>(
    bytes / 8,
    ({ buckets, newest, names, lines }) =>
      [buckets, newest, names, lines].reduce((sum, { length }) => sum + length, 1) * ENTRY_BYTES,
  ),
  bucketLines: new LoadingCache<BucketLines>(bytes / 2, viewsSize),
  stationTables: new LoadingCache<{ hash: string; rows: readonly Uint8Array[] }>(
    bytes / 16,
    ({ rows }) => 1 + rows.length * ENTRY_BYTES,
  ),
  /** Parquet files, of which programs read range after range. */
  catalogue: new LoadingCache<Uint8Array>(bytes / 4, ({ byteLength }) => byteLength),
  names: new LoadingCache<DetailNames>(bytes / 16, (names) => 1 + names.size * ENTRY_BYTES),
});
