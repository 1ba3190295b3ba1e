import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse as parseCsv } from 'csv-parse/sync';
import { insideBox } from '#core/geo.ts';
import { REGION } from '#core/region.ts';
import { formatSecond } from '#core/time.ts';
import { HISTORICAL_COLUMNS, historicalFile } from '../../generator/sources/historical/file.ts';
import { compileHistorical } from '../../scripts/compile/historical/compile.ts';
import { LISTS } from '../../scripts/compile/historical/lists.ts';
import { readText } from '../../scripts/compile/tables.ts';

const ROOT = new URL('../..', import.meta.url);
const inRoot = (path: string): string => fileURLToPath(new URL(path, ROOT));
const SHARED = process.env['SHARED_DATA'] ?? inRoot('../shared/data');
const skip = existsSync(SHARED) ? false : `the published lists are not at ${SHARED}`;
const shared = (path: string): string => readText(`${SHARED}/${path}`);


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

test('every earthquake has a plausible magnitude with the type of its list, or an intensity or deaths', () => {
  for (const row of historical) {
    const magnitude = Number(row.magnitude);
    const isTaken = row.key === 'h0358-08-24-izmit';
    if (row.magnitude === '') assert.ok(isTaken || Number(row.max_intensity) >= 8 || Number(row.deaths) >= 10, row.key);
    else assert.ok(magnitude >= 4 && magnitude <= 9, row.key);
    const type = row.magnitude === '' ? '' : { EPICA: 'Mw', Sbeinati: 'Ms' }[row.source.split('; ')[0]!];
    assert.equal(row.magnitude_type, type ?? '', row.key);
  }
});

test('intensities are degrees or halves from 1 to 12, deaths are whole numbers', () => {
  for (const row of historical) {
    assert.match(row.max_intensity, /^(?:(?:[1-9]|1[012])(?:\.5)?)?$/, row.key);
    assert.match(row.deaths, /^\d*$/, row.key);
  }
});

test('every earthquake names its source and the row there', () => {
  for (const row of historical) {
    const lists = row.source.split('; ');
    assert.ok(
      lists.every((list) => (LISTS as readonly string[]).includes(list)),
      row.key,
    );
    const references = lists.map((list) => `${list} (?:item|line|number|id) \\d+ \\(\\d{4}(?:-\\d\\d){0,2}\\)`);
    assert.match(row.source_row, new RegExp(`^${references.join('; ')}$`), row.key);
  }
});

