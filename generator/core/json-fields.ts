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
export function fail(message: string): never {
  throw new Error(message);
}
const due =
  <T>(what: string, isIt: (value: unknown) => boolean): Read<T> =>
  (value) =>
    isIt(value) ? (value as T) : fail(`${JSON.stringify(value)} where ${what} is due`);

export function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('an object is missing');
  return value as Json;
}
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : fail('a list is missing'));
export const objects = (value: unknown): Json[] => list(value).map(object);
export const string = due<string>('a text', (value) => typeof value === 'string');
export const number = due<number>('a number', Number.isFinite);
export const integer = due<number>('a whole number', Number.isSafeInteger);
export const oneOf = <T extends string>(words: readonly T[]): Read<T> =>
  due(words.join(', '), (value) => (words as readonly unknown[]).includes(value));
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
