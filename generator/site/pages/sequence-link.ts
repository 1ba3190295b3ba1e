/** From other pages to those of sequences. */
import type { Earthquake } from '#core/earthquake.ts';
import { LEAST_SEQUENCE } from '#core/paths.ts';
import { spokenPlace } from '#core/place-form.ts';
import { magnitudeText } from '#core/text.ts';
import { sequencePath } from '#seismology/sequence-content.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { sayIn, type Language } from './language.ts';
import { prefixOf, type Site } from './shell.ts';

/** @param main of the last days, and of the size that has a page */
export const sequenceHref = (site: Site, main: Parameters<typeof sequencePath>[0], language: Language): string =>
  `${prefixOf(site)}/${sequencePath(main, language)}`;

/**
 * To the page of the sequence of the largest of these, where one is large enough.
 *
 * @param earthquakes of the last days: each of that size has such a page
 */
export function sequenceLink(site: Site, earthquakes: readonly Earthquake[], language: Language): Markup | false {
  const say = sayIn(language);
  const [largest] = earthquakes.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0));
  if (!largest || (largest.magnitude ?? 0) < LEAST_SEQUENCE) return false;
  const name = `M ${magnitudeText(largest.magnitude, language)} ${say(spokenPlace(largest.location), largest.locationEn)}`;
  const href = sequenceHref(site, largest, language);
  return markup`<p class="sequence-link" data-of="${largest.id}"><a href="${href}">${say(
    'Deprem dizisi',
    'Earthquake sequence',
  )}: ${name}</a></p>`;
}
