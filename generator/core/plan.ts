/** Which shards a query must read: decided from the manifest alone, before any of them is opened. Unknown means read. */
import { contentHash } from './etag.ts';
import { distanceToBoxKm } from './geo.ts';
import type { Manifest, SegmentEntry, ShardEntry, Span } from './manifest.ts';
import { FORMAT } from './manifest.ts';
import type { ChangesQuery, ListFilter, ListQuery } from './query.ts';
import { canonicalQuery, includesUnrated } from './query.ts';
import { agencyBits } from './shard.ts';

export interface ListPlan {
  /** Newest first by their newest record. A reader opens the next one only when no row at hand is newer. */
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

const overlaps = ([low, high]: Span, from = -Infinity, to = Infinity): boolean => low <= to && high >= from;

/** Whether a shard may hold a row that passes: false only on proof from its spans. */
export function mayMatch(shard: ShardEntry, filter: ListFilter): boolean {
  if (
    shard.magnitude === null
      ? !includesUnrated(filter)
      : !overlaps(shard.magnitude, filter.minMagnitude, filter.maxMagnitude)
  )
    return false;
  if (!overlaps(shard.time, filter.from, filter.to)) return false;
  if (filter.updatedAfter !== undefined && shard.updatedAt[1] <= filter.updatedAfter) return false;
  if (filter.agencies && (shard.agencies & agencyBits(filter.agencies)) === 0) return false;
  if (filter.minDepthKm !== undefined || filter.maxDepthKm !== undefined)
    if (!shard.depthKm || !overlaps(shard.depthKm, filter.minDepthKm, filter.maxDepthKm)) return false;
  const { box, circle } = filter;
  if (box && !(overlaps(shard.latitude, box.south, box.north) && overlaps(shard.longitude, box.west, box.east)))
    return false;
  if (!circle) return true;
  const [south, north] = shard.latitude;
  const [west, east] = shard.longitude;
  return distanceToBoxKm(circle.centre, { south, north, west, east }) <= circle.radiusKm * 1.000001;
}

const byNewest = (a: ShardEntry, b: ShardEntry): number => b.time[1] - a.time[1] || a.band - b.band;

export function planList(manifest: Manifest, query: ListQuery): ListPlan {
  const { after } = query;
  const shards = manifest.shards
    .filter((shard) => mayMatch(shard, query) && (!after || shard.time[0] <= after.time))
    .sort(byNewest);
  return { shards, hash: planHash(query, shards) };
}

export function planChanges(manifest: Manifest, query: ChangesQuery): ChangesPlan {
  const { updatedAfter, afterSequence = 0 } = query;
  const segments = manifest.segments.filter(
    (segment) => segment.updatedAt[1] > updatedAfter && segment.last > afterSequence,
  );
  const shards = manifest.shards.filter((shard) => mayMatch(shard, query));
  return { segments, shards, hash: planHash(query, [...segments, ...shards]) };
}

function planHash(query: ListQuery | ChangesQuery, files: { hash: string }[]): string {
  return contentHash(`${FORMAT}\n${canonicalQuery(query)}\n`, ...files.map((file) => file.hash));
}
