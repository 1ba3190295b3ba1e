/** Origin times in words: as exactly as they are known, in the calendar in which the sources state them. */
import {
  civilOfEpoch,
  DATE_PRECISIONS,
  DAY,
  HOUR,
  MINUTE,
  parseCivil,
  type Civil,
  type DatePrecision,
  type EpochMs,
} from './time.ts';

type Language = 'tr' | 'en';

const MONTHS: Record<Language, string[]> = {
  tr: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
};

/** @param text `date_precision` of a record; absent for a second */
export const precisionOf = (text: string | undefined): DatePrecision =>
  DATE_PRECISIONS.find((name) => name === text) ?? 'second';

const two = (value: number): string => String(value).padStart(2, '0');

const clockOf = ({ hour, minute }: Civil): string => `${two(hour)}:${two(minute)}`;

/** `23 Kasım 2026`; short `23 Kas 2026`. */
function dayOf({ year, month, day }: Civil, language: Language, isShort = false): string {
  const name = MONTHS[language][month - 1]!;
  return `${day} ${isShort ? name.slice(0, 3) : name} ${year}`;
}

function wordsOf(civil: Civil, precision: DatePrecision, language: Language): string {
  const { year, month, hour, second } = civil;
  const day = dayOf(civil, language);
  return {
    year: String(year),
    month: `${MONTHS[language][month - 1]!} ${year}`,
    day,
    hour: `${day} ${two(hour)}:00–${two((hour + 1) % 24)}:00`,
    minute: `${day} ${clockOf(civil)}`,
    second: `${day} ${clockOf(civil)}:${two(second)}`,
  }[precision];
}

/** `10 Eylül 1509`, `6 Şubat 2023 01:17:32`: what the catalogue states, in UTC where there is a time of day. */
export const utcWords = (time: EpochMs, precision: DatePrecision, language: Language): string =>
  wordsOf(civilOfEpoch(time), precision, language);

export const hasClock = (precision: DatePrecision): boolean => precision === 'minute' || precision === 'second';

/** Without an hour: UTC and other zones say nothing of it. */
export const isDate = (precision: DatePrecision): boolean => !hasClock(precision) && precision !== 'hour';

/** The first day of standard time in Türkiye; clocks before it showed the local mean time of each town. */
const STANDARD_TIME = parseCivil('1910-10-01 00:00:00')!;

/** Dates before the Gregorian reform are Julian. */
export const isJulian = (time: EpochMs): boolean => time < parseCivil('1582-10-15 00:00:00')!;

/** Whether the time of day is known, and clocks in Türkiye had a common time. */
export const hasTurkishTime = (time: EpochMs, precision: DatePrecision): boolean =>
  hasClock(precision) && time >= STANDARD_TIME;

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** What a clock of the zone shows; undefined is the zone of the reader. Only for Gregorian dates. */
function civilIn(zone: string | undefined, time: EpochMs): Civil {
  let format = formats.get(zone);
  if (!format) {
    const number = 'numeric';
    const parts = { year: number, month: number, day: number, hour: number, minute: number, second: number } as const;
    format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone: zone });
    formats.set(zone, format);
  }
  const entries = format.formatToParts(time).map(({ type, value }) => [type, Number(value)]);
  return { ...(Object.fromEntries(entries) as Civil), millisecond: 0 };
}

/** Since then clocks in Türkiye show UTC+3; test/core/date-words.test.ts compares this with the time zone's rules. */
export const SAME_OFFSET_SINCE = parseCivil('2016-03-27 01:00:00')!;
const OFFSET = 3 * HOUR;

/** Without `Intl` where that is possible: its first use takes a phone tenths of a second. */
const turkishCivil = (time: EpochMs): Civil =>
  time >= SAME_OFFSET_SINCE ? civilOfEpoch(time + OFFSET) : civilIn('Europe/Istanbul', time);

/** Türkiye's time; only where {@link hasTurkishTime}. */
export const turkishWords = (time: EpochMs, precision: DatePrecision, language: Language): string =>
  wordsOf(turkishCivil(time), precision, language);

