import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { distanceKm, insideBox } from '#core/geo.ts';
import { COVERED, kmToEdges, RingIndex } from '../../generator/places/land.ts';
import {
  districtKey,
  LAND_HEADER,
  PROVINCES_HEADER,
  parseLand,
  parseProvinces,
  parsePlaces,
  PLACES_HEADER,
  PlaceTableError,
} from '../../generator/places/tables.ts';

const DATA = join(import.meta.dirname, '..', '..', 'data');
const shipped = (name: string): string => readFileSync(join(DATA, name), 'utf8');

const SEAT = 'seat,Datça,Datça,Muğla,,36.727,27.687,hgk 1';
const table = (...rows: string[]): string => [PLACES_HEADER, ...rows, ''].join('\n');
const refused = (work: () => unknown, message: RegExp): void =>
  assert.throws(work, (error) => error instanceof PlaceTableError && message.test(error.message));

const BAD_PLACES: [what: string, text: string, message: RegExp][] = [
  ['an empty file', '', /^p\.csv: line 1 is not the header kind,name,/],
  ['another table', 'network,code\nKO,ADAN\n', /line 1 is not the header/],
  ['a table without rows', table(), /line 2 is missing: the table is empty/],
  ['a table that was cut', table(SEAT).slice(0, -5), /line 2 is cut short/],
  ['a blank row', table(SEAT, '', SEAT), /line 3 has not 8 fields/],
  ['a row of blanks', table(SEAT, ',,,,,,,'), /line 3 has no position/],
  ['a field too many', table(`${SEAT},x`), /line 2 has not 8 fields/],
  ['no name', table(SEAT.replace('Datça', '')), /line 2 has no name or no source/],
  ['no source', table(SEAT.replace('hgk 1', '')), /line 2 has no name or no source/],
  ['a position that is no number', table(SEAT.replace('36.727', '36,727')), /line 2 has not 8 fields/],
  ['an empty latitude', table(SEAT.replace('36.727', '')), /line 2 has no position/],
  ['a latitude beyond the pole', table(SEAT.replace('36.727', '90.001')), /line 2 has no position/],
  ['a hexadecimal longitude', table(SEAT.replace('27.687', '0x1b')), /line 2 has no position/],
  ['a kind that is not known', table(SEAT.replace('seat', 'city')), /line 2 is of no known kind: city/],
  ['a seat without a province', table(SEAT.replace('Muğla', '')), /line 2 is a seat: it needs district and province/],
  ['a town of a district', table(SEAT.replace('seat', 'town')), /line 2 is a town: it needs a country/],
  [
    'a village of a district without a seat',
    table(SEAT, 'village,Palamut,Fethiye,Muğla,,36.6,27.5,hgk 2'),
    /line 3 is of a district without a seat: Fethiye \(Muğla\)/,
  ],
];
for (const [what, text, message] of BAD_PLACES)
  test(`place names: ${what} is refused by line`, () => refused(() => parsePlaces(text, 'p.csv'), message));

const BAD_LAND: [what: string, row: string][] = [
  ['an unknown part', 'lake,26 38 27 38 27 39'],
  ['no points', 'land,'],
  ['two points', 'land,26 38 27 38'],
  ['half a point', 'land,26 38 27 38 27 39 26'],
  ['a word', 'land,26 38 27 38 27 north'],
  ['a latitude beyond the pole', 'land,26 38 27 38 27 91'],
  ['a field too many', 'land,26 38 27 38 27 39,1'],
];
for (const [what, row] of BAD_LAND)
  test(`coast: ${what} is refused by line`, () =>
    refused(() => parseLand(`${LAND_HEADER}\nland,26 38 27 38 27 39\n${row}\n`, 'l.csv'), /^l\.csv: line 3 is /));

test('line ends of Windows are read as well', () =>
  assert.equal(parsePlaces(table(SEAT).replaceAll('\n', '\r\n'), 'p.csv').settlements[0]!.name, 'Datça'));

for (const [what, row] of [
  ['no name', ',26 38 27 38 27 39'],
  ['two points', 'Muğla,26 38 27 38'],
  ['a field too many', 'Muğla,26 38 27 38 27 39,1'],
])
  test(`provinces: ${what} is refused by line`, () =>
    refused(
      () => parseProvinces(`${PROVINCES_HEADER}\nMuğla,26 38 27 38 27 39\n${row}\n`, 'v.csv'),
      /^v\.csv: line 3 is /,
    ));

