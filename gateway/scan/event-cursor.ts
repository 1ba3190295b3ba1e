/** Reads the rows of an event query from a position in its order on. It holds no row that is still to come. */
import type { ListPosition } from '#core/query.ts';
import { Pace } from '../work/pace.ts';
import { EventMerge } from './event-merge.ts';
import { type EventSelection, isByMagnitude, magnitudeKey, type RowRef } from './event-rows.ts';
import type { Tally } from './event-tally.ts';

/** Rows in an order, read one after another. */
export interface RowSource {
  /** Adds rows until the batch has `maxRows`, or the slice of work is over. @returns whether there are no more */
  advance(batch: RowRef[], maxRows: number): Promise<boolean>;
  /** Drops what can be read again. */
  forget(): void;
}

export const NO_ROWS: RowSource = { advance: async () => true, forget: () => {} };

export const oneRow = (row: RowRef): RowSource => ({
  advance: async (batch) => (batch.push(row), true),
  forget: () => {},
});

/** Rows of one magnitude, or all rows of an order by time. */
interface Group {
  magnitude: number | undefined;
  count: number;
}

export class EventCursor implements RowSource {
  readonly #selection: EventSelection;
  /** Groups that are not read yet, the present one first. */
  readonly #groups: Group[];
  /** Rows of the present group to pass over, and rows of the answer to come. */
  #skip: number;
  #left: number;
  /** The last row that was taken of the present group. */
  #after: ListPosition | undefined;
  #merge: EventMerge | undefined;

  /** @param rows how many are passed over, and how many follow */
  constructor(selection: EventSelection, tally: Tally, { skip, count }: { skip: number; count: number }) {
    this.#selection = selection;
    this.#groups = groupsOf(selection, tally);
    this.#skip = skip;
    this.#left = count;
    while (this.#groups.length > 0 && this.#skip >= this.#groups[0]!.count) this.#skip -= this.#groups.shift()!.count;
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

  #start(): EventMerge {
    const [group] = this.#groups;
    // The files differ from those that were counted.
    if (!group) throw new Error('there are fewer rows than were counted');
    const direction = this.#selection.order === 'time-asc' ? 1 : -1;
    return new EventMerge(this.#selection, { direction, magnitude: group.magnitude, after: this.#after });
  }

  #take(merge: EventMerge, batch: RowRef[]): void {
    const taken = merge.take();
    if (!taken) {
      this.#groups.shift();
      this.#merge = this.#after = undefined;
      return;
    }
    this.#after = taken;
    if (this.#skip > 0) this.#skip -= 1;
    else {
      this.#left -= 1;
      batch.push(taken.ref);
    }
  }
}

function groupsOf({ order }: EventSelection, { matched, magnitudes }: Tally): Group[] {
  if (!isByMagnitude(order)) return [{ magnitude: undefined, count: matched }];
  return [...magnitudes]
    .map(([magnitude, count]) => ({ magnitude, count }))
    .sort((a, b) => magnitudeKey(order, a.magnitude) - magnitudeKey(order, b.magnitude));
}
