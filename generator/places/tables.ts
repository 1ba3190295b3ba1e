/** Parses the texts of the gazetteer's tables. Pure. */
import { ExpectedError } from '#core/expected-error.ts';
import type { Point } from '#core/geo.ts';

/** A settlement of Türkiye; the seat of a district bears the district's usual name. */
export interface Settlement extends Point {
  name: string;
  /** `Merkez` for the central district of a province. */
  district: string;
  province: string;
  seat: boolean;
}

/** A settlement of another country. */
export interface Town extends Point {
  name: string;
  country: string;
  /** The island on which it lies, where its name is known. */
  island: { turkish: string; english: string } | null;
}

export interface Places {
  settlements: Settlement[];
  towns: Town[];
}

/** Closed rings as `longitude latitude longitude latitude …`, the last point joined to the first; even-odd rule. */
export interface LandRings {
  land: Float64Array[];
  turkiye: Float64Array[];
}

/** A sea, its outline drawn roughly over the land around it. */
export interface Sea {
  turkish: string;
  english: string;
  ring: Float64Array;
}

export class PlaceTableError extends ExpectedError {
  override name = 'PlaceTableError';
}

export const PLACES_HEADER = 'kind,name,district,province,country,latitude,longitude,source';
export const LAND_HEADER = 'part,points';
export const PROVINCES_HEADER = 'province,points';
const SEAS_HEADER = 'sea,sea_en,points';

/** @throws PlaceTableError naming file and line of the first row that is wrong */
export function parsePlaces(text: string, file: string): Places {
  const places: Places = { settlements: [], towns: [] };
  const lineOf = new Map<string, number>();
  const seats = new Set<string>();
  forEachRow(text, file, PLACES_HEADER, (row, line) => {
    const fields = row.split(',');
    if (fields.length !== 8) throw wrong(file, line, 'has not 8 fields');
    const [kind, name, district, province, country, north, east, source] = fields;
    const [latitude, longitude] = [degrees(north!, 90), degrees(east!, 180)];
    if (latitude === undefined || longitude === undefined)
      throw wrong(file, line, `has no position: ${north}, ${east}`);
    if (name === '' || source === '') throw wrong(file, line, 'has no name or no source');
    if (kind === 'town') {
      if (country === '' || (district === '') !== (province === ''))
        throw wrong(file, line, 'is a town: it needs a country, and an island in both languages or in none');
      const island = district === '' ? null : { turkish: district!, english: province! };
      places.towns.push({ name: name!, country: country!, island, latitude, longitude });
    } else if (kind === 'seat' || kind === 'village') {
      if (district === '' || province === '' || country !== '')
        throw wrong(file, line, `is a ${kind}: it needs district and province, and no country`);
      const key = districtKey({ district: district!, province: province! });
      if (kind === 'seat') seats.add(key);
      else if (!lineOf.has(key)) lineOf.set(key, line);
      places.settlements.push({
        name: name!,
        district: district!,
        province: province!,
        seat: kind === 'seat',
        latitude,
        longitude,
      });
    } else throw wrong(file, line, `is of no known kind: ${kind}`);
  });
  for (const [key, line] of lineOf)
    if (!seats.has(key)) throw wrong(file, line, `is of a district without a seat: ${key}`);
  return places;
}

/** Unique name of a district. */
export const districtKey = ({ district, province }: { district: string; province: string }): string =>
  `${district} (${province})`;

/** @throws PlaceTableError naming file and line of the first row that is wrong */
export function parseLand(text: string, file: string): LandRings {
  const rings: LandRings = { land: [], turkiye: [] };
  forEachRow(text, file, LAND_HEADER, (row, line) => {
    const [kind, points = '', ...more] = row.split(',');
    if ((kind !== 'land' && kind !== 'turkiye') || more.length > 0)
      throw wrong(file, line, 'is neither land nor turkiye and its points');
    const ring = ringOf(points);
    if (!ring) throw wrong(file, line, 'is no ring of three points or more');
    rings[kind].push(ring);
  });
  return rings;
}

/** @throws PlaceTableError naming file and line of the first row that is wrong */
export function parseSeas(text: string, file: string): Sea[] {
  const seas: Sea[] = [];
  forEachRow(text, file, SEAS_HEADER, (row, line) => {
    const [turkish, english, points = '', ...more] = row.split(',');
    if (!turkish || !english || more.length > 0)
      throw wrong(file, line, 'is no sea, its name in English and its points');
    const ring = ringOf(points);
    if (!ring) throw wrong(file, line, 'is no ring of three points or more');
    seas.push({ turkish, english, ring });
  });
  return seas;
}

/** Rings by province. @throws PlaceTableError naming file and line of the first row that is wrong */
export function parseProvinces(text: string, file: string): Map<string, Float64Array[]> {
  const provinces = new Map<string, Float64Array[]>();
  forEachRow(text, file, PROVINCES_HEADER, (row, line) => {
    const [province, points = '', ...more] = row.split(',');
    const ring = ringOf(points);
    if (!province || !ring || more.length > 0)
      throw wrong(file, line, 'is no province and a ring of three points or more');
    provinces.set(province, [...(provinces.get(province) ?? []), ring]);
  });
  return provinces;
}

function ringOf(points: string): Float64Array | undefined {
  const ring = Float64Array.from(points.split(' '), Number);
  const inBounds = ring.every((value, index) => inRange(value, index % 2 ? 90 : 180));
  return ring.length >= 6 && ring.length % 2 === 0 && inBounds ? ring : undefined;
}

function forEachRow(text: string, file: string, header: string, read: (row: string, line: number) => void): void {
  const lines = text.split(/\r?\n/);
  if (lines[0] !== header) throw wrong(file, 1, `is not the header ${header}`);
  if (lines.pop() !== '') throw wrong(file, lines.length + 1, 'is cut short');
  if (lines.length < 2) throw wrong(file, 2, 'is missing: the table is empty');
  for (let index = 1; index < lines.length; index += 1) read(lines[index]!, index + 1);
}

const wrong = (file: string, line: number, what: string): PlaceTableError =>
  new PlaceTableError(`${file}: line ${line} ${what}`);

const inRange = (value: number, limit: number): boolean => Math.abs(value) <= limit;

const DECIMAL = /^-?\d{1,3}\.\d{1,6}$/;

/** @param limit of its absolute value, inclusive */
const degrees = (text: string, limit: number): number | undefined =>
  DECIMAL.test(text) && inRange(Number(text), limit) ? Number(text) : undefined;
