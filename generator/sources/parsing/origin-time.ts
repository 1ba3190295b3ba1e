/** Origin times from the parts that catalogues give, seconds of 60 included. */
import { DAY, epochOfCivil, HOUR, MINUTE, type DatePrecision, type EpochMs } from '#core/time.ts';

/** Absent parts are null. `second` may have a fraction and may be 60.0, as rounded catalogues write it. */
interface OriginParts {
  year: number;
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number | null;
  second: number | null;
}

export interface OriginTime {
  time: EpochMs;
  precision: DatePrecision;
}

function precisionOf({ month, day, hour, minute, second }: OriginParts): DatePrecision {
  if (month === null) return 'year';
  if (day === null) return 'month';
  if (hour === null) return 'day';
  if (minute === null) return 'hour';
  return second === null ? 'minute' : 'second';
}

/** UTC. What follows the first absent part is not looked at. Undefined when there is no such date or time of day. */
export function originTime(parts: OriginParts): OriginTime | undefined {
  const precision = precisionOf(parts);
  const known = { ...parts };
  if (precision === 'year') known.day = null;
  if (known.day === null) known.hour = null;
  if (known.hour === null) known.minute = null;
  if (known.minute === null) known.second = null;
  const second = known.second ?? 0;
  if (!(second >= 0 && second < 61)) return undefined;
  const start = epochOfCivil({
    year: known.year,
    month: known.month ?? 1,
    day: known.day ?? 1,
    hour: known.hour ?? 0,
    minute: known.minute ?? 0,
  });
  // Cut to the millisecond; the small addition undoes what decimal fractions lose in binary.
  return start === undefined ? undefined : { time: start + Math.floor(second * 1000 + 1e-6), precision };
}

/**
 * Before these a full minute or hour, and midnight, are the precision in lists that do not give it. In the 1950s 20 of
 * AFAD's 311 rows end in :00 and 14 of Kandilli's 256 in :00.00, where chance leaves 5 and 0; since 1960 no more.
 */
const EXACT_MINUTE_SINCE = Date.UTC(1960, 0);
const EXACT_DAY_SINCE = Date.UTC(1980, 0);

/** The precision of a time of such a list. */
export function precisionOfRoundTime(time: EpochMs): DatePrecision {
  if (time % DAY === 0 && time < EXACT_DAY_SINCE) return 'day';
  if (time >= EXACT_MINUTE_SINCE) return 'second';
  if (time % HOUR === 0) return 'hour';
  return time % MINUTE === 0 ? 'minute' : 'second';
}
