/** Figures of several things in turn, round by round. */
import { comparisonFinding, findingOf, median, type Finding } from '../comparison.ts';

const ROUNDS = 5;

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

const ofCpu = (rates: Rate[]): number[] => rates.map(({ perCpuSecond }) => perCpuSecond);

export function against(name: string, [ours, other]: [Rate[], Rate[]], goal: number): Finding {
  const rates = (list: Rate[]): number[] => list.map(({ perSecond }) => perSecond);
  const { row, text } = comparisonFinding({ name, ours: rates(ours), other: rates(other), goal, unit: 'requests/s' });
  const byCpu = findingOf(
    'by CPU time',
    ofCpu(ours).map((rate, round) => rate / ofCpu(other)[round]!),
    null,
  );
  return { row, text: `${text}; ${byCpu.text}` };
}

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
