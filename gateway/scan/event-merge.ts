/** Merges the rows of a view in the order of time; a shard is opened when no other row comes before its first. */
import { firstIndex } from '#core/bisect.ts';
import { type ViewColumns, type ViewPlan } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { type ListPosition, rowFilter } from '#core/query.ts';
import { type EventSelection, openView, type RowRef } from './event-rows.ts';

type Shards = ViewPlan['shards'];

interface MergeOptions {
  /** 1: oldest first, -1: newest first; ties by id descending either way. */
  direction: 1 | -1;
  /** Magnitude of the rows; NaN: rows without one; undefined: any row. */
  magnitude: number | undefined;
  /** Position before the first row. */
  after: ListPosition | undefined;
}

/** A row that was taken. */
interface TakenRow extends ListPosition {
  ref: RowRef;
}

interface Head {
  entry: ShardEntry;
  columns: Pick<ViewColumns, 'time' | 'id' | 'recordRow'>;
  /** Matching rows in the order, and the index of the next one. */
  rows: Uint32Array;
  at: number;
}

const headTime = ({ columns, rows, at }: Head): number => columns.time[rows[at]!]!;
const headId = ({ columns, rows, at }: Head): number => columns.id[rows[at]!]!;

const mayHold = (magnitude: number, { viewed }: Shards[number]): boolean =>
  Number.isNaN(magnitude) || (viewed.magnitude !== null && inSpan(viewed.magnitude, magnitude));
const inSpan = ([from, to]: readonly [number, number], value: number): boolean => from <= value && value <= to;

export class EventMerge {
  readonly #selection: EventSelection;
  readonly #options: MergeOptions;
  readonly #shards: Shards;
  readonly #heads: Head[] = [];
  #opened = 0;
  /** First of the heads; undefined when it is not known. */
  #first: Head | undefined;

  constructor(selection: EventSelection, options: MergeOptions) {
    const { direction, magnitude, after } = options;
    this.#selection = selection;
    this.#options = options;
    this.#shards = selection.plan.shards
      .filter((one) => magnitude === undefined || mayHold(magnitude, one))
      .filter(({ viewed }) => !after || direction * (viewed.time[direction > 0 ? 1 : 0] - after.time) >= 0)
      .sort((a, b) => direction * (this.#start(a) - this.#start(b)));
  }

  mustOpen(): boolean {
    const next = this.#shards[this.#opened];
    if (!next) return false;
    const first = this.#firstHead();
    return !first || this.#options.direction * (this.#start(next) - headTime(first)) <= 0;
  }

  async openNext(): Promise<void> {
    const { entry } = this.#shards[this.#opened]!;
    this.#opened += 1;
    const { time, id, recordRow, ...rest } = await openView(this.#selection, entry);
    const rows = this.#rowsOf({ time, id, recordRow, ...rest });
    const head: Head = { entry, columns: { time, id, recordRow }, rows, at: 0 };
    const { after } = this.#options;
    if (after) head.at = firstIndex(rows.length, (at) => this.#compare(headPosition({ ...head, at }), after) > 0);
    this.#first = undefined;
    if (head.at < rows.length) this.#heads.push(head);
  }

  /** The next row; undefined after the last one. Valid when no shard must be opened. */
  take(): TakenRow | undefined {
    const head = this.#firstHead();
    if (!head) return undefined;
    const row = head.rows[head.at]!;
    const taken = { ...headPosition(head), ref: { entry: head.entry, row: head.columns.recordRow?.[row] ?? row } };
    head.at += 1;
    this.#first = undefined;
    if (head.at === head.rows.length) this.#heads.splice(this.#heads.indexOf(head), 1);
    return taken;
  }

  #firstHead(): Head | undefined {
    if (this.#first) return this.#first;
    let first: Head | undefined;
    for (const head of this.#heads) if (!first || this.#isBefore(head, first)) first = head;
    return (this.#first = first);
  }

  #isBefore(a: Head, b: Head): boolean {
    const difference = this.#options.direction * (headTime(a) - headTime(b));
    return difference < 0 || (difference === 0 && headId(a) > headId(b));
  }

  #compare(a: ListPosition, b: ListPosition): number {
    return this.#options.direction * (a.time - b.time) || b.id - a.id;
  }

  /** The time before which the shard has no row. */
  #start({ viewed: { time } }: Shards[number]): number {
    return this.#options.direction > 0 ? time[0] : time[1];
  }

  #rowsOf(columns: ViewColumns): Uint32Array {
    const { magnitude: values, time, id } = columns;
    const { magnitude, direction } = this.#options;
    const passes = rowFilter(this.#selection.filter)(columns);
    const isOf = (row: number): boolean => magnitude === undefined || Object.is(values[row]! + 0, magnitude);
    const compare = (a: number, b: number): number => direction * (time[a]! - time[b]!) || id[b]! - id[a]!;
    const rows = new Uint32Array(columns.rows);
    let count = 0;
    let isOrdered = true;
    for (let index = 0; index < columns.rows; index += 1) {
      // Shards hold the newest first, but for fractions of a second.
      const row = direction > 0 ? columns.rows - 1 - index : index;
      if (!isOf(row) || !passes(row)) continue;
      isOrdered &&= count === 0 || compare(rows[count - 1]!, row) < 0;
      rows[count++] = row;
    }
    const found = rows.subarray(0, count);
    return isOrdered ? found : found.sort(compare);
  }
}

const headPosition = (head: Head): ListPosition => ({ time: headTime(head), id: headId(head) });
