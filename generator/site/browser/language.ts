/** The reader's language: texts, numbers and times. */
import { AGENCY_NAMES, KNOWN_AGENCIES, shownAgencies, type Agency } from '#core/agencies.ts';
import { MINUTE, DAY, HOUR, type EpochMs } from '#core/time.ts';
import { isTurkish } from './dom.ts';
import { TEXTS } from './texts.ts';

type Translator<Key extends string> = (key: Key, ...values: (string | number)[]) => string;

/** @param texts [Turkish, English]; `{0}`, `{1}` are filled in */
export const translator =
  <Key extends string>(texts: Record<Key, readonly [tr: string, en: string]>): Translator<Key> =>
  (key, ...values) =>
    texts[key][isTurkish() ? 0 : 1].replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));

export type TextKey = keyof typeof TEXTS;
export const t = translator(TEXTS);

export const locale = (): string => (isTurkish() ? 'tr-TR' : 'en-GB');

export const number = (value: number, digits = 0): string =>
  value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** As agencies write them: with a point in both languages. */
export const magnitude = (value: number | null): string => (value === null ? '–' : value.toFixed(1));

export const kilometres = (value: number): string => `${number(value, value < 100 ? 1 : 0)} km`;

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' };

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/** `14 dakika önce`; after a year, the day (UTC). */
export function ago(time: EpochMs, now: EpochMs): string {
  const age = Math.max(0, now - time);
  if (age >= 365 * DAY) return new Date(time).toLocaleDateString(locale(), DATE);
  if (age < MINUTE) return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(0, 'second');
  const [unit, size] = UNITS.find(([, length]) => age >= length) ?? ['minute', MINUTE];
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: unit === 'minute' ? 'always' : 'auto' });
  return format.format(-Math.floor(age / size), unit);
}

/** `14 dakika`. */
export function duration(length: number): string {
  const [unit, size] = UNITS.find(([, one]) => length >= one) ?? ['minute', MINUTE];
  return Math.max(1, Math.floor(length / size)).toLocaleString(locale(), { style: 'unit', unit, unitDisplay: 'long' });
}

const MINUTES: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const CLOCK: Intl.DateTimeFormatOptions = { ...DATE, ...MINUTES, second: '2-digit' };

/** Hours and minutes in the zone of the reader. */
export const clockTime = (time: EpochMs): string => new Date(time).toLocaleTimeString(locale(), MINUTES);

/** In the zone of the reader. */
const BY_PRECISION: Record<string, Intl.DateTimeFormatOptions> = {
  year: { year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  day: { ...DATE },
  hour: { ...DATE, hour: '2-digit' },
  minute: { ...DATE, ...MINUTES },
};

/** As far as it is known. @param civil the catalogue's `YYYY-MM-DD HH:MM:SS`, Julian before 1582-10-15 */
export function datedTime(civil: string, precision: string): string {
  const [year = 1, month = 1, ...rest] = civil.split(/[- :]/).map(Number);
  // A leap year in its place: a Julian 29 February may not exist in the Gregorian year.
  const date = new Date(Date.UTC(LEAP_YEAR, month - 1, ...rest));
  const text = date.toLocaleString(locale(), { ...BY_PRECISION[precision], timeZone: 'UTC' });
  return text.replace(String(LEAP_YEAR), String(year));
}
const LEAP_YEAR = 2000;

export const readerTime = (time: EpochMs): string =>
  new Date(time).toLocaleString(locale(), { ...CLOCK, timeZone: undefined, timeZoneName: 'short' });

export const utcTime = (time: EpochMs): string => new Date(time).toLocaleString(locale(), CLOCK);

/** Those of the catalogue, in the order in which they are listed. */
export const agenciesHere = (): readonly Agency[] => {
  const optional = document.documentElement.dataset['agencies']?.split(' ') ?? [];
  return shownAgencies(KNOWN_AGENCIES.filter((name) => optional.includes(name)));
};

const NAMES = new Map(Object.entries(AGENCY_NAMES));

/** A script from a cache may be older than the data: it shows an agency that it does not know by its key. */
export const agencyName = (name: string): string => NAMES.get(name)?.[isTurkish() ? 'tr' : 'en'] ?? name;
