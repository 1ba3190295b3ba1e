import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse as parseCsv } from 'csv-parse/sync';
import { insideBox } from '#core/geo.ts';
import { formatSecond } from '#core/time.ts';
import { HISTORICAL_COLUMNS, historicalFile } from '../../generator/sources/historical/file.ts';
import { compileHistorical } from '../../scripts/compile/historical/compile.ts';
import { DROPPED } from '../../scripts/compile/historical/decisions.ts';
import { readNoaa } from '../../scripts/compile/historical/lists.ts';
import { readText } from '../../scripts/read-text.ts';

const ROOT = new URL('../..', import.meta.url);
const inRoot = (path: string): string => fileURLToPath(new URL(path, ROOT));
const SHARED = process.env['SHARED_DATA'] ?? inRoot('../shared/data');
const skip = existsSync(SHARED) ? false : `the published lists are not at ${SHARED}`;
const shared = (path: string): string => readText(`${SHARED}/${path}`);

const NOAA = 'historical/noaa_significant_earthquakes_2024-04-12.tsv.gz';
const EPICA = 'historical/epica_v1.1_M4_1005_1899.json.gz';
const REGION = { south: 32, north: 46, west: 22, east: 50 };

const rowsOf = <Column extends string>(path: string): Record<Column, string>[] =>
  parseCsv(readText(inRoot(path)), { columns: true });

type HistoricalRow = Record<(typeof HISTORICAL_COLUMNS)[number], string>;
const historical: HistoricalRow[] = rowsOf('data/historical.csv');
const parsed = historicalFile.parse(readFileSync(inRoot('data/historical.csv')), { knownTime: () => undefined });
const byKey = new Map(parsed.reports.map((report) => [report.key, report]));

test('every row of the historical table is read', () => {
  assert.deepEqual(parsed.rejects, []);
  assert.deepEqual(parsed.warnings, []);
  assert.equal(parsed.repeated, 0);
  assert.equal(parsed.reports.length, historical.length);
  assert.deepEqual(Object.keys(historical[0]!), [...HISTORICAL_COLUMNS]);
});

test('at least 200 earthquakes before 1900, and the great ones since', () => {
  const before = historical.filter((row) => Number(row.year) < 1900);
  assert.ok(before.length >= 200, `${before.length} before 1900`);
  assert.ok(historical.length - before.length >= 50, `${historical.length - before.length} since`);
});

test('the historical table has no control characters and no blanks around its cells', () => {
  for (const row of historical) for (const cell of Object.values(row)) assert.match(cell, /^(?:\P{C}*\S)?$/u);
  for (const row of historical) for (const cell of Object.values(row)) assert.equal(cell, cell.trim().normalize('NFC'));
});

test('every earthquake lies in the region, in years 1 to 2023, in order of date', () => {
  for (const { latitude, longitude, key } of parsed.reports)
    assert.ok(insideBox({ latitude, longitude }, REGION), key ?? '');
  const years = historical.map((row) => Number(row.year));
  assert.ok(Math.min(...years) >= 1 && Math.max(...years) <= 2023);
  assert.deepEqual(
    years,
    years.toSorted((a, b) => a - b),
  );
});

test('every earthquake has a plausible magnitude, and Mw is given for EPICA values only', () => {
  for (const row of historical) {
    const magnitude = Number(row.magnitude);
    assert.ok(row.magnitude !== '' && magnitude >= 4 && magnitude <= 9, row.key);
    assert.equal(row.magnitude_type, row.source.startsWith('EPICA') ? 'Mw' : '', row.key);
  }
});

test('every earthquake names its source and the row there', () => {
  for (const row of historical) {
    assert.match(row.source, /^(?:EPICA|NOAA|EPICA; NOAA)$/, row.key);
    const lists = row.source.split('; ').map((list) => `${list} (?:item|line) \\d+ \\(\\d{4}(?:-\\d\\d){0,2}\\)`);
    assert.match(row.source_row, new RegExp(`^${lists.join('; ')}$`), row.key);
  }
});

