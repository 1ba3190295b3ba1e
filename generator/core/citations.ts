/** How pages are cited: what it is, where it was read and when, and the terms of those whose data it is. */
import { bothTimes, utcWords } from './date-words.ts';
import type { Titled } from './event-titles.ts';
import { magnitudeText } from './text.ts';
import type { EpochMs } from './time.ts';

type Language = 'tr' | 'en';

/** In place of the day of access, where nobody knows it yet: in what is stored, and without scripts. */
export const SOME_DAY = { tr: 'gün ay yıl', en: 'day month year' } as const;

/** @param at a moment of the day in UTC */
export const dayOfAccess = (at: EpochMs, language: Language): string => utcWords(at, 'day', language);

/** @param cited what, and its address @param terms of its agencies, as sentences */
export function citedOn(cited: string, day: string, { language, terms = '' }: { language: Language; terms?: string }) {
  return `${cited} (${language === 'tr' ? 'erişim:' : 'accessed'} ${day}). ${terms}`.trimEnd();
}

/**
 * `M 7.7 Pazarcık (Kahramanmaraş), 6 February 2023 …. https://…`, after the name of the service.
 * @param address of the earthquake's own page
 */
export function citedEvent(titled: Titled, address: string, language: Language): string {
  const { time, precision, magnitude, place, name, kind } = titled;
  const size = magnitude === null ? undefined : `M ${magnitudeText(magnitude, language)}`;
  const words = [size, place].filter((part) => part !== undefined).join(' ');
  const parts = [kind, words, name, bothTimes(time, precision, language)].filter((part) => part !== undefined);
  return `${parts.join(', ')}. ${address}`;
}
