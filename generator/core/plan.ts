/** Which shards a query must read, by the manifest alone. Unknown means read. */
import { areaPlaces, type AreaPlace } from './areas.ts';
import { contentHash } from './etag.ts';
import { activeFilters } from './filters/table.ts';
import type { Box } from './geo.ts';
import { FORMAT, type Manifest, type SegmentEntry, type ShardEntry } from './manifest.ts';
import {
  canonicalQuery,
  type ChangesQuery,
  inOrder,
  type ListFilter,
  type ListPosition,
  type ListQuery,
  startOf,
} from './query.ts';
import type { Span } from './solution-spans.ts';

export interface ListPlan {
  /** By their {@link firstPosition}. A reader opens the next one only when no row of open ones precedes that. */
  shards: ShardEntry[];
  /** Changes if, and only if, the query, the format or one of the planned shards does. */
  hash: string;
  /** Absent where no index helps. */
  area?: AreaPlan;
}

/** What a scan asks the area indexes. */
export interface AreaPlan {
  /** No row outside of them passes. */
  boxes: readonly Box[];
  /** The shards that have an index. */
  places: ReadonlyMap<ShardEntry, AreaPlace>;
  /** Rows that are looked at before an index is asked. */
  mergedRows: number;
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
  const { order } = query;
  const start = startOf(query);
  const matches = mayMatch(query);
  const follows = (shard: ShardEntry): boolean =>
    (order ? inOrder(endOf(shard, order, 0), start) : start.time - shard.time[0] || start.id) > 0;
  const shards = sorted
    .getOrInsertComputed(manifest, () => manifest.shards.toSorted(byNewest))
    .filter((shard) => follows(shard) && matches(shard));
  if (order) shards.sort((a, b) => inOrder(firstPosition(a, order, start), firstPosition(b, order, start)));
  return { shards, hash: planHash(query, shards), ...areaPlan(manifest, { query, shards }) };
}

/** Searching the indexes of all bands costs as much as looking at so many rows. */
const INDEX_COST_ROWS = 2048;
/** Earthquakes cluster: after so many times these rows, the area is emptier than its size says. */
const CLUSTERING = 4;

/**
 * A list of an area that holds much is soon full without an index; of one that holds little it looks at many rows in
 * vain. How many is expected from the spans of the shards.
 */
export function areaPlan(
  manifest: Pick<Manifest, 'shards' | 'areas'>,
  { query, shards }: { query: ListFilter & { limit?: number }; shards: readonly ShardEntry[] },
): { area?: AreaPlan } {
  const { limit = Infinity } = query;
  const areas = activeFilters(query).flatMap(({ filter, value }) => {
    const boxes = filter.boxes?.(value);
    return boxes ? [{ boxes, share: shareOf(boxes, shards) }] : [];
  });
  const [least] = areas.sort((a, b) => a.share - b.share);
  const places = areaPlaces(manifest);
  if (!least || places.size === 0) return {};
  const isSparse = limit > INDEX_COST_ROWS * least.share;
  return { area: { boxes: least.boxes, places, mergedRows: isSparse ? 0 : INDEX_COST_ROWS * CLUSTERING } };
}

/** The part of the shards' rectangles that lies in an area, by their rows. */
function shareOf(boxes: readonly Box[], shards: readonly ShardEntry[]): number {
  let [within, all] = [0, 0];
  for (const { latitude, longitude, count } of shards) {
    for (const { south, north, west, east } of boxes)
      within += count * partOf(latitude, south, north) * partOf(longitude, west, east);
    all += count;
  }
  return within / Math.max(1, all);
}

/** The part of a span that lies between two bounds. */
const partOf = ([from, to]: Span, low: number, high: number): number =>
  from === to
    ? Number(low <= from && from <= high)
    : Math.max(0, Math.min(to, high) - Math.max(from, low)) / (to - from);

/** No row of the shard comes before the position of its greatest values (1), or after that of its least ones (0). */
const endOf = ({ time, magnitude }: ShardEntry, order: ListQuery['order'], end: 0 | 1): ListPosition => ({
  ...(order && magnitude ? { magnitude: magnitude[end] } : {}),
  time: time[end],
  id: end === 0 ? 0 : Number.MAX_SAFE_INTEGER,
});

/** No row of the shard that comes after the start comes before it. */
export function firstPosition(shard: ShardEntry, order: ListQuery['order'], start: ListPosition): ListPosition {
  const first = endOf(shard, order, 1);
  if (inOrder(first, start) > 0) return first;
  return { ...first, ...start, time: Math.min(first.time, start.time), id: first.id };
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
  return contentHash(`${FORMAT}\n${canonicalQuery(query)}\n${files.map(({ hash }) => hash).join('')}`);
}
