/** Chances of aftershocks: the parameters fitted again, and what came in windows that the fit does not know. */
import { AFTERSHOCK_PARAMETERS, type Parameters } from '#seismology/aftershocks/parameters.ts';
import { formatDay } from '#core/time.ts';
import { readCatalog } from '../../generator/catalog/database.ts';
import { findingOf, type BenchOptions, type Finding } from './figures.ts';
import { fitParameters } from './forecasts/fit.ts';
import { sequencesOf, type KnownSequence } from './forecasts/sequences.ts';
import {
  brier,
  HEAD,
  isWithin,
  judge,
  lineOf,
  reliability,
  STARTS,
  THRESHOLDS,
  type Judged,
} from './forecasts/windows.ts';

const FITTED_YEARS = new Set([2011, 2020, 2023, 2025]);

const textOf = (of: Parameters): string =>
  Object.entries(of)
    .map(([name, value]: [string, number]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(', ');

/** @param options with a catalogue of a run of real-data; without one nothing is measured, which the text states */
export async function* benchForecasts({ catalogue }: BenchOptions): AsyncGenerator<Finding | string> {
  if (catalogue === undefined) {
    yield 'forecasts: skipped, no catalogue of real data (--catalogue FILE)';
    return;
  }
  const db = readCatalog(catalogue);
  const all = sequencesOf(db);
  db.close();
  const here = all.filter(({ main }) => main.isHere);
  const [fitted, held] = [true, false].map((is) => here.filter(({ year }) => FITTED_YEARS.has(year) === is)) as [
    KnownSequence[],
    KnownSequence[],
  ];
  yield `fitted: ${fitted.map(({ main }) => `${formatDay(main.time)} M ${main.magnitude}`).join(', ')}`;
  const { parameters, value } = fitParameters(fitted, AFTERSHOCK_PARAMETERS);
  yield `shipped: ${textOf(AFTERSHOCK_PARAMETERS)}\nfitted again: ${textOf(parameters)} (${value.toFixed(1)})`;
  const known = judge(fitted, AFTERSHOCK_PARAMETERS);
  yield* tables('Türkiye, other years', judge(held, AFTERSHOCK_PARAMETERS), known);
  yield* tables('each fitted sequence by the others', leftOut(fitted), known);
  const abroad = all.filter(({ main }) => !main.isHere);
  yield* tables('outside of Türkiye', judge(abroad, AFTERSHOCK_PARAMETERS), known);
}

const ROUNDS_LEFT_OUT = 60;

const leftOut = (fitted: readonly KnownSequence[]): Judged[] =>
  fitted.flatMap((sequence) => {
    const others = fitted.filter((one) => one !== sequence);
    return judge([sequence], fitParameters(others, AFTERSHOCK_PARAMETERS, ROUNDS_LEFT_OUT).parameters);
  });

/** @param fitted windows of the sequences of the fit, which climatology counts */
function* tables(name: string, judged: readonly Judged[], fitted: readonly Judged[]): Generator<Finding | string> {
  const main = judged.filter(({ threshold }) => threshold !== 'largest');
  yield `\n${name}: ${new Set(judged.map(({ sequence }) => sequence)).size} main shocks\n\n${HEAD}`;
  yield lineOf('all', judged);
  for (const threshold of THRESHOLDS)
    for (const hours of [24, 168])
      yield lineOf(
        `M ≥ ${threshold}, ${hours} h`,
        judged.filter((one) => one.threshold === threshold && one.hours === hours),
      );
  for (const start of STARTS)
    yield lineOf(
      `from ${start < 1 ? '10 min' : `${start} h`}`,
      main.filter((one) => one.start === start),
    );
  yield lineOf(
    'range up to 1 or more',
    judged.filter(({ high }) => high > 0),
  );
  yield lineOf(
    'expected 1 or more',
    judged.filter(({ expected }) => expected >= 1),
  );
  yield lineOf(
    'one or more came',
    judged.filter(({ count }) => count > 0),
  );
  yield '';
  yield* reliability(main);
  const climatology = (one: Judged): number => {
    const alike = fitted.filter(
      ({ threshold, hours, start }) => threshold === one.threshold && hours === one.hours && start === one.start,
    );
    return alike.filter(({ count }) => count > 0).length / alike.length;
  };
  const scores = [
    ['the forecast', ({ chance }: Judged) => chance],
    ['without what is known', ({ generic }: Judged) => generic],
    ['how often it came in the fitted sequences', climatology],
  ] as const;
  yield `Brier scores of M ≥ 4 and M ≥ 5: ${scores.map(([of, chance]) => `${of} ${brier(main, chance).toFixed(4)}`).join(', ')}`;
  for (const one of judged.filter((each) => !isWithin(each)))
    yield (
      `outside: ${formatDay(one.sequence.main.time)} M ${one.sequence.main.magnitude}, from ${one.start.toFixed(1)} h, ` +
      `M ≥ ${one.magnitude} in ${one.hours} h: ${one.count}, stated ${one.low} to ${one.high}`
    );
  yield findingOf(`forecasts, ${name}: share within the range`, [judged.filter(isWithin).length / judged.length], 0.9);
}
