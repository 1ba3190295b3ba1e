/** What is said of a magnitude that speaks against itself: contradicted, or confirmed by no other agency. */
import { AGENCY_NAMES, type Agency } from './agencies.ts';
import type { Earthquake } from './earthquake.ts';
import { isLoneVoice, isNewsAt } from './lone-voice.ts';
import { magnitudesByAgency } from './record/values.ts';
import { SURENESS_WORDS } from './sureness-words.ts';

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

/** The magnitude that is not the primary one; undefined where none is contradicted. */
export function otherMagnitude({ magnitude, magnitude_state: state, sources = [] }: Item): OtherMagnitude | undefined {
  if (state !== 'settling') return undefined;
  return sources.find((one) => one.magnitude !== null && one.magnitude !== magnitude) as OtherMagnitude | undefined;
}

/** `kesinleşmedi, Kandilli 6.7` */
export const unsettledWords = ({ name, magnitude }: OtherMagnitude, language: 'tr' | 'en'): string =>
  `${SURENESS_WORDS.settling[language]}, ${AGENCY_NAMES[name][language]} ${magnitude.toFixed(1)}`;

/** What speaks against the magnitude of a record; undefined for nothing. */
export function doubtOf(item: Item, language: 'tr' | 'en'): string | undefined {
  const other = otherMagnitude(item);
  if (other) return unsettledWords(other, language);
  return item.magnitude_doubtful ? SURENESS_WORDS.doubtful[language] : undefined;
}

/** As the end of a title. */
export const inBrackets = (words: string | undefined): string => (words === undefined ? '' : ` (${words})`);

/** The same of an earthquake of the catalogue. */
export const doubtOfEarthquake = (one: Earthquake, language: 'tr' | 'en'): string | undefined =>
  doubtOf(
    {
      magnitude: one.magnitude,
      magnitude_doubtful: one.magnitudeDoubtful,
      magnitude_state: one.magnitudeState,
      sources: magnitudesByAgency(one.solutions),
    },
    language,
  );

/** How sure the magnitude of a record is; undefined where nothing speaks against it. */
export function sureness(earthquake: Earthquake, language: 'tr' | 'en'): string | undefined {
  const doubt = doubtOfEarthquake(earthquake, language);
  if (doubt !== undefined) return doubt;
  const { time, updatedAt, solutions: agencies } = earthquake;
  return isNewsAt(time, updatedAt) && isLoneVoice({ ...earthquake, agencies })
    ? SURENESS_WORDS.lone[language]
    : undefined;
}
