/** What is said of a magnitude that two agencies contradict each other about. */
import { AGENCY_NAMES, type Agency } from './agencies.ts';

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
