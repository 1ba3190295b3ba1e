/** A place in the order of an event query, from which its rows are read on: it holds no row that is still to come. */
import type { ListPosition } from '#core/query.ts';
import { Pace } from '../work/pace.ts';
import { EventMerge } from './event-merge.ts';
import { type EventSelection, isByMagnitude, magnitudeKey, type RecordPlace } from './event-rows.ts';
import type { Tally } from './event-tally.ts';

/** Places of records, one after another. */
export interface Places {
  /** Adds places until there are so many or the slice of work is over. @returns whether there are no more */
  advance(batch: RecordPlace[], most: number): Promise<boolean>;
  /** Drops what can be read again. */
  forget(): void;
}

export const onePlace = (place: RecordPlace): Places => ({
  advance: async (batch) => (batch.push(place), true),
  forget: () => {},
});

/** Rows of one magnitude, or all rows of an order by time. */
interface Group {
  magnitude: number | undefined;
  count: number;
}

export class EventCursor implements Places {
  readonly #selection: EventSelection;
  /** Those to come, the present one first. */
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

  async advance(batch: RecordPlace[], most: number): Promise<boolean> {
    const pace = new Pace();
    while (this.#left > 0 && batch.length < most) {
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

  #take(merge: EventMerge, batch: RecordPlace[]): void {
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
      batch.push(taken.place);
    }
  }
}

function groupsOf({ order }: EventSelection, { matched, magnitudes }: Tally): Group[] {
  if (!isByMagnitude(order)) return [{ magnitude: undefined, count: matched }];
  return [...magnitudes]
    .map(([magnitude, count]) => ({ magnitude, count }))
    .sort((a, b) => magnitudeKey(order, a.magnitude) - magnitudeKey(order, b.magnitude));
}
