/** Reads the lists that have earthquakes without a magnitude, and those that NOAA and EPICA lack. */
import { parse } from 'csv-parse/sync';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { dateText, foldSpace, inRegion, numberOf, type ListedEarthquake } from './lists.ts';

type Cells = Record<string, string>;

function table(text: string, delimiter: string, columns: readonly string[]): Cells[] {
  const rows: Cells[] = parse(text, { delimiter, bom: true, columns: true, quote: delimiter === ',' ? '"' : null });
  const missing = columns.filter((column) => !(column in (rows[0] ?? {})));
  if (missing.length > 0) throw new DocumentError(`no column ${missing.join(', ')}, or no rows`);
  return rows;
}

const WITHOUT_TIME = { hour: null, minute: null, second: null };

const NOAA_2018_COLUMNS = [
  'I_D',
  'YEAR',
  'MONTH',
  'DAY',
  'EQ_PRIMARY',
  'INTENSITY',
  'LOCATION_NAME',
  'LATITUDE',
  'LONGITUDE',
  'DEATHS',
  'TOTAL_DEATHS',
];

/**
 * The rows without a magnitude of NOAA's database as of 2018, from year 1 on, in the region. The later export was asked
 * for a magnitude and lacks them; it has all others, some of them corrected since.
 */
export const readNoaa2018 = (text: string): ListedEarthquake[] =>
  table(text, '\t', NOAA_2018_COLUMNS).flatMap(noaa2018Row).filter(inRegion);

function noaa2018Row(cells: Cells): ListedEarthquake[] {
  const value = (column: string): number | null => numberOf(cells[column], `NOAA 2018 id ${cells['I_D']}, ${column}`);
  const [year, latitude, longitude] = [value('YEAR'), value('LATITUDE'), value('LONGITUDE')];
  if (year === null || year < 1 || latitude === null || longitude === null || value('EQ_PRIMARY') !== null) return [];
  const date = { year, month: value('MONTH'), day: value('DAY') };
  const place = foldSpace(cells['LOCATION_NAME'] ?? '');
  const deaths = Math.max(value('DEATHS') ?? -1, value('TOTAL_DEATHS') ?? -1);
  return [
    {
      list: 'NOAA 2018',
      position: value('I_D')!,
      id: `${dateText(date)} ${place}`,
      ...date,
      ...WITHOUT_TIME,
      latitude,
      longitude,
      depthKm: null,
      magnitude: null,
      intensity: value('INTENSITY'),
      deaths: deaths < 0 ? null : deaths,
      text: place,
      notes: [],
    },
  ];
}

/** Rows with coordinates of Sbeinati, Darawcheh & Mouty (2005). Magnitudes are Ms. */
export const readSbeinati = (text: string): ListedEarthquake[] =>
  table(text, ',', ['No', 'Date', 'Lat', 'Lon', 'Localities', 'I0', 'H_km', 'Ms'])
    .flatMap(sbeinatiRow)
    .filter(inRegion);

function sbeinatiRow(cells: Cells): ListedEarthquake[] {
  const value = (column: string): number | null => numberOf(cells[column], `Sbeinati number ${cells['No']}, ${column}`);
  const [latitude, longitude] = [value('Lat'), value('Lon')];
  if (latitude === null || longitude === null) return [];
  const written = cells['Date'] ?? '';
  const { exact, ...date } = dayMonthYear(written);
  const place = foldSpace(cells['Localities'] ?? '');
  const intensity = cells['I0'] ?? '';
  return [
    {
      list: 'Sbeinati',
      position: value('No')!,
      id: `${dateText(date)} ${place}`,
      ...date,
      ...WITHOUT_TIME,
      latitude,
      longitude,
      depthKm: value('H_km'),
      magnitude: value('Ms'),
      intensity: intensityOf(intensity),
      deaths: null,
      text: place,
      notes: [
        ...(exact ? [] : [`Sbeinati dates it ${written}`]),
        ...(intensity.includes('-') ? [`Sbeinati intensity ${intensity}`] : []),
      ],
    },
  ];
}

/** `37`, `11.1114`, `22.08.502`; a range (`02-04.04.1157`, `303-304`) as far as both of its ends agree. */
function dayMonthYear(text: string): Pick<ListedEarthquake, 'year' | 'month' | 'day'> & { exact: boolean } {
  const ends = text.split('-').map((end) => end.split('.').map(Number).reverse());
  const last = ends.at(-1)!;
  // The first end of a range leaves out what it shares with the last one.
  const first = ends.length === 1 ? last : [...last.slice(0, last.length - ends[0]!.length), ...ends[0]!];
  const exact = ends.length === 1;
  const shared = last.findIndex((part, index) => part !== first[index]);
  const [year = first[0]!, month, day] = shared < 0 ? last : last.slice(0, shared);
  if (!Number.isInteger(year)) throw new DocumentError(`Sbeinati: "${text}" is no date`);
  return { year, month: month ?? null, day: day ?? null, exact };
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

function intensityOf(text: string): number | null {
  if (text === '') return null;
  const degrees = text.split('-').map((degree) => ROMAN.indexOf(degree) + 1);
  if (degrees.some((degree) => degree === 0)) throw new DocumentError(`Sbeinati: "${text}" is no intensity`);
  return degrees.reduce((sum, degree) => sum + degree) / degrees.length;
}

/** Rows with coordinates and a date of Wikipedia's list. */
export const readWikipedia = (text: string): ListedEarthquake[] =>
  table(text, ',', ['Date', 'Place', 'Lat', 'Lon', 'Fatalities', 'Magnitude'])
    .flatMap((cells, index) => wikipediaRow(cells, index + 2))
    .filter(inRegion);

function wikipediaRow(cells: Cells, line: number): ListedEarthquake[] {
  const [latitude, longitude] = [cells['Lat'], cells['Lon']].map((cell) =>
    numberOf(cell, `Wikipedia line ${line}`),
  ) as [number | null, number | null];
  const [year, month = null, day = null] = (cells['Date'] ?? '').split('-').map(Number);
  if (latitude === null || longitude === null || year === undefined || !Number.isInteger(year)) return [];
  const [place, magnitude, deaths] = ['Place', 'Magnitude', 'Fatalities'].map((column) =>
    foldSpace(cells[column] ?? ''),
  );
  const plain = /^\d+(?:\.\d+)?/.exec(magnitude!)?.[0];
  return [
    {
      list: 'Wikipedia',
      position: line,
      id: `${dateText({ year, month, day })} ${place}`,
      year,
      month,
      day,
      ...WITHOUT_TIME,
      latitude,
      longitude,
      depthKm: null,
      magnitude: plain === undefined ? null : Number(plain),
      intensity: null,
      deaths: /^[\d,]+$/.test(deaths!) ? Number(deaths!.replaceAll(',', '')) : null,
      text: place!,
      notes: plain === magnitude ? [] : [`Wikipedia magnitude ${magnitude}`],
    },
  ];
}
