/** The projection of the map: Mercator on the sphere, in units of a degree of longitude, y growing to the south. */
import type { Box, Point } from '#core/geo.ts';

export interface Plane {
  x: number;
  y: number;
}

/** A rectangle of the plane. */
export interface PlaneBox {
  west: number;
  east: number;
  north: number;
  south: number;
}

const DEGREE = Math.PI / 180;

export const project = ({ latitude, longitude }: Point): Plane => ({
  x: longitude,
  y: -Math.asinh(Math.tan(latitude * DEGREE)) / DEGREE,
});

export function projectBox({ west, east, north, south }: Box): PlaneBox {
  const [from, to] = [project({ latitude: north, longitude: west }), project({ latitude: south, longitude: east })];
  return { west: from.x, east: to.x, north: from.y, south: to.y };
}

/** The inverse of {@link project}. */
export const unproject = ({ x, y }: Plane): Point => ({
  longitude: x,
  latitude: Math.atan(Math.sinh(-y * DEGREE)) / DEGREE,
});
