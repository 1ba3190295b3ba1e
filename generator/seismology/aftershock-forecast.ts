/**
 * How many earthquakes of which magnitude follow in a sequence (Reasenberg and Jones 1989, Science 243, 1173-1176):
 * rate of M or more a day = 10^(a + b (Mm − M)) (t + c)^−p, t in days since a shock of magnitude Mm. Statistics, no
 * prediction of a time and place. Method, fit and verification: docs/aftershocks.md.
 */
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { AFTERSHOCK_PARAMETERS, type Parameters } from './aftershocks/parameters.ts';
import { countRange, type CountRange } from './aftershocks/counts.ts';
import { exposure, posteriorOf } from './aftershocks/posterior.ts';
import { COMPLETE_FROM, FIRST_DAY, sourcesOf, stepsOf, type SequenceShock } from './aftershocks/steps.ts';

export interface AftershockForecast extends CountRange {
  /** From now on. */
  hours: number;
  /** Inclusive. */
  magnitude: number;
}

/** Forecasts are given after main shocks of this magnitude or more. Inclusive. */
const LEAST_FORECAST = 5;
/** And from so long after them: in the first minutes the catalogue lists nearly nothing. Inclusive. */
const FORECAST_FROM: EpochMs = FIRST_DAY * DAY;
/** Until so long after them, as far as a sequence is looked for. Inclusive. */
export const FORECAST_UNTIL: EpochMs = 365 * DAY;

const FORECAST_HOURS = [24, 168] as const;
/** Least magnitudes, inclusive; that of the main shock follows them. */
const FORECAST_MAGNITUDES = [4, 5] as const;

interface Main {
  time: EpochMs;
  magnitude: number;
}

/**
 * Of 24 hours and 7 days, and of the least magnitudes 4, 5 and that of the largest earthquake so far.
 * The range of a count is meant to hold in 95 % of the cases; how often it does is in docs/aftershocks.md.
 *
 * @param known of the catalogue within the doubled window of Gardner and Knopoff of the main shock, in any order;
 *   blasts and doubtful magnitudes are left out by the caller
 * @param complete from this magnitude up `known` has all: {@link COMPLETE_FROM}, or {@link COMPLETE_ABROAD} where the
 *   main shock is in no province; 3 or more
 * @returns empty below M 5, in the first ten minutes, and after a year
 */
export function forecastAftershocks(
  main: Main,
  known: readonly SequenceShock[],
  now: EpochMs,
  complete = COMPLETE_FROM,
): AftershockForecast[] {
  const age = now - main.time;
  if (!(main.magnitude >= LEAST_FORECAST && age >= FORECAST_FROM && age <= FORECAST_UNTIL)) return [];
  return forecastBy(AFTERSHOCK_PARAMETERS, { main, known, now, complete: Math.max(complete, COMPLETE_FROM) });
}

/** What is known of a sequence at a time. */
interface Known {
  main: Main;
  known: readonly SequenceShock[];
  now: EpochMs;
  complete: number;
}

/** As {@link forecastAftershocks}, by other parameters and at any age. */
export function forecastBy(parameters: Parameters, at: Known): AftershockForecast[] {
  const { b, c, background, size } = parameters;
  const sources = sourcesOf(at.main, at.known, at.now);
  const { candidates } = posteriorOf(sources, stepsOf(sources, at), parameters);
  const largest = sources.reduce((most, { magnitude }) => Math.max(most, magnitude), 0);
  const from = (at.now - at.main.time) / DAY;
  return FORECAST_HOURS.flatMap((hours) => {
    const days = (hours * HOUR) / DAY;
    const exposures = new Map<number, number>();
    const exposed = (p: number): number =>
      exposures.getOrInsertComputed(p, () => exposure(sources, { from, to: from + days }, { b, p, c }));
    return [...new Set([...FORECAST_MAGNITUDES, largest])].map((magnitude) => {
      const share = 10 ** (-b * (magnitude - COMPLETE_FROM));
      const means = candidates.map(({ a, p, weight }) => ({
        mean: (10 ** a * exposed(p) + background * days) * share,
        weight,
      }));
      return { hours, magnitude, ...countRange(means, size) };
    });
  });
}
