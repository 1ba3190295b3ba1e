/**
 * The reviewed wording of places: what a list's text (and, where it is ambiguous, its coordinates) is called in the
 * table.
 */
import { parse } from 'csv-parse/sync';
import { DocumentError } from '../../../generator/sources/feed.ts';
import type { ListedEarthquake } from './lists.ts';

/**
 * By `NOAA|text`, or `NOAA|text @ latitude longitude` for a text that names several places. Both editions of NOAA's
 * database share theirs.
 */
export type Places = ReadonlyMap<string, string>;

const COLUMNS = ['list', 'text', 'at', 'place'] as const;

/** Reads the table `list,text,at,place`; `at` is `latitude longitude` as the list gives them, or empty for any. */
export function readPlaces(text: string): Places {
  const rows = parse(text, { bom: true }) as string[][];
  if (rows[0]?.join() !== COLUMNS.join()) throw new DocumentError(`the columns must be ${COLUMNS.join()}`);
  const places = new Map<string, string>();
  for (const [list, original, at, place] of rows.slice(1)) {
    const name = `${list}|${original}${at === '' ? '' : ` @ ${at}`}`;
    if (!place) throw new DocumentError(`no place for "${name}"`);
    if (places.has(name)) throw new DocumentError(`"${name}" stands there twice`);
    places.set(name, place);
  }
  return places;
}

export function placeOf(row: ListedEarthquake, places: Places): string {
  const name = `${row.list === 'NOAA 2018' ? 'NOAA' : row.list}|${row.text}`;
  const place = places.get(`${name} @ ${row.latitude} ${row.longitude}`) ?? places.get(name);
  if (place === undefined) throw new DocumentError(`places: nothing for "${name} @ ${row.latitude} ${row.longitude}"`);
  return place;
}

/** English names by what a reviewed wording calls them; names that English shares are left out. */
export function readEnglish(text: string): ReadonlyMap<string, string> {
  const [head, ...rows] = parse(text, { bom: true }) as [string, string][];
  if (head?.join() !== 'place,english') throw new DocumentError('the columns must be place,english');
  return new Map(rows);
}

/** Part by part: `Halep, Suriye` is `Aleppo, Syria`. */
export const englishOf = (place: string, english: ReadonlyMap<string, string>): string =>
  place
    .split(', ')
    .map((part) => english.get(part) ?? part)
    .join(', ');
