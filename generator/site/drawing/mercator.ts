/** The projection of the map: Mercator on the sphere, in units of a degree of longitude, y growing to the south. */
import type { Point } from '#core/geo.ts';

export interface Plane {
  x: number;
  y: number;
}

const DEGREE = Math.PI / 180;

export const project = ({ latitude, longitude }: Point): Plane => ({
  x: longitude,
  y: -Math.asinh(Math.tan(latitude * DEGREE)) / DEGREE,
});

/** The inverse of {@link project}. */
export const unproject = ({ x, y }: Plane): Point => ({
  longitude: x,
  latitude: Math.atan(Math.sinh(-y * DEGREE)) / DEGREE,
});
