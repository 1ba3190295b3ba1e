/** The nearest of many points on the sphere: a kd-tree of kdbush is walked nearest half first, by our own distances. */
import KDBush from 'kdbush';
import { distanceKm, EARTH_RADIUS_KM, type Point } from './geo.ts';

export interface Found<P> {
  item: P;
  /** Position in the indexed list. */
  index: number;
  /** Squared chord on the unit sphere: grows with the distance, and decides the order. */
  chord2: number;
}

export interface Neighbour<P> extends Found<P> {
  /** Great-circle distance. */
  km: number;
}

interface SearchOptions {
  limit: number;
  /** Inclusive. */
  withinKm: number;
  /** @param index position in the indexed list @param list number of that list */
  accepts?: ((index: number, list: number) => boolean) | undefined;
}

interface NearestOptions<P> {
  limit: number;
  /** Inclusive; no bound when absent. */
  withinKm?: number;
  accepts?: ((item: P) => boolean) | undefined;
}

/** Points are looked at this much farther, in km, so that rounding excludes none. */
const SLACK_KM = 0.001;
/** Beyond it all points are looked at, in km. */
const HAVERSINE_KM = 10_000;
/** Rounding of chords. */
const SLACK_CHORD = 1e-12;
/** Points of a leaf of the tree, about. */
const LEAF = 8;

/** What one search has found so far in one or several lists. */
class Search {
  readonly to: Point;
  readonly vector: Vector;
  /** No point with a longer squared chord is wanted. */
  longest: number;
  readonly #options: SearchOptions;
  /** Shorter squared chords need no exact distance. */
  readonly #sure: number;
  readonly #cosine: number;
  /** The longest chord wanted, and a little more. */
  #reach: number;
  /** Of each found: in order of them three, unless there is no limit. */
  readonly #chords: number[] = [];
  readonly #lists: number[] = [];
  readonly #indexes: number[] = [];

  constructor(to: Point, options: SearchOptions) {
    const { withinKm } = options;
    this.to = to;
    this.vector = unitVector(to);
    this.longest = longestWithin(withinKm);
    this.#options = options;
    this.#sure = withinKm < HAVERSINE_KM ? chordSquareOf(Math.max(0, withinKm - SLACK_KM)) : -1;
    this.#cosine = Math.cos(radians(to.latitude));
    this.#reach = Math.sqrt(this.longest) + SLACK_CHORD;
  }

  /** Whether points beyond a parallel may be wanted: 2 sin(d/2) ≥ d − d³/24. */
  reachesParallel(latitude: number): boolean {
    const d = radians(Math.abs(this.to.latitude - latitude));
    return d - (d * d * d) / 24 <= this.#reach;
  }

  /** The same of a meridian, up to that of 180° on its side: their chord ≥ cos φ sin d, and sin d ≥ d − d³/6. */
  reachesMeridian(longitude: number): boolean {
    const own = this.to.longitude;
    const around = own <= longitude ? 180 + own : 180 - own;
    const d = Math.min(radians(Math.min(Math.abs(own - longitude), around)), Math.PI / 2);
    return this.#cosine * (d - (d * d * d) / 6) <= this.#reach;
  }

  /** Takes a point that is not farther than the longest chord, if it is wanted. */
  take(chord2: number, item: Point, { index, list }: { index: number; list: number }): void {
    const { limit, withinKm, accepts } = this.#options;
    const [chords, lists, indexes] = [this.#chords, this.#lists, this.#indexes];
    const isBefore = (at: number): boolean =>
      chord2 < chords[at]! ||
      (chord2 === chords[at]! && (list < lists[at]! || (list === lists[at]! && index < indexes[at]!)));
    let at = chords.length;
    if (at >= limit && !isBefore((at -= 1))) return;
    if (chord2 > this.#sure && distanceKm(item, this.to) > withinKm) return;
    if (accepts && !accepts(index, list)) return;
    for (; limit < Infinity && at > 0 && isBefore(at - 1); at -= 1) {
      chords[at] = chords[at - 1]!;
      lists[at] = lists[at - 1]!;
      indexes[at] = indexes[at - 1]!;
    }
    chords[at] = chord2;
    lists[at] = list;
    indexes[at] = index;
    if (chords.length < limit) return;
    this.longest = chords[limit - 1]!;
    this.#reach = Math.sqrt(this.longest) + SLACK_CHORD;
  }

  found<P>(itemsOf: (list: number) => readonly P[]): Found<P>[] {
    const indexes = this.#indexes;
    return this.#lists.map((list, at) => {
      const index = indexes[at]!;
      return { item: itemsOf(list)[index]!, index, chord2: this.#chords[at]! };
    });
  }
}

export class NearestIndex<P extends Point> {
  readonly items: readonly P[];
  readonly #tree: KDBush;
  /** Unit vectors, three numbers a point, in the order of the tree. */
  readonly #vectors: Float64Array;

