/** What is said of a magnitude that two agencies contradict each other about. */
import { AGENCY_NAMES, type Agency } from './agencies.ts';
import type { Earthquake } from './earthquake.ts';
import { DOUBTFUL_WORDS, isLoneVoice, isNewsAt, LONE_WORDS } from './lone-voice.ts';
import { listItem } from './wire.ts';

export interface OtherMagnitude {
  name: Agency;
  magnitude: number;
}

interface Item {
  magnitude: number | null;
  magnitude_state?: string | null;
  sources?: readonly { name: string; magnitude: number | null }[];
}

/** The magnitude that is not the primary one; undefined where none is contradicted. */
export function otherMagnitude({ magnitude, magnitude_state: state, sources = [] }: Item): OtherMagnitude | undefined {
  if (state !== 'settling') return undefined;
  return sources.find((one) => one.magnitude !== null && one.magnitude !== magnitude) as OtherMagnitude | undefined;
}

/** `kesinleşmedi, Kandilli 6.7` */
export const unsettledWords = ({ name, magnitude }: OtherMagnitude, language: 'tr' | 'en'): string =>
  `${language === 'tr' ? 'kesinleşmedi' : 'not settled'}, ${AGENCY_NAMES[name][language]} ${magnitude.toFixed(1)}`;

/** How sure the magnitude of a record is; undefined where nothing speaks against it. */
export function sureness(earthquake: Earthquake, language: 'tr' | 'en'): string | undefined {
  const other = otherMagnitude(listItem(earthquake));
  if (other) return unsettledWords(other, language);
  if (earthquake.magnitudeDoubtful) return DOUBTFUL_WORDS[language];
  const { time, updatedAt, solutions: agencies } = earthquake;
  return isNewsAt(time, updatedAt) && isLoneVoice({ ...earthquake, agencies }) ? LONE_WORDS[language] : undefined;
}
