/** The lists that the gazetteer is compiled from, as values. */
import { parse as parseCsv } from 'csv-parse/sync';
import type { Point } from '#core/geo.ts';
import { fold } from '#core/text.ts';

/** A name of the General Directorate of Mapping's gazetteer. */
export interface HgkName extends Point {
  fid: number;
  name: string;
  /** `YKOY` village, `ILCE` district, `BCK` sub-district, … */
  type: string;
}

/** A district as it is today, with the folded names of its villages and neighbourhoods. */
export interface District {
  name: string;
  province: string;
  villages: Set<string>;
}

/** A populated place of GeoNames outside Türkiye. */
export interface GeonamesPlace extends Point {
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Only letters, folded: `Mustafa Kemalpaşa` and `Mustafakemalpaşa` are one name. */
export const nameKey = (name: string): string => fold(name).replace(/[^a-z]/g, '');

/** `Ezine_Mrkköy` is the seat of Ezine; `Gümülcine / Komotini` gives the Turkish name first. */
const plainName = (name: string): string =>
  name.split('_')[0]!.split(' / ')[0]!.replace(/\.$/, '').replace(/\s+/g, ' ').trim();

/** With names as the list writes them. */
export function readHgkNames(text: string): HgkName[] {
  const rows: Record<'FID' | 'NAME' | 'LONGITUDE' | 'LATITUDE' | 'TYPE', string>[] = parseCsv(text, { columns: true });
  return rows.map((row) => ({
    fid: Number(row.FID),
    name: row.NAME,
    // The centre of a province has a type of its own kind: `Kars_Mrkilçe`.
    type: row.NAME.endsWith('_Mrkilçe') ? 'MRKILCE' : row.TYPE,
    latitude: Number(row.LATITUDE),
    longitude: Number(row.LONGITUDE),
  }));
}

export const readHgk = (text: string): HgkName[] =>
  readHgkNames(text).map((row) => ({ ...row, name: plainName(row.name) }));

type NeighbourhoodRow = [code: string, province: string, district: string, name: string, postcode: string];

/** `Şahinkaya Mah (dereköy Köyü)` is known by both names. */
export function readNeighbourhoods(text: string): District[] {
  const byDistrict = Map.groupBy(
    JSON.parse(text) as NeighbourhoodRow[],
    ([, province, district]) => `${province}/${district}`,
  );
  return [...byDistrict.values()].map((rows) => ({
    province: rows[0]![1],
    name: rows[0]![2],
    villages: new Set(rows.flatMap(([, , , name]) => name.split(/[()]/)).map(villageKey)),
  }));
}

const villageKey = (name: string): string => nameKey(name.trim().replace(/\s+(?:Mah|Köyü|Köy)$/u, ''));

/**
 * Positions of the districts as OpenStreetMap's geocoder gave them, by keys of province and district; seven are far
 * off.
 */
export function readSeats(text: string): Map<string, Point & { code: string }> {
  const { data } = JSON.parse(text) as {
    data: { il_adi: string; ilceler: { ilce_adi: string; ilce_kodu: string; coordinates: [string, string] }[] }[];
  };
  const seats = data.flatMap(({ il_adi, ilceler }) =>
    ilceler.map(({ ilce_adi, ilce_kodu, coordinates: [latitude, longitude] }) => {
      const seat = { code: ilce_kodu, latitude: Number(latitude), longitude: Number(longitude) };
      return [`${nameKey(il_adi)}/${nameKey(ilce_adi)}`, seat] as const;
    }),
  );
  return new Map(seats);
}

/** Settlements and seats of administration; no quarters, ruins and abandoned places. */
const SETTLED = /^PPL(?:A[1-5]?|C|G|L|S)?$/;

/**
 * GeoNames' table `cities500.txt`: 19 columns between tabs. Names with commas, digits or parentheses are of no use in a
 * sentence.
 */
export function readGeonames(text: string): GeonamesPlace[] {
  return text.split('\n').flatMap((line) => {
    const [id, name, , , latitude, longitude, , feature, country] = line.split('\t');
    if (country === undefined || country === 'TR' || !SETTLED.test(feature!) || /[,(\d]/.test(name!)) return [];
    return [{ id: id!, name: name!.trim(), country, latitude: Number(latitude), longitude: Number(longitude) }];
  });
}
