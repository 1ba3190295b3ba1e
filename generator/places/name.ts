/** A readable name for a point in Turkish and English; docs/places.md describes the rules. */
import { azimuthDegrees, distanceKm, insideBox, type Point } from '#core/geo.ts';
import { NearestIndex, type Neighbour } from '#core/nearest.ts';
import { countryInTurkish } from '#core/countries.ts';
import { COVERED, RingIndex } from './land.ts';
import { createSeaLandmark } from './sea-landmark.ts';
import { createOutlines, type Outlines } from './outlines.ts';
import { districtKey, type LandRings, type Places, type Sea, type Settlement, type Town } from './tables.ts';

interface Place {
  turkish: string;
  english: string;
}

/** What a point's name was made from: the words of others for the same point must agree with it. */
interface Setting {
  /** In Turkish; null on land. */
  sea: string | null;
  /** In Turkish; null in Türkiye and at sea. */
  country: string | null;
  /** Of Türkiye, on land and near its coast; null elsewhere. */
  province: string | null;
  /** Null at sea and abroad. */
  district: string | null;
  /**
   * Provinces with a settlement within {@link PROVINCE_KM}, and their districts: those with such a settlement first, by
   * its distance; of points on land in Türkiye alone.
   */
  possible: ReadonlyMap<string, readonly string[]>;
  /** Provinces of Türkiye within km, inclusive, of the point. */
  provincesWithin(km: number): string[];
}

/** Settlements and epicentres are known no better than this, in km, and the border of a province runs between them. */
const PROVINCE_KM = 5;

/** Up to here, in km, a settlement of Türkiye gives a point at sea its province. */
const COAST_KM = 50;
/** Up to here, in km, also where another country is nearer. */
const CLOSE_COAST_KM = 30;

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

/**
 * Farther than this outside of its province's outline, in km, a settlement does not name a point. The outlines are some
 * kilometres beside the truth.
 */
const OUTLINE_KM = 5;

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
  /** Outlines of the provinces of Türkiye, by name. */
  provinces: ReadonlyMap<string, readonly Float64Array[]>;
  /** With outlines roughly over land; of two that overlap the first counts. */
  seas: readonly Sea[];
}

/** The nearest settlement of a province that may hold the point; the nearest of all where none may. */
function createNamingSettlement(
  settlements: NearestIndex<Settlement>,
  outlines: Outlines,
): (point: Point, nearest: Neighbour<Settlement>) => Neighbour<Settlement> {
  const mayHold = (point: Point, province: string): boolean => outlines.mayReach(point, province, OUTLINE_KM);

  return (point, nearest) => {
    if (nearest.km <= DECISIVE_KM || mayHold(point, nearest.item.province)) return nearest;
    const known = new Map<string, boolean>();
    const accepts = ({ province }: Settlement): boolean =>
      known.getOrInsertComputed(province, () => mayHold(point, province));
    return settlements.nearest(point, { limit: 1, withinKm: REACH_KM, accepts })[0] ?? nearest;
  };
}

function createProvincesNear(
  all: readonly Settlement[],
  settlements: NearestIndex<Settlement>,
): (point: Point) => Setting['possible'] {
  let districts: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (point) => {
    const known = (districts ??= districtsOf(all));
    const near = settlements.nearest(point, { limit: Infinity, withinKm: PROVINCE_KM }).map(({ item }) => item);
    const byProvince = Map.groupBy(near, ({ province }) => province);
    const ofProvince = (name: string, own: Settlement[]): string[] => [
      ...new Set(own.map(({ district }) => district)).union(known.get(name)!),
    ];
    return new Map([...byProvince].map(([name, own]) => [name, ofProvince(name, own)]));
  };
}

/** Names by province. */
function districtsOf(settlements: readonly Settlement[]): Map<string, Set<string>> {
  const districts = new Map<string, Set<string>>();
  for (const { province, district } of settlements)
    districts.getOrInsertComputed(province, () => new Set()).add(district);
  return districts;
}

