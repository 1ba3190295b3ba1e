/** Distances and directions on the sphere. Latitude and longitude are decimal degrees, north and east positive. */

/** Kilometres around a place that forms offer, of the list and of alerts. */
export const RADII_KM = [50, 100, 200];

export interface Point {
  latitude: number;
  longitude: number;
}

/** Both coordinates in whole degrees: a region rather than an epicentre. */
export const isWholeDegree = ({ latitude, longitude }: Point): boolean =>
  Number.isInteger(latitude) && Number.isInteger(longitude);

/** A rectangle, all bounds inclusive, with `west <= east` where it is not said that it may cross 180°. */
export interface Box {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** Mean Earth radius in km: R1 = (2a + b) / 3 of the GRS 80 ellipsoid (Moritz, Geodetic Reference System 1980). */
export const EARTH_RADIUS_KM = 6371.0088;

/** Length in km of one degree of latitude on that sphere. */
export const KM_PER_DEGREE = (Math.PI / 180) * EARTH_RADIUS_KM;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in km by the haversine formula (R. W. Sinnott, Sky and Telescope 68, 1984). */
export function distanceKm(a: Point, b: Point): number {
  const sinLatitude = Math.sin(radians(b.latitude - a.latitude) / 2);
  const sinLongitude = Math.sin(radians(b.longitude - a.longitude) / 2);
  const h =
    sinLatitude * sinLatitude +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * sinLongitude * sinLongitude;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Degrees of longitude that a circle reaches to either side of its centre; 180 where it holds a pole. */
export function reachEast({ latitude }: Point, radiusKm: number): number {
  const angle = radiusKm / EARTH_RADIUS_KM;
  if (angle >= Math.PI / 2 - Math.abs(radians(latitude))) return 180;
  return (Math.asin(Math.sin(angle) / Math.cos(radians(latitude))) * 180) / Math.PI;
}

/** Initial bearing of the great circle from `a` to `b`: degrees clockwise from north, 0 inclusive to 360 exclusive. */
export function azimuthDegrees(a: Point, b: Point): number {
  const difference = radians(b.longitude - a.longitude);
  const y = Math.sin(difference) * Math.cos(radians(b.latitude));
  const x =
    Math.cos(radians(a.latitude)) * Math.sin(radians(b.latitude)) -
    Math.sin(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.cos(difference);
  const degrees = (Math.atan2(y, x) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

/** The point at a distance in km and an initial bearing in degrees clockwise from north. */
export function destination({ latitude, longitude }: Point, azimuth: number, km: number): Point {
  const [angle, bearing, phi] = [km / EARTH_RADIUS_KM, radians(azimuth), radians(latitude)];
  const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(bearing);
  const east = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(phi), Math.cos(angle) - Math.sin(phi) * sine);
  return { latitude: (Math.asin(sine) * 180) / Math.PI, longitude: longitude + (east * 180) / Math.PI };
}

export const insideBox = (point: Point, box: Box): boolean =>
  point.latitude >= box.south &&
  point.latitude <= box.north &&
  point.longitude >= box.west &&
  point.longitude <= box.east;

/**
 * A lower bound in km of the distance from a point to a box, for pruning; 0 inside it. Latitude and longitude are
 * regarded separately: never more than the true distance.
 */
export function distanceToBoxKm(point: Point, box: Box): number {
  const north = Math.max(box.south - point.latitude, 0, point.latitude - box.north);
  if (point.longitude >= box.west && point.longitude <= box.east) return north * KM_PER_DEGREE;
  const apart = (longitude: number): number => {
    const difference = Math.abs(longitude - point.longitude) % 360;
    return Math.min(difference, 360 - difference);
  };
  const east = Math.min(apart(box.west), apart(box.east));
  if (east >= 90) return north * KM_PER_DEGREE;
  // The shortest way to a meridian `east` degrees away: sin d = cos(latitude) sin(east) (Napier's rules).
  const toMeridian = Math.asin(Math.cos(radians(point.latitude)) * Math.sin(radians(east))) * EARTH_RADIUS_KM;
  return Math.max(north * KM_PER_DEGREE, toMeridian);
}