/** After a time of day. */
export const TURKISH_TIME = { tr: 'TSİ', en: 'in Türkiye' } as const;

/** In Türkiye's time and in UTC: `6 Şubat 2023 04:17:32 TSİ (6 Şubat 2023 01:17:32 UTC)`, `10 Eylül 1509`. */
export function bothTimes(time: EpochMs, precision: DatePrecision, language: Language): string {
  const zone = hasClock(precision) || precision === 'hour' ? ' UTC' : '';
  const stated = `${utcWords(time, precision, language)}${zone}`;
  if (!hasTurkishTime(time, precision)) return stated;
  return `${turkishWords(time, precision, language)} ${TURKISH_TIME[language]} (${stated})`;
}

/** The reader's own time; undefined where it is the same as Türkiye's. */
export function readerWords(time: EpochMs, precision: DatePrecision, language: Language): string | undefined {
  const words = wordsOf(civilIn(undefined, time), precision, language);
  return words === turkishWords(time, precision, language) ? undefined : words;
}

/** Of the calendar of Türkiye. */
const dayNumber = (time: EpochMs): number => Math.floor((time + OFFSET) / DAY);

/** Calendar days in which the age of an earthquake is said; its date after them. */
const SAID_DAYS = 7;

/** `12 dakika önce`, `dün`; undefined once the date says it better. */
function ageWords(time: EpochMs, now: EpochMs, language: Language): string | undefined {
  const age = Math.max(0, now - time);
  const days = dayNumber(now) - dayNumber(Math.min(time, now));
  const isTurkish = language === 'tr';
  const before = (count: number, tr: string, en: string): string =>
    isTurkish ? `${count} ${tr} önce` : `${count} ${en}${count === 1 ? '' : 's'} ago`;
  if (age < MINUTE) return isTurkish ? 'az önce' : 'just now';
  if (age < HOUR) return before(Math.floor(age / MINUTE), 'dakika', 'minute');
  if (days === 0 || age < 12 * HOUR) return before(Math.floor(age / HOUR), 'saat', 'hour');
  if (days === 1) return isTurkish ? 'dün' : 'yesterday';
  if (days === 2 && isTurkish) return 'evvelsi gün';
  return days < SAID_DAYS ? before(days, 'gün', 'day') : undefined;
}

/** Before and after another moment, in whole minutes, hours below two days, and days: `5 saat önce`, `2 days after`. */
export function apartWords(step: number, language: Language): string {
  const isTurkish = language === 'tr';
  const length = Math.abs(step);
  if (length < MINUTE / 2) return isTurkish ? 'aynı anda' : 'at the same time';
  const [size, tr, en] =
    length < HOUR - MINUTE / 2
      ? [MINUTE, 'dakika', 'minute']
      : length < 47.5 * HOUR
        ? [HOUR, 'saat', 'hour']
        : [DAY, 'gün', 'day'];
  const count = Math.round(length / size);
  const unit = isTurkish ? tr : `${en}${count === 1 ? '' : 's'}`;
  const side = step < 0 ? (isTurkish ? 'önce' : 'before') : isTurkish ? 'sonra' : 'after';
  return `${count} ${unit} ${side}`;
}

/** `14 dakika önce`; after a week, the day in Türkiye. */
export const ago = (time: EpochMs, now: EpochMs, language: Language): string =>
  ageWords(time, now, language) ?? dayOf(turkishCivil(time), language);

/** For lists, in Türkiye's time: `07:17 · 12 dakika önce`, `17 Ağu 1999 03:01`, `10 Eylül 1509`. */
export function listWords(time: EpochMs, precision: DatePrecision, language: Language, now?: EpochMs): string {
  if (!hasTurkishTime(time, precision))
    return `${utcWords(time, precision === 'second' ? 'minute' : precision, language)}${hasClock(precision) ? ' UTC' : ''}`;
  const civil = turkishCivil(time);
  const age = now === undefined ? undefined : ageWords(time, now, language);
  return age === undefined ? `${dayOf(civil, language, true)} ${clockOf(civil)}` : `${clockOf(civil)} · ${age}`;
}
