/** Names of settlements for the map, in files by cell, so that a close view loads a few of them. */

/** Degrees of a cell. */
export const CELL = { width: 4, height: 2 };

/** Name, and latitude and longitude in thousandths of a degree. */
type PlaceName = [name: string, latitude: number, longitude: number];

export interface PlaceNames {
  /** Seats of districts of Türkiye. */
  seats: PlaceName[];
  /** The same by province, named by their districts. */
  districts: Record<string, PlaceName[]>;
  /** Villages, and towns abroad. Key: longitude and latitude in cells, rounded down. */
  cells: Map<string, PlaceName[]>;
}

/** @param table `data/places.csv` */
export function placeNames(table: string): PlaceNames {
  const names: Omit<PlaceNames, 'districts'> = { seats: [], cells: new Map() };
  const districts = new Map<string, PlaceName[]>();
  for (const row of table.trimEnd().split('\n').slice(1)) {
    const [kind, name, district, province, , latitude, longitude] = row.split(',') as [
      string,
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const place: PlaceName = [name, Math.round(Number(latitude) * 1000), Math.round(Number(longitude) * 1000)];
    if (kind === 'seat') {
      names.seats.push(place);
      districts.getOrInsertComputed(province, () => []).push([district, place[1], place[2]]);
      continue;
    }
    const key = `${Math.floor(Number(longitude) / CELL.width)} ${Math.floor(Number(latitude) / CELL.height)}`;
    const cell = names.cells.get(key);
    if (cell) cell.push(place);
    else names.cells.set(key, [place]);
  }
  return { ...names, districts: Object.fromEntries(districts) };
}
