/** The seat by which a point at sea is named, where no settlement is near. */
import { distanceKm, type Point } from '#core/geo.ts';
import { NearestIndex, type Neighbour } from '#core/nearest.ts';
import { districtKey, type Settlement } from './tables.ts';

/**
 * Another district's seat is the landmark where it is nearer by a fifth, and a settlement of that district farther by
 * 15 % at most. Of 704 such points (table of 1.0.0) AFAD's words have this district in 614, that of the nearest
 * settlement in 618, that of the nearest seat in 447.
 */
const NEARER_SEAT = 0.8;
const FARTHER_SETTLEMENT = 1.15;

/** @param settlements of Türkiye, with the seat of each of their districts */
export function createSeaLandmark(
  settlements: readonly Settlement[],
): (point: Point, nearest: Neighbour<Settlement>) => Settlement {
  // Most commands name no point far out at sea.
  let byDistrict: Map<string, Settlement[]> | undefined;
  const seats = new NearestIndex(settlements.filter(({ seat }) => seat));
  return (point, { item, km }) => {
    const districts = (byDistrict ??= Map.groupBy(settlements, districtKey));
    const own = districts.get(districtKey(item))!.find(({ seat }) => seat)!;
    const nearer = seats.nearest(point, {
      limit: Infinity,
      withinKm: NEARER_SEAT * distanceKm(own, point),
      accepts: ({ province }) => province === item.province,
    });
    const isNear = (one: Settlement): boolean => distanceKm(one, point) <= FARTHER_SETTLEMENT * km;
    return nearer.find((seat) => districts.get(districtKey(seat.item))!.some(isNear))?.item ?? own;
  };
}
