/** Figures of several things in turn, round by round. */
import type { Finding } from '../comparison.ts';
import { comparisonFinding, median } from '../comparison.ts';

const ROUNDS = 5;

/** By name, one figure a round; the round 0 is a warm-up. */
export async function inRounds<Name extends string>(
  measured: Record<Name, (round: number) => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const entries = Object.entries(measured) as [Name, (round: number) => Promise<number>][];
  const figures = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, measure] of entries) {
      const figure = await measure(round);
      if (round > 0) figures[name].push(figure);
    }
  return figures;
}

export const against = (
  name: string,
  figures: [ours: number[], other: number[]],
  goal: number,
  unit = 'requests/s',
): Finding => comparisonFinding({ name, ours: figures[0], other: figures[1], goal, unit });

/** A figure that is to stay below a goal. @returns goal / figure, so that more is better */
export function below(name: string, values: number[], goal: number, unit: string): Finding {
  const three = (value: number): number => Number(value.toPrecision(3));
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
