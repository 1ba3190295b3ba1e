/** How languages and libraries read a value of JSON: what makes them crash, here throws. */
import type { EpochMs } from '#core/time.ts';

export type Fields = Record<string, unknown>;

const wrong = (value: unknown, what: string): Error =>
  new TypeError(`${JSON.stringify(value)?.slice(0, 80) ?? 'undefined'} is ${what}`);

/** A number: `Double`, `num`, `float64`, a comparison in Python. */
export function number(value: unknown): number {
  if (typeof value !== 'number') throw wrong(value, 'no number');
  return value;
}

/** A whole number: `Int`, `int`. */
export function whole(value: unknown): number {
  if (!Number.isInteger(value)) throw wrong(value, 'no whole number');
  return value as number;
}

/** A number with a fraction, as `double` in Dart: 5 is an `int` there, and not taken. */
export function dartDouble(value: unknown): number {
  if (typeof value !== 'number' || Number.isInteger(value)) throw wrong(value, 'no double');
  return value;
}

export function text(value: unknown): string {
  if (typeof value !== 'string') throw wrong(value, 'no text');
  return value;
}

export function boolean(value: unknown): boolean {
  if (typeof value !== 'boolean') throw wrong(value, 'no boolean');
  return value;
}

export function object(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(value, 'no object');
  return value as Fields;
}

export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw wrong(value, 'no list');
  return value as unknown[];
}

export const objects = (value: unknown): Fields[] => list(value).map(object);

/** Null and what is missing stay undefined. */
export const optional = <T>(value: unknown, read: (value: unknown) => T): T | undefined =>
  value === null || value === undefined ? undefined : read(value);

/** A text that is a number, as `float()`, `Double.parse` and `strconv` read it. */
export function decimal(value: unknown): number {
  if (typeof value === 'number') return value;
  if (!/^\s*[-+]?\d+(?:\.\d+)?\s*$/.test(text(value))) throw wrong(value, 'no decimal');
  return Number(value);
}

/** A civil time with any signs between its parts, in Türkiye's local time (UTC+3 since September 2016). */
export const local = (value: string): EpochMs => utc(value) - 3 * 3_600_000;

/** A civil time with any signs between its parts, in UTC. */
export function utc(value: string): EpochMs {
  const parts = /^(\d{4})\D(\d\d)\D(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?$/.exec(value);
  if (!parts) throw wrong(value, 'no time');
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

/** `parseFloat(value)` of JavaScript; NaN where there is no number. */
export const parsedFloat = (value: unknown): number => Number.parseFloat(String(value));

/** Longitude and latitude of a GeoJSON point. */
export function point(value: unknown): { latitude: number; longitude: number } {
  const [longitude, latitude] = list(object(value)['coordinates']).map(number);
  return { latitude: latitude!, longitude: longitude! };
}

/** RFC 3339 with `Z` or an offset. */
export function instant(value: unknown): EpochMs {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[-+]\d\d:\d\d)$/.test(text(value)))
    throw wrong(value, 'no instant');
  return Date.parse(value as string);
}
