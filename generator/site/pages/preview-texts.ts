/** What previews of a link to a page say while it has a headline. */
import { listWords } from '#core/date-words.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { magnitudeText } from '../drawing/rows.ts';
import type { PageTexts } from './shell.ts';

export function previewTexts({ title, description }: PageTexts, headline: Earthquake | undefined): PageTexts {
  if (!headline) return { title, description };
  const { magnitude, location, locationEn, time, precision } = headline;
  const size = `M ${magnitudeText(magnitude)}`;
  return {
    title: { tr: `${title.tr}: ${size} ${location}`, en: `${title.en}: ${size} ${locationEn}` },
    description: {
      tr: `${listWords(time, precision, 'tr')} TSİ. ${description.tr}`,
      en: `${listWords(time, precision, 'en')} in Türkiye. ${description.en}`,
    },
  };
}
