/** Measures of data quality find the cases that they are for, and nothing else. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Agency, Earthquake, Solution } from '#core/earthquake.ts';
import { kmToEdges } from '../../generator/places/land.ts';
import { parsePlaces, PLACES_HEADER } from '../../generator/places/tables.ts';
import { readOutlines } from '../../scripts/compile/places/provinces.ts';
import { provinceMeasures, readProvinces } from '../../scripts/real-data/quality/provinces.ts';
import { placeMeasures } from '../../scripts/real-data/quality/texts.ts';
import { villageMeasures } from '../../scripts/real-data/quality/villages.ts';
import { earthquake } from '../support/earthquake.ts';
import { withoutFolder } from '../support/feed-data.ts';
import { sharedData } from '../support/shared-data.ts';

const CASES: [location: string, measure: RegExp][] = [
  ['SARUHANLI-MANISA Otomatik', /^places with a word of quality$/],
  ['DODECANESE ISLANDS, GREECEOtomatik', /^places with a word of quality$/],
  ['DODECANESE ISLANDS, GREECEOtomatik', /glued/],
  ['VAN GOLUilsel', /^places with a word of quality$/],
  ['VAN GOLUilsel', /glued/],
  ['AKDENIZ İlksel', /^places with a word of quality$/],
  ['SIMAV Quick', /^places with a word of quality$/],
  ['SIMAV (KUTAHYA)REVIZE01(2023.02.06 10:24:49)', /^places with a word of quality$/],
  ['TUrkiye-Irak Sınır BOlgesi', /mixed/],
  ['GUrcistan', /mixed/],
  ['SındırgıBalıkesir', /glued/],
  ['SiMAV (KUTAHYA)', /in capitals/],
];
const figure = (measures: [string, string][], what: RegExp): number =>
  Number(measures.find(([name]) => what.test(name))![1]);

for (const [location, measure] of CASES)
  test(`a measure finds ${location}: ${measure.source}`, () => {
    assert.equal(figure(placeMeasures([earthquake({ location })]), measure), 1);
  });

test('no measure of words finds what is written right', () => {
  const right = [
    'Pazarcık (Kahramanmaraş)',
    'Ege Denizi, Sými (Yunanistan) 11 km DGD',
    'İğneada, Demirköy (Kırklareli)',
  ];
  const found = placeMeasures(right.map((location) => earthquake({ location }))).filter(([, count]) => count !== '0');
  assert.deepEqual(found, []);
});

test('texts of agencies are measured too; a Greek town of the USGS has a ý of its own', () => {
  const says = (agency: Agency, place: string) =>
    placeMeasures([earthquake({ solutions: [{ ...earthquake().solutions[0]!, agency, place }] })]);
  assert.equal(figure(says('kandilli', 'VAN GOLUilsel'), /agencies' texts/), 1);
  assert.equal(figure(says('kandilli', 'EGE DENÝZÝ'), /`Ý`/), 1);
  assert.equal(figure(says('usgs', '81 km S of Pýrgos, Greece'), /`Ý`/), 0);
});

/** A province of a degree from 30 E, and one of half a degree beside it with a hole. */
const unit = (name: string, rings: number[][][]) => ({
  properties: { iso_3166_2: 'TR-01', name_tr: name },
  geometry: { type: 'Polygon', coordinates: rings },
});
const box = (west: number, south: number, east: number, north: number): number[][] => [
  ...[
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];
const outlines = readOutlines(
  JSON.stringify({
    features: [
      unit('Muğla', [box(30, 37, 31, 38)]),
      unit('Denizli', [box(31, 37, 31.5, 38), box(31.1, 37.1, 31.2, 37.2)]),
    ],
  }),
);

test('kilometres to the nearest edge of an outline', () => {
  const [mugla, denizli] = outlines as [(typeof outlines)[0], (typeof outlines)[0]];
  const km = (latitude: number, longitude: number, { rings } = mugla): number =>
    Number(kmToEdges({ latitude, longitude }, rings).toFixed(1));
  // A degree of latitude has 111.2 km, one of longitude at 37.5° 88.2 km, at 38.1° 87.5 km.
  assert.equal(km(37.5, 30.9), 8.8);
  assert.equal(km(38.1, 30.5), 11.1);
  assert.equal(km(37.5, 31.1), 8.8);
  assert.equal(km(38.1, 31.1), Number(Math.hypot(11.12, 8.75).toFixed(1)));
  assert.equal(km(37.15, 31.11, denizli), 0.9);
});

test('records and settlements outside of the province that they name are counted, by kilometres', () => {
  const at = (longitude: number, location: string) => earthquake({ latitude: 37.5, longitude, location });
  const { settlements } = parsePlaces(
    `${PLACES_HEADER}\nseat,Çameli,Çameli,Denizli,,37.500,31.400,a 1\nvillage,Kızılyaka,Çameli,Denizli,,37.500,30.800,a 2\n`,
    'places',
  );
  const measures = provinceMeasures(
    outlines,
    [
      at(30.5, 'Ula (Muğla)'),
      at(30.98, 'Kızılyaka, Çameli (Denizli)'),
      at(30.92, 'Kızılyaka, Çameli (Denizli)'),
      at(30.8, 'Kızılyaka, Çameli (Denizli)'),
      // Seen from elsewhere, at sea, abroad.
      at(30.8, 'Çameli (Denizli) 30 km B'),
      at(29, 'Ege Denizi, Çameli (Denizli)'),
      at(30.8, 'Midilli Adası (Yunanistan)'),
    ],
    settlements,
  );
  assert.deepEqual(
    measures.map(([, count]) => count),
    ['4', '3', '2', '1', '1', '1', '1'],
  );
});

test("a record in another province than Kandilli's words around name", () => {
  const [solution] = earthquake().solutions as [Solution];
  const at = (place: string, kmEast: number, provinceCode: string) =>
    earthquake({
      ...{ latitude: 38.5, longitude: 40.4 + kmEast / 87, provinceCode },
      solutions: [{ ...solution, agency: 'kandilli', place, latitude: 38.5, longitude: 40.4 + kmEast / 87 }],
    });
  const hani = [0, 1, 1.5].map((km) => at('KALEDIBI-HANI (DIYARBAKIR)', km, '21'));
  const of = (...records: Earthquake[]): string[] => villageMeasures(records).map(([, count]) => count);
  assert.deepEqual(of(...hani), ['3', '0']);
  assert.deepEqual(of(...hani, earthquake({ latitude: 38.5, longitude: 40.405, provinceCode: '12' })), ['4', '1']);
  assert.deepEqual(of(...hani, at('SERVi-GENC (BiNGOL)', 0.5, '12')), ['0', '0']);
  assert.deepEqual(of(...hani.slice(1), at('DIYARBAKIR', 0.5, '21')), ['0', '0']);
  assert.deepEqual(of(...[0, 1, 1].map((km) => at('HARAMI-SANDIKLI (AFYON)', km, '03'))), ['3', '0']);
});

test('Natural Earth has the 81 provinces, each with its seat', { skip: withoutFolder('geo') }, () => {
  const provinces = readProvinces(sharedData);
  assert.equal(new Set(provinces.map(({ key }) => key)).size, 81);
  const elazig = provinces.find(({ index }) => index.contains({ latitude: 38.675, longitude: 39.22 }))!;
  assert.equal(elazig.key, 'elazig');
});
