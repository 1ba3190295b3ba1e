/** The earthquakes near an earthquake in place and time. */
import { LRUCache } from 'lru-cache';
import type { Point } from '#core/geo.ts';
import { NEARBY } from '#core/nearby.ts';
import { NearestIndex, nearestOfAll, type Found } from '#core/nearest.ts';
import type { EpochMs } from '#core/time.ts';

interface PointInTime extends Point {
  time: EpochMs;
}

interface NearbyRow extends PointInTime {
  id: number;
}

/** One index for each period of this length, so that a search meets few earthquakes of other times. */
const PERIOD_MS = NEARBY.ms;

/** Earthquakes get their ids in order of time, but for those found later: a build asks for few periods at a time. */
const KEPT_PERIODS = 64;

const periodOf = (time: EpochMs): number => Math.floor(time / PERIOD_MS);

interface Period {
  index: NearestIndex<NearbyRow>;
  /** Origin times of its earthquakes: most of them are looked at for these alone. */
  times: Float64Array;
}

export class NearbyIndex {
  readonly #between: (from: EpochMs, to: EpochMs) => NearbyRow[];
  readonly #periods = new LRUCache<number, Period>({ max: KEPT_PERIODS });

  /** @param between the earthquakes with `from <= time <= to`, in order of time and id: always the same ones */
  constructor(between: (from: EpochMs, to: EpochMs) => NearbyRow[]) {
    this.#between = between;
  }

  /** Ids of the nearest ten others within {@link NEARBY} of an earthquake: nearest first, equal ones older first. */
  nearest(to: NearbyRow): number[] {
    return this.#neighboursOf(to, new Set()).map(({ item }) => item.id);
  }

  /**
   * Ids with a list that can hold a `changed` earthquake now, or could when it lay at one of the given places:
   * those from which fewer than ten unchanged earthquakes are nearer.
   */
  affected(changed: ReadonlySet<number>, places: PointInTime[]): Set<number> {
    const affected = new Set<number>();
    const reaches = new Map<number, number>();
    for (const place of places)
      for (const { index } of this.#around(place))
        for (const { item, chord2 } of index.within(place, NEARBY.km, isNear(place))) {
          if (affected.has(item.id)) continue;
          const reach = reaches.getOrInsertComputed(item.id, () => reachOf(this.#neighboursOf(item, changed)));
          if (chord2 <= reach) affected.add(item.id);
        }
    return affected;
  }

  #neighboursOf(row: NearbyRow, skipped: ReadonlySet<number>): Found<NearbyRow>[] {
    const periods = this.#around(row);
    const accepts = (at: number, list: number): boolean => {
      const { index, times } = periods[list]!;
      if (Math.abs(times[at]! - row.time) > NEARBY.ms) return false;
      const { id } = index.items[at]!;
      return id !== row.id && !skipped.has(id);
    };
    const indexes = periods.map(({ index }) => index);
    // Periods, and the earthquakes of each, are in order of time and id: so are equally near ones.
    return nearestOfAll(indexes, row, { limit: NEARBY.limit, withinKm: NEARBY.km, accepts });
  }

  /** Every period that a nearby earthquake can lie in, in order of time. */
  #around({ time }: PointInTime): Period[] {
    const period = periodOf(time);
    return [period - 1, period, period + 1].map((one) => this.#periodAt(one));
  }

  #periodAt(number: number): Period {
    let period = this.#periods.get(number);
    if (!period) {
      const from = number * PERIOD_MS;
      const rows = this.#between(from, from + PERIOD_MS - 1);
      period = { index: new NearestIndex(rows), times: Float64Array.from(rows, ({ time }) => time) };
      this.#periods.set(number, period);
    }
    return period;
  }
}

const isNear =
  ({ time }: PointInTime) =>
  (other: NearbyRow): boolean =>
    Math.abs(other.time - time) <= NEARBY.ms;

/** Squared chord beyond which an earthquake cannot enter a list. */
const reachOf = (neighbours: Found<NearbyRow>[]): number =>
  neighbours.length < NEARBY.limit ? Infinity : neighbours.at(-1)!.chord2;
