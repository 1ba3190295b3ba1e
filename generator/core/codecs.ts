/**
 * Values and their JSON: a codec says once how one is written and read. Reading throws an error that says what is due
 * instead.
 */
import { formatInstant, formatSecond, parseCivil, parseInstant, type EpochMs } from './time.ts';

export type Json = Record<string, unknown>;

export interface Codec<T> {
  /** Undefined is left out. */
  write(value: T): unknown;
  read(value: unknown): T;
}

function fail(message: string): never {
  throw new Error(message);
}

const same = <T>(what: string, isIt: (value: unknown) => boolean): Codec<T> => ({
  write: (value) => value,
  read: (value) => (isIt(value) ? (value as T) : fail(`${JSON.stringify(value)} where ${what} is due`)),
});

export const string = same<string>('a text', (value) => typeof value === 'string');
export const number = same<number>('a number', Number.isFinite);
export const integer = same<number>('a whole number', Number.isSafeInteger);
export const oneOf = <T extends string>(words: readonly T[]): Codec<T> =>
  same(words.join(', '), (value) => (words as readonly unknown[]).includes(value));

/** A value that is written as a text. */
export const asText = <T>(
  what: string,
  write: (value: T) => string,
  parse: (text: string) => T | undefined,
): Codec<T> => ({
  write,
  read: (value) => parse(string.read(value)) ?? fail(`${JSON.stringify(value)} ${what}`),
});

export const instant = asText<EpochMs>('where an instant is due', formatInstant, parseInstant);
/** A whole second. */
export const second = asText<EpochMs>('where a time is due', formatSecond, parseCivil);

const unless =
  <N>(nothing: N) =>
  <T>({ write, read }: Codec<T>): Codec<T | N> => ({
    write: (value) => (value === nothing ? nothing : write(value as T)),
    read: (value) => (value === nothing ? nothing : read(value)),
  });
export const orNull = unless(null);
export const optional = unless(undefined);

export const list = <T>({ write, read }: Codec<T>): Codec<T[]> => ({
  write: (values) => values.map(write),
  read: (value) => (Array.isArray(value) ? value.map(read) : fail('a list is missing')),
});

export const pair = (of: Codec<number>): Codec<[number, number]> => ({
  write: list(of).write,
  read(value) {
    const values = list(of).read(value);
    return values.length === 2 ? (values as [number, number]) : fail(`${JSON.stringify(value)} where a pair is due`);
  },
});

export function object(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('an object is missing');
  return value as Json;
}

/** By a name. */
export const record = <T>({ write, read }: Codec<T>): Codec<Record<string, T>> => ({
  write: (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)])),
  read: (value) => Object.fromEntries(Object.entries(object(value)).map(([name, one]) => [name, read(one)])),
});

type AnyCodec = Pick<Codec<never>, 'write'> & Pick<Codec<unknown>, 'read'>;
/** By the name of a field: its codec, after its name in JSON where that is another one. */
type Table = Readonly<Record<string, AnyCodec | readonly [name: string, codec: AnyCodec]>>;

/** What a codec reads. */
export type Of<C> = C extends readonly [string, infer Named]
  ? Of<Named>
  : C extends Pick<Codec<infer T>, 'read'>
    ? T
    : never;

type Absent<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T];
/** As one object type, which messages of the compiler show whole. */
type Flat<T> = { [Name in keyof T]: T[Name] };
/** Fields that may be undefined are left out then. */
export type Sparse<T> = Flat<
  { -readonly [Name in Exclude<keyof T, Absent<T>>]: T[Name] } & {
    -readonly [Name in Absent<T>]?: Exclude<T[Name], undefined>;
  }
>;
type Fields<T extends Table> = Sparse<{ [Name in keyof T]: Of<T[Name]> }>;

/** An object of known fields, in their order; errors begin with the name of the field in JSON. */
export function fields<const T extends Table>(table: T): Codec<Fields<T>> {
  const rows = Object.entries<Table[string]>(table).map(([key, of]) =>
    'read' in of ? ([key, key, of] as const) : ([key, ...of] as const),
  );
  return {
    write(value) {
      const values = new Map<string, unknown>(Object.entries(value));
      return Object.fromEntries(rows.map(([key, name, { write }]) => [name, write(values.get(key) as never)]));
    },
    read(value) {
      const json = object(value);
      const read = rows.map(([key, name, codec]) => [key, readField(json[name], name, codec)]);
      return Object.fromEntries(read.filter(([, one]) => one !== undefined)) as Fields<T>;
    },
  };
}

function readField(value: unknown, name: string, codec: AnyCodec): unknown {
  try {
    return codec.read(value);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}
