/** The table of historical earthquakes, from the published lists to the bytes of `data/historical.csv`. Pure. */
import { distanceKm } from '#core/geo.ts';
import { slugWords } from '#core/text.ts';
import { HISTORICAL_COLUMNS } from '../../../generator/sources/historical/file.ts';
import { csvTable } from '../tables.ts';
import { readNoaa2018, readSbeinati, readWikipedia } from './further-lists.ts';
import { dateText, readEpica, readNoaa, UNITS, type List, type ListedEarthquake } from './lists.ts';
import {
  confirmed,
  instantOf,
  readAfadOrigins,
  readUsgsOrigins,
  readZeqdbOrigins,
  type AgencyOrigin,
} from './origins.ts';
import { pairLists, type Listed } from './pairing.ts';
import { ADDED, CORRECTED, englishOf, FIRST, FORMER_KEYS, isAbout, KEPT_KEYS, NAMED, wordingOf } from './reviewed.ts';

/** The texts of the table's source files. */
interface HistoricalInputs {
  noaa: string;
  noaa2018: string;
  epica: string;
  sbeinati: string;
  wikipedia: string;
  /** Agency catalogues, UTC, for the check of times since 1900. */
  afad: string;
  zeqdb: string;
  usgs: string;
}

/** First year of which NOAA times of day are kept; earlier ones are often local. */
const FIRST_TIMED_YEAR = 1900;

/** First year of which the agencies' networks give good magnitudes themselves. */
const NETWORKS_SINCE_YEAR = 1970;

/** From this Mw on, inclusive, an EPICA entry is chosen. */
const EPICA_LEAST_MAGNITUDE = 5.8;

type HistoricalRow = Record<(typeof HISTORICAL_COLUMNS)[number], string>;

/** Whether a row is documented well enough, and since 1900 great enough, to be in the table. */
function isChosen(row: ListedEarthquake): boolean {
  const [magnitude, intensity, deaths] = [row.magnitude ?? 0, row.intensity ?? 0, row.deaths ?? 0];
  if (ADDED.some((decision) => isAbout(decision, row))) return true;
  if (row.list === 'EPICA') return magnitude >= EPICA_LEAST_MAGNITUDE;
  if (row.list === 'Wikipedia') return false;
  if (row.year >= NETWORKS_SINCE_YEAR) return magnitude >= 6.8 || deaths >= 1000;
  if (row.year >= FIRST_TIMED_YEAR) return magnitude >= 5.5 || deaths >= 1000;
  return magnitude >= 5.5 || intensity >= 8 || deaths >= 10;
}

/** Compiles the table: rows in order of date, then of key. */
export function compileHistorical(inputs: HistoricalInputs): string {
  const origins = [...readAfadOrigins(inputs.afad), ...readZeqdbOrigins(inputs.zeqdb), ...readUsgsOrigins(inputs.usgs)];
  const lists = {
    EPICA: readEpica(inputs.epica),
    NOAA: corrected(readNoaa(inputs.noaa)),
    Sbeinati: corrected(readSbeinati(inputs.sbeinati)),
    'NOAA 2018': readNoaa2018(inputs.noaa2018),
    Wikipedia: readWikipedia(inputs.wikipedia).filter(isChosen),
  };
  const chosen = pairLists(lists).filter(({ rows }) => rows.some(isChosen));
  const rows = chosen.map((earthquake) => rowOf(byDecision(earthquake), origins)).sort(byDate);
  nameRows(rows);
  for (const row of rows) row.place_en = englishOf(row.place);
  for (const row of rows) Object.assign(row, namesOf(row));
  for (const row of rows) row.former_keys = (FORMER_KEYS[row.key] ?? []).join(' ');
  return csvTable(HISTORICAL_COLUMNS, rows);
}

function corrected(rows: readonly ListedEarthquake[]): ListedEarthquake[] {
  return rows.map((row) => {
    const decision = CORRECTED.find((one) => isAbout(one, row));
    if (!decision) return row;
    const found = { ...row, ...valueOf(decision), notes: [...row.notes, decision.reason] };
    return { ...found, id: `${dateText(found)} ${row.text}` };
  });
}

