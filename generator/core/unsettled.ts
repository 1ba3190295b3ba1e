/** What is said of a magnitude that speaks against itself: contradicted, or confirmed by no other agency. */
import { AGENCY_NAMES, type Agency } from './agencies.ts';
import type { Earthquake } from './earthquake.ts';
import { isLoneVoice, isNewsAt } from './lone-voice.ts';
import { magnitudesByAgency, magnitudeState } from './record/values.ts';
import { SURENESS_WORDS } from './sureness-words.ts';
import { decimal, magnitudeText } from './text.ts';

export interface OtherMagnitude {
  name: Agency;
  magnitude: number;
}

interface Item {
  magnitude: number | null;
  magnitude_doubtful?: boolean | null | undefined;
  magnitude_state?: string | null | undefined;
  sources?: readonly { name: string; magnitude: number | null }[];
}

/**
 * Two agencies agree up to this difference, inclusive: as far as the primary magnitude of great earthquakes may be off
 * (docs/association.md).
 */
export const AGREEMENT = 0.3;

/** The magnitude that is apart from the primary one; undefined where it is settled, and where none is. */
export function otherMagnitude({ magnitude, magnitude_state: state, sources = [] }: Item): OtherMagnitude | undefined {
  if (state !== 'settling' || magnitude === null) return undefined;
  const isApart = (one: number): boolean => Math.abs(one - magnitude) > AGREEMENT + 1e-9;
  return sources.find((one) => one.magnitude !== null && isApart(one.magnitude)) as OtherMagnitude | undefined;
}

/** `kesinleşmedi, Kandilli 6,7`. @param numbers `en` in feeds, whose numbers have a point in every language */
export const unsettledWords = (
  { name, magnitude }: OtherMagnitude,
  language: 'tr' | 'en',
  numbers: 'tr' | 'en' = language,
): string =>
  `${SURENESS_WORDS.settling[language]}, ${AGENCY_NAMES[name][language]} ${magnitudeText(magnitude, numbers)}`;

/** What speaks against the magnitude of a record; undefined for nothing. */
export function doubtOf(item: Item, language: 'tr' | 'en', numbers: 'tr' | 'en' = language): string | undefined {
  const other = otherMagnitude(item);
  if (other) return unsettledWords(other, language, numbers);
  if (item.magnitude_doubtful) return SURENESS_WORDS.doubtful[language];
  return item.magnitude_state === 'settling' ? SURENESS_WORDS.settling[language] : undefined;
}

/** As the end of a title. */
export const inBrackets = (words: string | undefined): string => (words === undefined ? '' : ` (${words})`);

/** The same of an earthquake of the catalogue. */
export const doubtOfEarthquake = (
  one: Earthquake,
  language: 'tr' | 'en',
  numbers: 'tr' | 'en' = language,
): string | undefined => doubtOf(itemOf(one), language, numbers);

const itemOf = (one: Earthquake): Item => ({
  magnitude: one.magnitude,
  magnitude_doubtful: one.magnitudeDoubtful,
  magnitude_state: magnitudeState(one),
  sources: magnitudesByAgency(one.solutions),
});

/** `± 0.2`: one standard deviation, a tenth at least; undefined where it is not known. */
const errorWords = (error: number | null | undefined, language: 'tr' | 'en'): string | undefined =>
  error === null || error === undefined ? undefined : `± ${decimal(Math.max(0.1, error), 1, language)}`;

/** All that is known of it, for the page of an earthquake: `not settled, USGS 6.7`, `the agencies agree, ± 0.1`. */
export function magnitudeWords(
  item: Item & { magnitude_error?: number | null | undefined },
  language: 'tr' | 'en',
): string | undefined {
  const { magnitude_state: state, magnitude_error: error } = item;
  const stated = state === 'agreed' || state === 'automatic' ? SURENESS_WORDS[state][language] : undefined;
  const words = [doubtOf(item, language) ?? stated, errorWords(error, language)].filter((one) => one !== undefined);
  return words.length === 0 ? undefined : words.join(', ');
}

/** How sure the magnitude of a record is; undefined where nothing speaks against it. */
export function sureness(
  earthquake: Earthquake,
  language: 'tr' | 'en',
  numbers: 'tr' | 'en' = language,
): string | undefined {
  const doubt = doubtOfEarthquake(earthquake, language, numbers);
  if (doubt !== undefined) return doubt;
  const { time, updatedAt, solutions: agencies } = earthquake;
  if (isNewsAt(time, updatedAt) && isLoneVoice({ ...earthquake, agencies })) return SURENESS_WORDS.lone[language];
  return magnitudeState(earthquake) === 'automatic' ? SURENESS_WORDS.automatic[language] : undefined;
}

/** The same with what is known for it, for the page of an earthquake. */
export function surenessInFull(earthquake: Earthquake, language: 'tr' | 'en'): string | undefined {
  const words = magnitudeWords({ ...itemOf(earthquake), magnitude_error: earthquake.magnitudeError }, language);
  const { time, updatedAt, solutions: agencies } = earthquake;
  const isLone = isNewsAt(time, updatedAt) && isLoneVoice({ ...earthquake, agencies });
  return isLone ? (sureness(earthquake, language) ?? words) : words;
}
