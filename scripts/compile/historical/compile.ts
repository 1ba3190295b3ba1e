/** The table of historical earthquakes, from the published lists to the bytes of `data/historical.csv`. Pure. */
import { distanceKm } from '#core/geo.ts';
import { slugWords } from '#core/text.ts';
import { epochOfCivil } from '#core/time.ts';
import { HISTORICAL_COLUMNS } from '../../../generator/sources/historical/file.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { dateText, readEpica, readNoaa, type ListedEarthquake } from './lists.ts';
import { confirmed, readAfadOrigins, readUsgsOrigins, readZeqdbOrigins, type AgencyOrigin } from './origins.ts';
import { pairLists, type Pair } from './pairing.ts';
import { placeOf, readPlaces, type Places } from './places.ts';

/** The texts of the table's source files. */
interface HistoricalInputs {
  noaa: string;
  epica: string;
  /** Agency catalogues, UTC, for the check of times since 1900. */
  afad: string;
  zeqdb: string;
  usgs: string;
  /** `scripts/compile/historical/places.csv`. */
  places: string;
}

/** First year of which NOAA times of day are kept; earlier ones are often local. */
const FIRST_TIMED_YEAR = 1900;

/** From this Mw on, inclusive, an EPICA entry is chosen. */
const EPICA_LEAST_MAGNITUDE = 5.8;

type HistoricalRow = Record<(typeof HISTORICAL_COLUMNS)[number], string>;

/** Whether a NOAA row is documented well enough, and since 1900 great enough, to be in the table. */
function chosenNoaa(row: ListedEarthquake): boolean {
  const [magnitude, intensity, deaths] = [row.magnitude ?? 0, row.intensity ?? 0, row.deaths ?? 0];
  if (row.year >= FIRST_TIMED_YEAR) return magnitude >= 6.8 || deaths >= 1000;
  return magnitude >= 5.5 || intensity >= 8 || deaths >= 10;
}

const chosen = (pair: Pair): boolean =>
  (pair.noaa !== null && chosenNoaa(pair.noaa)) || (pair.epica?.magnitude ?? 0) >= EPICA_LEAST_MAGNITUDE;

