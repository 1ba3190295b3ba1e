/** What previews of a link to a page say while it has a headline. */
import { listWords } from '#core/date-words.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { spokenPlace } from '#core/place-form.ts';
import { magnitudeText } from '#core/text.ts';
import type { PageTexts } from './shell.ts';

export function previewTexts({ title, description }: PageTexts, headline: Earthquake | undefined): PageTexts {
  if (!headline) return { title, description };
  const { magnitude, location, locationEn, time, precision } = headline;
  const size = (language: 'tr' | 'en'): string => `M ${magnitudeText(magnitude, language)}`;
  return {
    title: {
      tr: `${title.tr}: ${size('tr')} ${spokenPlace(location)}`,
      en: `${title.en}: ${size('en')} ${locationEn}`,
    },
    description: {
      tr: `${listWords(time, precision, 'tr')} TSİ. ${description.tr}`,
      en: `${listWords(time, precision, 'en')} in Türkiye. ${description.en}`,
    },
  };
}