const places = parsePlaces(shipped('places.csv'), 'data/places.csv');
const provinces = parseProvinces(shipped('provinces.csv'), 'data/provinces.csv');

test('the shipped outlines are of the 81 provinces, and no settlement on land is 20 km outside of its own', () => {
  assert.deepEqual(
    [...provinces.keys()].sort(),
    [...new Set(places.settlements.map(({ province }) => province))].sort(),
  );
  const outlines = new Map([...provinces].map(([name, edges]) => [name, new RingIndex(edges)]));
  const onLand = places.settlements.filter((one) => [...outlines.values()].some((index) => index.contains(one)));
  const far = onLand.filter(
    (one) => !outlines.get(one.province)!.contains(one) && kmToEdges(one, provinces.get(one.province)!) > 20,
  );
  assert.deepEqual(far, []);
});

const rings = parseLand(shipped('land.csv'), 'data/land.csv');

test('the shipped gazetteer holds the 973 districts of 81 provinces, once each', () => {
  const seats = places.settlements.filter(({ seat }) => seat);
  assert.equal(new Set(seats.map(districtKey)).size, 973);
  assert.equal(seats.length, 973);
  assert.equal(new Set(seats.map(({ province }) => province)).size, 81);
  assert.ok(places.settlements.length > 38_000 && places.towns.length > 10_000);
});

test('the shipped tables are sorted by code units, without repeated rows, each row with its source', () => {
  for (const name of ['places.csv', 'land.csv', 'provinces.csv']) {
    const [, ...rows] = shipped(name).trimEnd().split('\n');
    assert.deepEqual(rows, [...new Set(rows)].sort(), name);
    if (name === 'places.csv') for (const row of rows) assert.match(row, /,(?:hgk|geonames|il-ilce) \d+$/);
  }
});

test('every shipped place lies in the area of the gazetteer', () => {
  for (const point of [...places.settlements, ...places.towns]) assert.ok(insideBox(point, COVERED), point.name);
});

test('hardly a shipped settlement of Türkiye lies outside of the border', () => {
  const turkiye = new RingIndex(rings.turkiye);
  const outside = places.settlements.filter((one) => !turkiye.contains(one));
  assert.ok(outside.length < 0.01 * places.settlements.length, `${outside.length} outside`);
});

test('all Turkish letters occur and nothing is garbled', () => {
  const names = places.settlements.map(({ name }) => name).join('');
  for (const letter of 'İıŞşğÜüÖöÇç') assert.ok(names.includes(letter), letter);
  for (const { name, district, province } of places.settlements)
    for (const text of [name, district, province])
      assert.match(text, /^[\dA-ZÇĞİÖŞÜÂÎÛ][\da-zA-Zçğıöşü ÇĞİÖŞÜâîûÂÎÛ.'’-]*$/);
});

test('the seats with wrong geocoded positions have the corrected ones', () => {
  const KNOWN: [string, string, number, number][] = [
    ['Merkez', 'Bingöl', 38.885, 40.498],
    ['Merkez', 'Karaman', 37.181, 33.215],
    ['Merkez', 'Batman', 37.887, 41.132],
    ['Merkez', 'Iğdır', 39.923, 44.045],
    ['Merkez', 'Düzce', 40.843, 31.156],
    ['Küre', 'Kastamonu', 41.805, 33.711],
    ['Karkamış', 'Gaziantep', 36.834, 38.0],
    ['Arnavutköy', 'İstanbul', 41.185, 28.741],
    ['Pamukkale', 'Denizli', 37.774, 29.087],
    ['Bayat', 'Çorum', 40.646, 34.261],
    ['Bayat', 'Afyonkarahisar', 38.983, 30.925],
  ];
  for (const [district, province, latitude, longitude] of KNOWN) {
    const seat = places.settlements.find((one) => one.seat && one.district === district && one.province === province);
    assert.ok(seat && distanceKm(seat, { latitude, longitude }) < 6, `${district} (${province})`);
  }
});