test('places are rewritten: no capitals throughout, no old names in brackets, a capital first', () => {
  for (const row of historical) {
    assert.doesNotMatch(row.place, /\p{Lu}{2}|[([<:;_?]/u, row.key);
    assert.match(row.place, /^\p{Lu}\p{Ll}/u, row.key);
  }
});

test('no time of day before 1900', () => {
  for (const row of historical)
    if (Number(row.year) < 1900)
      assert.equal(`${row.hour}${row.minute}${row.second}`, '', row.key);
});

const famous: [key: string, time: string, precision: string, magnitude: number, latitude: number, longitude: number][] =
  [
    ['h0115-12-13-antakya', '0115-12-13 00:00:00', 'day', 7.5, 36.1, 36.1],
    ['h0525-05-29-antakya', '0525-05-29 00:00:00', 'day', 7, 36.25, 36.1],
    ['h1509-09-10-istanbul', '1509-09-10 00:00:00', 'day', 7.15, 41.022, 28.786],
    ['h1653-02-22-aydin', '1653-02-22 00:00:00', 'day', 6.73, 37.882, 28.17],
    ['h1668-07-03-bolu', '1668-07-03 00:00:00', 'day', 6.22, 40.7, 31.6],
    ['h1688-07-10-izmir', '1688-07-10 00:00:00', 'day', 6.82, 38.369, 27.132],
    ['h1766-05-22-istanbul', '1766-05-22 00:00:00', 'day', 6.76, 40.837, 29.463],
    ['h1766-08-05-marmara-denizi', '1766-08-05 00:00:00', 'day', 7.08, 40.665, 27.108],
    ['h1855-02-28-bursa', '1855-02-28 00:00:00', 'day', 7.03, 40.183, 29.067],
    ['h1855-04-11-bursa', '1855-04-11 00:00:00', 'day', 6.65, 40.183, 29.067],
    ['h1894-07-10-adalar', '1894-07-10 00:00:00', 'day', 6.71, 40.943, 29.039],
    ['h1939-12-26-erzincan', '1939-12-26 23:57:23', 'second', 7.8, 39.907, 39.586],
    ['h1999-08-17-izmit', '1999-08-17 00:01:39', 'second', 7.6, 40.76, 29.97],
    ['h1999-11-12-duzce', '1999-11-12 16:57:19', 'second', 7.2, 40.758, 31.161],
    ['h2023-02-06-kahramanmaras', '2023-02-06 01:17:35', 'second', 7.8, 37.166, 37.042],
    ['h2023-02-06-ekinozu', '2023-02-06 10:24:49', 'second', 7.5, 38.024, 37.203],
  ];
for (const [key, time, precision, magnitude, latitude, longitude] of famous) {
  test(`${key} is listed once`, () => {
    const report = byKey.get(key);
    assert.ok(report, 'no such key');
    assert.equal(formatSecond(report.time), time);
    assert.equal(report.precision, precision);
    assert.equal(report.magnitudes[0]?.value, magnitude);
    assert.deepEqual([report.latitude, report.longitude], [latitude, longitude]);
  });
}

test('no source row makes two earthquakes', () => {
  const references = historical.flatMap((row) => row.source_row.split('; '));
  assert.equal(new Set(references).size, references.length);
});

test('rows of the NOAA list that repeat another under a second date were left out', { skip }, () => {
  const listed = readNoaa(shared(NOAA));
  for (const { noaa, at } of DROPPED) {
    const rows = listed.filter((row) => row.id === noaa && (!at || at === `${row.latitude} ${row.longitude}`));
    assert.equal(rows.length, 1, noaa);
    assert.ok(!historical.some((row) => row.source_row.includes(`NOAA line ${rows[0]!.position} (`)), noaa);
  }
});

interface Epica {
  lat: number;
  lon: number;
  mag: number;
  date: string;
}

/** `year[-month[-day]]` without leading zeros, from cells. */
const dateOf = (cells: (string | undefined)[]): string =>
  cells
    .filter((cell) => cell !== undefined && cell !== '')
    .map(Number)
    .join('-');

test('every value is that of the source row that is named', { skip }, () => {
  const epica = (JSON.parse(shared(EPICA)) as { events: Epica[] }).events;
  const lines = shared(NOAA).split('\n');
  const names = lines[0]!.split('\t').map((name) => name.replaceAll('"', ''));
  const noaaRow = (line: number): Record<string, string> => {
    const cells = lines[line - 1]!.split('\t').map((cell) => cell.replaceAll('"', ''));
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  };
  for (const row of historical) {
    const item = /EPICA item (\d+)/.exec(row.source_row)?.[1];
    const line = /NOAA line (\d+)/.exec(row.source_row)?.[1];
    const ownValues = [row.latitude, row.longitude, row.magnitude].map(Number);
    const noaa = line === undefined ? undefined : noaaRow(Number(line));
    const noaaDate = noaa && dateOf([noaa['Year'], noaa['Mo'], noaa['Dy']]);
    if (item !== undefined) {
      const { lat, lon, mag, date } = epica[Number(item) - 1]!;
      assert.deepEqual(ownValues, [lat, lon, mag], row.key);
      const epicaDate = date.split('-').map(Number).join('-');
      const ownDate = dateOf([row.year, row.month, row.day]);
      assert.ok(ownDate === epicaDate || (ownDate === noaaDate && ownDate.startsWith(epicaDate)), row.key);
    } else {
      assert.deepEqual(ownValues, [noaa!['Latitude'], noaa!['Longitude'], noaa!['Mag']].map(Number), row.key);
      assert.equal(dateOf([row.year, row.month, row.day]), noaaDate, row.key);
    }
    assert.equal(row.depth_km, noaa?.['Focal Depth (km)'] ?? '', row.key);
    for (const [part, column] of [['hour', 'Hr'], ['minute', 'Mn'], ['second', 'Sec']] as const)
      if (row[part] !== '') assert.equal(Number(row[part]), Number(noaa![column]), `${row.key} ${part}`);
  }
});

test('compiling the historical table anew gives the shipped bytes', { skip }, () => {
  const table = compileHistorical({
    noaa: shared(NOAA),
    epica: shared(EPICA),
    afad: shared('afad/afad_site_export_M4_1900_2025-05-12_UTC.csv.gz'),
    zeqdb: shared('kandilli/zeqdb_1915-2023-04_M3.5.csv.gz'),
    usgs: shared('usgs/usgs_fdsn_turkey_M4.5_1970_2026-06.json.gz'),
    places: readText(inRoot('scripts/compile/historical/places.csv')),
  });
  assert.ok(table === readText(inRoot('data/historical.csv')), 'run scripts/compile.ts historical');
});

const EMPTY = { noaa: '', epica: '', afad: '', zeqdb: '', usgs: '', places: 'list,text,at,place\n' };
const AFAD = 'Date,Latitude,Longitude,Magnitude\n01/02/2003 04:05:06,39,30,6\n';
const wrongInputs: [name: string, inputs: Partial<typeof EMPTY>, message: RegExp][] = [
  ['a table of places without its columns', { places: 'a,b\n' }, /^places: the columns must be/],
  ['an empty AFAD catalogue', {}, /^afad: no column Date, Latitude/],
  ['a Kandilli catalogue that is another file', { afad: AFAD, zeqdb: AFAD }, /^zeqdb: no column Olus tarihi/],
];
for (const [name, inputs, message] of wrongInputs) {
  test(`the compilation refuses ${name}, by name`, () => {
    assert.throws(() => compileHistorical({ ...EMPTY, ...inputs }), { name: 'DocumentError', message });
  });
}
