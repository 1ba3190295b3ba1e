/** Things measured in turn, and their ratios pair by pair: what holds when the machine's speed drifts. */
import { median } from '../measure.ts';

const ROUNDS = 5;

/** What the user may choose. */
export interface BenchOptions {
  /** A folder of the agencies' real data; what needs one is skipped where it is none. */
  data: string;
  /** How many earthquakes there are when speed, fairness or the map is measured. */
  events?: number;
  /** Of the day of an M 7.8. */
  hours: number;
  /** A dataset for the map. */
  dist?: string;
  /** A catalogue of real data for magnitudes, of any for a minute. */
  catalogue?: string;
}

export interface BenchRow {
  name: string;
  /** Median of the ratios ours / other. */
  ratio: number;
  /** Least and greatest ratio of a pair. */
  spread: [number, number];
  /** Null, like `met`, for what is measured without a goal. */
  goal: number | null;
  met: boolean | null;
}

/** A row of the table with a text about it. */
export interface Finding {
  row: BenchRow;
  text: string;
}

const short = (value: number): number => Number(value.toPrecision(4));

function rowOf(name: string, values: readonly number[], goal: number | null): BenchRow {
  const ratio = median(values);
  const spread = [Math.min(...values), Math.max(...values)].map(short) as [number, number];
  return { name, ratio: short(ratio), spread, goal, met: goal === null ? null : ratio >= goal };
}

/** Values that are ratios already, one a round or seed: their median and spread. */
export function findingOf(name: string, values: readonly number[], goal: number | null): Finding {
  const row = rowOf(name, values, goal);
  const { ratio, spread, met } = row;
  const wanted = goal === null ? '' : `; goal ${goal}, ${met ? 'met' : 'not met'}`;
  return { row, text: `${name}: ${ratio} (${spread[0]} to ${spread[1]}${wanted})` };
}

/** Figures of ours and of the other, of the same rounds; higher is better. @param goal the ratio to keep */
export function comparisonFinding(
  name: string,
  [ours, other]: [number[], number[]],
  goal: number,
  unit = 'requests/s',
): Finding {
  const { row, text } = findingOf(
    name,
    ours.map((value, round) => value / other[round]!),
    goal,
  );
  return { row, text: `${text}; ${Math.round(median(ours))} against ${Math.round(median(other))} ${unit}` };
}

/** By name, one figure a round; the round 0 is a warm-up. */
export async function inRounds<Name extends string, Figure>(
  measured: Record<Name, (round: number) => Promise<Figure>>,
): Promise<Record<Name, Figure[]>> {
  const entries = Object.entries(measured) as [Name, (round: number) => Promise<Figure>][];
  const figures = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Figure[]>;
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, measure] of entries) {
      const figure = await measure(round);
      if (round > 0) figures[name].push(figure);
    }
  return figures;
}

/** Answers of a server by time and by its own CPU time, which other processes do not change. */
export interface Rate {
  perSecond: number;
  perCpuSecond: number;
}

export function against(name: string, [ours, other]: [Rate[], Rate[]], goal: number): Finding {
  const rates = (list: Rate[]): number[] => list.map(({ perSecond }) => perSecond);
  const { row, text } = comparisonFinding(name, [rates(ours), rates(other)], goal);
  const ratios = ours.map(({ perCpuSecond }, round) => perCpuSecond / other[round]!.perCpuSecond);
  return { row, text: `${text}; ${findingOf('by CPU time', ratios, null).text}` };
}

/** A figure that is to stay below a goal. @returns goal / figure, so that more is better */
export function below(name: string, values: number[], goal: number, unit: string): Finding {
  const figures = rowOf(name, values, null);
  const row = rowOf(
    name,
    values.map((value) => goal / value),
    1,
  );
  const met = row.met ? 'met' : 'not met';
  const [least, most] = figures.spread;
  return { row, text: `${name}: ${figures.ratio} ${unit} (${least} to ${most}; goal below ${goal}, ${met})` };
}
