import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { parseBlasts } from '#seismology/blasts/file.ts';
import { cellOf, signsOf } from '#seismology/blasts/signs.ts';
import { blastShare, type BlastTable } from '#seismology/blasts/table.ts';
import { unevenCells } from '../../scripts/bench/blasts/places.ts';
import { reliability, type Judged } from '../../scripts/bench/blasts/reliability.ts';
import { blastText } from '../../scripts/compile/blasts/compile.ts';
import type { BlastRow } from '../../scripts/compile/blasts/rows.ts';
import { at } from '../support/catalog.ts';
import { Random } from '../../scripts/synthetic/random.ts';

const QUARRY = { latitude: 37.15, longitude: 27.85, district: 'Milas' };
const FAULT = { latitude: 38.65, longitude: 35.25, district: 'Kayseri' };
const START = at('2021-01-01 00:00:00');

/** Synthetic, five years: earthquakes at any hour in both cells, and five blasts a week about noon in one of them. */
function syntheticRows(): BlastRow[] {
  const generator = new Random(7);
  const random = (): number => generator.unit();
  const rows: BlastRow[] = [];
  const add = (place: typeof QUARRY, time: number, depthKm: number): void => {
    const record = { ...place, time, magnitude: 1 + 2 * random(), provinceCode: '48', source: 'kandilli' as const };
    rows.push({ record, signs: signsOf({ ...record, depthKm })!, weight: 1 });
  };
  for (let day = 0; day < 5 * 365; day += 1) {
    const start = START + day * DAY;
    if (random() < 0.6) add(FAULT, start + random() * DAY, 20 * random());
    if (random() < 0.1) add(QUARRY, start + random() * DAY, 20 * random());
    if (day % 7 < 5) add(QUARRY, start + 9 * HOUR + random() * 40 * MINUTE, 3 * random());
  }
  return rows.toSorted((a, b) => a.record.time - b.record.time);
}

const rows = syntheticRows();
const text = blastText(rows);
const table = parseBlasts(text);
const judgedBy = (by: BlastTable): Judged[] => rows.map((row) => ({ ...row, share: blastShare(by, row.signs) }));

test('the fit finds the cell of a quarry, its share and its hours, and takes no cell of earthquakes for one', () => {
  const { events, blasts, shares } = table.cells.get(cellOf(QUARRY))!;
  const fired = rows.filter(({ signs, record }) => record.latitude === QUARRY.latitude && signs.halfHour === 24).length;
  assert.ok(Math.abs(blasts - 1304) < 30, `${blasts} of ${events}, ${fired} from 12:00 to 12:29`);
  assert.ok(Math.abs(shares.at(-1)! - 1304 / events) < 0.03);
  assert.deepEqual([...table.cells.keys()], [cellOf(QUARRY)]);
  const [, large] = table.blasts.halfHours;
  const noon = large![24]! + large![25]!;
  assert.ok(noon > 0.95, String(noon));
});

test('the same catalogue gives the same table', () => assert.equal(blastText(syntheticRows()), text));

test('predicted and found shares agree, and a table with other hours is found out', () => {
  const off = (bins: ReturnType<typeof reliability>): number =>
    Math.max(...bins.filter(({ earthquakes }) => earthquakes > 100).map((bin) => Math.abs(bin.predicted - bin.found)));
  assert.ok(off(reliability(judgedBy(table), table)) < 0.05);
  const wrong = judgedBy(table).map((one) => ({ ...one, share: one.share / 2 }));
  assert.ok(off(reliability(wrong, table)) > 0.3);
});

test('a cell is uneven where its day has five times its night', () => {
  assert.deepEqual([...unevenCells(judgedBy(table)).keys()], [cellOf(QUARRY)]);
});
