/** Two things measured in turn, and their ratio pair by pair: what holds when the machine's speed drifts. */

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
  goal: number;
  met: boolean;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const three = (value: number): number => Number(value.toPrecision(3));

export function rowOf({ name, ours, other, goal }: Comparison): Row {
  const ratios = ours.map((value, round) => value / other[round]!);
  const ratio = three(median(ratios));
  return { name, ratio, spread: [three(Math.min(...ratios)), three(Math.max(...ratios))], goal, met: ratio >= goal };
}

export const rowText = (row: Row, { ours, other, unit }: Comparison): string =>
  `${row.name}: ${row.ratio} (${row.spread[0]} to ${row.spread[1]}; goal ${row.goal}, ${row.met ? 'met' : 'not met'}); ` +
  `${Math.round(median(ours))} against ${Math.round(median(other))} ${unit}`;
