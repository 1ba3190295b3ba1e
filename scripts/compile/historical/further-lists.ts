/** Reads the lists that have earthquakes without a magnitude, and those that NOAA and EPICA lack. */
import { DocumentError } from '../../../generator/sources/feed.ts';
import { type Cells, readTable } from '../tables.ts';
import { deathsOf, foldSpace, inRegion, listed, numberOf, type ListedEarthquake } from './lists.ts';

const NOAA_2018_COLUMNS = [
  ...['I_D', 'YEAR', 'MONTH', 'DAY', 'EQ_PRIMARY', 'INTENSITY', 'LOCATION_NAME', 'LATITUDE', 'LONGITUDE', 'DEATHS'],
  'TOTAL_DEATHS',
];

/**
 * The rows without a magnitude of NOAA's database as of 2018, from year 1 on, in the region. The later export was asked
 * for a magnitude and lacks them; it has all others, some of them corrected since.
 */
export const readNoaa2018 = (text: string): ListedEarthquake[] =>
  readTable(text, NOAA_2018_COLUMNS, { delimiter: '\t', quote: null }).flatMap(noaa2018Row).filter(inRegion);

function noaa2018Row(cells: Cells): ListedEarthquake[] {
  const value = (column: string): number | null => numberOf(cells[column], `NOAA 2018 id ${cells['I_D']}, ${column}`);
  const [year, latitude, longitude] = [value('YEAR'), value('LATITUDE'), value('LONGITUDE')];
  if (year === null || year < 1 || latitude === null || longitude === null || value('EQ_PRIMARY') !== null) return [];
  return [
    listed({
      ...{ list: 'NOAA 2018', position: value('I_D')!, text: foldSpace(cells['LOCATION_NAME'] ?? '') },
      ...{ year, month: value('MONTH'), day: value('DAY'), latitude, longitude, intensity: value('INTENSITY') },
      deaths: deathsOf(value('DEATHS'), value('TOTAL_DEATHS')),
    }),
  ];
}

/** Rows with coordinates of Sbeinati, Darawcheh & Mouty (2005). Magnitudes are Ms. */
export const readSbeinati = (text: string): ListedEarthquake[] =>
  readTable(text, ['No', 'Date', 'Lat', 'Lon', 'Localities', 'I0', 'H_km', 'Ms']).flatMap(sbeinatiRow).filter(inRegion);

function sbeinatiRow(cells: Cells): ListedEarthquake[] {
  const value = (column: string): number | null => numberOf(cells[column], `Sbeinati number ${cells['No']}, ${column}`);
  const [latitude, longitude] = [value('Lat'), value('Lon')];
  if (latitude === null || longitude === null) return [];
  const written = cells['Date'] ?? '';
  const { exact, ...date } = dayMonthYear(written);
  const intensity = cells['I0'] ?? '';
  return [
    listed({
      ...{ list: 'Sbeinati', position: value('No')!, ...date, latitude, longitude },
      ...{ depthKm: value('H_km'), magnitude: value('Ms'), intensity: intensityOf(intensity) },
      text: foldSpace(cells['Localities'] ?? ''),
      notes: [
        ...(exact ? [] : [`Sbeinati dates it ${written}`]),
        ...(intensity.includes('-') ? [`Sbeinati intensity ${intensity}`] : []),
      ],
    }),
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
  readTable(text, ['Date', 'Place', 'Lat', 'Lon', 'Fatalities', 'Magnitude'])
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
    listed({
      ...{ list: 'Wikipedia', position: line, year, month, day, latitude, longitude, text: place! },
      magnitude: plain === undefined ? null : Number(plain),
      deaths: /^[\d,]+$/.test(deaths!) ? Number(deaths!.replaceAll(',', '')) : null,
      notes: plain === magnitude ? [] : [`Wikipedia magnitude ${magnitude}`],
    }),
  ];
}
