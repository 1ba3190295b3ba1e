/**
 * The nearest of many points on the sphere: a k-d tree (J. L. Bentley, CACM 18, 1975) of their unit vectors. Chords are
 * compared, so distances are worked out for what is found only.
 */
import type { Point } from './geo.ts';
import { EARTH_RADIUS_KM, distanceKm } from './geo.ts';

export interface Neighbour<P> {
  item: P;
  /** Position in the list that the index was made of. */
  index: number;
  /** Great-circle distance. */
  km: number;
  /** Squared chord on the unit sphere: grows with the distance, and decides the order. */
  chord2: number;
}

interface NearestOptions<P> {
  limit: number;
  /** Inclusive. */
  withinKm?: number;
  accepts?: ((item: P) => boolean) | undefined;
}

/** Within this of a limit, in km, the distance decides and not the chord, which is rounded differently. */
const SLACK_KM = 0.001;
/** Toward the antipode the haversine formula loses its precision: beyond this, in km, it alone decides. */
const HAVERSINE_KM = 10_000;
/** Points that are compared one by one. */
const LEAF = 8;

interface Search<P> {
  to: Point;
  vector: Vector;
  options: NearestOptions<P>;
  /** Squared chords below the first are certainly near enough, above the second certainly not. */
  sure: number;
  reach: number;
  /** Nearest first; in no order where all are wanted. */
  found: { index: number; chord2: number }[];
}

type Vector = [x: number, y: number, z: number];

export class NearestIndex<P extends Point> {
  readonly #items: readonly P[];
  /** Three a point. */
  readonly #vectors: Float64Array;
  /** Points in the order of the tree: the middle one of a span divides it by one of its coordinates, in turn. */
  readonly #tree: Uint32Array;

  constructor(items: readonly P[]) {
    this.#items = items;
    this.#vectors = new Float64Array(3 * items.length);
    for (let index = 0; index < items.length; index += 1) this.#vectors.set(unitVector(items[index]!), 3 * index);
    this.#tree = Uint32Array.from(items.keys());
    this.#divide(0, items.length - 1, 0);
  }

  /** Nearest first; of equally near ones the one given first comes first. */
  nearest(to: Point, options: NearestOptions<P>): Neighbour<P>[] {
    const { withinKm = Infinity } = options;
    const search: Search<P> = {
      ...{ to, vector: unitVector(to), options, found: [] },
      sure: chordSquare(Math.max(0, Math.min(withinKm, HAVERSINE_KM) - SLACK_KM)),
      reach: withinKm < HAVERSINE_KM ? chordSquare(withinKm + SLACK_KM) : Infinity,
    };
    this.#visit(search, { first: 0, last: this.#tree.length - 1, axis: 0 });
    return search.found.map(({ index, chord2 }) => {
      const item = this.#items[index]!;
      return { item, index, km: distanceKm(item, to), chord2 };
    });
  }

  /** All within a distance (inclusive), in no order. */
  within(to: Point, withinKm: number, accepts?: (item: P) => boolean): Neighbour<P>[] {
    return this.nearest(to, { limit: Infinity, withinKm, accepts });
  }

  #visit(search: Search<P>, { first, last, axis }: { first: number; last: number; axis: number }): void {
    if (last - first < LEAF) {
      for (let at = first; at <= last; at += 1) this.#meet(search, this.#tree[at]!);
      return;
    }
    const middle = (first + last) >> 1;
    const point = this.#tree[middle]!;
    const beyond = search.vector[axis]! - this.#vectors[3 * point + axis]!;
    const next = (axis + 1) % 3;
    const [low, high] = [
      { first, last: middle - 1, axis: next },
      { first: middle + 1, last, axis: next },
    ];
    this.#visit(search, beyond < 0 ? low : high);
    this.#meet(search, point);
    if (beyond * beyond <= search.reach) this.#visit(search, beyond < 0 ? high : low);
  }

  #meet(search: Search<P>, index: number): void {
    const { to, options, sure, found } = search;
    const chord2 = this.#chordSquareTo(search.vector, index);
    if (chord2 > search.reach) return;
    const item = this.#items[index]!;
    if (chord2 >= sure && distanceKm(item, to) > (options.withinKm ?? Infinity)) return;
    if (options.accepts && !options.accepts(item)) return;
    let at = found.length;
    while (options.limit !== Infinity && at > 0 && (found[at - 1]!.chord2 - chord2 || found[at - 1]!.index - index) > 0)
      at -= 1;
    if (at === found.length) found.push({ index, chord2 });
    else found.splice(at, 0, { index, chord2 });
    if (found.length > options.limit) found.pop();
    if (found.length === options.limit) search.reach = Math.min(search.reach, found.at(-1)!.chord2);
  }

  #chordSquareTo([x, y, z]: Vector, index: number): number {
    const at = 3 * index;
    const [dx, dy, dz] = [x - this.#vectors[at]!, y - this.#vectors[at + 1]!, z - this.#vectors[at + 2]!];
    return dx * dx + dy * dy + dz * dz;
  }

  #divide(first: number, last: number, axis: number): void {
    if (last - first < LEAF) return;
    const middle = (first + last) >> 1;
    this.#select({ first, last, middle, axis });
    this.#divide(first, middle - 1, (axis + 1) % 3);
    this.#divide(middle + 1, last, (axis + 1) % 3);
  }

  /** Hoare's selection: smaller coordinates before the middle, greater ones after it. */
  #select({ first, last, middle, axis }: { first: number; last: number; middle: number; axis: number }): void {
    const tree = this.#tree;
    const valueAt = (at: number): number => this.#vectors[3 * tree[at]! + axis]!;
    while (first < last) {
      const pivot = valueAt((first + last) >> 1);
      let low = first;
      let high = last;
      while (low <= high) {
        while (valueAt(low) < pivot) low += 1;
        while (valueAt(high) > pivot) high -= 1;
        if (low > high) break;
        [tree[low], tree[high]] = [tree[high]!, tree[low]!];
        low += 1;
        high -= 1;
      }
      if (middle <= high) last = high;
      else if (middle >= low) first = low;
      else return;
    }
  }
}

/** Of two points at this great-circle distance. */
const chordSquare = (km: number): number => (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;

function unitVector({ latitude, longitude }: Point): Vector {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
