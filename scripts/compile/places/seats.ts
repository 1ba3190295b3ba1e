/** Where the seat of each of today's 973 districts lies. */
import { distanceKm, type Point } from '#core/geo.ts';
import { nameKey, type District, type HgkName } from './lists.ts';

export interface Seat extends Point {
  district: District;
  /** The province's name for the central district. */
  name: string;
  source: string;
}

/**
 * Newer districts with a wrong geocoded position, by the place of HGK's list at their seat.
 * It is the village of that name, or the city that was divided.
 */
const DECIDED: Record<string, string> = {
  'İstanbul/Arnavutköy': 'YKOY Arnavutköy',
  'Denizli/Pamukkale': 'MRKILCE Denizli',
  'Kahramanmaraş/Onikişubat': 'MRKILCE Kahramanmaraş',
};

/**
 * Greatest distance between HGK and geocoder, in km: beyond it two districts of one name could be mistaken.
 * Wrong ones are 126 at most.
 */
const NAMESAKE_KM = 130;
/** A village of the district's name this near to the geocoded position, in km, is its seat. */
const VILLAGE_KM = 12;

export function seatsOf(
  districts: District[],
  hgk: HgkName[],
  geocoded: Map<string, Point & { code: string }>,
): Seat[] {
  const named = Map.groupBy(hgk, ({ type, name }) => `${type} ${nameKey(name)}`);
  const all = (type: string, name: string): HgkName[] => named.get(`${type} ${nameKey(name)}`) ?? [];
  const byGeocoder = ({ province, name }: District): Point & { code: string } => {
    const found = geocoded.get(`${nameKey(province)}/${nameKey(name)}`);
    if (!found) throw new Error(`${province}/${name}: no position`);
    return found;
  };
  const paired = pairNamesakes(districts, (name) => all('ILCE', name), byGeocoder);
  const place = (district: District): { source: string } & Point => {
    const decided = DECIDED[`${district.province}/${district.name}`];
    if (decided !== undefined) return fromHgk(only(all(...split(decided)), decided));
    if (district.name === 'Merkez') return fromHgk(only(all('MRKILCE', district.province), district.province));
    const own = paired.get(district) ?? sameNamed(district);
    if (own) return fromHgk(own);
    const { code, ...point } = byGeocoder(district);
    return { ...point, source: `il-ilce ${code}` };
  };
  const sameNamed = (district: District): HgkName | undefined =>
    ['BCK', 'YKOY']
      .flatMap((type) => all(type, district.name))
      .find((one) => distanceKm(one, byGeocoder(district)) <= VILLAGE_KM);
  return districts.map((district) => {
    const { source, latitude, longitude } = place(district);
    const name = district.name === 'Merkez' ? district.province : district.name;
    return { district, name, latitude, longitude, source };
  });
}

const fromHgk = ({ fid, latitude, longitude }: HgkName) => ({ latitude, longitude, source: `hgk ${fid}` });

const split = (words: string): [string, string] => words.split(' ') as [string, string];

function only(found: HgkName[], what: string): HgkName {
  if (found.length !== 1) throw new Error(`${found.length} names in HGK's list for ${what}, not one`);
  return found[0]!;
}

/**
 * Districts of one name get HGK's districts of that name, the pair that agrees best first: a wrong position of one does
 * not matter.
 */
function pairNamesakes(
  districts: District[],
  hgkOf: (name: string) => HgkName[],
  positionOf: (district: District) => Point,
): Map<District, HgkName> {
  const pairs = districts
    .filter(({ name }) => name !== 'Merkez')
    .flatMap((district) =>
      hgkOf(district.name).map((one) => ({ district, one, km: distanceKm(one, positionOf(district)) })),
    )
    .filter(({ km }) => km <= NAMESAKE_KM)
    .toSorted((a, b) => a.km - b.km);
  const paired = new Map<District, HgkName>();
  const used = new Set<HgkName>();
  for (const { district, one } of pairs)
    if (!paired.has(district) && !used.has(one)) {
      paired.set(district, one);
      used.add(one);
    }
  return paired;
}
