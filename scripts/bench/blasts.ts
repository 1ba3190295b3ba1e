/** Probabilities of blasts: fitted on half of the years, checked on the other half, and the table that ships. */
import { readFileSync } from 'node:fs';
import { parseBlasts } from '#seismology/blasts/file.ts';
import { blastShare, type BlastTable } from '#seismology/blasts/table.ts';
import { readCatalog } from '../../generator/catalog/database.ts';
import { blastText } from '../compile/blasts/compile.ts';
import { blastRows, type BlastRow } from '../compile/blasts/rows.ts';
import { isDay, isNight, isOut, ofSequence, PLACES, SEQUENCES, unevenCells } from './blasts/places.ts';
import { byMagnitude, reliability, type Judged } from './blasts/reliability.ts';
import { findingOf, type BenchOptions, type Finding } from './figures.ts';

/** @param options with a catalogue of a run of real-data; without one nothing is measured, which the text states */
export async function* benchBlasts({ catalogue }: BenchOptions): AsyncGenerator<Finding | string> {
  if (catalogue === undefined) {
    yield 'blasts: skipped, no catalogue of real data (--catalogue FILE)';
    return;
  }
  const db = readCatalog(catalogue);
  const rows = blastRows(db);
  db.close();
  const isEven = ({ signs }: BlastRow): boolean => signs.year % 2 === 0;
  const [even, odd] = [rows.filter(isEven), rows.filter((row) => !isEven(row))];
  const checked: Judged[] = [];
  for (const [name, fitted, other] of [
    ['fitted on even years, checked on odd ones', even, odd],
    ['fitted on odd years, checked on even ones', odd, even],
  ] as const) {
    const table = parseBlasts(blastText(fitted));
    const judged = judge(other, table);
    yield* benchHalf(name, judged, table);
    checked.push(...judged);
  }
  const shipped = parseBlasts(readFileSync(new URL('../../data/blasts.json', import.meta.url), 'utf8'));
  yield* benchPlaces('by the other half of the years', checked);
  yield* benchPlaces('by the table that ships, which knows them', judge(rows, shipped));
}

const judge = (rows: readonly BlastRow[], table: BlastTable): Judged[] =>
  rows.map((row) => ({ ...row, share: blastShare(table, row.signs) }));

function* benchHalf(name: string, judged: readonly Judged[], table: BlastTable): Generator<Finding | string> {
  yield `\n${name}: ${judged.filter(isOut).length} of ${judged.length} above 0.5`;
  yield '\n| Predicted | Earthquakes | Mean predicted | Found |\n|---|---|---|---|';
  const bins = reliability(judged, table);
  for (const { from, earthquakes, predicted, found } of bins)
    yield `| from ${from} | ${Math.round(earthquakes)} | ${predicted.toFixed(2)} | ${found.toFixed(2)} |`;
  const off = bins.map(({ earthquakes, predicted, found }) => earthquakes * Math.abs(predicted - found));
  const all = bins.reduce((sum, { earthquakes }) => sum + earthquakes, 0);
  yield findingOf(`blasts, ${name}: 1 less the mean error`, [1 - off.reduce((a, b) => a + b, 0) / all], null);
  yield '\n| Cells with a share from 0.2, M from | By day | Above 0.5 | Predicted | Found |\n|---|---|---|---|---|';
  for (const { from, all, out, predicted, found } of byMagnitude(judged, table))
    yield `| ${from} | ${all} | ${out} | ${Math.round(predicted)} | ${Math.round(found)} |`;
  yield '\n| Hour of Türkiye | All | Above 0.5 | Left |\n|---|---|---|---|';
  for (const [hour, own] of [...Map.groupBy(judged, ({ signs }) => signs.halfHour >> 1)].sort(([a], [b]) => a - b)) {
    const out = own.filter(isOut).length;
    yield `| ${hour} | ${own.length} | ${out} | ${own.length - out} |`;
  }
}

function* benchPlaces(name: string, judged: readonly Judged[]): Generator<string> {
  yield `\n${name}; counts by day 8 to 18, by night 20 to 6\n`;
  yield '| Place | By day : by night | Above 0.5 | Left, by day : by night |\n|---|---|---|---|';
  const cells = unevenCells(judged);
  const places = Object.entries(PLACES).map(([place, isThere]) => [place, judged.filter(isThere)] as const);
  yield lineOf('all', judged);
  for (const [place, own] of places) yield lineOf(place, own);
  yield lineOf(`${cells.size} uneven cells, M 1 to 3 since 2010`, [...cells.values()].flat());
  yield '\n| Sequence, M < 3.5 | By day : by night | Above 0.5 |\n|---|---|---|';
  for (const sequence of SEQUENCES) {
    const own = ofSequence(judged, sequence);
    yield `| ${sequence.name} | ${balance(own)} | ${own.filter(isOut).length} |`;
  }
}

const balance = (some: readonly Judged[]): string => `${some.filter(isDay).length} : ${some.filter(isNight).length}`;

const lineOf = (place: string, own: readonly Judged[]): string =>
  `| ${place} | ${balance(own)} | ${own.filter(isOut).length} | ${balance(own.filter((one) => !isOut(one)))} |`;
