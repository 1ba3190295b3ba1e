/** What a forecast stated, and what came. */
import { HOUR } from '#core/time.ts';
import { forecastBy, type AftershockForecast } from '#seismology/aftershock-forecast.ts';
import type { Parameters } from '#seismology/aftershocks/parameters.ts';
import type { KnownSequence } from './sequences.ts';

export const STARTS = [1 / 6, 1, 6, 24, 72, 168, 720];
/** Least magnitudes in the order of a forecast. */
export const THRESHOLDS = ['4', '5', 'largest'] as const;

export interface Judged extends AftershockForecast {
  sequence: KnownSequence;
  /** Hours after the main shock. */
  start: number;
  threshold: (typeof THRESHOLDS)[number];
  /** What came. */
  count: number;
  /** Chance by the parameters alone, without what is known of the sequence. */
  generic: number;
}

/** Windows that the catalogue has wholly, while no larger one came before they begin. */
export function judge(sequences: readonly KnownSequence[], parameters: Parameters): Judged[] {
  return sequences.flatMap((sequence) => STARTS.flatMap((start) => [...judgedAt(sequence, start, parameters)]));
}

function* judgedAt(sequence: KnownSequence, start: number, parameters: Parameters): Generator<Judged> {
  const { main, known, complete, until, end } = sequence;
  const now = main.time + start * HOUR;
  if (now > until) return;
  const forecasts = forecastBy(parameters, { main, known, now, complete });
  // What is unknown neither raises nor lowers a chance: a catalogue that is complete from M 9 up.
  const generic = forecastBy(parameters, { main, known: [], now, complete: 9 });
  for (const [index, forecast] of forecasts.entries()) {
    const to = now + forecast.hours * HOUR;
    if (to > end) continue;
    const least = forecast.magnitude - 1e-9;
    const count = known.filter(({ time, magnitude }) => time > now && time <= to && magnitude >= least).length;
    const threshold = forecast.magnitude === 4 ? '4' : forecast.magnitude === 5 ? '5' : 'largest';
    yield { ...forecast, sequence, start, threshold, count, generic: generic[index]!.chance };
  }
}

export const isWithin = ({ count, low, high }: Judged): boolean => count >= low && count <= high;

const meanOf = (some: readonly Judged[], of: (one: Judged) => number): number =>
  some.reduce((sum, one) => sum + of(one), 0) / some.length;

const came = ({ count }: Judged): number => Number(count > 0);

/** Mean squared error of chances (Brier 1950). */
export const brier = (some: readonly Judged[], chanceOf: (one: Judged) => number): number =>
  meanOf(some, (one) => (chanceOf(one) - came(one)) ** 2);

export const HEAD =
  '| Windows | Number | Within | Above | Below | Mean width | Expected | Came | Chance | Came true | Brier |\n' +
  '|---|---|---|---|---|---|---|---|---|---|---|';

/** A row of {@link HEAD}. */
export function lineOf(name: string, some: readonly Judged[]): string {
  if (some.length === 0) return `| ${name} | 0 | | | | | | | | | |`;
  const share = (of: (one: Judged) => boolean): string => ((100 * some.filter(of).length) / some.length).toFixed(1);
  const mean = (of: (one: Judged) => number, digits: number): string => meanOf(some, of).toFixed(digits);
  const cells = [
    ...[name, some.length, `${share(isWithin)} %`],
    ...[some.filter(({ count, high }) => count > high).length, some.filter(({ count, low }) => count < low).length],
    ...[mean(({ low, high }) => high - low, 1), mean(({ expected }) => expected, 2), mean(({ count }) => count, 2)],
    ...[mean(({ chance }) => chance, 3), mean(came, 3), brier(some, ({ chance }) => chance).toFixed(4)],
  ];
  return `| ${cells.join(' | ')} |`;
}

const BINS = [0, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.01];

/** By chance as predicted. */
export function* reliability(some: readonly Judged[]): Generator<string> {
  yield '| Chance from | Windows | Mean chance | Came true |\n|---|---|---|---|';
  for (const [index, from] of BINS.slice(0, -1).entries()) {
    const own = some.filter(({ chance }) => chance >= from && chance < BINS[index + 1]!);
    if (own.length === 0) continue;
    yield `| ${from} | ${own.length} | ${meanOf(own, ({ chance }) => chance).toFixed(3)} | ${meanOf(own, came).toFixed(3)} |`;
  }
}
