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
  /** A dataset for pages and walk. */
  dist?: string;
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
}

/** A row with a text about it. */
export interface Finding {
  row: BenchRow;
  text: string;
}

/** How a row is measured. The round 0 is a warm-up. */
export interface Measured {
  name: string;
  /** Of the ratio; without `beside` what ours is to stay below. */
  goal: number;
  unit: string;
  ours(round: number): Promise<number>;
  beside?(round: number): Promise<number>;
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

function findingBelow({ name, goal, unit }: Measured, values: readonly number[]): Finding {
  const { ratio, spread } = rowOf(name, values, null);
  const shares = values.map((value) => goal / value);
  const row = rowOf(name, shares, 1);
  const text = `${name}: ${ratio} ${unit} (${spread[0]} to ${spread[1]}; goal below ${goal}, ${metText(row)})`;
  return { row, text };
}

/** Measures rows one after the other. */
export async function* measured(rows: Iterable<Measured>, rounds = ROUNDS): AsyncGenerator<Finding> {
  for (const row of rows) {
    const [ours, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      const figures = [await row.ours(round), await row.beside?.(round)] as const;
      if (round === 0) continue;
      ours.push(figures[0]);
      if (figures[1] !== undefined) beside.push(figures[1]);
    }
    if (beside.length === 0) yield findingBelow(row, ours);
    else {
      const ratios = ours.map((figure, round) => figure / beside[round]!);
      const finding = findingOf(row.name, ratios, row.goal);
      const against = `${Math.round(median(ours))} against ${Math.round(median(beside))} ${row.unit}`;
      yield { ...finding, text: `${finding.text}; ${against}` };
    }
  }
}
