/** Provinces as the adapters name them: from the Turkish place of a record, and by distance. */
import { distanceKm, type Point } from '#core/geo.ts';
import { type Province, PROVINCES, provinceOf } from '#core/provinces.ts';

interface Near {
  province: Province;
  km: number;
}

/** The seats of provinces, nearest first. */
export const nearestProvinces = (point: Point, count: number): Near[] =>
  PROVINCES.map((province) => ({ province, km: distanceKm(point, province) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, count);

interface NamedPlace {
  district: string | null;
  province: string | null;
  country: string | null;
}

const NOWHERE: NamedPlace = { district: null, province: null, country: null };

/** @param location `Pazarcık (Kahramanmaraş)`; at sea, and in other words, nothing is known */
export function placeIn(location: string): NamedPlace {
  const [, district, unit] = /^([^()[\],]+) \(([^()]+)\)$/.exec(location.trim()) ?? [];
  if (district === undefined || unit === undefined) return NOWHERE;
  const province = provinceOf(unit);
  return province ? { district, province: province.name, country: 'Türkiye' } : { ...NOWHERE, country: unit };
}
