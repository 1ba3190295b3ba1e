/** Merges the rows of shards in an order. A shard is opened when no row of another precedes its first. */
import { firstIndex } from '#core/bisect.ts';
import type { ShardColumns } from '#core/columns.ts';
import { type RowPredicate, rowPredicate } from '#core/filters/filter.ts';
import { activeFilters } from '#core/filters/table.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { firstPosition } from '#core/plan.ts';
import { inOrder, type ListPosition, type ListQuery, startOf, timesOf } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import type { OpenShard } from '../dataset/lines.ts';
import type { AreaRows } from './area-rows.ts';
import type { ShardFiles } from './page.ts';

type MergedColumns = Pick<ShardColumns, 'time' | 'id'>;

/** An open shard. */
export interface Opened {
  shard: MergedColumns;
  /** Rows in the order; undefined where they lie in it. */
  rows: Uint32Array | undefined;
  /** Index of the next row in the order. */
  at: number;
  /** First criterion of the order by row, the greatest first. Equal ones: the newest first, then by id descending. */
  keys: ShardColumns['time'];
}

/** The shards of a merge. */
export interface MergeSource<S, O extends Opened> {
  /** In the order of the bounds of their first rows. */
  shards: readonly S[];
  /** Bounds of the first row. */
  firstOf(shard: S): { key: number; time: EpochMs };
  /** @returns undefined where no row of it can be one of the merge */
  open(shard: S): O | undefined | Promise<O | undefined>;
  /** A shard ends with its first row before it. */
  oldest: EpochMs;
}

/** The next row of an open shard, its key and its time. */
interface NextRow {
  row: number;
  key: number;
  time: EpochMs;
}

const isBefore = (a: Opened & NextRow, b: Opened & NextRow): boolean =>
  a.key > b.key ||
  (a.key === b.key && (a.time > b.time || (a.time === b.time && a.shard.id[a.row]! > b.shard.id[b.row]!)));

export class Merge<S, O extends Opened> {
  opened = 0;
  /** Shards so far, those that were not opened included. */
  #passed = 0;
  readonly #source: MergeSource<S, O>;
  readonly #heads: (O & NextRow)[] = [];
  /** Bounds of the rows of the shard that is opened next. */
  #next: { key: number; time: EpochMs } | undefined;
  /** The first of the heads; undefined when it is not known. */
  #first: (O & NextRow) | undefined;

  constructor(source: MergeSource<S, O>) {
    this.#source = source;
    this.#lookAhead();
  }

