/** Reading JSON that may be anything: each reader gives the value or throws an error that says what is due instead. */
import { parseCivil, parseInstant, type EpochMs } from './time.ts';

export type Json = Record<string, unknown>;

export type Read<T> = (value: unknown) => T;

/** The value under a name, which an error message then begins with. */
export function field<T>(json: Json, name: string, read: Read<T>): T {
  try {
    return read(json[name]);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
export function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('an object is missing');
  return value as Json;
}
export function objects(value: unknown): Json[] {
  return list(value).map(object);
}
export function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('a list is missing');
  return value as unknown[];
}
export function string(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(value)} where a text is due`);
  return value;
}
export function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new Error(`${JSON.stringify(value)} where a number is due`);
  return value;
}
export function integer(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error(`${JSON.stringify(value)} where a whole number is due`);
  return value as number;
}
export function instant(value: unknown): EpochMs {
  return parseInstant(string(value)) ?? fail(`${JSON.stringify(value)} where an instant is due`);
}
export function second(value: unknown): EpochMs {
  return parseCivil(string(value)) ?? fail(`${JSON.stringify(value)} where a time is due`);
}
export const orNull =
  <T>(read: Read<T>): Read<T | null> =>
  (value) =>
    value === null ? null : read(value);
export const pair =
  (read: Read<number>): Read<[number, number]> =>
  (value) => {
    const [from, to, ...more] = list(value);
    if (more.length > 0) throw new Error(`${JSON.stringify(value)} where a pair is due`);
    return [read(from), read(to)];
  };
export function fail(message: string): never {
  throw new Error(message);
}
