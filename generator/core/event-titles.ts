/** How a page of an earthquake is called: stored, answered by the gateway, or filled by its script. */
import { spokenPlace } from './place-form.ts';
import { bothTimes, listWords, precisionOf } from './date-words.ts';
import { kindWords } from './event-types.ts';
import { parseCivil, parseInstant, type DatePrecision, type EpochMs } from './time.ts';
import { decimal, magnitudeText } from './text.ts';

type Language = 'tr' | 'en';

/** In the language of the page. */
export interface Titled {
  time: EpochMs;
  precision: DatePrecision;
  magnitude: number | null;
  place: string;
  /** By which it is known. */
  name: string | undefined;
  /** What it is in place of an earthquake. */
  kind: string | undefined;
}

/** `M 7.8 · Pazarcık (Kahramanmaraş) · Kahramanmaraş depremi`. */
export function eventHeading({ magnitude, place, name, kind }: Titled, language: Language): string {
  const size = magnitude === null ? undefined : `M ${magnitudeText(magnitude, language)}`;
  return [kind, size, place, name].filter((part) => part !== undefined).join(' · ');
}

/** To the minute, 39 titles of 299,187 real earthquakes were of two each, up to M 4.1; to the second none was. */
const SECONDS_BELOW = 5;

/** With the time, by which no two are the same. */
export function eventTitle(one: Titled, language: Language): string {
  const { time, precision, magnitude } = one;
  const words = listWords(time, precision, language);
  const isExact = precision === 'second' && (magnitude ?? 0) < SECONDS_BELOW;
  const second = String(Math.floor((time / 1000) % 60)).padStart(2, '0');
  return `${eventHeading(one, language)} · ${isExact ? words.replace(/\d\d:\d\d/, `$&:${second}`) : words}`;
}

export const kilometresIn = (value: number, language: Language): string =>
  `${decimal(value, value < 100 ? 1 : 0, language)} km`;

/** Time and depth. */
export function eventSummary(
  { time, precision, depthKm }: Pick<Titled, 'time' | 'precision'> & { depthKm: number | null },
  language: Language,
): string {
  const depth = depthKm === null ? undefined : kilometresIn(depthKm, language);
  const words = language === 'tr' ? `derinlik ${depth ?? 'bilinmiyor'}` : `depth ${depth ?? 'unknown'}`;
  return `${bothTimes(time, precision, language)}, ${words}`;
}

/** For previews of links and search engines. */
export const eventDescription = (...of: Parameters<typeof eventSummary>): string =>
  `${eventSummary(...of)}. ${
    of[1] === 'tr'
      ? 'Kurumların çözümleri, odak mekanizması ve yakındaki depremler.'
      : 'Solutions of the agencies, focal mechanism and nearby earthquakes.'
  }`;

/** Fields of a detail as it is published. */
interface DetailFields {
  occurred_at: string;
  occurred_at_utc: string | null;
  date_precision?: string;
  magnitude: number | null;
  location: string;
  location_en: string;
  event_name?: string;
  event_name_en?: string;
  event_type?: string | null;
  blast_probability?: number | null;
}

export function titledOf(detail: DetailFields, language: Language): Titled {
  const isTurkish = language === 'tr';
  return {
    time: parseInstant(detail.occurred_at_utc ?? '') ?? parseCivil(detail.occurred_at)!,
    precision: precisionOf(detail.date_precision),
    magnitude: detail.magnitude,
    place: isTurkish ? spokenPlace(detail.location) : detail.location_en,
    name: isTurkish ? detail.event_name : detail.event_name_en,
    kind: kindWords({ eventType: detail.event_type, blastProbability: detail.blast_probability }, language),
  };
}
