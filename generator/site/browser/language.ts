/** The reader's language: texts, numbers and times. */
import { AGENCY_NAMES, KNOWN_AGENCIES, shownAgencies, type Agency } from '#core/agencies.ts';
import { ago as agoIn } from '#core/date-words.ts';
import { decimal, numberText } from '#core/text.ts';
import { MINUTE, DAY, HOUR, type EpochMs } from '#core/time.ts';
import type { Unapplied } from './applicable.ts';
import { isTurkish, language } from './dom.ts';
import { TEXTS } from './texts.ts';

type Translator<Key extends string> = (key: Key, ...values: (string | number)[]) => string;

const shownValue = (value: string | number = ''): string =>
  typeof value === 'number' ? numberText(value, language()) : value;

/** @param texts [Turkish, English]; `{0}`, `{1}` are filled in */
export const translator =
  <Key extends string>(texts: Record<Key, readonly [tr: string, en: string]>): Translator<Key> =>
  (key, ...values) =>
    texts[key][isTurkish() ? 0 : 1].replace(/\{(\d)\}/g, (_, index: string) => shownValue(values[Number(index)]));

export const t = translator(TEXTS);

/** What of an address is not applied; empty where all is. */
export const unappliedWords = (unapplied: readonly Unapplied[]): string =>
  unapplied.map(({ text, reason }) => t('unapplied', text, reason)).join(' ');

/** Of two texts the one in the reader's language. */
export const say = (tr: string, en: string): string => (isTurkish() ? tr : en);

const locale = (): string => (isTurkish() ? 'tr-TR' : 'en-GB');

/** Without `Intl`: its first use takes a phone tenths of a second. */
export function number(value: number, digits = 0): string {
  return decimal(value, digits, language());
}

export const kilometres = (value: number): string => `${number(value, value < 100 ? 1 : 0)} km`;

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** `14 dakika önce`; after a week, the day. */
export const ago = (time: EpochMs, now: EpochMs): string => agoIn(time, now, language());

/** `14 dakika`. */
export function duration(length: number): string {
  const [unit, size] = UNITS.find(([, one]) => length >= one) ?? ['minute', MINUTE];
  return Math.max(1, Math.floor(length / size)).toLocaleString(locale(), { style: 'unit', unit, unitDisplay: 'long' });
}

const MINUTES: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** Hours and minutes in the zone of the reader. */
export const clockTime = (time: EpochMs): string => new Date(time).toLocaleTimeString(locale(), MINUTES);

/** Those of the catalogue, in the order in which they are listed. */
export const agenciesHere = (): readonly Agency[] => {
  const optional = document.documentElement.dataset['agencies']?.split(' ') ?? [];
  return shownAgencies(KNOWN_AGENCIES.filter((name) => optional.includes(name)));
};

const NAMES = new Map(Object.entries(AGENCY_NAMES));

/** A script from a cache may be older than the data: it shows an agency that it does not know by its key. */
export const agencyName = (name: string): string => NAMES.get(name)?.[isTurkish() ? 'tr' : 'en'] ?? name;
