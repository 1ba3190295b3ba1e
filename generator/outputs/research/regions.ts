/** Rectangles for which statistics are given beside those of all earthquakes. */
import type { Point } from '#core/geo.ts';

interface Region {
  name: string;
  /** Degrees; the lower end inclusive, the upper exclusive. */
  latitude: readonly [number, number];
  longitude: readonly [number, number];
}

export const REGIONS: readonly Region[] = [
  { name: 'marmara', latitude: [39.8, 41.8], longitude: [26, 31.5] },
  { name: 'aegean', latitude: [36, 39.8], longitude: [25, 30] },
  { name: 'hellenic-cyprus-arcs', latitude: [33, 36], longitude: [25, 37] },
  { name: 'north-anatolia', latitude: [39.8, 42], longitude: [31.5, 40.5] },
  { name: 'southeast-anatolia', latitude: [36, 39.8], longitude: [35.5, 40.5] },
  { name: 'east-anatolia', latitude: [36, 42], longitude: [40.5, 46] },
];

/** They do not overlap; undefined outside of all. */
export const regionOf = ({ latitude, longitude }: Point): string | undefined =>
  REGIONS.find(
    (region) =>
      latitude >= region.latitude[0] &&
      latitude < region.latitude[1] &&
      longitude >= region.longitude[0] &&
      longitude < region.longitude[1],
  )?.name;
