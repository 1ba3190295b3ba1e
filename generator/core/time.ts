/**
 * Instants and civil dates. Every instant in this project is an {@link EpochMs} in UTC.
 *
 * Years run from 1 to 9999. Dates before 1582-10-15 are Julian, as historical sources give them, so 1500-02-29
 * exists; 1582-10-05 to 1582-10-14 do not (the Gregorian reform, Inter gravissimas). The calendars follow each other
 * without a gap, so that instants and their texts have the same order.
 */

/** Milliseconds since 1970-01-01T00:00:00Z; negative before. May have been built from a Julian date. */
export type EpochMs = number;

/** How exactly an origin time is known; what follows the named part is filled with its first value. */
export const DATE_PRECISIONS = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;
export type DatePrecision = (typeof DATE_PRECISIONS)[number];

/** A date and time of day without a zone. `second` is 0 to 59, `millisecond` 0 to 999. */
export interface Civil {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

type CivilDate = Pick<Civil, 'year' | 'month' | 'day'>;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Day number (days since 1970-01-01) of the first Gregorian day, 1582-10-15. */
const REFORM_DAY = -141427;

/** Day number of a proleptic Gregorian or Julian date (H. Hinnant, "chrono-compatible low-level date algorithms"). */
function dayNumber(year: number, month: number, day: number, gregorian: boolean): number {
  const y = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  if (!gregorian) return y * 365 + Math.floor(y / 4) + dayOfYear - 719470;
  const century = Math.floor(y / 100);
  return y * 365 + Math.floor(y / 4) - century + Math.floor(century / 4) + dayOfYear - 719468;
}

function dateOfDayNumber(number: number, gregorian = number >= REFORM_DAY): CivilDate {
  const z = number + (gregorian ? 719468 : 719470);
  const [eraDays, eraYears] = gregorian ? [146097, 400] : [1461, 4];
  const era = Math.floor(z / eraDays);
  const dayOfEra = z - era * eraDays;
  const centuries = gregorian ? Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096) : 0;
  const yearOfEra = Math.floor((dayOfEra - Math.floor(dayOfEra / 1460) + centuries) / 365);
  const leapDays = Math.floor(yearOfEra / 4) - (gregorian ? Math.floor(yearOfEra / 100) : 0);
  const dayOfYear = dayOfEra - (365 * yearOfEra + leapDays);
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * eraYears + (month <= 2 ? 1 : 0), month, day };
}

/** Read as UTC, parts of the time that are absent as 0; undefined when there is no such date or time of day. */
export function epochOfCivil(civil: CivilDate & Partial<Civil>): EpochMs | undefined {
  const { year, month, day, hour = 0, minute = 0, second = 0, millisecond = 0 } = civil;
  if (![year, month, day, hour, minute, second, millisecond].every(Number.isInteger)) return undefined;
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return undefined;
  if (millisecond < 0 || millisecond > 999) return undefined;
  const gregorian = year > 1582 || (year === 1582 && (month > 10 || (month === 10 && day >= 15)));
  const number = dayNumber(year, month, day, gregorian);
  if (!gregorian && number >= REFORM_DAY) return undefined;
  const back = dateOfDayNumber(number);
  if (back.day !== day || back.month !== month) return undefined;
  return number * DAY + hour * HOUR + minute * MINUTE + second * SECOND + millisecond;
}

/** The civil time in UTC of an instant. */
export function civilOfEpoch(instant: EpochMs): Civil {
  const number = Math.floor(instant / DAY);
  const rest = instant - number * DAY;
  return {
    ...dateOfDayNumber(number),
    hour: Math.floor(rest / HOUR),
    minute: Math.floor(rest / MINUTE) % 60,
    second: Math.floor(rest / SECOND) % 60,
    millisecond: Math.floor(rest) % 1000,
  };
}

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** Rows follow each other in time: most instants are of a day that was asked for before. */
const KEPT_DAYS = 1024;
const dayTexts = new Map<number, string>();

/** `YYYY-MM-DD` in UTC. */
export function formatDay(instant: EpochMs): string {
  const number = Math.floor(instant / DAY);
  const kept = dayTexts.get(number);
  if (kept !== undefined) return kept;
  if (dayTexts.size >= KEPT_DAYS) dayTexts.clear();
  const text = dayText(dateOfDayNumber(number));
  dayTexts.set(number, text);
  return text;
}

