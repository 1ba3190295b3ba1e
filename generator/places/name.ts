/** A readable name for a point, in the words that README describes. */
import type { Point } from '#core/geo.ts';
import { azimuthDegrees, distanceKm, insideBox } from '#core/geo.ts';
import { COVERED, RingIndex } from './land.ts';
import type { Nearest } from './nearest.ts';
import { NearestIndex } from './nearest.ts';
import type { LandRings, Places, Settlement, Town } from './tables.ts';
import { districtKey } from './tables.ts';

/** Farther than this from any settlement a point has no name, in km. */
const REACH_KM = 200;
/** Up to here, in km, the nearest settlement is the name; beyond, the district's seat is the landmark. 1 in 1,000 points on land of Türkiye lies farther out. */
const SETTLEMENT_KM = 10;
/**
 * Up to here, in km, a settlement decides against coast and border, which the map draws a kilometre or two beside the truth: who is
 * that near to a village is on its land and in its country.
 */
const SURE_KM = 1.5;

const COMPASS = [
  ...['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE'],
  ...['S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'],
] as const;

/** The point of the compass that is nearest to an azimuth. @param degrees 0 inclusive to 360 exclusive */
export const compassPoint = (degrees: number): string => COMPASS[Math.round(degrees / 22.5) % 16]!;

/** @returns a function that names a point, or answers null where no settlement is near or nothing is known */
export function createPlaceName(places: Places, rings: LandRings): (point: Point) => string | null {
  const settlements = new NearestIndex(places.settlements);
  const towns = new NearestIndex(places.towns);
  const land = new RingIndex(rings.land);
  const turkiye = new RingIndex(rings.turkiye);
  const seats = new Map(places.settlements.filter(({ seat }) => seat).map((seat) => [districtKey(seat), seat]));

  const besideSettlement = (point: Point, { item, km }: Nearest<Settlement>): string => {
    if (km <= SETTLEMENT_KM) return away(point, item, settlementText(item));
    const seat = seats.get(districtKey(item))!;
    return away(point, seat, seatText(seat));
  };

  return (point) => {
    if (!insideBox(point, COVERED)) return null;
    const settlement = settlements.nearest(point, REACH_KM);
    const town = towns.nearest(point, settlement?.km ?? REACH_KM);
    const sure = Math.min(settlement?.km ?? Infinity, town?.km ?? Infinity) <= SURE_KM;
    if (sure ? !town : turkiye.contains(point)) {
      if (!settlement) return null;
      return settlement.km <= SETTLEMENT_KM ? settlementText(settlement.item) : besideSettlement(point, settlement);
    }
    if (sure || land.contains(point)) {
      const own = town ?? towns.nearest(point, REACH_KM);
      return own ? away(point, own.item, townText(own.item)) : null;
    }
    if (town) return `Offshore, ${away(point, town.item, townText(town.item))}`;
    return settlement ? `Offshore, ${besideSettlement(point, settlement)}` : null;
  };
}

/** `12 km SW of Datça (Muğla)`: where the point lies, seen from the landmark; the landmark alone when that is less than half a km. */
function away(point: Point, landmark: Point, text: string): string {
  const km = Math.round(distanceKm(landmark, point));
  return km === 0 ? text : `${km} km ${compassPoint(azimuthDegrees(landmark, point))} of ${text}`;
}

const settlementText = (one: Settlement): string =>
  one.seat || one.name === one.district ? districtKey(one) : `${one.name}, ${districtKey(one)}`;

/** The seat of a central district is the town that the province is named after, and known by that name. */
const seatText = (seat: Settlement): string => (seat.district === 'Merkez' ? seat.province : districtKey(seat));

const townText = ({ name, country }: Town): string => `${name}, ${country}`;
