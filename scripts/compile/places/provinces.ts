/** Which provinces of Türkiye may hold a point, by outlines that are kilometres beside the truth. */
import { KM_PER_DEGREE, type Point } from '#core/geo.ts';
import { RingIndex } from '../../../generator/places/land.ts';
import { PROVINCES_HEADER } from '../../../generator/places/tables.ts';
import type { Position } from './land.ts';
import { nameKey } from './lists.ts';

/** Natural Earth's first-level units, as far as they are used. */
export interface Admin1 {
  features: {
    properties: { iso_3166_2: string; country: string; name: string; name_tr: string; name_en: string };
    geometry: { type: 'Polygon'; coordinates: Position[][] } | { type: 'MultiPolygon'; coordinates: Position[][][] };
  }[];
}

/** Keys of the provinces whose outline a point is in, or within so many km of. */
export type ProvincesNear = (point: Point, km: number) => ReadonlySet<string>;

interface Outline {
  /** Of the province's name. */
  key: string;
  /** Longitude and latitude by turns, holes included. */
  rings: Float64Array[];
  index: RingIndex;
}

/** The provinces of Türkiye. @param text Natural Earth's first-level units as GeoJSON */
function readOutlines(text: string): Outline[] {
  const units = (JSON.parse(text) as Admin1).features.filter(({ properties }) =>
    properties.iso_3166_2.startsWith('TR-'),
  );
  return units.map(({ properties, geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const rings = polygons.flat().map((ring) => Float64Array.from(ring.slice(0, -1).flat()));
    return { key: nameKey(properties.name_tr), rings, index: new RingIndex(rings) };
  });
}

/** `data/provinces.csv`, by the names that the settlements give. @param text as above */
export function compileProvinces(text: string, settlements: readonly { province: string }[]): string {
  const names = new Map(settlements.map(({ province }) => [nameKey(province), province]));
  const rows = readOutlines(text).flatMap(({ key, rings }) =>
    rings.map((ring) => `${names.get(key)!},${Array.from(ring, (degrees) => degrees.toFixed(3)).join(' ')}`),
  );
  return `${[PROVINCES_HEADER, ...rows.sort()].join('\n')}\n`;
}

/** @param text Natural Earth's first-level units as GeoJSON */
export function createProvincesNear(text: string): ProvincesNear {
  const outlines = readOutlines(text);
  return (point, km) => {
    const around = pointsAround(point, km);
    return new Set(outlines.filter(({ index }) => around.some((one) => index.contains(one))).map(({ key }) => key));
  };
}

/** The point itself, and sixteen on two circles of half and the whole distance. */
function pointsAround(point: Point, km: number): Point[] {
  const circles = [0.5, 1].flatMap((share) =>
    Array.from({ length: 8 }, (_, eighth): Point => {
      const degrees = (share * km) / KM_PER_DEGREE;
      const azimuth = (eighth * Math.PI) / 4;
      return {
        latitude: point.latitude + degrees * Math.cos(azimuth),
        longitude: point.longitude + (degrees * Math.sin(azimuth)) / Math.cos((point.latitude * Math.PI) / 180),
      };
    }),
  );
  return [point, ...circles];
}
