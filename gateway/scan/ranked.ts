/** The first rows of an order: shards in the order of the best that each may hold, until none can do better. */
import type { Order } from '#core/fdsn/event-parameters.ts';
import type { View, ViewColumns } from '#core/fdsn/view.ts';
import { viewColumns } from '#core/fdsn/view.ts';
import type { ViewPlan } from '#core/fdsn/view-plan.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { ListFilter } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { OpenCompanion, OpenShard } from '../dataset/lines.ts';
import { Pace } from '../work/pace.ts';
import type { WorkBounds } from './bounds.ts';

/** A record by its place. */
export interface RecordPlace {
  entry: ShardEntry;
  row: number;
}

interface RankedRow extends RecordPlace {
  /** The smaller, the earlier in the order; then the newer, then the greater id. */
  key: number;
  time: number;
  id: number;
}

interface RankRequest {
  plan: ViewPlan;
  filter: ListFilter;
  view: View;
  order: Order;
  /** Rows from the beginning of the order; 0 to count all. */
  depth: number;
  bounds: WorkBounds;
  open(entry: ShardEntry): Promise<OpenShard>;
  companion(entry: ShardEntry): Promise<OpenCompanion>;
}

/** Rows that are merged at a time: those behind the last one are then passed over. */
const LEAST_MERGE = 128;

const before = (a: RankedRow, b: RankedRow): number => a.key - b.key || b.time - a.time || b.id - a.id;

/** Records without a magnitude come last either way. */
const keyOf = (order: Order, time: number, magnitude: number): number => {
  if (order === 'time') return -time;
  if (order === 'time-asc') return time;
  if (Number.isNaN(magnitude)) return Number.MAX_VALUE;
  return order === 'magnitude' ? -magnitude : magnitude;
};

/** The least key that a row of the shard can have. */
const bestKey = (order: Order, { time, magnitude }: ShardEntry): number =>
  order === 'time' || order === 'magnitude'
    ? keyOf(order, time[1], magnitude?.[1] ?? NaN)
    : keyOf(order, time[0], magnitude?.[0] ?? NaN);

export class Ranking {
  /** Rows that matched in the shards opened. */
  matched = 0;
  opened = 0;
  /** Whether a bound on work was reached before the end. */
  exceeded = false;
  #rows: RankedRow[] = [];
  /** Not yet merged into the rows. */
  #found: RankedRow[] = [];
  readonly #request: RankRequest;

  constructor(request: RankRequest) {
    this.#request = request;
  }

  get rows(): readonly RecordPlace[] {
    return this.#rows;
  }

  /** Yields after each slice. */
  async *steps(signal: AbortSignal): AsyncGenerator<void, void, void> {
    const { plan, order, depth, bounds, filter } = this.#request;
    const pace = new Pace();
    const matches = rowFilter(filter);
    const shards = plan.shards.map((one) => ({ ...one, best: bestKey(order, one.viewed) }));
    shards.sort((a, b) => a.best - b.best);
    let tested = 0;
    for (const { entry, best } of shards) {
      if (signal.aborted) return;
      if (depth > 0 && this.#rows.length === depth && best > this.#rows.at(-1)!.key) return;
      this.exceeded = this.opened >= bounds.files || tested >= bounds.rows;
      if (this.exceeded) return;
      pace.startSlice();
      const columns = await this.#columnsOf(entry);
      if (pace.countShard()) yield;
      const passes = matches(columns);
      for (let row = 0; row < columns.rows; row += 1) {
        if (passes(row)) this.#take(columns, { entry, row });
        if (pace.countRow()) yield;
      }
      tested += columns.rows;
      this.#merge();
    }
  }

  async #columnsOf(entry: ShardEntry): Promise<ViewColumns> {
    const { open, companion, view } = this.#request;
    this.opened += 1;
    const [shard, solutions] = await Promise.all([open(entry), companion(entry)]);
    return viewColumns(shard, solutions, view);
  }

  #take(columns: ViewColumns, { entry, row }: RecordPlace): void {
    const { order, depth } = this.#request;
    this.matched += 1;
    if (depth === 0) return;
    const [time, id] = [columns.time[row]!, columns.id[row]!];
    const key = keyOf(order, time, columns.magnitude[row]!);
    const last = this.#rows.length === depth ? this.#rows.at(-1)! : undefined;
    if (last && key > last.key) return;
    this.#found.push({ entry, row: columns.recordRow?.[row] ?? row, key, time, id });
    if (this.#found.length >= Math.max(depth, LEAST_MERGE)) this.#merge();
  }

  #merge(): void {
    if (this.#found.length === 0) return;
    this.#rows = merged(this.#rows, this.#found.sort(before), this.#request.depth);
    this.#found = [];
  }
}

/** The first of two sorted lists together. */
function merged(a: RankedRow[], b: RankedRow[], depth: number): RankedRow[] {
  const all: RankedRow[] = [];
  for (let i = 0, j = 0; all.length < depth && (i < a.length || j < b.length);) {
    const takesFirst = j >= b.length || (i < a.length && before(a[i]!, b[j]!) <= 0);
    all.push(takesFirst ? a[i++]! : b[j++]!);
  }
  return all;
}
