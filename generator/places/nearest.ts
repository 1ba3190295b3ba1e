/** The nearest of many points on the sphere: a k-d tree (J. L. Bentley, CACM 18, 1975) over unit vectors, which knows no edge at 180° or the poles. */
import type { Point } from '#core/geo.ts';
import { EARTH_RADIUS_KM, distanceKm } from '#core/geo.ts';

export interface Nearest<T> {
  item: T;
  km: number;
}

/** A range this small is looked through. */
const LEAF = 8;

export class NearestIndex<T extends Point> {
  readonly #items: readonly T[];
  /** x, y, z of each item, in the order of `#order`; a range's middle divides it by the axis of its depth. */
  readonly #vectors: Float64Array;
  readonly #order: Uint32Array;
  readonly #target = new Float64Array(3);
  #best = -1;
  /** Squared chord on the unit sphere: grows with the distance. */
  #bestSquare = 0;

  constructor(items: readonly T[]) {
    this.#items = items;
    this.#order = Uint32Array.from(items.keys());
    this.#vectors = new Float64Array(3 * items.length);
    for (const [index, item] of items.entries()) this.#vectors.set(unitVector(item), 3 * index);
    this.#divide(0, items.length, 0);
  }

  /** @param withinKm inclusive; undefined when nothing is so near */
  nearest(point: Point, withinKm: number): Nearest<T> | undefined {
    this.#target.set(unitVector(point));
    this.#best = -1;
    // A little more than the bound; the exact distance decides below.
    this.#bestSquare = (2 * Math.sin(Math.min(withinKm / EARTH_RADIUS_KM, Math.PI) / 2)) ** 2 + 1e-12;
    this.#visit(0, this.#order.length, 0);
    if (this.#best < 0) return undefined;
    const item = this.#items[this.#best]!;
    const km = distanceKm(item, point);
    return km <= withinKm ? { item, km } : undefined;
  }

  #visit(from: number, to: number, axis: number): void {
    if (to - from <= LEAF) {
      for (let position = from; position < to; position += 1) this.#consider(position);
      return;
    }
    const middle = (from + to) >>> 1;
    const next = (axis + 1) % 3;
    const gap = this.#target[axis]! - this.#vectors[3 * middle + axis]!;
    if (gap < 0) this.#visit(from, middle, next);
    else this.#visit(middle + 1, to, next);
    this.#consider(middle);
    if (gap * gap >= this.#bestSquare) return;
    if (gap < 0) this.#visit(middle + 1, to, next);
    else this.#visit(from, middle, next);
  }

  #consider(position: number): void {
    const at = 3 * position;
    const x = this.#vectors[at]! - this.#target[0]!;
    const y = this.#vectors[at + 1]! - this.#target[1]!;
    const z = this.#vectors[at + 2]! - this.#target[2]!;
    const square = x * x + y * y + z * z;
    if (square >= this.#bestSquare) return;
    this.#bestSquare = square;
    this.#best = this.#order[position]!;
  }

  #divide(from: number, to: number, axis: number): void {
    if (to - from <= LEAF) return;
    const middle = (from + to) >>> 1;
    this.#select(from, to - 1, middle, axis);
    this.#divide(from, middle, (axis + 1) % 3);
    this.#divide(middle + 1, to, (axis + 1) % 3);
  }

  /** Hoare's selection: what stands at `middle` is not less than what stands before and not more than what stands behind (both ends inclusive). */
  #select(first: number, last: number, middle: number, axis: number): void {
    while (first < last) {
      const pivot = this.#vectors[3 * ((first + last) >>> 1) + axis]!;
      let low = first;
      let high = last;
      while (low <= high) {
        while (this.#vectors[3 * low + axis]! < pivot) low += 1;
        while (this.#vectors[3 * high + axis]! > pivot) high -= 1;
        if (low <= high) this.#swap(low++, high--);
      }
      if (middle <= high) last = high;
      else if (middle >= low) first = low;
      else return;
    }
  }

  #swap(a: number, b: number): void {
    [this.#order[a], this.#order[b]] = [this.#order[b]!, this.#order[a]!];
    for (let axis = 0; axis < 3; axis += 1)
      [this.#vectors[3 * a + axis], this.#vectors[3 * b + axis]] = [
        this.#vectors[3 * b + axis]!,
        this.#vectors[3 * a + axis]!,
      ];
  }
}

function unitVector({ latitude, longitude }: Point): [x: number, y: number, z: number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
