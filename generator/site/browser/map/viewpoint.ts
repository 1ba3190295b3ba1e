/** Zoom and centre in the fragment of an address: `#map=8.2/38.51/27.3`. */
import type { Point } from '#core/geo.ts';
import { unproject } from '../../drawing/mercator.ts';
import type { Camera } from './camera.ts';

/** Degrees of longitude around the world, and pixels of the whole world at zoom 0 of tiled maps. */
const [WORLD, TILE] = [360, 256];

interface Viewpoint extends Point {
  /** As tiled maps count it. */
  zoom: number;
}

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d{1,6})?)`;
const FRAGMENT = new RegExp(`^#map=${NUMBER}/${NUMBER}/${NUMBER}$`);

/** Undefined where the fragment tells none. */
export function readViewpoint(fragment: string): Viewpoint | undefined {
  const [zoom, latitude, longitude] = (FRAGMENT.exec(fragment) ?? []).slice(1).map(Number);
  const isPlace = Math.abs(latitude!) <= 85 && Math.abs(longitude!) <= 180;
  return isPlace ? { zoom: zoom!, latitude: latitude!, longitude: longitude! } : undefined;
}

export function writeViewpoint({ centre, scale }: Pick<Camera, 'centre' | 'scale'>): string {
  const { latitude, longitude } = unproject(centre);
  const zoom = Math.log2((scale * WORLD) / TILE);
  return `#map=${[zoom.toFixed(2), latitude.toFixed(4), longitude.toFixed(4)].join('/')}`;
}

/** Pixels a degree of longitude. */
export const scaleOf = (zoom: number): number => (TILE * 2 ** zoom) / WORLD;
