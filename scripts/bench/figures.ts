/** Figures measured in turn with what they are compared with, pair by pair: a drifting machine changes both. */
import { median } from '../measure.ts';

/** What the user may choose. */
export interface BenchOptions {
  /** A folder of the agencies' real data; what needs one is skipped where it is none. */
  data: string;
  /** How many earthquakes there are. */
  events?: number;
  /** Of the day of an M 7.8. */
  hours: number;
  /** A ready dataset. */
  dist?: string;
  /** Another checkout, of a version before: measured in turn with this one. */
  against?: string;
  /** A ready dataset of that version, and its catalogue. */
  againstDist?: string;
  againstCatalogue?: string;
  /** Only rows whose name has this. */
  only?: string;
  /** Agencies' documents for a build. */
  documents?: string;
  /** A catalogue for a minute, for magnitudes, or for blasts. */
  catalogue?: string;
}

export interface BenchRow {
  name: string;
  /** Median of ours / other, or of goal / ours for what is to stay below a goal: more is better. */
  ratio: number;
  /** Least and greatest ratio of a pair. */
  spread: [number, number];
  /** Null, like `met`, for what is measured without a goal. */
  goal: number | null;
  met: boolean | null;
  /** The same ratio of the version before, and how many times better the present one is: median and spread. */
  before?: number;
  change?: number;
  changeSpread?: [number, number];
}

/** A row with a text about it. */
export interface Finding {
  row: BenchRow;
  text: string;
}

type Figure = (round: number) => Promise<number>;

export interface Row {
  name: string;
  /** Of the ratio; without `beside` what ours is to stay below. */
  goal: number | null;
  unit: string;
}

/** How a row is measured. The round 0 is a warm-up. */
export interface Measured extends Row {
  ours: Figure;
  beside?: Figure;
  /** The version before; beside the same, where nothing is named. */
  before?: { ours: Figure; beside?: Figure } | undefined;
}

const ROUNDS = 5;
const short = (value: number): number => Number(value.toPrecision(4));

function rowOf(name: string, values: readonly number[], goal: number | null): BenchRow {
  const ratio = median(values);
  const spread = [Math.min(...values), Math.max(...values)].map(short) as [number, number];
  return { name, ratio: short(ratio), spread, goal, met: goal === null ? null : ratio >= goal };
}

const metText = ({ met }: BenchRow): string => (met ? 'met' : 'not met');

/** Values that are ratios already, one a round or seed: their median and spread. */
export function findingOf(name: string, values: readonly number[], goal: number | null): Finding {
  const row = rowOf(name, values, goal);
  const wanted = goal === null ? '' : `; goal ${goal}, ${metText(row)}`;
  return { row, text: `${name}: ${row.ratio} (${row.spread[0]} to ${row.spread[1]}${wanted})` };
}

function findingBelow({ name, goal, unit }: Row, values: readonly number[]): Finding {
  const { ratio, spread } = rowOf(name, values, null);
  const range = `${name}: ${ratio} ${unit} (${spread[0]} to ${spread[1]}`;
  if (goal === null) return { row: { name, ratio, spread, goal, met: null }, text: `${range})` };
  const row = rowOf(
    name,
    values.map((value) => goal / value),
    1,
  );
  return { row, text: `${range}; goal below ${goal}, ${metText(row)})` };
}

/** One round of a row. */
interface Round {
  ours: number;
  beside: number | undefined;
  /** Of the version before. */
  before: { ours: number; beside: number | undefined } | undefined;
}

async function roundOf({ ours, before, beside }: Measured, round: number): Promise<Round> {
  const own = await ours(round);
  const former = await before?.ours(round);
  const besideFormer = await before?.beside?.(round);
  const other = await beside?.(round);
  return {
    ...{ ours: own, beside: other },
    before: former === undefined ? undefined : { ours: former, beside: besideFormer ?? other },
  };
}

/** Measures rows one after the other: in each round ours, the version before, and what both are compared with. */
export async function* measured(rows: Iterable<Measured>, rounds = ROUNDS): AsyncGenerator<Finding> {
  for (const row of rows) {
    const figures: Round[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const one = await roundOf(row, round);
      if (round > 0) figures.push(one);
    }
    yield findingFrom(row, figures);
  }
}

/**
 * Rows of one work, which gives a figure for each of them; in each round the present version, then the one before.
 * @param versions the present one first
 */
export async function* inTurn<V>(
  [now, before]: readonly [V, V | undefined],
  { rows, rounds }: { rows: readonly Row[]; rounds: number },
  work: (version: V) => Promise<number[]> | number[],
): AsyncGenerator<Finding> {
  const figures: [ours: number[], before: number[] | undefined][] = [];
  for (let round = 0; round < rounds; round += 1)
    figures.push([await work(now), before === undefined ? undefined : await work(before)]);
  for (const [nth, row] of rows.entries())
    yield findingFrom(
      row,
      figures.map(([ours, former]) => ({
        ...{ ours: ours[nth]!, beside: undefined },
        before: former && { ours: former[nth]!, beside: undefined },
      })),
    );
}

const findingFrom = (row: Row, figures: readonly Round[]): Finding =>
  withBefore(row, findingOfNow(row, figures), figures);

function findingOfNow(row: Row, figures: readonly Round[]): Finding {
  const ours = figures.map((one) => one.ours);
  const beside = figures.flatMap((one) => one.beside ?? []);
  if (beside.length === 0) return findingBelow(row, ours);
  const finding = findingOf(row.name, figures.map(ratioOf), row.goal);
  const against = `${Math.round(median(ours))} against ${Math.round(median(beside))} ${row.unit}`;
  return { ...finding, text: `${finding.text}; ${against}` };
}

const ratioOf = ({ ours, beside = 1 }: Pick<Round, 'ours' | 'beside'>): number => ours / beside;

function withBefore({ unit }: Row, { row, text }: Finding, figures: readonly Round[]): Finding {
  const pairs = figures.flatMap((one) => (one.before ? [[ratioOf(one), ratioOf(one.before)] as const] : []));
  if (pairs.length === 0) return { row, text };
  const isRatio = figures[0]!.beside !== undefined;
  const before = short(median(pairs.map(([, former]) => former)));
  const changes = pairs.map(([now, former]) => (isRatio ? now / former : former / now));
  const { ratio: change, spread } = rowOf('', changes, null);
  return {
    row: { ...row, before, change, changeSpread: spread },
    text: `${text}; before ${before}${isRatio ? '' : ` ${unit}`}: ${change} times as good (${spread[0]} to ${spread[1]})`,
  };
}
