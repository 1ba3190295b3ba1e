/** Names of places for maps and lists, from the shipped table `data/places.csv`. */

/** Degrees of a cell. */
export const CELL = { width: 4, height: 2 };

/** Name, and latitude and longitude in thousandths of a degree. */
export type PlaceName = [name: string, latitude: number, longitude: number];

interface DistrictSeats {
  /** Seats of districts of Türkiye. */
  seats: PlaceName[];
  /** The same by province, named by their districts. */
  byProvince: Record<string, PlaceName[]>;
}

interface PlaceRow {
  district: string;
  province: string;
  place: PlaceName;
}

/** @param table `data/places.csv` */
function rowsOf(table: string, are: 'seats' | 'others'): PlaceRow[] {
  const lines = table.trimEnd().split('\n').slice(1);
  return lines.flatMap((line) => {
    if (line.startsWith('seat,') !== (are === 'seats')) return [];
    const [, name = '', district = '', province = '', , latitude, longitude] = line.split(',');
    return { district, province, place: [name, thousandths(latitude), thousandths(longitude)] };
  });
}

const thousandths = (degrees: string | undefined): number => Math.round(Number(degrees) * 1000);

/** @param table `data/places.csv` */
export function districtSeats(table: string): DistrictSeats {
  const rows = rowsOf(table, 'seats');
  const byProvince = Map.groupBy(rows, ({ province }) => province);
  const inDistricts = [...byProvince].map(([province, own]) => [
    province,
    own.map(({ district, place: [, latitude, longitude] }): PlaceName => [district, latitude, longitude]),
  ]);
  return {
    seats: rows.map(({ place }) => place),
    byProvince: Object.fromEntries(inDistricts) as Record<string, PlaceName[]>,
  };
}

/**
 * Villages, and towns abroad. Key: longitude and latitude in cells, rounded down.
 * @param table `data/places.csv`
 */
export function placeCells(table: string): Map<string, PlaceName[]> {
  const named = rowsOf(table, 'others').map(({ place }) => place);
  const cellOf = ([, latitude, longitude]: PlaceName): string =>
    `${Math.floor(longitude / 1000 / CELL.width)} ${Math.floor(latitude / 1000 / CELL.height)}`;
  return Map.groupBy(named, cellOf);
}