  constructor(items: readonly P[]) {
    this.items = items;
    this.#tree = new KDBush(items.length, LEAF);
    for (const { longitude, latitude } of items) this.#tree.add(longitude, latitude);
    this.#tree.finish();
    this.#vectors = new Float64Array(3 * items.length);
    for (let at = 0; at < items.length; at += 1) {
      const { x, y, z } = unitVector(items[this.#tree.ids[at]!]!);
      this.#vectors.set([x, y, z], 3 * at);
    }
  }

  /** Nearest first; of equally near ones the one given first comes first. */
  nearest(to: Point, { limit, withinKm = Infinity, accepts }: NearestOptions<P>): Neighbour<P>[] {
    const accepted = accepts && ((index: number): boolean => accepts(this.items[index]!));
    const found = nearestOfAll([this], to, { limit, withinKm, accepts: accepted });
    if (limit === Infinity) found.sort((a, b) => a.chord2 - b.chord2 || a.index - b.index);
    return found.map((one) => ({ ...one, km: distanceKm(one.item, to) }));
  }

  /** All within a distance (inclusive), in no order. */
  within(to: Point, withinKm: number, accepts?: (item: P) => boolean): Found<P>[] {
    const accepted = accepts && ((index: number): boolean => accepts(this.items[index]!));
    return nearestOfAll([this], to, { limit: Infinity, withinKm, accepts: accepted });
  }

  /** Shows a search all points that it may want. */
  show(search: Search, list: number): void {
    const [tree, last] = [this.#tree, this.items.length - 1];
    /** The points from left to right, split by longitude (0) or latitude (1). */
    const walk = (left: number, right: number, axis: 0 | 1): void => {
      if (right - left <= LEAF) return this.#look(search, list, left, right);
      const middle = (left + right) >> 1;
      const split = tree.coords[2 * middle + axis]!;
      const isLeft = (axis === 0 ? search.to.longitude : search.to.latitude) <= split;
      const next = axis === 0 ? 1 : 0;
      if (isLeft) walk(left, middle - 1, next);
      else walk(middle + 1, right, next);
      if (!(axis === 0 ? search.reachesMeridian(split) : search.reachesParallel(split))) return;
      this.#look(search, list, middle, middle);
      if (isLeft) walk(middle + 1, right, next);
      else walk(left, middle - 1, next);
    };
    walk(0, last, 0);
  }

  #look(search: Search, list: number, left: number, right: number): void {
    const vectors = this.#vectors;
    const { x, y, z } = search.vector;
    for (let at = left; at <= right; at += 1) {
      const dx = x - vectors[3 * at]!;
      const dy = y - vectors[3 * at + 1]!;
      const dz = z - vectors[3 * at + 2]!;
      const chord2 = dx * dx + dy * dy + dz * dz;
      if (chord2 > search.longest) continue;
      const index = this.#tree.ids[at]!;
      search.take(chord2, this.items[index]!, { index, list });
    }
  }
}

/**
 * The nearest of several lists together, nearest first; of equally near ones those of the list and then the place in it
 * that is given first. Without a limit in no order.
 */
export function nearestOfAll<P extends Point>(
  lists: readonly NearestIndex<P>[],
  to: Point,
  options: SearchOptions,
): Found<P>[] {
  const search = new Search(to, options);
  // The middle one is likely to bound the search of the others.
  const middle = lists.length >> 1;
  lists[middle]?.show(search, middle);
  for (const [list, index] of lists.entries()) if (list !== middle) index.show(search, list);
  return search.found((list) => lists[list]!.items);
}

interface Vector {
  x: number;
  y: number;
  z: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The squared chord of a great-circle distance, on the unit sphere. */
const chordSquareOf = (km: number): number => (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;

/** No point within a distance has a longer squared chord. */
const longestWithin = (km: number): number => (km < HAVERSINE_KM ? chordSquareOf(km + SLACK_KM) : Infinity);

function unitVector({ latitude, longitude }: Point): Vector {
  const phi = radians(latitude);
  const lambda = radians(longitude);
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}
