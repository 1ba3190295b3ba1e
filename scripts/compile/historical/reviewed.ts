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
  /** What replaces the list's own: `YYYY-MM[-DD]`, a magnitude, `latitude longitude`. */
  value: string;
  reason: string;
}

const ALL = tableOf('decisions.csv', ['decision', 'list', 'row']) as unknown as Decision[];
const decided = (name: string): Decision[] => ALL.filter(({ decision }) => decision === name);

/** Rows that repeat another row of the lists under a second date. */
export const DROPPED = decided('left out');
/** Rows of two lists that are one earthquake although their dates do not agree within the rule. */
export const SAME = decided('same');
/** Rows of which position, date and magnitude are taken although a list before theirs has the earthquake. */
export const FIRST = decided('first');
/** Rows that are taken although their list's rule would not: great earthquakes without a magnitude elsewhere. */
export const ADDED = decided('taken');
/** Rows of another date, magnitude or epicentre than their list has. */
export const CORRECTED = [...decided('dated'), ...decided('sized'), ...decided('placed')];

/** Rows of another name than their place. */
export const NAMED = decided('named');

/** Whether a decision is about this row. */
export const isAbout = ({ list, row: id }: Decision, row: ListedEarthquake): boolean =>
  row.list === list && row.id === id;

/** Keys of rows with a finer or other date than in the first edition of the table, by their first source row. */
export const KEPT_KEYS: Readonly<Record<string, string>> = {
  'NOAA line 56 (0526-05)': 'h0525-05-29-antakya',
  'NOAA line 62 (0557)': 'h0557-istanbul',
  'EPICA item 1500 (1780-10)': 'h1780-10-ierapetra',
  'NOAA line 962 (1893-03-02)': 'h1893-03-31-malatya',
  'Sbeinati number 11 (0859-12-30)': 'h0859-04-08-lazkiye',
};

/** Keys of rows of former editions that are part of another row now, by the key of that one. */
export const FORMER_KEYS: Readonly<Record<string, string[]>> = {
  'h0053-antakya': ['h0052-antakya'],
  'h0368-marmara-denizi': ['h0367-10-11-iznik'],
  'h0531-halep': ['h0533-11-29-halep'],
  'h0747-01-18-urdun-vadisi': ['h0746-01-18-urdun-vadisi'],
  'h1152-09-27-busra': ['h1151-busra'],
  'h1354-03-01-marmara-denizi': ['h1353-tekirdag'],
  'h1493-10-18-istankoy': ['h1483-10-18-onikiada', 'h1493-08-18-onikiada'],
  'h1751-06-18-sisam-adasi': ['h1751-06-07-sisam-adasi'],
  'h1778-06-16-izmir': ['h1776-06-16-izmir'],
  'h1862-11-03-afyonkarahisar': ['h1863-suhut'],
};

interface Wording {
  place: string;
  /** `coordinates`: the list's text names no such place. */
  from: string;
}

/** By `NOAA|text`, or `NOAA|text @ latitude longitude` for a text that names several places. */
const PLACES = new Map(
  tableOf('places.csv', ['list', 'text', 'at', 'place', 'from']).map(({ list, text, at, place, from }) => [
    `${list}|${text}${at === '' ? '' : ` @ ${at}`}`,
    { place: place!, from: from! },
  ]),
);

/** The reviewed wording. Both editions of NOAA's database share theirs. @throws DocumentError without one */
export function wordingOf(row: ListedEarthquake): Wording {
  const name = `${row.list === 'NOAA 2018' ? 'NOAA' : row.list}|${row.text}`;
  const wording = PLACES.get(`${name} @ ${row.latitude} ${row.longitude}`) ?? PLACES.get(name);
  if (wording === undefined)
    throw new DocumentError(`places: nothing for "${name} @ ${row.latitude} ${row.longitude}"`);
  return wording;
}

/** English names of parts of a wording; names that English shares are left out. */
const ENGLISH = new Map(tableOf('english.csv', ['place', 'english']).map(({ place, english }) => [place!, english!]));

/** Part by part: `Halep, Suriye` is `Aleppo, Syria`. */
export const englishOf = (place: string): string =>
  place
    .split(', ')
    .map((part) => ENGLISH.get(part) ?? part)
    .join(', ');
