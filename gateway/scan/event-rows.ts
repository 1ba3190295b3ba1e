/** The records that an event query selects, as rows of shards. */
import type { Order } from '#core/fdsn/event-parameters.ts';
import { type View, type ViewColumns, viewColumns, type ViewPlan } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { ListFilter } from '#core/query.ts';
import type { Snapshot } from '../dataset/snapshot.ts';

/** A record as a row of its shard. */
export interface RowRef {
  entry: ShardEntry;
  row: number;
}

export interface EventSelection {
  snapshot: Pick<Snapshot, 'shard' | 'solutions'>;
  plan: ViewPlan;
  filter: ListFilter;
  view: View;
  order: Order;
}

export async function openView({ snapshot, view }: EventSelection, entry: ShardEntry): Promise<ViewColumns> {
  const [shard, solutions] = await Promise.all([snapshot.shard(entry), snapshot.solutions(entry)]);
  return viewColumns(shard, solutions, view);
}

/** The smaller, the earlier in an order by magnitude; records without a magnitude (NaN) come last either way. */
export function magnitudeKey(order: Order, magnitude: number): number {
  if (Number.isNaN(magnitude)) return Infinity;
  return order === 'magnitude' ? -magnitude : magnitude;
}

export const isByMagnitude = (order: Order): boolean => order === 'magnitude' || order === 'magnitude-asc';