test('places are rewritten: no capitals throughout, no old names in brackets, a capital first', () => {
  for (const row of historical) {
    assert.doesNotMatch(row.place, /\p{Lu}{2}|[([<:;_?]/u, row.key);
    assert.match(row.place, /^\p{Lu}\p{Ll}/u, row.key);
  }
});

test('every place has a name in both languages', () => {
  const english = new Map(historical.map((row) => [row.place, row.place_en]));
  assert.equal(english.get('Halep, Suriye'), 'Aleppo, Syria');
  assert.equal(english.get('Antakya, Hatay'), 'Antakya (Antioch), Hatay');
  for (const [place, name] of english)
    assert.doesNotMatch(name, /^$|Yunanistan|Suriye|Adası|Denizi|Körfezi|Vadisi|Dağı|sınırı|kıyısı|İran|Irak,/, place);
});

test('no time of day before 1900', () => {
  for (const row of historical)
    if (Number(row.year) < 1900)
      assert.equal(`${row.hour}${row.minute}${row.second}`, '', row.key);
});

const famous: [key: string, time: string, precision: string, magnitude: number, latitude: number, longitude: number][] =
  [
    ['h0115-12-13-antakya', '0115-12-13 00:00:00', 'day', 7.5, 36.1, 36.1],
    ['h0525-05-29-antakya', '0526-05-01 00:00:00', 'month', 7, 36.25, 36.1],
    ['h0747-01-18-urdun-vadisi', '0747-01-18 00:00:00', 'day', 7.2, 32.5, 35.6],
    ['h0859-04-08-lazkiye', '0859-12-30 00:00:00', 'day', 7.4, 35.7, 36.4],
    ['h1114-11-kahramanmaras', '1114-11-01 00:00:00', 'month', 7.4, 37.3, 36.5],
    ['h1114-11-samsat', '1114-11-01 00:00:00', 'month', 7.7, 37.3, 38.5],
    ['h1138-10-11-halep', '1138-10-11 00:00:00', 'day', 7.1, 36.1, 36.8],
    ['h1170-06-29-humus', '1170-06-29 00:00:00', 'day', 7.7, 34.8, 36.4],
    ['h1222-05-11-baf', '1222-05-11 00:00:00', 'day', 7, 34.7, 32.6],
    ['h1509-09-10-istanbul', '1509-09-10 00:00:00', 'day', 7.15, 41.022, 28.786],
    ['h1653-02-22-aydin', '1653-02-22 00:00:00', 'day', 6.73, 37.882, 28.17],
    ['h1668-07-03-bolu', '1668-07-03 00:00:00', 'day', 6.22, 40.7, 31.6],
    ['h1668-08-17-kuzey-anadolu', '1668-08-17 00:00:00', 'day', 8, 40, 36],
    ['h1688-07-10-izmir', '1688-07-10 00:00:00', 'day', 6.82, 38.369, 27.132],
    ['h1759-11-25-baalbek', '1759-11-25 00:00:00', 'day', 7.4, 33.7, 35.9],
    ['h1766-05-22-istanbul', '1766-05-22 00:00:00', 'day', 6.76, 40.837, 29.463],
    ['h1766-08-05-marmara-denizi', '1766-08-05 00:00:00', 'day', 7.08, 40.665, 27.108],
    ['h1796-04-26-cebele', '1796-04-26 00:00:00', 'day', 6.8, 35.3, 36.2],
    ['h1822-08-13-halep', '1822-08-13 00:00:00', 'day', 7, 36.1, 36.75],
    ['h1855-02-28-bursa', '1855-02-28 00:00:00', 'day', 7.03, 40.183, 29.067],
    ['h1855-04-11-bursa', '1855-04-11 00:00:00', 'day', 6.65, 40.183, 29.067],
    ['h1874-05-04-keban', '1874-05-04 00:00:00', 'day', 7.1, 38.8, 38.8],
    ['h1893-03-31-malatya', '1893-03-02 00:00:00', 'day', 6.7, 38.3, 38.3],
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

/** Keys of rows that are one earthquake with another row, and the key of that one. */
const doubles: [former: string, key: string][] = [
  ['h0052-antakya', 'h0053-antakya'],
  ['h0367-10-11-iznik', 'h0368-marmara-denizi'],
  ['h0533-11-29-halep', 'h0531-halep'],
  ['h0746-01-18-urdun-vadisi', 'h0747-01-18-urdun-vadisi'],
  ['h1151-busra', 'h1152-09-27-busra'],
  ['h1353-tekirdag', 'h1354-03-01-marmara-denizi'],
  ['h1483-10-18-onikiada', 'h1493-10-18-istankoy'],
  ['h1493-08-18-onikiada', 'h1493-10-18-istankoy'],
  ['h1751-06-07-sisam-adasi', 'h1751-06-18-sisam-adasi'],
  ['h1776-06-16-izmir', 'h1778-06-16-izmir'],
  ['h1863-suhut', 'h1862-11-03-afyonkarahisar'],
];
test('earthquakes that two lists date differently are one row, which answers to both keys', () => {
  for (const [former, key] of doubles) {
    assert.ok(!byKey.has(former), former);
    assert.ok(byKey.get(key)?.aliases.includes(former), former);
  }
  const formers = parsed.reports.flatMap(({ aliases }) => aliases);
  assert.deepEqual(formers.toSorted(), doubles.map(([former]) => former).toSorted());
});

const withoutMagnitude: [key: string, intensity: string, deaths: string][] = [
  ['h0358-08-24-izmit', '7', ''],
  ['h1268-erzincan', '9', '15000'],
  ['h1458-erzincan', '', '32000'],
  ['h1648-03-31-van', '', '2000'],
  ['h1784-07-23-erzincan', '', '5000'],
];
for (const [key, intensity, deaths] of withoutMagnitude) {
  test(`${key} is listed without a magnitude`, () => {
    const row = historical.find((one) => one.key === key);
    assert.deepEqual([row?.magnitude, row?.max_intensity, row?.deaths], ['', intensity, deaths]);
  });
}

test('compiling the historical table anew gives the shipped bytes', { skip }, () => {
  const table = compileHistorical({
    noaa: shared('historical/noaa_significant_earthquakes_2024-04-12.tsv.gz'),
    noaa2018: shared('historical/noaa_signif_full_2018-02-16.tsv.gz'),
    epica: shared('historical/epica_v1.1_M4_1005_1899.json.gz'),
    sbeinati: shared('historical/sbeinati2005_syria_37-1872.csv'),
    wikipedia: shared('historical/wikipedia_list_region_115-1840.csv'),
    afad: shared('afad/afad_site_export_M4_1900_2025-05-12_UTC.csv.gz'),
    zeqdb: shared('kandilli/zeqdb_1915-2023-04_M3.5.csv.gz'),
    usgs: shared('usgs/usgs_fdsn_turkey_M4.5_1970_2026-06.json.gz'),
  });
  assert.ok(table === readText(inRoot('data/historical.csv')), 'run scripts/compile.ts historical');
});
