/** A readable name for a point in Turkish and English; docs/places.md describes the rules. */
import { azimuthDegrees, distanceKm, insideBox, type Point } from '#core/geo.ts';
import { NearestIndex, type Neighbour } from '#core/nearest.ts';
import { countryInTurkish } from './countries.ts';
import { COVERED, RingIndex } from './land.ts';
import { districtKey, type LandRings, type Places, type Sea, type Settlement, type Town } from './tables.ts';

interface Place {
  turkish: string;
  english: string;
}

/** Farther than this from any settlement, in km, a point on land has no name. */
const REACH_KM = 200;
/**
 * Up to here, in km, the nearest settlement is the name; beyond (1 in 1,000 points on land of Türkiye) the district's
 * seat is the landmark.
 */
const SETTLEMENT_KM = 10;
/**
 * Up to here, in km, a settlement decides against coast and border, which the map draws a kilometre or two beside the
 * truth.
 */
const DECISIVE_KM = 1.5;

const COMPASS = [
  ...['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE'],
  ...['S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'],
] as const;
const PUSULA = [
  ...['K', 'KKD', 'KD', 'DKD', 'D', 'DGD', 'GD', 'GGD'],
  ...['G', 'GGB', 'GB', 'BGB', 'B', 'BKB', 'KB', 'KKB'],
] as const;

/** The compass point nearest to an azimuth, in both languages. @param degrees 0 inclusive to 360 exclusive */
export function compassPoint(degrees: number): Place {
  const index = Math.round(degrees / 22.5) % 16;
  return { turkish: PUSULA[index]!, english: COMPASS[index]! };
}

interface Gazetteer {
  places: Places;
  rings: LandRings;
  /** With outlines roughly over land; of two that overlap the first counts. */
  seas: readonly Sea[];
}

/** The function returns null where nothing is known. */
export function createPlaceName({ places, rings, seas }: Gazetteer): (point: Point) => Place | null {
  const settlements = new NearestIndex(places.settlements);
  const towns = new NearestIndex(places.towns);
  const land = new RingIndex(rings.land);
  const turkiye = new RingIndex(rings.turkiye);
  const waters = seas.map(({ ring, ...name }) => ({ name, index: new RingIndex([ring]) }));
  const seats = new Map(places.settlements.filter(({ seat }) => seat).map((seat) => [districtKey(seat), seat]));

  const besideSettlement = (point: Point, { item, km }: Neighbour<Settlement>): Place => {
    if (km <= SETTLEMENT_KM) return away(point, item, settlementText(item));
    const seat = seats.get(districtKey(item))!;
    return away(point, seat, seatText(seat));
  };

  return (point) => {
    if (!insideBox(point, COVERED)) return null;
    const settlement = nearestOf(settlements, point, REACH_KM);
    const town = nearestOf(towns, point, settlement?.km ?? REACH_KM);
    const decided = Math.min(settlement?.km ?? Infinity, town?.km ?? Infinity) <= DECISIVE_KM;
    if (decided ? !town : turkiye.contains(point)) {
      if (!settlement) return null;
      return settlement.km <= SETTLEMENT_KM ? settlementText(settlement.item) : besideSettlement(point, settlement);
    }
    if (decided || land.contains(point)) {
      const nearestTown = town ?? nearestOf(towns, point, REACH_KM);
      return nearestTown ? away(point, nearestTown.item, townText(nearestTown.item)) : null;
    }
    const sea = waters.find(({ index }) => index.contains(point))?.name;
    if (town) return atSea(sea, away(point, town.item, townText(town.item)));
    return atSea(sea, settlement && besideSettlement(point, settlement));
  };
}

/** @param withinKm inclusive */
const nearestOf = <P extends Point>(index: NearestIndex<P>, point: Point, withinKm: number): Neighbour<P> | undefined =>
  index.nearest(point, { limit: 1, withinKm })[0];

/** `Marmara Denizi, Büyükçekmece (İstanbul) 28 km GB`; the sea alone where no settlement is near. */
function atSea(sea: Place | undefined, beside: Place | undefined): Place | null {
  if (!sea) return beside ? { turkish: `Açıkta, ${beside.turkish}`, english: `Offshore, ${beside.english}` } : null;
  const { turkish, english } = sea;
  return beside ? { turkish: `${turkish}, ${beside.turkish}`, english: `${english}, ${beside.english}` } : sea;
}

/** `Datça (Muğla) 12 km GB`: where the point lies as seen from the landmark; the landmark alone within half a km. */
function away(point: Point, landmark: Point, { turkish, english }: Place): Place {
  const km = Math.round(distanceKm(landmark, point));
  if (km === 0) return { turkish, english };
  const direction = compassPoint(azimuthDegrees(landmark, point));
  return {
    turkish: `${turkish} ${km} km ${direction.turkish}`,
    english: `${km} km ${direction.english} of ${english}`,
  };
}

const inBoth = (text: string): Place => ({ turkish: text, english: text });

const settlementText = (one: Settlement): Place =>
  inBoth(one.seat || one.name === one.district ? districtKey(one) : `${one.name}, ${districtKey(one)}`);

/** The seat of a central district is known by the province's name. */
const seatText = (seat: Settlement): Place => inBoth(seat.district === 'Merkez' ? seat.province : districtKey(seat));

const townText = ({ name, country }: Town): Place => ({
  turkish: `${name} (${countryInTurkish(country)})`,
  english: `${name}, ${country}`,
});
