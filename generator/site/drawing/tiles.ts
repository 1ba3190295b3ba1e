/** Raster tiles of the XYZ scheme (Web Mercator, 256 pixels): which ones a picture needs, and where. */
import type { Plane, PlaneBox } from './mercator.ts';

export interface Tile {
  z: number;
  x: number;
  y: number;
}

/** Pixels of a side. */
const SIDE = 256;
/** The plane's degrees from one edge of the square world to the other, both ways. */
const WORLD = 360;
const MOST_ZOOM = 19;
/** In one picture; with more the zoom below is taken. */
export const MOST_TILES = 192;

/** Clamped to the world: nothing lies beyond the antimeridian or 85.05° of latitude. */
export function tileAt({ x, y }: Plane, z: number): Tile {
  const count = 2 ** z;
  const index = (degrees: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor(((degrees + WORLD / 2) / WORLD) * count)));
  return { z, x: index(x), y: index(y) };
}

/** The north-western corner, and the side in degrees of the plane. */
export const tileSquare = ({ z, x, y }: Tile): Plane & { side: number } => {
  const side = WORLD / 2 ** z;
  return { x: x * side - WORLD / 2, y: y * side - WORLD / 2, side };
};

/** The zoom with pixels nearest to the device's. @param scale device pixels a degree of longitude */
export const zoomAt = (scale: number): number =>
  Math.min(MOST_ZOOM, Math.max(0, Math.round(Math.log2((scale * WORLD) / SIDE))));

/** The nearest to the middle first. @param scale device pixels a degree of longitude */
export function tilesWithin(bounds: PlaneBox, scale: number): Tile[] {
  const { west, east, north, south } = bounds;
  let z = zoomAt(scale);
  const corners = (): [Tile, Tile] => [tileAt({ x: west, y: north }, z), tileAt({ x: east, y: south }, z)];
  let [first, last] = corners();
  while (z > 0 && (last.x - first.x + 1) * (last.y - first.y + 1) > MOST_TILES) {
    z -= 1;
    [first, last] = corners();
  }
  const tiles: Tile[] = [];
  for (let y = first.y; y <= last.y; y += 1) for (let x = first.x; x <= last.x; x += 1) tiles.push({ z, x, y });
  const [middleX, middleY] = [(first.x + last.x) / 2, (first.y + last.y) / 2];
  const distance = ({ x, y }: Tile): number => Math.hypot(x - middleX, y - middleY);
  return tiles.sort((a, b) => distance(a) - distance(b));
}

/** @param template with `{z}`, `{x}` and `{y}` */
export const tileAddress = (template: string, { z, x, y }: Tile): string =>
  template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
