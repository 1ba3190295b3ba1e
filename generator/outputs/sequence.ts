/** The numbers of a sequence as JSON, beside its page. */
import { formatInstant, HOUR, DAY, type EpochMs } from '#core/time.ts';
import { listItem } from '#core/wire.ts';
import type { Shock } from '#seismology/declustering.ts';
import {
  countsBy,
  HOURS,
  sequencePath,
  type SequenceContent,
  type SequenceForecast,
} from '#seismology/sequence-content.ts';

/** The JSON beside the page: numbers of all, and the largest as the list has them. */
export function sequenceJson(content: SequenceContent): string {
  const { main, aftershocks, foreshocks, largest, largestForeshocks, neighbours, forecast } = content;
  const hourly = aftershocks.filter(({ time }) => time - main.time < HOURS * HOUR);
  const counts = (unit: EpochMs, shocks: readonly Shock[]): number[] =>
    countsBy(unit, main, shocks).bins.map(({ count }) => count);
  const last = aftershocks.at(-1);
  return `${JSON.stringify({
    page: `/${sequencePath(main, 'en')}`,
    main_shock: listItem(main),
    aftershocks: {
      count: aftershocks.length,
      magnitudes: magnitudesOf(aftershocks),
      last: last ? formatInstant(last.time) : null,
      hours: counts(HOUR, hourly),
      days: counts(DAY, aftershocks),
      largest: largest.map(listItem),
    },
    foreshocks: { count: foreshocks.length, largest: largestForeshocks.map(listItem) },
    neighbours: neighbours.map(listItem),
    forecast: forecast ? forecastItem(forecast) : null,
  })}\n`;
}

/** How many of whole magnitudes up: `{"1": 90, "2": 50}`. */
function magnitudesOf(shocks: readonly Shock[]): Record<string, number> {
  const groups = Map.groupBy(shocks, ({ magnitude }) => Math.floor(magnitude));
  return Object.fromEntries([...groups].sort(([a], [b]) => a - b).map(([whole, some]) => [whole, some.length]));
}

/** No finer than it is known. */
const rounded = (value: number): number => Number(value.toPrecision(3));

const forecastItem = ({ at, until, forecasts }: SequenceForecast): object => ({
  at: formatInstant(at),
  until: formatInstant(until),
  forecasts: forecasts.map(({ hours, magnitude, chance, expected, low, high }) => ({
    ...{ hours, magnitude, chance: rounded(chance), expected: rounded(expected), low, high },
  })),
});
