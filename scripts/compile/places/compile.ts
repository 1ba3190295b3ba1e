/** `data/places.csv` from the lists. */
import { distanceKm, insideBox, type Point } from '#core/geo.ts';
import { cleanText } from '#core/text.ts';
import { COVERED } from '../../../generator/places/land.ts';
import { parseLand, PLACES_HEADER } from '../../../generator/places/tables.ts';
import { names } from '../tables.ts';
import { createIslandOf, islandsOf, type Island } from './islands.ts';
import {
  nameKey,
  readGeonames,
  readHgk,
  readHgkNames,
  readNeighbourhoods,
  readSeats,
  type GeonamesPlace,
} from './lists.ts';
import { createProvincesNear } from './provinces.ts';
import { seatsOf, type Seat } from './seats.ts';
import { villagesOf, type Village } from './villages.ts';

interface PlaceLists {
  hgk: string;
  neighbourhoods: string;
  seats: string;
  geonames: string;
  /** `data/land.csv`. */
  land: string;
  /** Natural Earth's first-level units, GeoJSON. */
  provinces: string;
}

const COUNTRIES = names('country');

/** Countries of other scripts: marks on their letters belong to a transliteration (`Ar Riyāḑ`), not to the name. */
const FOREIGN_SCRIPTS = new Set([
  ...['AM', 'BG', 'CY', 'EG', 'GE', 'GR', 'IL', 'IQ', 'IR', 'JO', 'KZ', 'LB', 'LY', 'MK', 'PS', 'RU', 'SA', 'SY', 'UA'],
]);

const withoutMarks = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\p{M}\u02b9-\u02bf’‘'`´]/gu, '')
    .normalize('NFC');

/** A village with the name of a district or province this near to its seat, in km, is that seat or city. */
const SAME_KM = 5;

export function compilePlaces(lists: PlaceLists): string {
  const hgk = readHgk(lists.hgk);
  const seats = seatsOf(readNeighbourhoods(lists.neighbourhoods), hgk, readSeats(lists.seats));
  const villages = villagesOf(hgk, seats, createProvincesNear(lists.provinces));
  const islandOf = createIslandOf(islandsOf(readHgkNames(lists.hgk)), parseLand(lists.land, 'land'));
  const cities = hgk.filter(({ type }) => type === 'MRKILCE');
  const governed = Map.groupBy<string, Point & { name: string }>([...seats, ...cities], ({ name }) => nameKey(name));
  const rows = [
    ...seats.map(seatRow),
    ...villages.filter((village) => !isGoverned(village, governed)).map(villageRow),
    ...readGeonames(lists.geonames)
      .filter((town) => insideBox(town, COVERED))
      .map((town) => townRow(town, islandOf(town))),
  ];
  // By code unit: no locale decides the order.
  return `${[PLACES_HEADER, ...[...new Set(rows)].sort()].join('\n')}\n`;
}

const isGoverned = ({ row }: Village, byName: Map<string, Point[]>): boolean =>
  (byName.get(nameKey(row.name)) ?? []).some((seat) => distanceKm(row, seat) <= SAME_KM);

const seatRow = ({ district, name, source, ...point }: Seat): string =>
  rowOf({ kind: 'seat', name, district: district.name, province: district.province, point, source });

const villageRow = ({ row, district }: Village): string =>
  rowOf({
    kind: 'village',
    name: row.name,
    district: district.name,
    province: district.province,
    point: row,
    source: `hgk ${row.fid}`,
  });

function townRow({ id, name, country, ...point }: GeonamesPlace, island: Island | undefined): string {
  const words = COUNTRIES.get(country);
  if (words === undefined) throw new Error(`GeoNames ${id}, ${name}: no name for the country ${country}`);
  return rowOf({
    kind: 'town',
    name: FOREIGN_SCRIPTS.has(country) ? withoutMarks(name) : name,
    district: island?.turkish ?? '',
    province: island?.english ?? '',
    country: words,
    point,
    source: `geonames ${id}`,
  });
}

interface PlaceRow {
  kind: string;
  name: string;
  district?: string;
  province?: string;
  country?: string;
  point: Point;
  source: string;
}

/** Three decimals of a degree are about 100 m: more precise than the position of a village. */
function rowOf({ kind, name, district = '', province = '', country = '', point, source }: PlaceRow): string {
  const { latitude, longitude } = point;
  const fields = [kind, name, district, province, country, latitude.toFixed(3), longitude.toFixed(3), source];
  const bad = fields.find((field) => /[",\r\n]/.test(field) || cleanText(field) !== field);
  if (bad !== undefined) throw new Error(`${source}: ${JSON.stringify(bad)} cannot stand in the table`);
  return fields.join(',');
}
