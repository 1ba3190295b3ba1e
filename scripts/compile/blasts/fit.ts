/**
 * Fits the table of blasts: a mixture of earthquakes and blasts in cells of 0.1°, by expectation and maximisation
 * (Dempster, Laird and Rubin 1977, Journal of the Royal Statistical Society B 39, 1-38). Nothing is labelled.
 */
import { DAY_KINDS } from '#seismology/blasts/clock.ts';
import { DEPTHS, MAGNITUDE_CLASSES, OFF_LAND, PERIODS, SIZES } from '#seismology/blasts/signs.ts';
import {
  blastShare,
  FIRST_HALF_HOUR,
  LAST_HALF_HOUR,
  type BlastCell,
  type BlastTable,
  type Spread,
} from '#seismology/blasts/table.ts';
import type { BlastRow } from './rows.ts';

/** Chosen by the likelihood of the half of the years that was left out (docs/data-quality.md). */
interface Priors {
  /** Share of blasts of the whole country that a cell without neighbours begins with. */
  country: number;
  /** Weights in earthquakes: country in neighbourhood, neighbourhood in cell, cell in its period. */
  neighbourhood: number;
  cell: number;
  period: number;
  /** Weight of the country's half hours in a cell's own, in blasts. */
  halfHours: number;
}

const PRIORS: Priors = { country: 0.01, neighbourhood: 12, cell: 18, period: 12, halfHours: 30 };

const ROUNDS = 30;

/** Weights of the cells around, by the difference of their numbers; {@link TWIN} is that of land and sea of one. */
const TWIN = 0.5;
const AROUND: readonly [step: number, weight: number][] = [
  [0, 1],
  ...[-1000, -1, 1, 1000].map((step): [number, number] => [step, 0.5]),
  ...[-1001, -999, 999, 1001].map((step): [number, number] => [step, 0.25]),
];

/** Expected blasts of a cell. */
interface Tally {
  /** Earthquakes and blasts, weighted, by period. */
  all: number[];
  blasts: number[];
  halfHours: number[];
  events: number;
  expected: number;
}

const zeros = (length: number): number[] => Array.from({ length }, () => 0);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
const isByDay = (halfHour: number): boolean => halfHour >= FIRST_HALF_HOUR && halfHour < LAST_HALF_HOUR;

/** Weighted counts of one kind, which become its spread. */
class Counts {
  readonly halfHours: number[][];
  readonly days = DAY_KINDS.map(() => 1);
  readonly depths = PERIODS.map(() => DEPTHS.map(() => 1));
  readonly magnitudes = PERIODS.map(() => zeros(MAGNITUDE_CLASSES).fill(1));

  constructor(canBe: (halfHour: number) => boolean) {
    this.halfHours = SIZES.map(() => zeros(48).map((_, halfHour) => (canBe(halfHour) ? 0.1 : 0)));
  }

  add({ size, halfHour, dayKind, depth, period, magnitude }: BlastRow['signs'], weight: number): void {
    this.halfHours[size]![halfHour]! += weight;
    this.days[dayKind]! += weight;
    if (depth !== undefined) this.depths[period]![depth]! += weight;
    this.magnitudes[period]![magnitude]! += weight;
  }

  spread(): Spread {
    const shares = (counts: readonly number[]): number[] => counts.map((count) => count / sum(counts));
    return {
      halfHours: this.halfHours.map(shares),
      days: shares(this.days),
      depths: this.depths.map(shares),
      magnitudes: this.magnitudes.map(shares),
    };
  }
}

/** @param rows of any years @returns a table with every cell that has a row */
export function fitBlasts(rows: readonly BlastRow[], priors: Priors = PRIORS): BlastTable {
  let table = first(rows, priors);
  for (let round = 0; round < ROUNDS; round += 1) table = improved(rows, table, priors);
  return table;
}

/** Earthquakes at all hours, blasts between 09:00 and 18:00, a tenth of them everywhere. */
function first(rows: readonly BlastRow[], priors: Priors): BlastTable {
  const all = new Counts(() => true);
  for (const { signs, weight } of rows) all.add(signs, weight);
  const earthquakes = all.spread();
  const halfHours = zeros(48).map((_, one) => (one >= 18 && one < 36 ? 1 / 18 : isByDay(one) ? 1e-4 : 0));
  const cell: BlastCell = { shares: PERIODS.map(() => 0.1), halfHours: [], events: 0, blasts: 0 };
  return {
    earthquakes: { ...earthquakes, halfHours: SIZES.map(() => zeros(48).fill(1 / 48)) },
    blasts: { ...earthquakes, halfHours: SIZES.map(() => halfHours) },
    prior: priors.halfHours,
    cells: new Map(rows.map(({ signs }) => [signs.cell, cell])),
  };
}

function improved(rows: readonly BlastRow[], table: BlastTable, priors: Priors): BlastTable {
  const [earthquakes, blasts] = [new Counts(() => true), new Counts(isByDay)];
  const tallies = new Map<number, Tally>();
  for (const { signs, weight } of rows) {
    const share = blastShare(table, signs);
    earthquakes.add(signs, weight * (1 - share));
    if (isByDay(signs.halfHour)) blasts.add(signs, weight * share);
    const tally = tallies.getOrInsertComputed(signs.cell, newTally);
    tally.all[signs.period]! += weight;
    tally.blasts[signs.period]! += weight * share;
    tally.events += 1;
    tally.expected += share;
    if (share > 0) tally.halfHours[signs.halfHour - FIRST_HALF_HOUR]! += weight * share;
  }
  return {
    earthquakes: earthquakes.spread(),
    blasts: blasts.spread(),
    prior: priors.halfHours,
    cells: new Map([...tallies].map(([cell, tally]) => [cell, cellFrom(cell, tally, { tallies, priors })])),
  };
}

const newTally = (): Tally => ({
  all: PERIODS.map(() => 0),
  blasts: PERIODS.map(() => 0),
  halfHours: zeros(LAST_HALF_HOUR - FIRST_HALF_HOUR),
  events: 0,
  expected: 0,
});

interface Surroundings {
  tallies: ReadonlyMap<number, Tally>;
  priors: Priors;
}

/** From the country to the neighbourhood, to the cell, to each of its periods. */
function cellFrom(cell: number, { all, blasts, halfHours, events, expected }: Tally, around: Surroundings): BlastCell {
  const { tallies, priors } = around;
  const twin = cell % 1000 < OFF_LAND ? OFF_LAND : -OFF_LAND;
  const nearby = [...AROUND, [twin, TWIN] as const].flatMap(([step, weight]) => {
    const tally = tallies.get(cell + step);
    return tally ? [[weight * sum(tally.blasts), weight * sum(tally.all)] as const] : [];
  });
  const towards = (share: number, weight: number, [some, of]: readonly [number, number]): number =>
    (some + weight * share) / (of + weight);
  const neighbourhood = towards(priors.country, priors.neighbourhood, [
    sum(nearby.map(([some]) => some)),
    sum(nearby.map(([, of]) => of)),
  ]);
  const own = towards(neighbourhood, priors.cell, [sum(blasts), sum(all)]);
  return {
    shares: all.map((of, period) => towards(own, priors.period, [blasts[period]!, of])),
    halfHours: smooth(halfHours),
    events,
    blasts: expected,
  };
}

/** Over three half hours, weights 1, 2, 1. */
const smooth = (values: readonly number[]): number[] =>
  values.map((value, index) => ((values[index - 1] ?? value) + 2 * value + (values[index + 1] ?? value)) / 4);
