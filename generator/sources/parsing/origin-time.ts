/** Origin times from the parts that catalogues give, seconds of 60 included. */
import { shown } from '#core/text.ts';
import { DAY, epochOfCivil, HOUR, MINUTE, type DatePrecision, type EpochMs } from '#core/time.ts';
import { optionalNumber, reject } from './rows.ts';

/** Absent parts are null. `second` may have a fraction and may be 60.0, as rounded catalogues write it. */
interface OriginParts {
  year: number;
  month: number | null;
  day: number | null;
  hour: number | null;
  minute: number | null;
  second: number | null;
}

interface OriginTime {
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

/** Coarsest first: each may be given only where those before it are. */
const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/**
 * The time in a table's columns of that name, as precise as the parts that are given. @throws RowError
 * @param cell the text of a column
 */
export function timeFields(cell: (part: (typeof PARTS)[number]) => string | undefined): OriginTime {
  const parts = PARTS.map((part) => optionalNumber(part, cell(part)));
  const [year, month, day, hour, minute, second] = parts as [number | null, ...(number | null)[]];
  const absent = parts.indexOf(null);
  const stray = parts.findLastIndex((part) => part !== null);
  if (year === null) return reject('the year is missing');
  if (absent >= 0 && stray > absent) reject(`the ${PARTS[stray]} is given without the ${PARTS[absent]}`);
  const texts = PARTS.map((part) => cell(part) ?? '').join(' ');
  return (
    originTime({ year, month: month!, day: day!, hour: hour!, minute: minute!, second: second! }) ??
    reject(`there is no such date or time of day: "${shown(texts)}"`)
  );
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
