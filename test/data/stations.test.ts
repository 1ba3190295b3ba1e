import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse as parseCsv } from 'csv-parse/sync';
import { insideBox } from '#core/geo.ts';
import { parseStationsCsv } from '../../generator/sources/stations/station-list.ts';
import { readText } from '../../scripts/compile/tables.ts';
import { compileStations, STATION_COLUMNS } from '../../scripts/compile/stations.ts';

const ROOT = new URL('../..', import.meta.url);
const inRoot = (path: string): string => fileURLToPath(new URL(path, ROOT));
const SHARED = process.env['SHARED_DATA'] ?? inRoot('../shared/data');
const skip = existsSync(SHARED) ? false : `the published lists are not at ${SHARED}`;
const shared = (path: string): string => readText(`${SHARED}/${path}`);

const rowsOf = <Column extends string>(path: string): Record<Column, string>[] =>
  parseCsv(readText(inRoot(path)), { columns: true });
const stations: Record<(typeof STATION_COLUMNS)[number], string>[] = rowsOf('data/stations.csv');

test('the stations table has no control characters and no blanks around its cells', () => {
  for (const row of stations) for (const cell of Object.values(row)) assert.match(cell, /^(?:\P{C}*\S)?$/u);
  for (const row of stations) for (const cell of Object.values(row)) assert.equal(cell, cell.trim().normalize('NFC'));
});

test('every station is read: network and code once, in that order', () => {
  const list = parseStationsCsv(readFileSync(inRoot('data/stations.csv')));
  assert.deepEqual(list.rejects, []);
  assert.equal(list.stations.length, stations.length);
  assert.deepEqual(Object.keys(stations[0]!), [...STATION_COLUMNS]);
  const names = stations.map((row) => `${row.network} ${row.code}`);
  assert.deepEqual(names, [...new Set(names)].toSorted());
});

test('every station has an agency, a name, a position near Türkiye and a reference', () => {
  for (const row of stations) {
    const where = { latitude: Number(row.latitude), longitude: Number(row.longitude) };
    assert.ok(insideBox(where, { south: 34, north: 43, west: 25, east: 46 }), row.code);
    assert.equal(row.source, row.network === 'KO' ? 'kandilli' : 'afad');
    assert.match(row.network, /^(?:KO|TK|TU)$/);
    assert.notEqual(row.name, '');
    assert.notEqual(row.reference, '');
    assert.match(row.elevation_m, /^(?:-?[1-9]\d*(?:\.\d+)?)?$/);
  }
});

test('names of stations are readable', () => {
  const name = (code: string): string | undefined => stations.find((row) => row.code === code)?.['name'];
  assert.equal(name('ADVT'), 'Abdülvahap, İznik (Bursa)');
  assert.equal(name('CLDR'), 'Çaldıran (Van)');
  assert.equal(name('DYBB'), 'Diyarbakır');
  assert.equal(name('AKDN'), 'Akdeniz (KKTC)');
  assert.equal(name('ABT'), 'Mudurnu (Bolu)');
  assert.equal(name('99010'), 'Kıbrıs');
  assert.equal(name('MAZI'), 'MAZI', 'a code where no list names the place');
});

test('compiling the station table anew gives the shipped bytes', { skip }, () => {
  const table = compileStations({
    koeriFdsn: shared('stations/koeri_KO_fdsn_station_list_transcribed.csv'),
    koeriNames: shared('stations/koeri_site_list_sample_transcribed.csv'),
    afad: shared('stations/afad_stations_partial_transcribed.json'),
  });
  assert.ok(table === readText(inRoot('data/stations.csv')), 'run scripts/compile.ts stations');
});

const SYNTHETIC_AFAD = [
  { id: 3, code: 'AAA', lat: 39, lon: 30, province: 'Bolu', district: 'Mudurnu', network: 'TU' },
  { id: 5, code: 'AAA', lat: 39.5, lon: 30.5, province: 'Bolu', district: 'Göynük', network: 'TU' },
  { id: 6, code: 'KKK', lat: 40, lon: 31, province: 'Van', district: 'Tuşba', network: 'KO' },
];
const SYNTHETIC_KOERI = 'network,station,latitude,longitude,elevation_m\nKO,KKK,40.1,31.1,0\n';
const compileSynthetic = (koeriFdsn: string, afad: object[] = SYNTHETIC_AFAD): string[] =>
  compileStations({ koeriFdsn, koeriNames: 'code,place\n', afad: JSON.stringify({ stations: afad }) }).split('\n');

test('of two stations of one code the later stays, a station of another network is only a name, 0 m is unknown', () => {
  assert.deepEqual(compileSynthetic(SYNTHETIC_KOERI), [
    STATION_COLUMNS.join(','),
    'KO,KKK,Tuşba (Van),kandilli,40.1,31.1,,KOERI FDSN station list',
    'TU,AAA,Göynük (Bolu),afad,39.5,30.5,,AFAD GetStations id 5',
    '',
  ]);
});

test('FDSN text is read like the CSV', () => {
  const text = '#Network|Station|Latitude|Longitude|Elevation|SiteName|StartTime|EndTime\nKO|KKK|40.1|31.1|12.5||2009-01-01|\n';
  assert.equal(compileSynthetic(text)[1], 'KO,KKK,Tuşba (Van),kandilli,40.1,31.1,12.5,KOERI FDSN station list');
});

test('a station without a usable position stops the compilation and is named', () => {
  assert.throws(() => compileSynthetic(SYNTHETIC_KOERI.replace('40.1', '')), /KO KKK\), latitude/);
  assert.throws(() => compileSynthetic(SYNTHETIC_KOERI, [{ ...SYNTHETIC_AFAD[0], lon: 181 }]), /AFAD station 3, longitude/);
});