function valueOf({ decision, value }: (typeof CORRECTED)[number]): Partial<ListedEarthquake> {
  if (decision === 'sized') return { magnitude: Number(value) };
  const [first, second, third = null] = value.split(decision === 'dated' ? '-' : ' ').map(Number);
  return decision === 'dated' ? { year: first!, month: second!, day: third } : { latitude: first!, longitude: second! };
}

const text = (value: number | null): string => (value === null ? '' : String(value));

const MAGNITUDE_TYPES: Partial<Record<List, string>> = { EPICA: 'Mw', Sbeinati: 'Ms' };

/** Position, magnitude and date of the first list that has a magnitude, else of the first list. */
const mainOf = ({ rows }: Listed): ListedEarthquake => rows.find(({ magnitude }) => magnitude !== null) ?? rows[0]!;

/** A row that was decided to be the first one of its earthquake goes before the others. */
const byDecision = ({ rows, ...earthquake }: Listed): Listed => {
  const rank = (row: ListedEarthquake): number => (FIRST.some((decision) => isAbout(decision, row)) ? 0 : 1);
  return { ...earthquake, rows: rows.toSorted((a, b) => rank(a) - rank(b)) };
};

/** The first value that a list gives. */
const firstOf = ({ rows }: Listed, field: 'depthKm' | 'intensity' | 'deaths'): number | null =>
  rows.find((row) => row[field] !== null)?.[field] ?? null;

function rowOf(earthquake: Listed, origins: readonly AgencyOrigin[]): HistoricalRow {
  const main = mainOf(earthquake);
  const time = timeOf(earthquake, origins);
  return {
    ...{ key: '', former_keys: '', event_name_en: '' },
    ...time.parts,
    latitude: text(main.latitude),
    longitude: text(main.longitude),
    depth_km: text(firstOf(earthquake, 'depthKm')),
    magnitude: text(main.magnitude),
    magnitude_type: main.magnitude === null ? '' : (MAGNITUDE_TYPES[main.list] ?? ''),
    max_intensity: text(firstOf(earthquake, 'intensity')),
    deaths: text(firstOf(earthquake, 'deaths')),
    place: wordingOf(main).place,
    place_en: '',
    event_name: namedPlaceOf(earthquake, main),
    source: earthquake.rows.map(({ list }) => list).join('; '),
    source_row: earthquake.rows.map(referenceOf).join('; '),
    note: [...differences(earthquake), ...earthquake.rows.flatMap(({ notes }) => notes), ...time.notes].join('; '),
  };
}

/** The place by which the earthquake is known: decided by hand, else the list's own; empty for none. */
function namedPlaceOf({ rows }: Listed, main: ListedEarthquake): string {
  const named = NAMED.find((decision) => rows.some((row) => isAbout(decision, row)));
  const { place, from } = wordingOf(main);
  return named?.value ?? (from === 'coordinates' ? '' : place.split(', ')[0]!);
}

/** `1943 Tosya–Ladik depremi`, `1943 Tosya–Ladik earthquake`. */
function namesOf({ year, event_name: place }: HistoricalRow): Pick<HistoricalRow, 'event_name' | 'event_name_en'> {
  if (place === '') return { event_name: '', event_name_en: '' };
  const parts = place.split('–').map((part) => englishOf(part).replace(/ \(.*\)$/, ''));
  return { event_name: `${year} ${place} depremi`, event_name_en: `${year} ${parts.join('–')} earthquake` };
}

const referenceOf = (row: ListedEarthquake): string =>
  `${row.list} ${UNITS[row.list]} ${row.position} (${dateText(row)})`;

interface RowTime {
  parts: Pick<HistoricalRow, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>;
  notes: string[];
}

