/** What a filter of the list is, and the common kinds of them. */
import type { ShardColumns } from '../columns.ts';
import type { Box } from '../geo.ts';
import type { ShardEntry } from '../manifest.ts';
import { type Parameter, ParameterError } from '../parameter.ts';
import type { Span } from '../solution-spans.ts';
import type { EpochMs } from '../time.ts';

type Numbers =
  | 'time'
  | 'latitude'
  | 'longitude'
  | 'depthKm'
  | 'magnitude'
  | 'updatedAt'
  | 'agencies'
  | 'eventType'
  | 'province'
  | 'blast'
  | 'text';

/** The columns that filters read, of a shard or of earthquakes at hand. */
export interface FilterColumns
  extends Readonly<Record<Numbers, ArrayLike<number>>>, Pick<ShardColumns, 'eventTypes' | 'textsWith'> {}

/** Whether a row passes, for the rows of one shard. */
export type RowPredicate = (row: number) => boolean;

/** The value of a parameter in a request; undefined when it is absent. */
export type ReadParameter = <P>(parameter: Parameter<P>) => P | undefined;

export interface Filter<T> {
  /** What it is written in, in the order of a URL. */
  parameters: readonly Parameter<unknown>[];
  /**
   * @param now the moment that the value is relative to; read only where it is
   * @returns undefined when it is absent. @throws ParameterError for parameters that contradict each other
   */
  parse(valueOf: ReadParameter, now: () => EpochMs): T | undefined;
  /** Its text in a canonical query, under `canonicalName` or its name in the table. */
  canonical(value: T): string | number;
  canonicalName?: string;
  /** Whether a shard may hold a row that passes: false only on proof from its spans. */
  prune(shard: ShardEntry, value: T): boolean;
  /** Whether every row of a shard passes: true only on proof from its spans. Absent: it is never known. */
  covers?(shard: ShardEntry, value: T): boolean;
  match(value: T): (columns: FilterColumns) => RowPredicate;
  /** The times outside of which no row passes, inclusive. Absent: all times. */
  times?(value: T): Span;
  /** Rectangles outside of which no row passes, each with `west <= east`. Absent: the world. */
  boxes?(value: T): Box[];
  /** Values of its parameters, in their order. */
  toUrl(value: T): (string | number)[];
  /** About which part of a shard's rows passes. Absent: it is not known. */
  shareOf?(shard: ShardEntry, value: T): number;
  /** Shards are divided by it: nearly every row of a shard that is not pruned passes. */
  divides?: true;
}

type Methods<T> = Pick<Filter<T>, 'prune' | 'match'> & Partial<Filter<T>>;

export interface ActiveFilter {
  filter: Pick<Filter<unknown>, 'match'>;
  value: unknown;
}

/** Whether a row passes all filters. @param includeUnrated also rows without a magnitude */
export function rowPredicate(active: readonly ActiveFilter[], includeUnrated: boolean) {
  const matches = active.map(({ filter: { match }, value }) => match(value));
  return (columns: FilterColumns): RowPredicate => {
    const { magnitude } = columns;
    const predicates = matches.map((match) => match(columns));
    if (includeUnrated && predicates.length === 1) return predicates[0]!;
    return (row) => {
      if (!includeUnrated && Number.isNaN(magnitude[row]!)) return false;
      for (const passes of predicates) if (!passes(row)) return false;
      return true;
    };
  };
}

/** A filter of one parameter. */
export const single = <T extends string | number>(parameter: Parameter<T>, methods: Methods<T>): Filter<T> => ({
  parameters: [parameter],
  parse: (valueOf) => valueOf(parameter),
  canonical: (value) => value,
  toUrl: (value) => [value],
  ...methods,
});

/** The upper end of a range. @throws ParameterError when it lies below the lower end */
export function upperEnd(valueOf: ReadParameter, low: Parameter<number>, high: Parameter<number>): number | undefined {
  const [from, to] = [valueOf(low), valueOf(high)];
  if (from !== undefined && to !== undefined && from > to)
    throw new ParameterError(low.name, `${low.name} must not be greater than ${high.name}.`);
  return to;
}

type Column = 'time' | 'magnitude' | 'depthKm';

/** In a shard with a span of it, every row has one. */
const isComplete = (column: Column): boolean => column !== 'depthKm';

/** A lower bound. Rows without the value never pass. */
export const atLeast = (
  column: Column,
  parameter: Parameter<number>,
  options: Partial<Filter<number>> = {},
): Filter<number> =>
  single(parameter, {
    prune: ({ [column]: span }, bound) => span !== null && span[1] >= bound,
    covers: ({ [column]: span }, bound) => isComplete(column) && span !== null && span[0] >= bound,
    match:
      (bound) =>
      ({ [column]: values }) =>
      (row) =>
        values[row]! >= bound,
    ...options,
  });

/** The upper bound to `low`. */
export const atMost = (
  column: Column,
  low: Filter<number>,
  parameter: Parameter<number>,
  options: Partial<Filter<number>> = {},
): Filter<number> =>
  single(parameter, {
    parse: (valueOf) => upperEnd(valueOf, low.parameters[0] as Parameter<number>, parameter),
    prune: ({ [column]: span }, bound) => span !== null && span[0] <= bound,
    covers: ({ [column]: span }, bound) => isComplete(column) && span !== null && span[1] <= bound,
    match:
      (bound) =>
      ({ [column]: values }) =>
      (row) =>
        values[row]! <= bound,
    ...options,
  });
