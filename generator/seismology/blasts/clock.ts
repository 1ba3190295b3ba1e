/** The clock and the calendar of Türkiye by which quarries and mines work. */
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';

/**
 * Sundays, the holidays with a fixed date, and the two feasts, as law 2429 of 1981 has them: 1 May since law 5892 of
 * 2009, 15 July since law 6752 of 2016. A feast counts more than a holiday, and this more than a Sunday.
 */
export const DAY_KINDS = ['working day', 'Sunday', 'holiday', 'feast'] as const;

interface LocalTime {
  year: number;
  /** 0 to 47; 24 is 12:00 to 12:29. */
  halfHour: number;
  /** Index in {@link DAY_KINDS}. */
  dayKind: number;
}

const ZONE = 'Europe/Istanbul';

/** First year by `MM-DD`. */
const HOLIDAYS = new Map([
  ['01-01', 1981],
  ['04-23', 1981],
  ['05-01', 2009],
  ['05-19', 1981],
  ['07-15', 2017],
  ['08-30', 1981],
  ['10-29', 1981],
]);

/** Offset from UTC in ms, by day number of UTC; null for a day on which it changes. */
const offsets = new Map<number, number | null>();

const offsetAt = (time: EpochMs): number =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(ZONE).offsetNanoseconds / 1e6;

function offsetOf(time: EpochMs): number {
  const day = Math.floor(time / DAY);
  const steady = offsets.getOrInsertComputed(day, () => {
    const before = offsetAt(day * DAY);
    return before === offsetAt((day + 1) * DAY) ? before : null;
  });
  return steady ?? offsetAt(time);
}

interface LocalDay {
  year: number;
  kind: number;
}

/** By local day number. */
const days = new Map<number, LocalDay>();

function dayOf(number: number): LocalDay {
  const date = Temporal.PlainDate.from('1970-01-01').add({ days: number });
  const isHoliday = date.year >= (HOLIDAYS.get(date.toString().slice(5)) ?? Infinity);
  return { year: date.year, kind: isFeast(date) ? 3 : isHoliday ? 2 : date.dayOfWeek === 7 ? 1 : 0 };
}

/**
 * Ramazan Bayramı with its eve (4 days), Kurban Bayramı with its eve and the day after (6 days), in the calendar of Umm
 * al-Qura. Of 13 official first days it has 12, and one a day early (docs/data-quality.md).
 */
function isFeast(date: Temporal.PlainDate): boolean {
  const { month, day, daysInMonth } = date.withCalendar('islamic-umalqura');
  return (month === 9 && day === daysInMonth) || (month === 10 && day <= 3) || (month === 12 && day >= 9 && day <= 14);
}

/** What clock and calendar show in Türkiye, with the summer time that it used to have. */
export function localTime(time: EpochMs): LocalTime {
  const local = time + offsetOf(time);
  const number = Math.floor(local / DAY);
  const { year, kind } = days.getOrInsertComputed(number, () => dayOf(number));
  return { year, halfHour: Math.floor((local - number * DAY) / (30 * MINUTE)), dayKind: kind };
}
