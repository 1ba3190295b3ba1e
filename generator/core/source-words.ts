/** Whose magnitude is shown beside whose epicentre, where these are two agencies. */
import { AGENCY_NAMES, type Agency } from './agencies.ts';

interface Sources {
  magnitudeSource: Agency | null | undefined;
  /** Of the epicentre. */
  source: Agency;
}

/** `büyüklük: Kandilli, merkez üssü: AFAD`; undefined where both are of one agency. */
export function sourceWords({ magnitudeSource, source }: Sources, language: 'tr' | 'en'): string | undefined {
  if (!magnitudeSource || magnitudeSource === source) return undefined;
  const [magnitude, epicentre] = [magnitudeSource, source].map((agency) => AGENCY_NAMES[agency][language]);
  return language === 'tr'
    ? `büyüklük: ${magnitude}, merkez üssü: ${epicentre}`
    : `magnitude: ${magnitude}, epicentre: ${epicentre}`;
}
