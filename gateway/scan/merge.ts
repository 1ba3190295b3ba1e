/** Merges the rows of shards in the order of the list; a shard is opened when no other row is newer than its newest. */
import { firstIndex } from '#core/bisect.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';

export interface Head {
  columns: ShardColumns;
  /** The next row. */
  row: number;
}

export const positionOf = ({ columns, row }: Head): ListPosition => ({
  time: columns.time[row]!,
  id: columns.id[row]!,
});

/** The order of the list: negative when `a` comes first. */
const inOrder = (a: ListPosition, b: ListPosition): number => b.time - a.time || b.id - a.id;

function isNewer(a: Head, b: Head): boolean {
  const difference = a.columns.time[a.row]! - b.columns.time[b.row]!;
  return difference === 0 ? a.columns.id[a.row]! > b.columns.id[b.row]! : difference > 0;
}

/** From the query's position or last day to its first day. */
export class Merge {
  opened = 0;
  readonly #shards: ShardEntry[];
  readonly #open: (entry: ShardEntry) => Promise<ShardColumns>;
  readonly #start: ListPosition;
  readonly #from: EpochMs;
  readonly #heads: Head[] = [];
  /** Of the heads; undefined when it is not known. */
  #newest: Head | undefined;

  constructor(shards: ShardEntry[], query: ListQuery, open: (entry: ShardEntry) => Promise<ShardColumns>) {
    const { from = -Infinity, to = Infinity, after } = query;
    this.#shards = shards;
    this.#open = open;
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
    return !newest || Math.min(next.time[1], this.#start.time) >= newest.columns.time[newest.row]!;
  }

  async openNext(): Promise<void> {
    const entry = this.#shards[this.opened]!;
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

/** The first row after a position in the order of the list. */
export const firstAfter = (columns: ShardColumns, position: ListPosition): number =>
  firstIndex(columns.rows, (row) => inOrder(positionOf({ columns, row }), position) > 0);
