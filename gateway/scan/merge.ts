/** Merges the rows of shards in the order of a list. A shard is opened when no row of another precedes its first. */
import { firstIndex } from '#core/bisect.ts';
import type { ShardColumns } from '#core/columns.ts';
import type { RowPredicate } from '#core/filters/filter.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { firstPosition } from '#core/plan.ts';
import { inOrder, type ListPosition, type ListQuery, rowFilter, startOf, timesOf } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import type { OpenShard } from '../dataset/lines.ts';
import type { ShardFiles } from './lines.ts';

interface Head {
  shard: OpenShard;
  passes: RowPredicate;
  /** Rows in the order of the list; undefined where they lie in it. */
  rows: Uint32Array | undefined;
  /** Index of the next row in the order, and the row. */
  at: number;
  row: number;
  /** First criterion of the order: magnitudes or times of the rows, and that of the next one. */
  keys: ShardColumns['time'];
  key: number;
  time: EpochMs;
}

type Order = ListQuery['order'];

export const positionOf = ({ time, id, magnitude }: ShardColumns, row: number, order?: Order): ListPosition => ({
  ...(order ? { magnitude: magnitude[row]! } : {}),
  time: time[row]!,
  id: id[row]!,
});

const isBefore = (a: Head, b: Head): boolean =>
  a.key > b.key ||
  (a.key === b.key && (a.time > b.time || (a.time === b.time && a.shard.id[a.row]! > b.shard.id[b.row]!)));

/** From the query's position, or the beginning of the order, to its last row. */
export class Merge {
  opened = 0;
  readonly #shards: ShardEntry[];
  readonly #files: Pick<ShardFiles, 'shard'>;
  readonly #filter: (columns: ShardColumns) => RowPredicate;
  readonly #order: Order;
  readonly #start: ListPosition;
  /** In the order by time, no row before it is merged. */
  readonly #oldest: EpochMs;
  readonly #heads: Head[] = [];
  /** Bounds of the rows of the shard that is opened next. */
  #nextKey = NaN;
  #nextTime = NaN;
  /** The first of the heads; undefined when it is not known. */
  #first: Head | undefined;

  constructor(shards: ShardEntry[], query: ListQuery, files: Pick<ShardFiles, 'shard'>) {
    this.#shards = shards;
    this.#files = files;
    this.#filter = rowFilter(query);
    this.#order = query.order;
    this.#oldest = query.order ? -Infinity : timesOf(query)[0];
    this.#start = startOf(query);
    this.#lookAhead();
  }

  /** The first row of open shards; valid when no shard must be opened. */
  first(): Head | undefined {
    if (this.#first) return this.#first;
    let first: Head | undefined;
    for (const head of this.#heads) if (!first || isBefore(head, first)) first = head;
    return (this.#first = first);
  }

  mustOpen(): boolean {
    if (this.opened === this.#shards.length) return false;
    const first = this.first();
    return !first || this.#nextKey > first.key || (this.#nextKey === first.key && this.#nextTime >= first.time);
  }

  async openNext(): Promise<void> {
    const entry = this.#shards[this.opened]!;
    this.opened += 1;
    const shard = await this.#files.shard(entry);
    const rows = this.#order && rowsByMagnitude(shard, entry.doubtful);
    const at = firstAfter(shard, this.#start, rows);
    const keys = this.#order ? shard.magnitude : shard.time;
    const head = { shard, passes: this.#filter(shard), rows, keys, at, row: 0, key: NaN, time: NaN };
    this.#first = undefined;
    this.#lookAhead();
    if (this.#read(head)) this.#heads.push(head);
  }

  advance(head: Head): void {
    head.at += 1;
    this.#first = undefined;
    if (!this.#read(head)) this.#heads.splice(this.#heads.indexOf(head), 1);
  }

  /** Reads the head's next row. @returns whether there is one, and it is not too old */
  #read(head: Head): boolean {
    const { shard, rows, keys, at } = head;
    if (at >= (rows ?? keys).length) return false;
    const row = rows ? rows[at]! : at;
    head.row = row;
    head.time = shard.time[row]!;
    head.key = keys[row]!;
    return head.time >= this.#oldest;
  }

  #lookAhead(): void {
    const next = this.#shards[this.opened];
    if (!next) return;
    const first = firstPosition(next, this.#order, this.#start);
    this.#nextTime = first.time;
    this.#nextKey = first.magnitude ?? first.time;
  }
}

/** Rows with a magnitude that is not doubtful, by magnitude; for shards that a query by magnitude has opened. */
const orders = new WeakMap<ShardColumns, Uint32Array>();

const rowsByMagnitude = (columns: ShardColumns, doubtful: readonly number[]): Uint32Array =>
  orders.getOrInsertComputed(columns, ({ magnitude, id }) =>
    Uint32Array.from(magnitude.keys())
      .filter((row) => !Number.isNaN(magnitude[row]!) && !doubtful.includes(id[row]!))
      // Rows lie newest first.
      .sort((a, b) => magnitude[b]! - magnitude[a]! || a - b),
  );

/** @returns index of the first row after a position, in the given order or that of the shard */
export const firstAfter = (columns: ShardColumns, position: ListPosition, rows?: Uint32Array): number =>
  firstIndex((rows ?? columns.time).length, (index) => {
    const row = rows ? rows[index]! : index;
    return inOrder(positionOf(columns, row, rows && 'magnitude'), position) > 0;
  });
