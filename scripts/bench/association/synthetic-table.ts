/** Ours and every fixed window over the same synthetic reports, several seeds each. */
import { DAY, parseInstant } from '#core/time.ts';
import type { Scenario } from '../../synthetic/seismicity.ts';
import { median } from '../../measure.ts';
import { findingOf, type Finding } from '../figures.ts';
import { scoreOf, type Score } from './score.ts';
import { associated, oneAnAgency } from './synthetic.ts';
import { associateByWindow, VARIANTS, WINDOWS, windowName } from './windows.ts';

interface Rate {
  name: string;
  scenario: Scenario;
  events: number;
  until: number;
  seeds: number[];
  /** F1 that we mean to reach; null where a rate is shown for what it shows. */
  goal: number | null;
}

/**
 * Numbers of events that give the agencies' real numbers of rows.
 * 2022: 18,600 of Kandilli's monthly lists. 24 hours after 2023-02-06 01:17: AFAD M >= 3 553, Kandilli 444, USGS 123.
 * test/scripts/synthetic-rates.test.ts compares the result with the real files.
 */
const END_OF_YEAR = parseInstant('2026-01-01T00:00:00Z')!;
const A_DAY_LATER = parseInstant('2023-02-06T01:17:00Z')! + DAY;
const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const RATES: readonly Rate[] = [
  { name: 'quiet year', scenario: 'quiet', events: 21_500, until: END_OF_YEAR, seeds: seeds(3), goal: 0.995 },
  { name: 'first 24 hours', scenario: 'sequence', events: 750, until: A_DAY_LATER, seeds: seeds(20), goal: 0.97 },
  { name: 'four times those', scenario: 'sequence', events: 3000, until: A_DAY_LATER, seeds: seeds(5), goal: null },
];

const OURS = 'hiposantr';

/** Scores of each method, one a seed. */
async function scoresOf({ scenario, events, until, seeds: all }: Rate): Promise<Map<string, Score[]>> {
  const scores = new Map<string, Score[]>();
  const add = (who: string, score: Score): void => {
    scores.set(who, [...(scores.get(who) ?? []), score]);
  };
  for (const seed of all) {
    const ours = await associated({ scenario, events, until, seed });
    add(OURS, scoreOf(ours));
    const reports = oneAnAgency(ours);
    for (const window of WINDOWS)
      for (const variant of VARIANTS)
        add(`${windowName(window)}, ${variant}`, scoreOf(associateByWindow(reports, window, variant)));
  }
  return scores;
}

const four = (value: number): string => value.toFixed(4);

function scoreLine(who: string, scores: readonly Score[]): string {
  const of = (part: 'precision' | 'recall' | 'f1'): number[] => scores.map((score) => score[part]);
  const f1 = of('f1');
  return (
    `  ${who.padEnd(42)} precision ${four(median(of('precision')))}  recall ${four(median(of('recall')))}  ` +
    `F1 ${four(median(f1))} (${four(Math.min(...f1))} to ${four(Math.max(...f1))})`
  );
}

function tableOf({ name, events, seeds: all }: Rate, scores: ReadonlyMap<string, Score[]>): string {
  const sum = (part: 'earthquakes' | 'events' | 'truePairs'): number =>
    scores.get(OURS)!.reduce((total, score) => total + score[part], 0);
  return [
    `${name}: ${events} synthetic events, ${all.length} seeds; in all ${sum('truePairs')} true pairs of agencies, ` +
      `${sum('earthquakes')} earthquakes made of ${sum('events')} reported events`,
    ...[...scores].map(([who, each]) => scoreLine(who, each)),
  ].join('\n');
}

/** Wrong and missing pairs of the best window for each of ours, seed by seed. */
function errorsOf(rate: Rate, scores: ReadonlyMap<string, Score[]>): Finding {
  const wrong = (who: string): number[] => scores.get(who)!.map(({ f1 }) => 1 - f1);
  const windows = [...scores.keys()].filter((who) => who !== OURS);
  const best = windows.reduce((least, who) => (median(wrong(who)) < median(wrong(least)) ? who : least));
  const ours = wrong(OURS);
  // Without any error on our side, half of the smallest observable one is taken.
  const ratios = wrong(best).map(
    (error, seed) => error / Math.max(ours[seed]!, 0.5 / scores.get(OURS)![seed]!.truePairs),
  );
  const finding = findingOf(`association, ${rate.name}: error (1 − F1) of the best window to ours`, ratios, 1);
  return { ...finding, text: `${finding.text}; the best is ${best}` };
}

export async function* benchSynthetic(): AsyncGenerator<Finding | string> {
  for (const rate of RATES) {
    const scores = await scoresOf(rate);
    yield tableOf(rate, scores);
    yield findingOf(
      `association, ${rate.name}: F1`,
      scores.get(OURS)!.map(({ f1 }) => f1),
      rate.goal,
    );
    yield errorsOf(rate, scores);
  }
}
