/** The nearest of many points on the sphere: geokdbush finds candidates, our own distances decide among them. */
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Point } from './geo.ts';
import { distanceKm } from './geo.ts';

export interface Neighbour<P> {
  item: P;
  /** Position in the indexed list. */
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

/** Candidates are searched this much farther, in km, so that rounding in the library excludes none. */
const SLACK_KM = 0.001;
/** Toward the antipode the haversine formula loses its precision: beyond this, in km, every point is a candidate. */
const HAVERSINE_KM = 10_000;

export class NearestIndex<P extends Point> {
  readonly #items: readonly P[];
  readonly #index: KDBush;

  constructor(items: readonly P[]) {
    this.#items = items;
    this.#index = new KDBush(items.length);
    for (const { latitude, longitude } of items) this.#index.add(longitude, latitude);
    this.#index.finish();
  }

  /** Nearest first; of equally near ones the one given first comes first. */
  nearest(to: Point, { limit, withinKm = Infinity, accepts }: NearestOptions<P>): Neighbour<P>[] {
    let found = this.#search(to, { limit, withinKm, accepts });
    // Others may be as near as the last one: all of them are compared.
    if (found.length === limit) {
      const last = Math.max(...found.map(({ km }) => km));
      found = this.#search(to, { limit: Infinity, withinKm: last, accepts });
    }
    return found
      .filter(({ km }) => km <= withinKm)
      .sort((a, b) => a.chord2 - b.chord2 || a.index - b.index)
      .slice(0, limit);
  }

  /** All within a distance (inclusive), in no order. */
  within(to: Point, withinKm: number, accepts?: (item: P) => boolean): Neighbour<P>[] {
    return this.#search(to, { limit: Infinity, withinKm, accepts }).filter(({ km }) => km <= withinKm);
  }

  /** May hold some that are up to {@link SLACK_KM} too far. */
  #search(to: Point, { limit, withinKm = Infinity, accepts }: NearestOptions<P>): Neighbour<P>[] {
    const reach = withinKm < HAVERSINE_KM ? withinKm + SLACK_KM : Infinity;
    const predicate = accepts && ((index: number): boolean => accepts(this.#items[index]!));
    return around(this.#index, to.longitude, to.latitude, limit, reach, predicate).map((index) => {
      const item = this.#items[index]!;
      return { item, index, km: distanceKm(item, to), chord2: chordSquare(item, to) };
    });
  }
}

function chordSquare(a: Point, b: Point): number {
  const [ax, ay, az] = unitVector(a);
  const [bx, by, bz] = unitVector(b);
  return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) + (az - bz) * (az - bz);
}

function unitVector({ latitude, longitude }: Point): [x: number, y: number, z: number] {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
