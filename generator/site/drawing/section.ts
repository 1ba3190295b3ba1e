/** Vertical sections: where an epicentre lies along and across a line between two points. */
import { azimuthDegrees, distanceKm, EARTH_RADIUS_KM, KM_PER_DEGREE, type Box, type Point } from '#core/geo.ts';

export interface SectionLine {
  a: Point;
  b: Point;
  /** Width of the strip on each side of the line. */
  halfWidthKm: number;
}

interface OnSection {
  /** From `a` towards `b`; negative before `a`. */
  alongKm: number;
  /** To the right of the line. */
  acrossKm: number;
}

const DEGREE = Math.PI / 180;

/** Along and across the great circle of a section (Napier's rules). */
export function projectOnSection({ a, b }: SectionLine): (point: Point) => OnSection {
  const bearing = azimuthDegrees(a, b) * DEGREE;
  return (point) => {
    const angle = distanceKm(a, point) / EARTH_RADIUS_KM;
    const turn = azimuthDegrees(a, point) * DEGREE - bearing;
    return {
      alongKm: Math.atan2(Math.sin(angle) * Math.cos(turn), Math.cos(angle)) * EARTH_RADIUS_KM,
      acrossKm: Math.asin(Math.sin(angle) * Math.sin(turn)) * EARTH_RADIUS_KM,
    };
  };
}

export const lengthKm = ({ a, b }: SectionLine): number => distanceKm(a, b);

/** A rectangle that holds the strip of a section, and more; for pruning. */
export function sectionBox({ a, b, halfWidthKm }: SectionLine): Box {
  // A great circle lies poleward of its ends by less than this on lines of up to 40° of longitude.
  const sag = (Math.abs(a.longitude - b.longitude) / 40) ** 2 * 3;
  const north = halfWidthKm / KM_PER_DEGREE + sag;
  const most = Math.max(Math.abs(a.latitude), Math.abs(b.latitude)) + north;
  const east = halfWidthKm / (KM_PER_DEGREE * Math.cos(Math.min(89, most) * DEGREE));
  return {
    south: Math.min(a.latitude, b.latitude) - north,
    north: Math.max(a.latitude, b.latitude) + north,
    west: Math.min(a.longitude, b.longitude) - east,
    east: Math.max(a.longitude, b.longitude) + east,
  };
}
