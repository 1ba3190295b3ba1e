/** Two things measured in turn, and their ratio pair by pair: what holds when the machine's speed drifts. */

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
}

export interface Comparison {
  name: string;
  /** Figures of ours and of the other, of the same rounds; higher is better. */
  ours: number[];
  other: number[];
  unit: string;
  /** The ratio that we mean to keep. */
  goal: number;
}

export interface Row {
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
  row: Row;
  text: string;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const four = (value: number): number => Number(value.toPrecision(4));
const three = (value: number): number => Number(value.toPrecision(3));

function rowOf({ name, ours, other, goal }: Comparison): Row {
  const ratios = ours.map((value, round) => value / other[round]!);
  const ratio = three(median(ratios));
  return { name, ratio, spread: [three(Math.min(...ratios)), three(Math.max(...ratios))], goal, met: ratio >= goal };
}

const rowText = ({ name, ratio, spread, goal, met }: Row): string =>
  `${name}: ${ratio} (${spread[0]} ` +
  `to ${spread[1]}${goal === null ? '' : `; goal ${goal}, ${met ? 'met' : 'not met'}`})`;

export function comparisonFinding(comparison: Comparison): Finding {
  const { ours, other, unit } = comparison;
  const row = rowOf(comparison);
  return { row, text: `${rowText(row)}; ${Math.round(median(ours))} against ${Math.round(median(other))} ${unit}` };
}

/** Values that are ratios already, one a round or seed: their median and spread. */
export function findingOf(name: string, values: readonly number[], goal: number | null): Finding {
  const ratio = median([...values]);
  const row: Row = {
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
