/** The earthquakes near an earthquake in place and time. */
import type { Point } from '#core/geo.ts';
import { NearestIndex, type Neighbour } from '#core/nearest.ts';
import { DAY, type EpochMs } from '#core/time.ts';

/** At most this far and this long before or after, both inclusive. */
export const NEARBY = { km: 100, ms: 30 * DAY, limit: 10 };

interface PointInTime extends Point {
  time: EpochMs;
}

interface NearbyRow extends PointInTime {
  id: number;
}

/** One index for each period of this length, so that a search meets few earthquakes of other times. */
const PERIOD_MS = NEARBY.ms;

const periodOf = (time: EpochMs): number => Math.floor(time / PERIOD_MS);

export class NearbyIndex {
  readonly #rows: Map<number, NearbyRow>;
  readonly #periods: Map<number, NearestIndex<NearbyRow>>;

  /** @param rows in order of time and id */
  constructor(rows: NearbyRow[]) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    const periods = Map.groupBy(rows, ({ time }) => periodOf(time));
    this.#periods = new Map([...periods].map(([period, own]) => [period, new NearestIndex(own)]));
  }

  /**
   * Ids of the nearest ten others within {@link NEARBY} of an earthquake of the set: nearest first, equal ones older
   * first.
   */
  nearest(id: number): number[] {
    return this.#neighboursOf(this.#rows.get(id)!, new Set()).map(({ item }) => item.id);
  }

  /**
   * Ids with a list that can hold a `changed` earthquake now, or could when it lay at one of the given places:
   * those from which fewer than ten unchanged earthquakes are nearer.
   */
  affected(changed: ReadonlySet<number>, places: PointInTime[]): Set<number> {
    const affected = new Set<number>();
    const reaches = new Map<number, number>();
    for (const place of places)
      for (const index of this.#around(place))
        for (const { item, chord2 } of index.within(place, NEARBY.km, isNear(place))) {
          if (affected.has(item.id)) continue;
          const reach = reaches.getOrInsertComputed(item.id, () => reachOf(this.#neighboursOf(item, changed)));
          if (chord2 <= reach) affected.add(item.id);
        }
    return affected;
  }

  #neighboursOf(row: NearbyRow, skipped: ReadonlySet<number>): Neighbour<NearbyRow>[] {
    const near = isNear(row);
    const accepts = (other: NearbyRow): boolean => other.id !== row.id && near(other) && !skipped.has(other.id);
    const { limit, km } = NEARBY;
    return this.#around(row)
      .flatMap((index) => index.nearest(row, { limit, withinKm: km, accepts }))
      .sort((a, b) => a.chord2 - b.chord2 || a.item.time - b.item.time || a.item.id - b.item.id)
      .slice(0, limit);
  }

  /** The indexes of every period that a nearby earthquake can lie in. */
  #around({ time }: PointInTime): NearestIndex<NearbyRow>[] {
    const period = periodOf(time);
    return [period - 1, period, period + 1].flatMap((one) => this.#periods.get(one) ?? []);
  }
}

const isNear =
  ({ time }: PointInTime) =>
  (other: NearbyRow): boolean =>
    Math.abs(other.time - time) <= NEARBY.ms;

/** Squared chord beyond which an earthquake cannot enter a list. */
const reachOf = (neighbours: Neighbour<NearbyRow>[]): number =>
  neighbours.length < NEARBY.limit ? Infinity : neighbours.at(-1)!.chord2;
