/**
 * What was decided by hand: about rows of the lists, with the reason (`decisions.csv`), and the wording of places
 * (`places.csv`, `english.csv`). Rows are named by date and the list's own place text, so a decision either finds its
 * row or stops the compilation.
 */
import { DocumentError } from '../../../generator/sources/feed.ts';
import { readText, readTable, type Cells } from '../tables.ts';
import type { List, ListedEarthquake } from './lists.ts';

const tableOf = (name: string, columns: readonly string[]): Cells[] =>
  readTable(readText(`${import.meta.dirname}/${name}`), columns);

interface Decision {
  decision: string;
  list: List;
  row: string;
  /** Its `latitude longitude`, where the list has two rows of that date and text; else empty. */
  at: string;
  later_list: List;
  later_row: string;
  /** `YYYY-MM[-DD]`. */
  date: string;
  reason: string;
}

const ALL = tableOf('decisions.csv', ['decision', 'list', 'row']) as unknown as Decision[];
const decided = (name: string): Decision[] => ALL.filter(({ decision }) => decision === name);

/** Rows that repeat another row of the lists under a second date. */
export const DROPPED = decided('left out');
/** Rows of two lists that are one earthquake although their dates do not agree within the rule. */
export const SAME = decided('same');
/** Rows of Wikipedia's list that are taken: great earthquakes that no other list at hand has. */
export const ADDED = decided('taken');
/** Rows of another date than their list has. */
export const REDATED = decided('dated');

/** Keys of rows with a finer or other date than in the first edition of the table, by their first source row. */
export const KEPT_KEYS: Readonly<Record<string, string>> = {
  'NOAA line 56 (0526-05)': 'h0525-05-29-antakya',
  'NOAA line 62 (0557)': 'h0557-istanbul',
  'EPICA item 1500 (1780-10)': 'h1780-10-ierapetra',
};

/** By `NOAA|text`, or `NOAA|text @ latitude longitude` for a text that names several places. */
const PLACES = new Map(
  tableOf('places.csv', ['list', 'text', 'at', 'place']).map(({ list, text, at, place }) => [
    `${list}|${text}${at === '' ? '' : ` @ ${at}`}`,
    place!,
  ]),
);

/** The reviewed wording. Both editions of NOAA's database share theirs. @throws DocumentError without one */
export function placeOf(row: ListedEarthquake): string {
  const name = `${row.list === 'NOAA 2018' ? 'NOAA' : row.list}|${row.text}`;
  const place = PLACES.get(`${name} @ ${row.latitude} ${row.longitude}`) ?? PLACES.get(name);
  if (place === undefined) throw new DocumentError(`places: nothing for "${name} @ ${row.latitude} ${row.longitude}"`);
  return place;
}

/** English names of parts of a wording; names that English shares are left out. */
const ENGLISH = new Map(tableOf('english.csv', ['place', 'english']).map(({ place, english }) => [place!, english!]));

/** Part by part: `Halep, Suriye` is `Aleppo, Syria`. */
export const englishOf = (place: string): string =>
  place
    .split(', ')
    .map((part) => ENGLISH.get(part) ?? part)
    .join(', ');
