/** The nearest of many points on the sphere: kdbush and geokdbush find candidates, our own distances decide. */
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { firstIndex } from './bisect.ts';
import { distanceKm, EARTH_RADIUS_KM, KM_PER_DEGREE, type Point } from './geo.ts';

export interface Neighbour<P> {
  item: P;
  /** Position in the indexed list. */
  index: number;
  /** Great-circle distance. */
  km: number;
  /** Squared chord on the unit sphere: grows with the distance, and decides the order. */
  chord2: number;
}

interface WithinOptions<P> {
  limit: number;
  /** Inclusive. */
  withinKm: number;
  accepts?: ((item: P) => boolean) | undefined;
}

type NearestOptions<P> = Omit<WithinOptions<P>, 'withinKm'> & Partial<WithinOptions<P>>;

/** Candidates are searched this much farther, in km, so that rounding excludes none. */
const SLACK_KM = 0.001;
/** Radius of the first search, in km; tripled until enough are found. */
const FIRST_KM = 6;
/** Wider searches, in km, go to geokdbush, which is precise up to the second one; beyond it, all are candidates. */
const WIDEST_BOX_KM = 1500;
const HAVERSINE_KM = 10_000;
/** Rounding of the span of longitudes. */
const SLACK_DEGREES = 1e-6;

export class NearestIndex<P extends Point> {
  readonly #items: readonly P[];
  readonly #index: KDBush;
  /** Unit vectors, three numbers a point. */
  readonly #vectors: Float64Array;

  constructor(items: readonly P[]) {
    this.#items = items;
    this.#index = new KDBush(items.length);
    this.#vectors = new Float64Array(3 * items.length);
    for (const [index, item] of items.entries()) {
      this.#index.add(item.longitude, item.latitude);
      this.#vectors.set(unitVector(item), 3 * index);
    }
    this.#index.finish();
  }

  /** Nearest first; of equally near ones the one given first comes first. */
  nearest(to: Point, options: NearestOptions<P>): Neighbour<P>[] {
    return nearestOfAll([this], to, options);
  }

  /** Looks closer only at points that are nearer than the last of those found before, and near the limit. */
  nearestWithin(to: Point, { limit, withinKm, accepts }: WithinOptions<P>): Neighbour<P>[] {
    const vector = unitVector(to);
    const sure = withinKm < HAVERSINE_KM ? chordSquareOf(Math.max(0, withinKm - SLACK_KM)) : -1;
    const longest = longestWithin(withinKm);
    const nearest: Neighbour<P>[] = [];
    for (const index of this.#candidates(to, withinKm + SLACK_KM)) {
      const chord2 = this.#chordSquare(index, vector);
      if (chord2 > longest) continue;
      const last = nearest.length < limit ? undefined : nearest.at(-1);
      if (last && (chord2 > last.chord2 || (chord2 === last.chord2 && index > last.index))) continue;
      const item = this.#items[index]!;
      if ((chord2 > sure && distanceKm(item, to) > withinKm) || (accepts && !accepts(item))) continue;
      if (last) nearest.pop();
      const isAfter = (at: number): boolean =>
        chord2 < nearest[at]!.chord2 || (chord2 === nearest[at]!.chord2 && index < nearest[at]!.index);
      nearest.splice(firstIndex(nearest.length, isAfter), 0, { item, index, km: 0, chord2 });
    }
    for (const one of nearest) one.km = distanceKm(one.item, to);
    return nearest;
  }

  /** All within a distance (inclusive), in no order. */
  within(to: Point, withinKm: number, accepts?: (item: P) => boolean): Neighbour<P>[] {
    const vector = unitVector(to);
    const longest = longestWithin(withinKm);
    const found: Neighbour<P>[] = [];
    for (const index of this.#candidates(to, withinKm + SLACK_KM)) {
      const chord2 = this.#chordSquare(index, vector);
      if (chord2 > longest) continue;
      const item = this.#items[index]!;
      const km = distanceKm(item, to);
      if (km <= withinKm && (!accepts || accepts(item))) found.push({ item, index, km, chord2 });
    }
    return found;
  }

  #chordSquare(index: number, vector: Vector): number {
    const at = 3 * index;
    const dx = vector[0] - this.#vectors[at]!;
    const dy = vector[1] - this.#vectors[at + 1]!;
    const dz = vector[2] - this.#vectors[at + 2]!;
    return dx * dx + dy * dy + dz * dz;
  }

  /** Positions of all points within a distance, and of some others. */
  #candidates(to: Point, km: number): number[] {
    const { latitude, longitude } = to;
    const south = latitude - km / KM_PER_DEGREE;
    const north = latitude + km / KM_PER_DEGREE;
    // Meridians converge: the widest span of longitudes is that of the circle's tangents.
    const sine = Math.sin(km / EARTH_RADIUS_KM) / Math.cos((latitude * Math.PI) / 180);
    const span = (Math.asin(Math.min(sine, 1)) * 180) / Math.PI + SLACK_DEGREES;
    const isPlain =
      km < WIDEST_BOX_KM && south > -90 && north < 90 && longitude - span > -180 && longitude + span < 180;
    if (isPlain) return this.#index.range(longitude - span, south, longitude + span, north);
    return around(this.#index, longitude, latitude, Infinity, km < HAVERSINE_KM ? km : Infinity);
  }
}

/**
 * The nearest of several lists, at least as many as the limit where there are so many: those of each list nearest
 * first. Wider and wider searches of all lists together.
 */
export function nearestOfAll<P extends Point>(
  indexes: readonly NearestIndex<P>[],
  to: Point,
  { limit, withinKm = Infinity, accepts }: NearestOptions<P>,
): Neighbour<P>[] {
  for (let km = Math.min(FIRST_KM, withinKm); ; km = Math.min(3 * km, withinKm)) {
    const radius = km > WIDEST_BOX_KM ? withinKm : km;
    const found = indexes.flatMap((index) => index.nearestWithin(to, { limit, withinKm: radius, accepts }));
    if (found.length >= limit || radius >= withinKm) return found;
  }
}

type Vector = [x: number, y: number, z: number];

/** The squared chord of a great-circle distance, on the unit sphere. */
const chordSquareOf = (km: number): number => (2 * Math.sin(km / EARTH_RADIUS_KM / 2)) ** 2;

/** No point within a distance has a longer squared chord. */
const longestWithin = (km: number): number => (km < HAVERSINE_KM ? chordSquareOf(km + SLACK_KM) : Infinity);

function unitVector({ latitude, longitude }: Point): Vector {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