  /** The first row of open shards; valid when no shard must be opened. */
  first(): (O & NextRow) | undefined {
    if (this.#first) return this.#first;
    let first: (O & NextRow) | undefined;
    for (const head of this.#heads) if (!first || isBefore(head, first)) first = head;
    return (this.#first = first);
  }

  mustOpen(): boolean {
    const next = this.#next;
    if (!next) return false;
    const first = this.first();
    return !first || next.key > first.key || (next.key === first.key && next.time >= first.time);
  }

  /** @returns a promise where the shard is not in memory */
  openNext(): void | Promise<void> {
    const shard = this.#source.shards[this.#passed]!;
    this.#passed += 1;
    const opened = this.#source.open(shard);
    return opened instanceof Promise ? opened.then((one) => this.#add(one)) : this.#add(opened);
  }

  #add(opened: O | undefined): void {
    this.#lookAhead();
    if (!opened) return;
    this.opened += 1;
    const head = { ...opened, row: 0, key: NaN, time: NaN };
    this.#first = undefined;
    if (this.#read(head)) this.#heads.push(head);
  }

  /** @param count of rows */
  advance(head: O & NextRow, count = 1): void {
    head.at += count;
    this.#first = undefined;
    if (!this.#read(head)) this.#heads.splice(this.#heads.indexOf(head), 1);
  }

  /** Reads the head's next row. @returns whether there is one, and it is not too old */
  #read(head: O & NextRow): boolean {
    const { shard, rows, keys, at } = head;
    if (at >= (rows ?? keys).length) return false;
    const row = rows ? rows[at]! : at;
    head.row = row;
    head.time = shard.time[row]!;
    head.key = keys[row]!;
    return head.time >= this.#source.oldest;
  }

  #lookAhead(): void {
    const { shards, firstOf } = this.#source;
    const next = shards[this.#passed];
    this.#next = next && firstOf(next);
  }
}

type Order = ListQuery['order'];

export interface OpenedList extends Opened {
  shard: OpenShard;
  passes: RowPredicate;
}

export type ListMerge = Merge<ShardEntry, OpenedList>;

interface ListRows {
  files: Pick<ShardFiles, 'shard'>;
  /** The rows that may pass; undefined for all. */
  rowsOf(shard: ShardEntry): ReturnType<AreaRows['of']>;
}

/**
 * The shards of a list, from the query's position, or the beginning of the order, to its last row. Rows are not tested
 * for what the spans of their shard prove.
 */
export function listSource(
  shards: readonly ShardEntry[],
  query: ListQuery,
  { files, rowsOf }: ListRows,
): MergeSource<ShardEntry, OpenedList> {
  const { order } = query;
  const start = startOf(query);
  const active = activeFilters(query);
  const opened = (entry: ShardEntry, shard: OpenShard, some: Uint32Array | undefined): OpenedList => {
    const rows = order ? rowsByMagnitude(shard, entry.doubtful, some) : some;
    const keys = order ? shard.magnitude : shard.time;
    const tested = active.filter(({ filter: { covers }, value }) => covers?.(entry, value) !== true);
    const passes = rowPredicate(tested, query.includeUnrated === true || entry.magnitude !== null)(shard);
    return { shard, passes, rows, at: firstAfter(shard, start, { rows, order }), keys };
  };
  const open = (entry: ShardEntry, some: Uint32Array | undefined): ReturnType<typeof source.open> => {
    if (some?.length === 0) return undefined;
    const shard = files.shard(entry);
    return shard instanceof Promise ? shard.then((one) => opened(entry, one, some)) : opened(entry, shard, some);
  };
  const source: MergeSource<ShardEntry, OpenedList> = {
    shards,
    firstOf(entry) {
      const { magnitude, time } = firstPosition(entry, order, start);
      return { key: magnitude ?? time, time };
    },
    open(entry) {
      const some = rowsOf(entry);
      return some instanceof Promise ? some.then((rows) => open(entry, rows)) : open(entry, some);
    },
    oldest: order ? -Infinity : timesOf(query)[0],
  };
  return source;
}

/** Greatest number of rows that {@link rowsToNext} looks at. */
export const LOOK_AHEAD = 32;

/** Number of rows from a row that does not pass to the next one of its shard that may. In no order of the list. */
export function rowsToNext({ rows, keys, at, passes }: OpenedList): number {
  const end = Math.min((rows ?? keys).length, at + LOOK_AHEAD);
  let next = at + 1;
  while (next < end && !passes(rows ? rows[next]! : next)) next += 1;
  return next - at;
}

export const positionOf = ({ time, id, magnitude }: ShardColumns, row: number, order?: Order): ListPosition => ({
  ...(order ? { magnitude: magnitude[row]! } : {}),
  time: time[row]!,
  id: id[row]!,
});

/** Rows with a magnitude that is not doubtful, by magnitude; for shards that a query by magnitude has opened. */
const orders = new WeakMap<ShardColumns, Uint32Array>();

/** @param some rows; undefined for all */
function rowsByMagnitude(columns: ShardColumns, doubtful: readonly number[], some?: Uint32Array): Uint32Array {
  const { magnitude, id } = columns;
  const ordered = (rows: Iterable<number>): Uint32Array =>
    Uint32Array.from(rows)
      .filter((row) => !Number.isNaN(magnitude[row]!) && !doubtful.includes(id[row]!))
      // Rows lie newest first.
      .sort((a, b) => magnitude[b]! - magnitude[a]! || a - b);
  return some ? ordered(some) : orders.getOrInsertComputed(columns, () => ordered(magnitude.keys()));
}

interface RowOrder {
  /** In the order; undefined where all rows lie in it. */
  rows?: Uint32Array | undefined;
  order?: Order | undefined;
}

/** @returns index of the first row after a position, in the given order or that of the shard */
export const firstAfter = (columns: ShardColumns, position: ListPosition, { rows, order }: RowOrder = {}): number =>
  order
    ? firstIndex(rows!.length, (index) => inOrder(positionOf(columns, rows![index]!, order), position) > 0)
    : firstIndex((rows ?? columns.time).length, (index) => {
        const row = rows ? rows[index]! : index;
        return (position.time - columns.time[row]! || position.id - columns.id[row]!) > 0;
      });
