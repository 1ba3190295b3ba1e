import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse as parseCsv } from 'csv-parse/sync';
import { distanceKm, insideBox } from '#core/geo.ts';
import { DAY } from '#core/time.ts';
import { parseBlasts } from '#seismology/blasts/file.ts';
import type { Reported } from '#seismology/blasts/probability.ts';
import { cellOf, cornerOf } from '#seismology/blasts/signs.ts';
import { localTime } from '#seismology/blasts/clock.ts';
import { shippedBlastProbability } from '../../generator/shipped.ts';
import { instantOfIstanbul } from '../../generator/sources/parsing/istanbul-time.ts';
import { civilOfEpoch } from '#core/time.ts';
import { at } from '../support/catalog.ts';
import { realDocument, withoutFolder } from '../support/feed-data.ts';

const table = parseBlasts(readFileSync(join(import.meta.dirname, '../../data/blasts.json'), 'utf8'));
const probability = shippedBlastProbability();

test('the table of blasts: its cells are in order and in Türkiye, its shares are shares', () => {
  const cells = [...table.cells.keys()];
  assert.deepEqual(cells, [...new Set(cells)].toSorted((a, b) => a - b));
  for (const [cell, { shares, halfHours, events, blasts }] of table.cells) {
    assert.ok(insideBox(cornerOf(cell), { south: 35.7, north: 42.2, west: 25.5, east: 44.9 }), String(cell));
    for (const share of shares) assert.ok(share >= 0 && share <= 1);
    assert.ok(blasts >= 1 && blasts <= events);
    assert.ok(halfHours.every((count) => count >= 0));
  }
  for (const { halfHours, days, depths, magnitudes } of [table.earthquakes, table.blasts])
    for (const shares of [...halfHours, days, ...depths, ...magnitudes]) {
      const all = shares.reduce((sum, share) => sum + share, 0);
      assert.ok(Math.abs(all - 1) < 0.002, String(all));
    }
});

test('the provenance adds up', () => {
  const { earthquakes, agencies } = table.provenance;
  assert.equal(
    Object.values(agencies).reduce((sum, count) => sum + count, 0),
    earthquakes,
  );
});

type Row = [time: string, latitude: number, longitude: number, depthKm: number, magnitude: number];

/** On land. */
const shockOf = ([time, latitude, longitude, depthKm, magnitude]: Row, shiftMs = 0): Reported => ({
  ...{ time: at(time) + shiftMs, precision: 'second', latitude, longitude, district: 'Milas', depthKm, magnitude },
  ...{ eventType: 'earthquake', solutions: [{ eventType: 'earthquake', depthKm }] },
});

const of = (row: Row, shiftMs = 0): number | undefined => probability(shockOf(row, shiftMs));

/** Located by Kandilli. */
const BLASTS: Record<string, Row[]> = {
  Milas: [
    ['2018-07-16 09:19:29', 37.1635, 27.8252, 0, 1.8],
    ['2018-11-08 09:08:33', 37.1747, 27.8552, 0, 1.7],
    ['2014-11-16 10:00:14', 37.1038, 27.8393, 1.6, 1.6],
  ],
  Tavşanlı: [
    ['2009-10-10 10:18:46', 39.6562, 29.469, 7.7, 2.8],
    ['2014-03-03 09:53:03', 39.6528, 29.4602, 4, 2.1],
    ['2015-07-03 08:43:39', 39.653, 29.4177, 0, 2.2],
  ],
};

for (const [place, rows] of Object.entries(BLASTS))
  test(`${place}: probable by day, nothing at 02:00`, () => {
    for (const row of rows) {
      const { halfHour } = localTime(at(row[0]));
      assert.ok(of(row)! > 0.5, row[0]);
      assert.equal(of(row, ((4 - halfHour) / 48) * DAY), undefined, row[0]);
    }
  });

/** Aftershocks of the M 5.8 of 2019-09-26 off Silivri, by day, located by Kandilli. */
const SILIVRI: Row[] = [
  ['2019-09-26 05:34:24', 40.9637, 28.1833, 17.1, 1.5],
  ['2019-09-26 11:45:33', 40.861, 28.2448, 9.5, 2.4],
  ['2019-09-26 14:26:41', 40.9305, 28.2265, 7.8, 1.8],
  ['2019-09-27 06:45:55', 40.8608, 28.2988, 5.9, 2.3],
];

test('aftershocks off Silivri are no blasts', () => {
  for (const row of SILIVRI) assert.equal(probability({ ...shockOf(row), district: undefined }), undefined, row[0]);
});

const LIVE = 'kandilli/lst0_firstseen_2025-10_2026-08.csv.gz';
const skip = withoutFolder('kandilli');

/** Kandilli's live list: origin times on the clock of Türkiye. */
function liveRows(): Row[] {
  const rows = parseCsv<Record<string, string>>(Buffer.from(realDocument(LIVE)).toString('latin1'), { columns: true });
  return rows.flatMap((row): Row[] => {
    const local = `${row['Tarih']!.replaceAll('.', '-')} ${row['Saat']}`;
    const read = instantOfIstanbul(civilOfEpoch(at(local)));
    if (!('time' in read)) return [];
    const [latitude, longitude, depth, magnitude] = ['Enlem', 'Boylam', 'Derinlik', 'ML'].map((one) => Number(row[one]));
    const utc = new Date(read.time).toISOString().slice(0, 19).replace('T', ' ');
    return [[utc, latitude!, longitude!, depth!, magnitude!]];
  });
}

test('Sındırgı since October 2025: of its thousands of shocks by day at most one in a thousand', { skip }, () => {
  const centre = { latitude: 39.2, longitude: 28.1 };
  const near = liveRows().filter(
    ([, latitude, longitude, , magnitude]) => magnitude < 3.5 && distanceKm({ latitude, longitude }, centre) < 15,
  );
  const byDay = near.filter(([time]) => Math.abs(localTime(at(time)).halfHour - 26) <= 10);
  assert.ok(byDay.length > 1000, String(byDay.length));
  assert.ok(byDay.filter((row) => (of(row) ?? 0) > 0.5).length <= byDay.length / 1000);
});

test('the mines of Milas in the live list: most by day are blasts, none by night', { skip }, () => {
  const mines = new Set([371278, 372278, 372281, 372282]);
  const near = liveRows().filter(([, latitude, longitude]) => mines.has(cellOf({ latitude, longitude, district: 'Milas' })));
  const isNight = ([time]: Row): boolean => Math.abs(localTime(at(time)).halfHour - 23.5) > 16;
  const [night, day] = [near.filter(isNight), near.filter((row) => !isNight(row))];
  assert.ok(night.length > 5 && day.length > 20, `${night.length}, ${day.length}`);
  for (const row of night) assert.equal(of(row), undefined);
  assert.ok(day.filter((row) => (of(row) ?? 0) > 0.5).length > day.length / 2);
});
