/** Measures of data quality find the cases that they are for, and nothing else. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Agency, Earthquake, Solution } from '#core/earthquake.ts';
import { placeMeasures } from '../../scripts/real-data/quality/texts.ts';
import { villageMeasures } from '../../scripts/real-data/quality/villages.ts';
import { earthquake } from '../support/earthquake.ts';

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
  assert.equal(figure(says('kandilli', 'VAN GOLUilsel'), /agencies' texts with/), 1);
  assert.equal(figure(says('kandilli', 'EGE DENÝZÝ'), /`Ý`/), 1);
  assert.equal(figure(says('usgs', '81 km S of Pýrgos, Greece'), /`Ý`/), 0);
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
