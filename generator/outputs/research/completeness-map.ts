/** Completeness by cell and decade, from the statistics of the years. */
import { BIN, FEWEST, rounded } from '#seismology/frequency-magnitude.ts';
import { CELL_DEGREES, type CellMagnitudes } from './cells.ts';

/**
 * Added to the most frequent magnitude, which is some tenths too small where completeness is gradual (Woessner and
 * Wiemer 2005, Bull. Seism. Soc. Am. 95, 684-698).
 */
const CORRECTION = 0.2;

interface CompleteCell {
  /** Of the south-western corner, in degrees. */
  latitude: number;
  longitude: number;
  count: number;
  mc: number;
}

interface CompleteDecade {
  /** First year; the last one is nine years later. */
  from: number;
  /** From south to north, and west to east: those with {@link FEWEST} magnitudes or more. */
  cells: CompleteCell[];
}

interface Year {
  year: number;
  cells?: readonly CellMagnitudes[];
}

/**
 * Mc by maximum curvature (Wiemer and Wyss 2000, Bull. Seism. Soc. Am. 90, 859-869): the most frequent magnitude, of
 * equal ones the greatest, and {@link CORRECTION}.
 */
export function completeDecades(years: readonly Year[]): CompleteDecade[] {
  const decades = Map.groupBy(years, ({ year }) => Math.floor(year / 10) * 10);
  return [...decades]
    .sort(([a], [b]) => a - b)
    .flatMap(([from, some]) => {
      const cells = completeCells(some.flatMap((one) => one.cells ?? []));
      return cells.length > 0 ? [{ from, cells }] : [];
    });
}

function completeCells(all: readonly CellMagnitudes[]): CompleteCell[] {
  const groups = Map.groupBy(all, ({ latitude, longitude }) => `${latitude} ${longitude}`);
  return [...groups.values()]
    .flatMap((group) => {
      const { latitude, longitude } = group[0]!;
      const { count, mode } = summed(group);
      return count < FEWEST ? [] : [{ latitude, longitude, count, mc: rounded(mode * BIN + CORRECTION, 1) }];
    })
    .sort((a, b) => a.latitude - b.latitude || a.longitude - b.longitude);
}

/** How many magnitudes of several years, and the most frequent one in tenths. */
function summed(years: readonly CellMagnitudes[]): { count: number; mode: number } {
  const tenths = new Map<number, number>();
  for (const { least, counts } of years)
    counts.forEach((count, bin) => tenths.set(least + bin, (tenths.get(least + bin) ?? 0) + count));
  let [count, mode, most] = [0, -Infinity, 0];
  for (const [tenth, number] of tenths) {
    count += number;
    if (number > most || (number === most && tenth > mode)) [mode, most] = [tenth, number];
  }
  return { count, mode };
}

export const completenessFile = (decades: readonly CompleteDecade[]): string =>
  `{"cell_degrees":${CELL_DEGREES},"fewest":${FEWEST},"decades":[` +
  decades
    .map(
      ({ from, cells }) => `\n{"from":${from},"cells":[${cells.map((one) => `\n${JSON.stringify(one)}`).join(',')}]}`,
    )
    .join(',') +
  ']}\n';
