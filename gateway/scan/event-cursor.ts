/** Reads the rows of an event query from a position in its order on. It holds no row that is still to come. */
import { firstIndex } from '#core/bisect.ts';
import type { ViewColumns, ViewPlan } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { type ListPosition, rowFilter } from '#core/query.ts';
import { AreaRows } from './area-rows.ts';
import { Pace } from '../work/slices.ts';
import {
  type EventSelection,
  isByMagnitude,
  magnitudeKey,
  openView,
  orderedMagnitudes,
  type Counted,
  type RowRef,
} from './event-rows.ts';
import { Merge, type MergeSource, type Opened } from './merge.ts';

/** Rows in an order, read one after another. */
export interface RowSource {
  /** Adds rows until the batch has `maxRows`, or the slice of work is over. @returns whether there are no more */
  advance(batch: RowRef[], maxRows: number): Promise<boolean>;
  /** Drops what can be read again. */
  forget(): void;
  /** After the last row that was added; undefined where no cursor begins. */
  position(): EventPosition | undefined;
}

/** A record may have several rows in its shard: `row` tells them apart. */
type Position = Pick<ListPosition, 'time' | 'id'> & { row: number };

/** A place between two rows of an answer. */
export interface EventPosition {
  /** Groups that are passed. */
  groups: number;
  /** The last row before it. */
  after: Position | undefined;
  /** Rows of the answer after it. */
  left: number;
}

const NOWHERE = { forget: (): void => {}, position: (): undefined => undefined };

export const NO_ROWS: RowSource = { ...NOWHERE, advance: async () => true };

export const oneRow = (row: RowRef): RowSource => ({ ...NOWHERE, advance: async (batch) => (batch.push(row), true) });

/** Rows of one magnitude (NaN: without one), or all rows of an order by time. */
interface Group {
  magnitude: number | undefined;
  count: number;
}

interface OpenedEvents extends Opened {
  shard: Pick<ViewColumns, 'time' | 'id' | 'recordRow' | 'agencyOfRow'> & { entry: ShardEntry };
}

export class EventCursor implements RowSource {
  readonly #selection: EventSelection;
  /** Groups that are not read yet, the present one first. */
  readonly #groups: Group[];
  #passed = 0;
  /** Rows of the present group to pass over, and rows of the answer to come. */
  #skip: number;
  #left: number;
  /** The last row that was taken of the present group. */
  #after: Position | undefined;
  #merge: Merge<PlannedShard, OpenedEvents> | undefined;

