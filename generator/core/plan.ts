/** Which shards a query must read, by the manifest alone. Unknown means read. */
import { contentHash } from './etag.ts';
import { activeFilters } from './filters/table.ts';
import { FORMAT, type Manifest, type SegmentEntry, type ShardEntry } from './manifest.ts';
import { canonicalQuery, type ChangesQuery, type ListFilter, type ListQuery } from './query.ts';

export interface ListPlan {
  /** Newest first by their newest record. A reader opens the next one only when no row of open ones is newer. */
  shards: ShardEntry[];
  /** Changes if, and only if, the query, the format or one of the planned shards does. */
  hash: string;
}

export interface ChangesPlan {
  /** Oldest first. */
  segments: SegmentEntry[];
  /** Every shard that a change of those segments may lie in. */
  shards: ShardEntry[];
  hash: string;
}

/** Whether a shard may hold a row that passes: false only on proof from its spans. */
export function mayMatch(filter: ListFilter): (shard: ShardEntry) => boolean {
  const active = activeFilters(filter);
  return (shard) =>
    (shard.magnitude !== null || filter.includeUnrated === true) &&
    active.every(({ filter: { prune }, value }) => prune(shard, value));
}

/** Whether every row of a shard passes: true only on proof from its spans. */
export function mustMatch(filter: ListFilter): (shard: ShardEntry) => boolean {
  const active = activeFilters(filter);
  return (shard) =>
    (shard.magnitude !== null || filter.includeUnrated === true) &&
    active.every(({ filter: { covers }, value }) => covers?.(shard, value) === true);
}

const byNewest = (a: ShardEntry, b: ShardEntry): number => b.time[1] - a.time[1] || a.band - b.band;

/** The shards of a manifest, newest first. */
const sorted = new WeakMap<Manifest, ShardEntry[]>();

export function planList(manifest: Manifest, query: ListQuery): ListPlan {
  const { after } = query;
  const matches = mayMatch(query);
  const shards = sorted
    .getOrInsertComputed(manifest, () => manifest.shards.toSorted(byNewest))
    .filter((shard) => matches(shard) && (!after || shard.time[0] <= after.time));
  return { shards, hash: planHash(query, shards) };
}

export function planChanges(manifest: Manifest, query: ChangesQuery): ChangesPlan {
  const { updatedAfter, afterSequence = 0 } = query;
  const segments = manifest.segments.filter(
    (segment) => segment.updatedAt[1] > updatedAfter && segment.last > afterSequence,
  );
  const shards = manifest.shards.filter(mayMatch(query));
  return { segments, shards, hash: planHash(query, [...segments, ...shards]) };
}

function planHash(query: ListQuery | ChangesQuery, files: { hash: string }[]): string {
  return contentHash(`${FORMAT}\n${canonicalQuery(query)}\n`, files.map((file) => file.hash).join(''));
}