/** The function returns null where nothing is known. */
export function createPlaceName({
  places,
  rings,
  provinces,
  seas,
}: Gazetteer): (point: Point) => (Place & Setting) | null {
  const settlements = new NearestIndex(places.settlements);
  const towns = new NearestIndex(places.towns);
  const land = new RingIndex(rings.land);
  const turkiye = new RingIndex(rings.turkiye);
  const waters = seas.map(({ ring, ...name }) => ({ name, index: new RingIndex([ring]) }));
  const seats = new Map(places.settlements.filter(({ seat }) => seat).map((seat) => [districtKey(seat), seat]));
  const seaLandmark = createSeaLandmark(places.settlements);
  const provincesNear = createProvincesNear(places.settlements, settlements);

  const outlines = createOutlines(provinces);
  const namingSettlement = createNamingSettlement(settlements, outlines);

  const offSettlement = (point: Point, nearest: Neighbour<Settlement>): Place => {
    if (nearest.km <= SETTLEMENT_KM) return away(point, nearest.item, settlementText(nearest.item));
    const seat = seaLandmark(point, nearest);
    return away(point, seat, seatText(seat));
  };

  return (point) => {
    if (!insideBox(point, COVERED)) return null;
    const around = { provincesWithin: (km: number): string[] => outlines.within(point, km) };
    const settlement = nearestOf(settlements, point, REACH_KM);
    const town = nearestOf(towns, point, settlement?.km ?? REACH_KM);
    const decided = Math.min(settlement?.km ?? Infinity, town?.km ?? Infinity) <= DECISIVE_KM;
    if (decided ? !town : turkiye.contains(point)) {
      if (!settlement) return null;
      const naming = namingSettlement(point, settlement);
      const seat = seats.get(districtKey(naming.item))!;
      const place = naming.km <= SETTLEMENT_KM ? settlementText(naming.item) : away(point, seat, seatText(seat));
      const { province, district } = naming.item;
      let possible: Setting['possible'] | undefined;
      return {
        ...{ ...place, ...around, sea: null, country: null, province, district },
        // Looked up only where the words of an agency name a province.
        get possible() {
          return (possible ??= provincesNear(point));
        },
      };
    }
    if (decided || land.contains(point)) {
      const nearestTown = town ?? nearestOf(towns, point, REACH_KM);
      if (!nearestTown) return null;
      const country = countryInTurkish(nearestTown.item.country);
      return { ...NOWHERE, ...around, ...onLandAbroad(point, nearestTown.item), country };
    }
    const sea = waters.find(({ index }) => index.contains(point))?.name;
    const place = atSea(sea, town ? besideTown(point, town.item) : settlement && offSettlement(point, settlement));
    const reach = town ? CLOSE_COAST_KM : COAST_KM;
    const province = settlement && settlement.km <= reach ? settlement.item.province : null;
    return place && { ...NOWHERE, ...around, ...place, sea: sea?.turkish ?? '', province };
  };
}

const NOWHERE = { sea: null, country: null, province: null, district: null, possible: new Map<string, string[]>() };

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

/**
 * `Vrísa (Yunanistan) 5 km K`; on an island with a Turkish name the island alone, since Turkish readers know it and few
 * of its villages.
 */
function onLandAbroad(point: Point, town: Town): Place {
  const place = besideTown(point, town);
  return town.island ? { ...place, turkish: islandText(town, town.island) } : place;
}

const besideTown = (point: Point, town: Town): Place =>
  away(point, town, {
    turkish: islandText(town, town.island ?? { turkish: town.name }),
    english: [...new Set([town.name, town.island?.english ?? town.name, town.country])].join(', '),
  });

const islandText = ({ country }: Town, { turkish }: { turkish: string }): string =>
  `${turkish} (${countryInTurkish(country)})`;
