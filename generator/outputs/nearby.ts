/** The earthquakes near an earthquake in place and time. */
import { LRUCache } from 'lru-cache';
import type { Point } from '#core/geo.ts';
import { NEARBY } from '#core/nearby.ts';
import { NearestIndex, nearestOfAll, type Neighbour } from '#core/nearest.ts';
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

export class NearbyIndex {
  readonly #between: (from: EpochMs, to: EpochMs) => NearbyRow[];
  readonly #periods = new LRUCache<number, NearestIndex<NearbyRow>>({ max: KEPT_PERIODS });

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
    const accepts = (other: NearbyRow): boolean => near(other) && other.id !== row.id && !skipped.has(other.id);
    const { limit, km } = NEARBY;
    return nearestOfAll(this.#around(row), row, { limit, withinKm: km, accepts })
      .sort((a, b) => a.chord2 - b.chord2 || a.item.time - b.item.time || a.item.id - b.item.id)
      .slice(0, limit);
  }

  /** The indexes of every period that a nearby earthquake can lie in. */
  #around({ time }: PointInTime): NearestIndex<NearbyRow>[] {
    const period = periodOf(time);
    return [period - 1, period, period + 1].map((one) => this.#indexOf(one));
  }

  #indexOf(period: number): NearestIndex<NearbyRow> {
    let index = this.#periods.get(period);
    if (!index) {
      const from = period * PERIOD_MS;
      this.#periods.set(period, (index = new NearestIndex(this.#between(from, from + PERIOD_MS - 1))));
    }
    return index;
  }
}

const isNear =
  ({ time }: PointInTime) =>
  (other: NearbyRow): boolean =>
    Math.abs(other.time - time) <= NEARBY.ms;

/** Squared chord beyond which an earthquake cannot enter a list. */
const reachOf = (neighbours: Neighbour<NearbyRow>[]): number =>
  neighbours.length < NEARBY.limit ? Infinity : neighbours.at(-1)!.chord2;
