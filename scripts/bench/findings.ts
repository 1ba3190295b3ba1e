/** Things measured in turn, and their ratios pair by pair: what holds when the machine's speed drifts. */
import { median } from '../measure.ts';

const ROUNDS = 5;

/** What the user may choose. */
export interface BenchOptions {
  /** A folder of the agencies' real data; what needs one is skipped where it is none. */
  data: string;
  /** How many reports are associated when speed is measured. */
  reports: number;
  /** How many earthquakes there are when speed, fairness or the map is measured. */
  events?: number;
  /** A dataset for the map. */
  dist?: string;
  /** A catalogue of real data, for magnitudes. */
  catalogue?: string;
  /** A folder for the plots of magnitude types. */
  plots?: string;
}

interface Comparison {
  name: string;
  /** Figures of ours and of the other, of the same rounds; higher is better. */
  ours: number[];
  other: number[];
  unit: string;
  /** The ratio that we mean to keep. */
  goal: number;
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

const four = (value: number): number => Number(value.toPrecision(4));
const three = (value: number): number => Number(value.toPrecision(3));

function rowOf({ name, ours, other, goal }: Comparison): BenchRow {
  const ratios = ours.map((value, round) => value / other[round]!);
  const ratio = three(median(ratios));
  return { name, ratio, spread: [three(Math.min(...ratios)), three(Math.max(...ratios))], goal, met: ratio >= goal };
}

const rowText = ({ name, ratio, spread, goal, met }: BenchRow): string =>
  `${name}: ${ratio} (${spread[0]} ` +
  `to ${spread[1]}${goal === null ? '' : `; goal ${goal}, ${met ? 'met' : 'not met'}`})`;

export function comparisonFinding(comparison: Comparison): Finding {
  const { ours, other, unit } = comparison;
  const row = rowOf(comparison);
  return { row, text: `${rowText(row)}; ${Math.round(median(ours))} against ${Math.round(median(other))} ${unit}` };
}

/** Values that are ratios already, one a round or seed: their median and spread. */
export function findingOf(name: string, values: readonly number[], goal: number | null): Finding {
  const ratio = median(values);
  const row: BenchRow = {
    name,
    ratio: four(ratio),
    spread: [four(Math.min(...values)), four(Math.max(...values))],
    goal,
    met: goal === null ? null : ratio >= goal,
  };
  return { row, text: rowText(row) };
}

/** A count of what there should be none of. */
export function noneWanted(name: string, count: number): Finding {
  const met = count === 0;
  return {
    row: { name, ratio: count, spread: [count, count], goal: 0, met },
    text: `${name}: ${count} (goal 0, ${met ? 'met' : 'not met'})`,
  };
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
  const { row, text } = comparisonFinding({ name, ours: rates(ours), other: rates(other), goal, unit: 'requests/s' });
  const ratios = ours.map(({ perCpuSecond }, round) => perCpuSecond / other[round]!.perCpuSecond);
  const byCpu = findingOf('by CPU time', ratios, null);
  return { row, text: `${text}; ${byCpu.text}` };
}

/** A figure that is to stay below a goal. @returns goal / figure, so that more is better */
export function below(name: string, values: number[], goal: number, unit: string): Finding {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map(three) as [
    number,
    number,
    number,
  ];
  const met = middle < goal;
  return {
    row: { name, ratio: three(goal / middle), spread: [three(goal / most), three(goal / least)], goal: 1, met },
    text: `${name}: ${middle} ${unit} (${least} to ${most}; goal below ${goal}, ${met ? 'met' : 'not met'})`,
  };
}
