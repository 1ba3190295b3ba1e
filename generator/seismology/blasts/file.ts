/** The form of `data/blasts.json`: one line a cell, numbers as short as they may be. */
import { ExpectedError } from '#core/expected-error.ts';
import { DAY_KINDS } from './clock.ts';
import { DEPTHS, MAGNITUDE_CLASSES, PERIODS, SIZES } from './signs.ts';
import { FIRST_HALF_HOUR, LAST_HALF_HOUR, type BlastCell, type BlastTable, type Spread } from './table.ts';

/** From which catalogue a table was compiled. */
interface BlastProvenance {
  /** Day of the first and of the last earthquake, UTC. */
  from: string;
  to: string;
  /** Earthquakes in Türkiye below M 3.5 and not deeper than 20 km. */
  earthquakes: number;
  /** How many of them each agency locates. */
  agencies: Record<string, number>;
}

/** Number, earthquakes, blasts, shares by period, and blasts by half hour unless there are few. */
type CellLine = [cell: number, events: number, blasts: number, shares: number[], ...halfHours: number[][]];

const digits = (value: number, places: number): number => Number(value.toFixed(places));
const significant = (value: number): number => Number(value.toPrecision(4));

/** A cell with fewer blasts has the half hours of the country. */
const FEW = 3;

function lineOf(cell: number, { events, blasts, shares, halfHours }: BlastCell): CellLine {
  const own = blasts < FEW ? [] : [halfHours.map((count) => digits(count, 1))];
  return [cell, events, digits(blasts, 1), shares.map((share) => digits(share, 3)), ...own];
}

const rounded = ({ halfHours, days, depths, magnitudes }: Spread): Spread => ({
  halfHours: halfHours.map((shares) => shares.map(significant)),
  days: days.map(significant),
  depths: depths.map((shares) => shares.map(significant)),
  magnitudes: magnitudes.map((shares) => shares.map(significant)),
});

/** Cells in the order of their numbers. */
export function formatBlasts({ cells, prior, ...spreads }: BlastTable, provenance: BlastProvenance): string {
  const lines = [...cells].sort(([a], [b]) => a - b).map(([cell, of]) => JSON.stringify(lineOf(cell, of)));
  const head = { provenance, prior, earthquakes: rounded(spreads.earthquakes), blasts: rounded(spreads.blasts) };
  const entries = Object.entries(head).map(([name, value]) => `"${name}": ${JSON.stringify(value)},`);
  return `{\n${entries.join('\n')}\n"cells": [\n${lines.join(',\n')}\n]\n}\n`;
}

/** @throws ExpectedError where it is no table, or a spread or a cell has another number of values */
export function parseBlasts(text: string): BlastTable & { provenance: BlastProvenance } {
  const { cells, ...head } = readJson(text);
  for (const spread of [head.earthquakes, head.blasts]) requireSpread(spread);
  const all = cells.map(([cell, events, blasts, shares, halfHours = []]): [number, BlastCell] => {
    requireLength(shares, PERIODS.length, `shares of cell ${cell}`);
    if (halfHours.length > 0) requireLength(halfHours, LAST_HALF_HOUR - FIRST_HALF_HOUR, `half hours of cell ${cell}`);
    return [cell, { events, blasts, shares, halfHours }];
  });
  return { ...head, cells: new Map(all) };
}

type Json = Omit<BlastTable, 'cells'> & { cells: CellLine[]; provenance: BlastProvenance };

function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new ExpectedError(`data/blasts.json: ${(error as Error).message}`);
  }
}

function requireSpread({ halfHours, days, depths, magnitudes }: Spread): void {
  requireLength(halfHours, SIZES.length, 'sizes');
  requireLength(days, DAY_KINDS.length, 'kinds of day');
  requireLength(depths, PERIODS.length, 'depths');
  requireLength(magnitudes, PERIODS.length, 'magnitudes');
  for (const shares of halfHours) requireLength(shares, 48, 'half hours');
  for (const shares of depths) requireLength(shares, DEPTHS.length, 'depths of a period');
  for (const shares of magnitudes) requireLength(shares, MAGNITUDE_CLASSES, 'magnitudes of a period');
}

function requireLength(values: readonly unknown[] | undefined, length: number, what: string): void {
  if (values?.length !== length)
    throw new ExpectedError(`data/blasts.json: ${values?.length ?? 'no'} ${what}, ${length} expected`);
}
