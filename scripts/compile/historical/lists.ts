/**
 * Reads the published lists of old earthquakes as facts with a reference to each row: two editions of NOAA's database,
 * EPICA, Sbeinati et al. (2005) and Wikipedia's list.
 */
import { insideBox, type Point } from '#core/geo.ts';
import { REGION } from '#core/region.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { type Cells, readTable } from '../tables.ts';

/** In the order in which position, date and magnitude of one earthquake are taken from them. */
export const LISTS = ['EPICA', 'NOAA', 'Sbeinati', 'NOAA 2018', 'Wikipedia'] as const;

export type List = (typeof LISTS)[number];

/** What a list calls the position of a row. */
export const UNITS: Record<List, string> = {
  EPICA: 'item',
  NOAA: 'line',
  Sbeinati: 'number',
  'NOAA 2018': 'id',
  Wikipedia: 'line',
};

/** One row of one list. A part that the list leaves empty is null. */
export interface ListedEarthquake {
  list: List;
  /** Of the row in its list, in the list's unit ({@link UNITS}). */
  position: number;
  /** `YYYY[-MM[-DD]]` and the list's own place text, by which reviewed decisions name the row. */
  id: string;
  year: number;
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number | null;
  second: number | null;
  latitude: number;
  longitude: number;
  depthKm: number | null;
  magnitude: number | null;
  /** Greatest intensity, 1 to 12; the mean of a range. */
  intensity: number | null;
  deaths: number | null;
  /** The list's own words for the place, white space folded. */
  text: string;
  /** Uncertainty that the list states in words. */
  notes: string[];
}

export const foldSpace = (text: string): string => text.replace(/\s+/g, ' ').trim();

const two = (value: number): string => String(value).padStart(2, '0');

/** `YYYY[-MM[-DD]]` as far as it is known. */
export function dateText(date: { year: number; month: number | null; day: number | null }): string {
  let text = String(date.year).padStart(4, '0');
  if (date.month !== null) text += `-${two(date.month)}`;
  if (date.month !== null && date.day !== null) text += `-${two(date.day)}`;
  return text;
}

export const inRegion = (row: Point): boolean => insideBox(row, REGION);

export function numberOf(text: string | undefined, what: string): number | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) throw new DocumentError(`${what} is not a number: "${trimmed}"`);
  return value;
}

const NOTHING = {
  ...{ hour: null, minute: null, second: null, depthKm: null, magnitude: null, intensity: null, deaths: null },
  notes: [],
};

/** A row of a list; what is left out is null. */
export const listed = (
  row: Omit<ListedEarthquake, 'id' | keyof typeof NOTHING> & Partial<ListedEarthquake>,
): ListedEarthquake => ({ ...NOTHING, id: `${dateText(row)} ${row.text}`, ...row });

/** The greater of two numbers of deaths. */
export const deathsOf = (direct: number | null, total: number | null): number | null =>
  direct === null && total === null ? null : Math.max(direct ?? -1, total ?? -1);

const NOAA_COLUMNS = [
  ...['Year', 'Mo', 'Dy', 'Hr', 'Mn', 'Sec', 'Location Name', 'Latitude', 'Longitude', 'Focal Depth (km)', 'Mag'],
  ...['MMI Int', 'Deaths', 'Total Deaths'],
] as const;

/**
 * NOAA rows from year 1 on, with coordinates, in the region. The export's first data line is its query text and carries
 * no year.
 */
export const readNoaa = (text: string): ListedEarthquake[] =>
  readTable(text, NOAA_COLUMNS, {
    delimiter: '\t',
    relax_column_count: true,
    on_record: (record: Cells, { lines }) => ({ ...record, line: String(lines) }),
  })
    .flatMap((cells) => noaaRow(cells) ?? [])
    .filter(inRegion);

function noaaRow(cells: Cells): ListedEarthquake | undefined {
  const line = Number(cells['line']);
  const value = (column: (typeof NOAA_COLUMNS)[number]): number | null =>
    numberOf(cells[column], `NOAA line ${line}, ${column}`);
  const [year, latitude, longitude] = [value('Year'), value('Latitude'), value('Longitude')];
  if (year === null || year < 1 || latitude === null || longitude === null) return undefined;
  return listed({
    ...{ list: 'NOAA', position: line, latitude, longitude, text: foldSpace(cells['Location Name'] ?? '') },
    ...{ year, month: value('Mo'), day: value('Dy'), hour: value('Hr'), minute: value('Mn'), second: value('Sec') },
    ...{ depthKm: value('Focal Depth (km)'), magnitude: value('Mag'), intensity: value('MMI Int') },
    deaths: deathsOf(value('Deaths'), value('Total Deaths')),
  });
}

interface EpicaEvent {
  lon: number;
  lat: number;
  mag: number;
  date: string;
  loc: string;
  reg: string;
}

/** EPICA entries in the region. Where the entry names no place, its text is the catalogue's region code in brackets. */
export function readEpica(text: string): ListedEarthquake[] {
  const events = (JSON.parse(text) as { events?: EpicaEvent[] }).events;
  if (!Array.isArray(events)) throw new DocumentError('EPICA file has no array "events"');
  return events.map((event, index) => epicaRow(event, index + 1)).filter(inRegion);
}

function epicaRow(event: EpicaEvent, item: number): ListedEarthquake {
  if (!/^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(event.date))
    throw new DocumentError(`EPICA item ${item}: date "${event.date}" is not YYYY[-MM[-DD]]`);
  for (const part of [event.lat, event.lon, event.mag])
    if (!Number.isFinite(part)) throw new DocumentError(`EPICA item ${item}: lat, lon and mag must be numbers`);
  const [year, month = null, day = null] = event.date.split('-').map(Number) as [number, number?, number?];
  return listed({
    ...{ list: 'EPICA', position: item, year, month, day, latitude: event.lat, longitude: event.lon },
    ...{ magnitude: event.mag, text: foldSpace(event.loc) || `<${event.reg}>` },
  });
}
