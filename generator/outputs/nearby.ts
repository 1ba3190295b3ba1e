/** Nearest neighbours on the sphere: stations of a place, and earthquakes of a place and time. Brute force where there are few. */
import type { Point } from '#core/geo.ts';
import { EARTH_RADIUS_KM } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';

/** "Nearby" for earthquakes: at most this far and this long before or after, both inclusive. */
export const NEARBY = { km: 100, ms: 30 * DAY, most: 10 };

/** Squared length of the chord, on the unit sphere, that spans a great-circle distance: grows with it, and needs no trigonometry to compare. */
const chord2 = (km: number): number => (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;
const NEARBY_CHORD2 = chord2(NEARBY.km);

/** Points as unit vectors. */
class Vectors {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  constructor(points: Point[]) {
    this.x = new Float64Array(points.length);
    this.y = new Float64Array(points.length);
    this.z = new Float64Array(points.length);
    points.forEach((point, index) => ([this.x[index], this.y[index], this.z[index]] = vectorOf(point)));
  }
  /** Squared chord from a point of this set to a vector. */
  chord2To(index: number, [x, y, z]: Vector): number {
    const dx = this.x[index]! - x;
    const dy = this.y[index]! - y;
    const dz = this.z[index]! - z;
    return dx * dx + dy * dy + dz * dz;
  }
}

type Vector = [number, number, number];

function vectorOf({ latitude, longitude }: Point): Vector {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** The nearest few, kept in order: nearer first, equal ones by the lower index. */
class Nearest {
  readonly index: number[] = [];
  readonly chord2: number[] = [];
  private readonly most: number;
  private readonly within: number;
  constructor(most: number, within: number) {
    this.most = most;
    this.within = within;
  }
  /** What is further than this cannot enter. */
  get bound(): number {
    return this.index.length < this.most ? this.within : this.chord2[this.most - 1]!;
  }
  offer(index: number, chord: number): void {
    if (chord > this.bound) return;
    let at = this.index.length;
    while (at > 0 && (this.chord2[at - 1]! > chord || (this.chord2[at - 1]! === chord && this.index[at - 1]! > index)))
      at -= 1;
    this.index.splice(at, 0, index);
    this.chord2.splice(at, 0, chord);
    if (this.index.length > this.most) {
      this.index.pop();
      this.chord2.pop();
    }
  }
}

/** Finds the nearest of a fixed set of points (some hundred stations), by looking at all of them. */
export function nearestPoints<P extends Point>(points: P[], most: number): (to: Point) => P[] {
  const vectors = new Vectors(points);
  return (to) => {
    const vector = vectorOf(to);
    const nearest = new Nearest(most, Infinity);
    for (let index = 0; index < points.length; index += 1) nearest.offer(index, vectors.chord2To(index, vector));
    return nearest.index.map((index) => points[index]!);
  };
}

interface PlacedInTime extends Point {
  id: number;
  time: EpochMs;
}

export interface NearbyIndex {
  /** The nearest ten within {@link NEARBY} of an earthquake of the set, itself left out: nearest first, equal ones older first. */
  nearest(id: number): number[];
  /**
   * Ids whose list can hold one of the `changed` earthquakes now, or could when it lay at one of the given places: those from
   * which fewer than ten unchanged earthquakes are nearer.
   */
  affected(changed: ReadonlySet<number>, places: (Point & { time: EpochMs })[]): Set<number>;
}

/** @param rows in order of time and id */
export function nearbyIndex(rows: PlacedInTime[]): NearbyIndex {
  const vectors = new Vectors(rows);
  const rowOf = new Map(rows.map(({ id }, row) => [id, row]));
  const cells = new Map<number, number[]>();
  rows.forEach((row, index) => {
    const cell = cellOf(row.latitude, row.longitude);
    const list = cells.get(cell);
    if (list) list.push(index);
    else cells.set(cell, [index]);
  });

  /** Calls back with every row within the nearby time of `at` that may lie within the nearby distance. */
  const around = (at: Point & { time: EpochMs }, visit: (row: number) => void): void => {
    for (const cell of cellsAround(at)) {
      const list = cells.get(cell);
      if (!list) continue;
      for (let n = firstFrom(list, rows, at.time - NEARBY.ms); n < list.length; n += 1) {
        const row = list[n]!;
        if (rows[row]!.time > at.time + NEARBY.ms) break;
        visit(row);
      }
    }
  };

  const nearestOf = (self: number, skip: ReadonlySet<number>): Nearest => {
    const nearest = new Nearest(NEARBY.most, NEARBY_CHORD2);
    const vector: Vector = [vectors.x[self]!, vectors.y[self]!, vectors.z[self]!];
    around(rows[self]!, (row) => {
      if (row !== self && !skip.has(rows[row]!.id)) nearest.offer(row, vectors.chord2To(row, vector));
    });
    return nearest;
  };

  return {
    nearest: (id) => nearestOf(rowOf.get(id)!, NONE).index.map((row) => rows[row]!.id),
    affected: (changed, places) => {
      const found = new Set<number>();
      const bounds = new Map<number, number>();
      for (const place of places) {
        const vector = vectorOf(place);
        around(place, (row) => {
          const { id } = rows[row]!;
          if (found.has(id)) return;
          const chord = vectors.chord2To(row, vector);
          if (chord > NEARBY_CHORD2) return;
          let bound = bounds.get(row);
          if (bound === undefined) bounds.set(row, (bound = nearestOf(row, changed).bound));
          if (chord <= bound) found.add(id);
        });
      }
      return found;
    },
  };
}

const NONE: ReadonlySet<number> = new Set();

/** One-degree cells, numbered row by row from the south pole. */
const cellOf = (latitude: number, longitude: number): number =>
  Math.min(179, Math.floor(latitude + 90)) * 360 + ((Math.floor(longitude + 180) + 360) % 360);

function cellsAround({ latitude, longitude }: Point): number[] {
  const north = (NEARBY.km / EARTH_RADIUS_KM) * (180 / Math.PI);
  const highest = Math.min(89.9, Math.abs(latitude) + north);
  const east = Math.min(180, north / Math.cos((highest * Math.PI) / 180));
  const cells = new Set<number>();
  const lowRow = Math.floor(Math.max(-90, latitude - north));
  const highRow = Math.floor(Math.min(90, latitude + north));
  for (let row = lowRow; row <= highRow; row += 1)
    for (let column = Math.floor(longitude - east); column <= Math.floor(longitude + east); column += 1)
      cells.add(cellOf(row, ((((column + 180) % 360) + 360) % 360) - 180));
  return [...cells];
}

function firstFrom(list: number[], rows: PlacedInTime[], time: EpochMs): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[list[middle]!]!.time < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