const dayText = ({ year, month, day }: CivilDate): string =>
  `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** `HH:MM:SS` in UTC. */
function clockText(instant: EpochMs): string {
  const rest = instant - Math.floor(instant / DAY) * DAY;
  return `${two(Math.floor(rest / HOUR))}:${two(Math.floor(rest / MINUTE) % 60)}:${two(Math.floor(rest / SECOND) % 60)}`;
}

const fractionText = (millisecond: number): string =>
  millisecond === 0 ? '' : `.${String(millisecond).padStart(3, '0')}`;

/** `YYYY-MM-DD HH:MM:SS` in UTC; fractions are cut off, never rounded up. */
export function formatSecond(instant: EpochMs): string {
  return `${formatDay(instant)} ${clockText(instant)}`;
}

/** RFC 3339 with `Z`; milliseconds only where they are not zero. */
export function formatInstant(instant: EpochMs): string {
  const millisecond = Math.floor(instant) - wholeSecond(instant);
  return `${formatDay(instant)}T${clockText(instant)}${fractionText(millisecond)}Z`;
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** RFC 822 date in GMT, with the four-digit year of RFC 1123: `Mon, 06 Feb 2023 01:17:32 GMT`. */
export function formatRfc822(instant: EpochMs): string {
  const { year, month, day } = civilOfEpoch(instant);
  const weekday = WEEKDAYS[(((Math.floor(instant / DAY) + 4) % 7) + 7) % 7]!; // 1970-01-01 was a Thursday
  const [, time] = formatSecond(instant).split(' ');
  return `${weekday}, ${two(day)} ${MONTHS[month - 1]} ${String(year).padStart(4, '0')} ${time} GMT`;
}

/** The first instant of a `YYYY-MM-DD` day; undefined when the text is not one or the day does not exist. */
export function parseDay(text: string): EpochMs | undefined {
  return parseCivil(`${text} 00:00:00`);
}

/** Day number of a proleptic Gregorian date; undefined for one that does not exist. */
function gregorianDay(year: number, month: number, day: number): number | undefined {
  const days = [31, year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28, 31, 30, 31, 30];
  const length = [...days, 31, 31, 30, 31, 30, 31][month - 1];
  return length !== undefined && day >= 1 && day <= length ? dayNumber(year, month, day, true) : undefined;
}

/** The civil time in UTC of an instant in the proleptic Gregorian calendar, which other formats take for all dates. */
export function gregorianOfEpoch(instant: EpochMs): Civil {
  return { ...civilOfEpoch(instant), ...dateOfDayNumber(Math.floor(instant / DAY), true) };
}

/** `YYYY-MM-DDTHH:MM:SS[.fff]` in UTC and in the proleptic Gregorian calendar, without a zone. */
export function formatGregorian(instant: EpochMs): string {
  const { hour, minute, second, millisecond, ...date } = gregorianOfEpoch(instant);
  return `${dayText(date)}T${two(hour)}:${two(minute)}:${two(second)}${fractionText(millisecond)}`;
}

const GREGORIAN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?(?:[Zz]|([+ -])(\d\d):(\d\d))?$/;

/**
 * `YYYY-MM-DD`, or with `THH:MM`, `THH:MM:SS` or up to nine digits of a fraction, in the proleptic Gregorian calendar.
 * UTC, unless an offset follows; its `+` may have arrived as a space. Not cut to whole milliseconds.
 */
export function parseGregorian(text: string): EpochMs | undefined {
  const match = GREGORIAN.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const number = gregorianDay(year!, month!, day!);
  if (number === undefined || year! < 1 || hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = offsetOf(match[8], match[9], match[10]);
  if (offset === undefined) return undefined;
  const fraction = Number(`0.${match[7] ?? '0'}`);
  return number * DAY + hour * HOUR + minute * MINUTE + second * SECOND + fraction * SECOND - offset;
}

const CIVIL = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;

/** `YYYY-MM-DD HH:MM:SS[.fff]` (or with a `T`), read as UTC; digits past the millisecond are cut off. */
export function parseCivil(text: string): EpochMs | undefined {
  const match = CIVIL.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number);
  const millisecond = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  return epochOfCivil({
    year: year!,
    month: month!,
    day: day!,
    hour: hour!,
    minute: minute!,
    second: second!,
    millisecond,
  });
}

/** RFC 3339 with a capital `Z`; any other zone is undefined (this service speaks UTC only). */
export function parseInstant(text: string): EpochMs | undefined {
  return text[10] === 'T' && text.endsWith('Z') ? parseCivil(text.slice(0, -1)) : undefined;
}

/** Of a zone from UTC, in ms; undefined where it is none. */
function offsetOf(sign = '+', hours = '0', minutes = '0'): number | undefined {
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = Number(hours) * HOUR + Number(minutes) * MINUTE;
  return sign === '-' ? -offset : offset;
}

const ZONED = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(?:[Zz]|([+ -])(\d\d):(\d\d))$/;

/** RFC 3339 with any offset, in years 1 to 9999 of UTC. In a query, the `+` of an offset may arrive as a space. */
export function parseZoned(text: string): EpochMs | undefined {
  const [, day, time, sign, hours, minutes] = ZONED.exec(text) ?? [];
  const [local, offset] = [parseCivil(`${day} ${time}`), offsetOf(sign, hours, minutes)];
  if (local === undefined || offset === undefined) return undefined;
  const instant = local - offset;
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT ? instant : undefined;
}

const FIRST_INSTANT = parseCivil('0001-01-01 00:00:00')!;
const LAST_INSTANT = parseCivil('9999-12-31 23:59:59.999')!;

/** The instant cut to its whole second, as published. */
export const wholeSecond = (instant: EpochMs): EpochMs => Math.floor(instant / SECOND) * SECOND;

const LENGTHS = { day: DAY, hour: HOUR, minute: MINUTE } as const;

/** The whole span of instants [from, to) that an origin time of the given precision may mean. */
export function spanOf(instant: EpochMs, precision: DatePrecision): { from: EpochMs; to: EpochMs } {
  if (precision === 'second') return { from: instant, to: instant + SECOND };
  if (precision !== 'year' && precision !== 'month') {
    const length = LENGTHS[precision];
    const from = Math.floor(instant / length) * length;
    return { from, to: from + length };
  }
  const { year, month } = civilOfEpoch(instant);
  const first = precision === 'year' ? 1 : month;
  const from = epochOfCivil({ year, month: first, day: 1 })!;
  const isLast = precision === 'year' || month === 12;
  const next = epochOfCivil({ year: isLast ? year + 1 : year, month: isLast ? 1 : month + 1, day: 1 });
  return { from, to: next ?? from + (precision === 'year' ? 365 : 31) * DAY };
}
