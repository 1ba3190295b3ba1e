/** Merges the rows of shards in the order of the list; a shard is opened when no other row is newer than its newest. */
import { firstIndex } from '#core/bisect.ts';
import type { ShardColumns } from '#core/columns.ts';
import type { RowPredicate } from '#core/filters/filter.ts';
import type { ShardEntry } from '#core/manifest.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { rowFilter } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import type { OpenShard } from '../dataset/lines.ts';

interface Head {
  shard: OpenShard;
  passes: RowPredicate;
  /** The next row, and its time. */
  row: number;
  time: EpochMs;
}

export const positionOf = ({ time, id }: ShardColumns, row: number): ListPosition => ({
  time: time[row]!,
  id: id[row]!,
});

/** The order of the list: negative when `a` comes first. */
const inOrder = (a: ListPosition, b: ListPosition): number => b.time - a.time || b.id - a.id;

const isNewer = (a: Head, b: Head): boolean =>
  a.time > b.time || (a.time === b.time && a.shard.id[a.row]! > b.shard.id[b.row]!);

/** From the query's position or last day to its first day. */
export class Merge {
  opened = 0;
  readonly #shards: ShardEntry[];
  readonly #open: (entry: ShardEntry) => Promise<OpenShard>;
  readonly #filter: (columns: ShardColumns) => RowPredicate;
  readonly #start: ListPosition;
  readonly #from: EpochMs;
  readonly #heads: Head[] = [];
  #nextTime: EpochMs;
  /** Of the heads; undefined when it is not known. */
  #newest: Head | undefined;

  constructor(shards: ShardEntry[], query: ListQuery, open: (entry: ShardEntry) => Promise<OpenShard>) {
    const { from = -Infinity, to = Infinity, after } = query;
    this.#shards = shards;
    this.#open = open;
    this.#filter = rowFilter(query);
    this.#from = from;
    this.#start = after && after.time <= to ? after : { time: to, id: Infinity };
    this.#nextTime = this.#timeOfNext();
  }

  /** The newest row of open shards; valid when no shard must be opened. */
  newest(): Head | undefined {
    if (this.#newest) return this.#newest;
    let newest: Head | undefined;
    for (const head of this.#heads) if (!newest || isNewer(head, newest)) newest = head;
    return (this.#newest = newest);
  }

  mustOpen(): boolean {
    if (this.opened === this.#shards.length) return false;
    const newest = this.newest();
    return !newest || this.#nextTime >= newest.time;
  }

  async openNext(): Promise<void> {
    const entry = this.#shards[this.opened]!;
    this.opened += 1;
    const shard = await this.#open(entry);
    const row = firstAfter(shard, this.#start);
    const head = { shard, passes: this.#filter(shard), row, time: timeOf(shard, row) };
    this.#newest = undefined;
    this.#nextTime = this.#timeOfNext();
    if (head.time >= this.#from) this.#heads.push(head);
  }

  advance(head: Head): void {
    head.row += 1;
    head.time = timeOf(head.shard, head.row);
    this.#newest = undefined;
    if (!(head.time >= this.#from)) this.#heads.splice(this.#heads.indexOf(head), 1);
  }

  /** No row of the shard that is opened next is newer. */
  #timeOfNext(): EpochMs {
    const next = this.#shards[this.opened];
    return next ? Math.min(next.time[1], this.#start.time) : NaN;
  }
}

/** NaN after the last row. */
const timeOf = ({ time, rows }: ShardColumns, row: number): EpochMs => (row < rows ? time[row]! : NaN);

/** The first row after a position in the order of the list. */
export const firstAfter = (columns: ShardColumns, position: ListPosition): number =>
  firstIndex(columns.rows, (row) => inOrder(positionOf(columns, row), position) > 0);
