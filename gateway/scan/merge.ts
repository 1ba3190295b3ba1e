/** Merges the rows of shards in the order of the list; a shard is opened when no other row is newer than its newest. */
import { firstIndex } from '#core/bisect.ts';
import type { ShardColumns } from '#core/columns.ts';
import type { RowPredicate } from '#core/filters/filter.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import type { OpenShard } from '../dataset/lines.ts';

export interface Head {
  shard: OpenShard;
  passes: RowPredicate;
  /** The next row. */
  row: number;
}

export const positionOf = ({ time, id }: ShardColumns, row: number): ListPosition => ({
  time: time[row]!,
  id: id[row]!,
});

/** The order of the list: negative when `a` comes first. */
const inOrder = (a: ListPosition, b: ListPosition): number => b.time - a.time || b.id - a.id;

function isNewer(a: Head, b: Head): boolean {
  const difference = a.shard.time[a.row]! - b.shard.time[b.row]!;
  return difference === 0 ? a.shard.id[a.row]! > b.shard.id[b.row]! : difference > 0;
}

/** From the query's position or last day to its first day. */
export class Merge {
  opened = 0;
  readonly #shards: ShardEntry[];
  readonly #open: (entry: ShardEntry) => Promise<OpenShard>;
  readonly #filter: (columns: ShardColumns) => RowPredicate;
  readonly #start: ListPosition;
  readonly #from: EpochMs;
  readonly #heads: Head[] = [];
  /** Of the heads; undefined when it is not known. */
  #newest: Head | undefined;

  constructor(shards: ShardEntry[], query: ListQuery, open: (entry: ShardEntry) => Promise<OpenShard>) {
    const { from = -Infinity, to = Infinity, after } = query;
    this.#shards = shards;
    this.#open = open;
    this.#filter = rowFilter(query);
    this.#from = from;
    this.#start = after && after.time <= to ? after : { time: to, id: Infinity };
  }

  /** The newest row of open shards; valid when no shard must be opened. */
  newest(): Head | undefined {
    if (!this.#newest)
      for (const head of this.#heads) if (!this.#newest || isNewer(head, this.#newest)) this.#newest = head;
    return this.#newest;
  }

  mustOpen(): boolean {
    const next = this.#shards[this.opened];
    if (!next) return false;
    const newest = this.newest();
    return !newest || Math.min(next.time[1], this.#start.time) >= newest.shard.time[newest.row]!;
  }

  async openNext(): Promise<void> {
    const entry = this.#shards[this.opened]!;
    this.opened += 1;
    const shard = await this.#open(entry);
    const head = { shard, passes: this.#filter(shard), row: firstAfter(shard, this.#start) };
    this.#newest = undefined;
    if (this.#inRange(head)) this.#heads.push(head);
  }

  advance(head: Head): void {
    head.row += 1;
    this.#newest = undefined;
    if (!this.#inRange(head)) this.#heads.splice(this.#heads.indexOf(head), 1);
  }

  #inRange({ shard, row }: Head): boolean {
    return row < shard.rows && shard.time[row]! >= this.#from;
  }
}

/** The first row after a position in the order of the list. */
export const firstAfter = (columns: ShardColumns, position: ListPosition): number =>
  firstIndex(columns.rows, (row) => inOrder(positionOf(columns, row), position) > 0);
