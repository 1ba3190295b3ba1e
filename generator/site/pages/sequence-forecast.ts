/** The chance of further earthquakes, as a part of a sequence's page. */
import { bothTimes } from '#core/date-words.ts';
import { formatInstant } from '#core/time.ts';
import type { SequenceContent } from '#seismology/sequence-content.ts';
import { chanceWords, countWords, forecastSentence, FORECAST_TEXTS, fromWords } from '../drawing/forecast-words.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { table } from './event-facts.ts';
import { sayIn, type Language } from './language.ts';

const ascending = (values: number[]): number[] => [...new Set(values)].sort((a, b) => a - b);

/** Scripts hide it when it is too old. */
export function forecastSection({ forecast }: SequenceContent, language: Language): Markup | false {
  if (!forecast) return false;
  const say = sayIn(language);
  const { at, until, forecasts } = forecast;
  const textOf = (name: keyof typeof FORECAST_TEXTS): string => FORECAST_TEXTS[name][language === 'tr' ? 0 : 1];
  const lengths = ascending(forecasts.map(({ hours }) => hours));
  const heads = lengths.map((hours) =>
    hours > 48
      ? say(`${hours / 24} gün içinde`, `Within ${hours / 24} days`)
      : say(`${hours} saat içinde`, `Within ${hours} hours`),
  );
  const rows = ascending(forecasts.map(({ magnitude }) => magnitude)).map((magnitude) => {
    const cells = lengths.flatMap((hours) => {
      const one = forecasts.find((other) => other.hours === hours && other.magnitude === magnitude);
      return one ? markup`<b>${chanceWords(one.chance, language)}</b><br>${countWords(one, language)}` : [];
    });
    return [fromWords(magnitude, language), ...cells];
  });
  const title = textOf('title');
  return markup`<section class="block forecast" data-until="${formatInstant(until)}"><h2>${title}</h2>
<p class="large">${forecastSentence(forecasts[0]!, language)}</p>
<p>${textOf('notPrediction')}</p>
${table(title, [say('Büyüklük', 'Magnitude'), ...heads], rows)}
<p class="hint">${say(
    `Başlangıç: ${bothTimes(at, 'minute', 'tr')}.`,
    `From ${bothTimes(at, 'minute', 'en')} on.`,
  )} ${textOf('table')} ${textOf('method')}</p></section>`;
}
