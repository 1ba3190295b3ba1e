/** Whether a point is inside a set of rings: even-odd rule, edges indexed by bands of latitude. */
import { KM_PER_DEGREE, type Box, type Point } from '#core/geo.ts';

/** Extent of the gazetteer and its coastline. */
export const COVERED: Box = { south: 30, north: 48, west: 20, east: 52 };

/** Height of a band of latitude, degrees. */
const BAND = 0.05;

export class RingIndex {
  /** By band: x1, y1, x2, y2 of every edge that touches it. */
  readonly #bands = new Map<number, number[]>();

  constructor(rings: readonly Float64Array[]) {
    for (const ring of rings)
      for (let at = 0; at < ring.length; at += 2) {
        const next = (at + 2) % ring.length;
        this.#addEdge(ring[at]!, ring[at + 1]!, ring[next]!, ring[next + 1]!);
      }
  }

  contains({ latitude, longitude }: Point): boolean {
    const edges = this.#bands.get(Math.floor(latitude / BAND)) ?? [];
    let inside = false;
    for (let at = 0; at < edges.length; at += 4) {
      const y1 = edges[at + 1]!;
      const y2 = edges[at + 3]!;
      if (y1 > latitude === y2 > latitude) continue;
      const x1 = edges[at]!;
      if (longitude < x1 + ((latitude - y1) / (y2 - y1)) * (edges[at + 2]! - x1)) inside = !inside;
    }
    return inside;
  }

  #addEdge(x1: number, y1: number, x2: number, y2: number): void {
    const last = Math.floor(Math.max(y1, y2) / BAND);
    for (let band = Math.floor(Math.min(y1, y2) / BAND); band <= last; band += 1) {
      const edges = this.#bands.get(band);
      if (edges) edges.push(x1, y1, x2, y2);
      else this.#bands.set(band, [x1, y1, x2, y2]);
    }
  }
}

/** Distance in km from a point to the nearest edge of rings, on a plane. */
export function kmToEdges({ latitude, longitude }: Point, rings: readonly Float64Array[]): number {
  const kmPerLongitude = KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180);
  let least = Infinity;
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      const [x, y] = [(ring[at]! - longitude) * kmPerLongitude, (ring[at + 1]! - latitude) * KM_PER_DEGREE];
      const [dx, dy] = [
        (ring[next]! - longitude) * kmPerLongitude - x,
        (ring[next + 1]! - latitude) * KM_PER_DEGREE - y,
      ];
      const share = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy || 1)));
      least = Math.min(least, Math.hypot(x + share * dx, y + share * dy));
    }
  return least;
}