  /** @param rows how many are passed over, and how many follow @param from where an earlier cursor was */
  constructor(
    selection: EventSelection,
    tally: Counted,
    { skip, count }: { skip: number; count: number },
    from?: EventPosition,
  ) {
    this.#selection = selection;
    this.#groups = groupsOf(selection, tally);
    this.#skip = from ? 0 : skip;
    this.#left = from?.left ?? count;
    this.#after = from?.after;
    const isPassed = ({ count: rows }: Group): boolean => (from ? this.#passed < from.groups : this.#skip >= rows);
    while (this.#groups.length > 0 && isPassed(this.#groups[0]!)) {
      if (!from) this.#skip -= this.#groups[0]!.count;
      this.#pass();
    }
  }

  position(): EventPosition {
    return { groups: this.#passed, after: this.#after, left: this.#left };
  }

  #pass(): void {
    this.#groups.shift();
    this.#passed += 1;
  }

  async advance(batch: RowRef[], maxRows: number): Promise<boolean> {
    const pace = new Pace();
    while (this.#left > 0 && batch.length < maxRows) {
      const merge = (this.#merge ??= this.#start());
      if (merge.mustOpen()) {
        pace.startSlice();
        await merge.openNext();
        if (pace.countShard()) break;
      } else {
        this.#take(merge, batch);
        if (pace.countRow()) break;
      }
    }
    return this.#left === 0;
  }

  forget(): void {
    this.#merge = undefined;
  }

  #start(): Merge<PlannedShard, OpenedEvents> {
    const [group] = this.#groups;
    // The files differ from those that were counted.
    if (!group) throw new Error('there are fewer rows than were counted');
    return new Merge(eventSource(this.#selection, group.magnitude, this.#after));
  }

  #take(merge: Merge<PlannedShard, OpenedEvents>, batch: RowRef[]): void {
    const head = merge.first();
    if (!head) {
      this.#pass();
      this.#merge = this.#after = undefined;
      return;
    }
    const { shard, row } = head;
    this.#after = { time: shard.time[row]!, id: shard.id[row]!, row };
    merge.advance(head);
    if (this.#skip > 0) this.#skip -= 1;
    else {
      this.#left -= 1;
      const agency = shard.agencyOfRow?.[row];
      batch.push({ entry: shard.entry, row: shard.recordRow?.[row] ?? row, ...(agency && { agency }) });
    }
  }
}

function groupsOf({ order }: EventSelection, { matched, magnitudes }: Counted): Group[] {
  if (!isByMagnitude(order)) return [{ magnitude: undefined, count: matched }];
  return [...magnitudes]
    .map(([magnitude, count]) => ({ magnitude, count }))
    .sort((a, b) => magnitudeKey(order, a.magnitude) - magnitudeKey(order, b.magnitude));
}

type PlannedShard = ViewPlan['shards'][number];

/** The rows of a group by time, those of equal times by id descending. @param after position before the first row */
function eventSource(
  selection: EventSelection,
  magnitude: Group['magnitude'],
  after: Position | undefined,
): MergeSource<PlannedShard, OpenedEvents> {
  const isOldestFirst = selection.order === 'time-asc';
  const keyOf = (time: number): number => (isOldestFirst ? -time : time);
  const firstKey = ({ viewed }: PlannedShard): number => keyOf(viewed.time[isOldestFirst ? 0 : 1]);
  const shards = selection.plan.shards.filter(
    ({ viewed }) =>
      mayHold(viewed, magnitude) && (!after || keyOf(viewed.time[isOldestFirst ? 1 : 0]) <= keyOf(after.time)),
  );
  const areas = new AreaRows(selection.plan.area, selection.files);
  return {
    shards: shards.sort((a, b) => firstKey(b) - firstKey(a)),
    firstOf: (shard) => ({ key: firstKey(shard), time: Infinity }),
    async open({ entry }) {
      const some = await areas.of(entry);
      if (some?.length === 0) return undefined;
      const columns = await openView(selection, entry);
      const { time, id, recordRow, agencyOfRow } = columns;
      const group = magnitude === undefined ? undefined : { magnitude, values: orderedMagnitudes(columns, entry) };
      const rows = rowsOf(columns, selection, { some, group });
      const isAfter = ({ time: at, id: last, row: former }: Position, row: number): boolean =>
        keyOf(time[row]!) < keyOf(at) || (time[row] === at && (id[row]! < last || (id[row] === last && row > former)));
      return {
        shard: { entry, time, id, recordRow, ...(agencyOfRow && { agencyOfRow }) },
        rows,
        at: after ? firstIndex(rows.length, (index) => isAfter(after, rows[index]!)) : 0,
        keys: isOldestFirst ? time.map(keyOf) : time,
      };
    },
    oldest: -Infinity,
  };
}

const mayHold = ({ magnitude: span }: PlannedShard['viewed'], magnitude: Group['magnitude']): boolean =>
  magnitude === undefined || Number.isNaN(magnitude) || (span !== null && span[0] <= magnitude && magnitude <= span[1]);

interface Wanted {
  /** The rows that may match, ascending; undefined for all. */
  some: Uint32Array | undefined;
  group: { magnitude: number; values: Float64Array } | undefined;
}

/** Matching rows of a shard in the order. */
function rowsOf(columns: ViewColumns, { filter, order }: EventSelection, { some, group }: Wanted): Uint32Array {
  const { time, id } = columns;
  const direction = order === 'time-asc' ? 1 : -1;
  const passes = rowFilter(filter)(columns);
  const isOf = (row: number): boolean => !group || Object.is(group.values[row]! + 0, group.magnitude);
  const compare = (a: number, b: number): number => direction * (time[a]! - time[b]!) || id[b]! - id[a]! || a - b;
  const looked = some?.length ?? columns.rows;
  const rows = new Uint32Array(looked);
  let count = 0;
  let isOrdered = true;
  for (let index = 0; index < looked; index += 1) {
    // Shards hold the newest first, but for fractions of a second.
    const place = direction > 0 ? looked - 1 - index : index;
    const row = some ? some[place]! : place;
    if (!isOf(row) || !passes(row)) continue;
    isOrdered &&= count === 0 || compare(rows[count - 1]!, row) < 0;
    rows[count++] = row;
  }
  const found = rows.subarray(0, count);
  return isOrdered ? found : found.sort(compare);
}
