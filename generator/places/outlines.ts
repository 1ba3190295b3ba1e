/** Which provinces of Türkiye lie near a point, by their outlines. */
import type { Point } from '#core/geo.ts';
import { kmToEdges, RingIndex } from './land.ts';

export interface Outlines {
  /** Whether a province without an outline, or with one within km, inclusive, of the point. */
  mayReach(point: Point, province: string, km: number): boolean;
  /** Provinces within km, inclusive, of the point. */
  within(point: Point, km: number): string[];
}

/** @param provinces rings by name */
export function createOutlines(provinces: ReadonlyMap<string, readonly Float64Array[]>): Outlines {
  const indexes = new Map([...provinces].map(([name, edges]) => [name, new RingIndex(edges)]));
  const reaches = (point: Point, province: string, km: number): boolean =>
    indexes.get(province)!.contains(point) || kmToEdges(point, provinces.get(province)!) <= km;
  return {
    mayReach: (point, province, km) => !provinces.has(province) || reaches(point, province, km),
    within: (point, km) => [...provinces.keys()].filter((province) => reaches(point, province, km)),
  };
}