/** Reads one of the files; an error names it. */
function read<Result>(
  input: keyof HistoricalInputs,
  inputs: HistoricalInputs,
  reader: (text: string) => Result,
): Result {
  try {
    return reader(inputs[input]);
  } catch (cause) {
    throw new DocumentError(`${input}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Compiles the table: rows in order of date, then of key. */
export function compileHistorical(inputs: HistoricalInputs): string {
  const places = read('places', inputs, readPlaces);
  const origins = [
    ...read('afad', inputs, readAfadOrigins),
    ...read('zeqdb', inputs, readZeqdbOrigins),
    ...read('usgs', inputs, readUsgsOrigins),
  ];
  const pairs = pairLists(read('noaa', inputs, readNoaa), read('epica', inputs, readEpica)).filter(chosen);
  const rows = pairs.map((pair) => rowOf(pair, places, origins)).sort(byDate);
  nameRows(rows);
  const lines = rows.map((row) => HISTORICAL_COLUMNS.map((column) => csvCell(row[column])).join(','));
  return `${[HISTORICAL_COLUMNS.join(','), ...lines].join('\n')}\n`;
}

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const text = (value: number | null): string => (value === null ? '' : String(value));

/**
 * EPICA's position, magnitude and date where it has the earthquake, NOAA's otherwise; depth is NOAA's, since EPICA's
 * copy has none.
 */
function rowOf(pair: Pair, places: Places, origins: readonly AgencyOrigin[]): HistoricalRow {
  const main = pair.epica ?? pair.noaa!;
  const time = timeOf(pair, origins);
  return {
    key: '',
    ...time.parts,
    latitude: text(main.latitude),
    longitude: text(main.longitude),
    depth_km: text(pair.noaa?.depthKm ?? null),
    magnitude: text(main.magnitude),
    magnitude_type: pair.epica ? 'Mw' : '',
    place: placeOf(main, places),
    source: [pair.epica?.list, pair.noaa?.list].filter((list) => list !== undefined).join('; '),
    source_row: [referenceOf(pair.epica, 'item'), referenceOf(pair.noaa, 'line')]
      .filter((one) => one !== '')
      .join('; '),
    note: [...differences(pair), ...time.notes].join('; '),
  };
}

const referenceOf = (row: ListedEarthquake | null, unit: string): string =>
  row === null ? '' : `${row.list} ${unit} ${row.position} (${dateText(row)})`;

interface RowTime {
  parts: Pick<HistoricalRow, 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'>;
  notes: string[];
}

function timeOf(pair: Pair, origins: readonly AgencyOrigin[]): RowTime {
  const date = finerDate(pair);
  const parts = {
    year: text(date.year),
    month: text(date.month),
    day: text(date.day),
    hour: '',
    minute: '',
    second: '',
  };
  const row = pair.noaa;
  if (row === null || row.year < FIRST_TIMED_YEAR || row.hour === null || row.minute === null)
    return { parts, notes: [] };
  const clock = { ...parts, hour: text(row.hour), minute: text(row.minute) };
  // The list writes a second of exactly 0 in rows that are known to the minute.
  if (row.second === null || row.second === 0) return { parts: clock, notes: [] };
  if (confirmedSecond(row, origins)) return { parts: { ...clock, second: text(row.second) }, notes: [] };
  return { parts: clock, notes: ['second left out: in no agency catalogue checked'] };
}

function confirmedSecond(row: ListedEarthquake, origins: readonly AgencyOrigin[]): boolean {
  const { year, latitude, longitude } = row;
  const second = Math.floor(row.second!);
  const civil = {
    year,
    month: row.month!,
    day: row.day!,
    hour: row.hour!,
    minute: row.minute!,
    second,
    millisecond: 0,
  };
  const time = epochOfCivil(civil);
  return time !== undefined && confirmed({ time, latitude, longitude }, origins);
}

/** EPICA's date, or NOAA's where that agrees with it and is known more finely. */
function finerDate({ epica, noaa }: Pair): Pick<ListedEarthquake, 'year' | 'month' | 'day'> {
  if (epica === null) return noaa!;
  if (noaa === null) return epica;
  return dateText(noaa).length > dateText(epica).length && dateText(noaa).startsWith(dateText(epica)) ? noaa : epica;
}

/** Differences of the list that was not used: from 0.3 in magnitude, from 30 km, any other date. */
function differences({ epica, noaa, sameDay }: Pair): string[] {
  const notes: string[] = [];
  if (epica !== null && noaa !== null) {
    const [ours, theirs] = [dateText(epica), dateText(noaa)];
    if (!theirs.startsWith(ours) && !ours.startsWith(theirs)) notes.push(`NOAA dates it ${theirs}`);
    const apart = Math.abs((noaa.magnitude ?? epica.magnitude!) - epica.magnitude!);
    // Half a hundredth of play: differences of decimals are not exact.
    if (apart >= 0.295) notes.push(`NOAA magnitude ${noaa.magnitude}`);
    const km = Math.round(distanceKm(epica, noaa));
    if (km >= 30) notes.push(`NOAA places it ${km} km away`);
  }
  if (sameDay > 0)
    notes.push(`EPICA has ${sameDay} lesser ${sameDay === 1 ? 'entry' : 'entries'} of that day within 200 km`);
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
  const taken = new Set<string>();
  for (const row of rows) {
    const date = dateText({
      year: Number(row.year),
      month: row.month === '' ? null : Number(row.month),
      day: row.day === '' ? null : Number(row.day),
    });
    const base = `h${date}-${slugWords(row.place.split(',')[0]!)}`;
    let key = base;
    for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
    taken.add(key);
    row.key = key;
  }
}