function timeOf(earthquake: Listed, origins: readonly AgencyOrigin[]): RowTime {
  const date = finestDate(earthquake);
  const day = { year: text(date.year), month: text(date.month), day: text(date.day) };
  const parts = { ...day, hour: '', minute: '', second: '' };
  const row = earthquake.rows.find(({ list }) => list === 'NOAA');
  if (row === undefined || row.year < FIRST_TIMED_YEAR || row.hour === null || row.minute === null)
    return { parts, notes: [] };
  const clock = { ...parts, hour: text(row.hour), minute: text(row.minute) };
  // The list writes a second of exactly 0 in rows that are known to the minute.
  if (row.second === null || row.second === 0) return { parts: clock, notes: [] };
  if (confirmedSecond(row, origins)) return { parts: { ...clock, second: text(row.second) }, notes: [] };
  return { parts: clock, notes: ['second left out: in no agency catalogue checked'] };
}

function confirmedSecond(row: ListedEarthquake, origins: readonly AgencyOrigin[]): boolean {
  const [month, day, hour, minute] = [row.month!, row.day!, row.hour!, row.minute!];
  const time = instantOf(row.year, month, day, hour, minute, Math.floor(row.second!));
  return time !== undefined && confirmed({ ...row, time }, origins);
}

/** The date of the main row, or the finest one that agrees with it. */
function finestDate(earthquake: Listed): Pick<ListedEarthquake, 'year' | 'month' | 'day'> {
  const main = mainOf(earthquake);
  const finer = earthquake.rows.filter((row) => dateText(row).startsWith(dateText(main)));
  return finer.toSorted((a, b) => dateText(b).length - dateText(a).length)[0]!;
}

/** Differences of the lists that were not used: from 0.3 in magnitude, from 30 km, any other date. */
function differences(earthquake: Listed): string[] {
  const main = mainOf(earthquake);
  const notes = earthquake.rows.filter((row) => row !== main).flatMap((row) => differencesOf(row, main));
  const { sameDay } = earthquake;
  if (sameDay > 0)
    notes.push(`EPICA has ${sameDay} lesser ${sameDay === 1 ? 'entry' : 'entries'} of that day within 200 km`);
  return notes;
}

function differencesOf(row: ListedEarthquake, main: ListedEarthquake): string[] {
  const notes: string[] = [];
  const [ours, theirs] = [dateText(main), dateText(row)];
  // A range of dates is a note of its own.
  if (!theirs.startsWith(ours) && !ours.startsWith(theirs)) notes.push(`${row.list} dates it ${theirs}`);
  // Half a hundredth of play: differences of decimals are not exact.
  if (row.magnitude !== null && main.magnitude !== null && Math.abs(row.magnitude - main.magnitude) >= 0.295)
    notes.push(`${row.list} magnitude ${row.magnitude}`);
  const km = Math.round(distanceKm(main, row));
  if (km >= 30) notes.push(`${row.list} places it ${km} km away`);
  return notes;
}

const order = (row: HistoricalRow): number[] =>
  [row.year, row.month, row.day, row.hour, row.minute, row.second].map((part) => (part === '' ? -1 : Number(part)));

function byDate(a: HistoricalRow, b: HistoricalRow): number {
  const [left, right] = [order(a), order(b)];
  for (let index = 0; index < left.length; index += 1) {
    const difference = left[index]! - right[index]!;
    if (difference !== 0) return difference;
  }
  return a.source_row < b.source_row ? -1 : 1;
}

/** Gives each row its key, `h<date>-<first part of the place>`; a later row of the same name gets `-2`, `-3`. */
function nameRows(rows: HistoricalRow[]): void {
  const taken = new Set<string>(Object.values(KEPT_KEYS));
  for (const row of rows) {
    const kept = KEPT_KEYS[row.source_row.split('; ')[0]!];
    if (kept !== undefined) {
      row.key = kept;
      continue;
    }
    const [year, month, day] = order(row).map((part) => (part < 0 ? null : part));
    const date = dateText({ year: year!, month: month!, day: day! });
    const base = `h${date}-${slugWords(row.place.split(',')[0]!)}`;
    let key = base;
    for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
    taken.add(key);
    row.key = key;
  }
}
