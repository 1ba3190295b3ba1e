/** Carries out a list plan: shards merged newest first, each opened only when no row at hand is newer than its newest one. */
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPlan } from '#core/plan.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import type { Bounds } from './bounds.ts';
import { yieldTurn } from './bounds.ts';
import { Page } from './page.ts';

export interface ListResult {
  page: Page;
  /** Where the following page begins; undefined when there is no more. */
  end: ListPosition | undefined;
  /** Shards opened. */
  opened: number;
}

export interface ListReading {
  plan: ListPlan;
  query: ListQuery;
  bounds: Bounds;
  open(entry: ShardEntry): Promise<ShardColumns>;
}

export async function readList({ plan, query, bounds, open }: ListReading): Promise<ListResult> {
  const passes = rowFilter(query);
  const merge = new Merge(plan.shards, query, open);
  const page = new Page();
  let last: ListPosition | undefined;
  for (let rows = 0; ; rows += 1) {
    while (merge.mustOpen()) {
      if (merge.opened >= bounds.files && last) return { page, end: last, opened: merge.opened };
      await merge.openNext();
    }
    const head = merge.newest();
    if (!head) return { page, end: undefined, opened: merge.opened };
    if (rows >= bounds.rows && last) return { page, end: last, opened: merge.opened };
    if (passes(head.columns, head.row)) {
      if (page.count === query.limit) return { page, end: last, opened: merge.opened };
      page.addRow(head.columns, head.row);
    }
    last = positionOf(head);
    merge.advance(head);
  }
}

interface Head {
  columns: ShardColumns;
  /** The first row that was not taken yet. */
  row: number;
}

const positionOf = ({ columns, row }: Head): ListPosition => ({ time: columns.time[row]!, id: columns.id[row]! });

/** The order of the list: negative when `a` comes first. */
const inOrder = (a: ListPosition, b: ListPosition): number => b.time - a.time || b.id - a.id;

function isNewer(a: Head, b: Head): boolean {
  const difference = a.columns.time[a.row]! - b.columns.time[b.row]!;
  return difference === 0 ? a.columns.id[a.row]! > b.columns.id[b.row]! : difference > 0;
}

/** The rows of several shards as one sequence in the order of the list, from the query's position or last day on to its first day. */
class Merge {
  opened = 0;
  readonly #waiting: ShardEntry[];
  readonly #open: (entry: ShardEntry) => Promise<ShardColumns>;
  readonly #start: ListPosition;
  readonly #from: EpochMs;
  readonly #heads: Head[] = [];
  /** Of the heads; undefined when it has to be found anew. */
  #newest: Head | undefined;

  constructor(shards: ShardEntry[], query: ListQuery, open: (entry: ShardEntry) => Promise<ShardColumns>) {
    const { from = -Infinity, to = Infinity, after } = query;
    this.#waiting = shards;
    this.#open = open;
    this.#from = from;
    this.#start = after && after.time <= to ? after : { time: to, id: Infinity };
  }

  /** The newest row at hand; meaningful when nothing must be opened. */
  newest(): Head | undefined {
    if (!this.#newest)
      for (const head of this.#heads) if (!this.#newest || isNewer(head, this.#newest)) this.#newest = head;
    return this.#newest;
  }

  mustOpen(): boolean {
    const next = this.#waiting[this.opened];
    if (!next) return false;
    const newest = this.newest();
    return !newest || Math.min(next.time[1], this.#start.time) >= newest.columns.time[newest.row]!;
  }

  async openNext(): Promise<void> {
    const entry = this.#waiting[this.opened]!;
    if (this.opened > 0) await yieldTurn();
    this.opened += 1;
    const columns = await this.#open(entry);
    const head = { columns, row: firstAfter(columns, this.#start) };
    this.#newest = undefined;
    if (this.#inRange(head)) this.#heads.push(head);
  }

  advance(head: Head): void {
    head.row += 1;
    this.#newest = undefined;
    if (!this.#inRange(head)) this.#heads.splice(this.#heads.indexOf(head), 1);
  }

  #inRange({ columns, row }: Head): boolean {
    return row < columns.rows && columns.time[row]! >= this.#from;
  }
}

/** The first row behind a position, by bisection: rows stand in the order of the list. */
export function firstAfter(columns: ShardColumns, position: ListPosition): number {
  let low = 0;
  let high = columns.rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (inOrder(positionOf({ columns, row: middle }), position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
