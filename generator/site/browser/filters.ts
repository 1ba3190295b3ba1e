/** What the reader wants to see, as it stands in the address of the page: filters of the API, and how it is shown. */
import { AGENCIES, KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import { type ActiveFilter, type Filter, type FilterColumns, rowPredicate } from '#core/filters/filter.ts';
import { from, maxDepthKm, minDepthKm, minMagnitude } from '#core/filters/bounds.ts';
import { agencies, place } from '#core/filters/words.ts';
import { ownValue } from '#core/own-value.ts';
import { type Parameter, ParameterError, Refused } from '#core/parameter.ts';
import { agencyBits } from '#core/shard.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { type Colouring, COLOURINGS } from '../drawing/palette.ts';
import { type Order, ORDERS } from './near.ts';

/** `newest`: the newest records, however old; offered where nothing is recent. */
export const PERIODS = {
  ...{ '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '1y': 365 * DAY },
  ...{ all: Infinity, newest: Infinity },
} as const;
export type Period = keyof typeof PERIODS;

/** Those of the API's filters that the page reads; the others are not in its script. */
const OFFERED = [minMagnitude, minDepthKm, maxDepthKm, agencies, place] as readonly Filter<unknown>[];

/** What filters read of an earthquake. */
export interface Filterable {
  time: EpochMs;
  latitude: number;
  longitude: number;
  depthKm: number | null;
  magnitude: number | null;
  /** Folded. */
  searched: string;
  agencies: Agency[];
  eventType: string | undefined;
  /** Plate code, 0 for none. */
  province: number;
}

export interface Filters {
  period: Period;
  /** Parameters of {@link OFFERED}, as the reader wrote them. An empty text is an absent one. */
  texts: Readonly<Record<string, string>>;
  order: Order;
  colouring: Colouring;
  /** The id of an earthquake. */
  selected: number | undefined;
}

export const NO_FILTERS: Filters = { period: '7d', texts: {}, order: 'time', colouring: 'age', selected: undefined };

const read = <T>(
  text: string | null | undefined,
  { parse }: Parameter<T>,
  agencies: readonly Agency[] = KNOWN_AGENCIES,
): T | undefined => {
  const value = text ? parse(text, agencies) : undefined;
  // Unknown agencies alone are none.
  return value instanceof Refused || (Array.isArray(value) && value.length === 0) ? undefined : value;
};

const reader =
  (texts: Filters['texts']) =>
  <T>(parameter: Parameter<T>): T | undefined =>
    read(ownValue(texts, parameter.name), parameter);

/** What cannot be read is left out. @param agencies those of the catalogue */
export function readFilters(search: string, agencies: readonly Agency[] = AGENCIES): Filters {
  const query = new URLSearchParams(search);
  const named = OFFERED.flatMap(({ parameters }) => parameters);
  const given = named.filter((one) => read(query.get(one.name), one, agencies) !== undefined);
  const id = query.get('id') ?? '';
  return {
    period: (Object.keys(PERIODS) as Period[]).find((name) => name === query.get('period')) ?? NO_FILTERS.period,
    texts: Object.fromEntries(given.map(({ name }) => [name, query.get(name)!])),
    order: ORDERS.find((name) => name === query.get('order')) ?? NO_FILTERS.order,
    colouring: COLOURINGS.find((name) => name === query.get('colour')) ?? NO_FILTERS.colouring,
    selected: /^\d{1,9}$/.test(id) ? Number(id) : undefined,
  };
}

/** Empty when nothing is chosen. */
export function writeFilters({ period, texts, order, colouring, selected }: Filters): string {
  const query = new URLSearchParams();
  if (period !== NO_FILTERS.period) query.set('period', period);
  for (const [name, text] of Object.entries(texts)) if (text !== '') query.set(name, text);
  if (order !== NO_FILTERS.order) query.set('order', order);
  if (colouring !== NO_FILTERS.colouring) query.set('colour', colouring);
  if (selected !== undefined) query.set('id', String(selected));
  return query.size === 0 ? '' : `?${query}`;
}

/** The least magnitude that the reader wants to see. */
export const leastMagnitude = ({ texts }: Filters): number | undefined => minMagnitude.parse(reader(texts), noClock);

/** No filter of the page is relative to the time. */
const noClock = (): never => {
  throw new Error('a filter of the page reads the clock');
};

/** A filter of which the parameters contradict each other is left out. */
const activeIn = ({ texts }: Filters): ActiveFilter[] =>
  OFFERED.flatMap((filter) => {
    try {
      const value = filter.parse(reader(texts), noClock);
      return value === undefined ? [] : [{ filter, value }];
    } catch (error) {
      if (error instanceof ParameterError) return [];
      throw error;
    }
  });

export function matching<Row extends Filterable>(rows: readonly Row[], filters: Filters, now: EpochMs): Row[] {
  const period = { filter: from, value: now - PERIODS[filters.period] };
  const passes = rowPredicate([period as ActiveFilter, ...activeIn(filters)], true)(columnsOf(rows));
  return rows.filter((_, row) => passes(row));
}

/** Earthquakes as columns, each with a search text of its own. */
function columnsOf(rows: readonly Filterable[]): FilterColumns {
  const numbers = (valueOf: (one: Filterable, row: number) => number | null): Float64Array =>
    Float64Array.from(rows, (one, row) => valueOf(one, row) ?? NaN);
  return {
    time: numbers(({ time }) => time),
    latitude: numbers(({ latitude }) => latitude),
    longitude: numbers(({ longitude }) => longitude),
    depthKm: numbers(({ depthKm }) => depthKm),
    magnitude: numbers(({ magnitude }) => magnitude),
    // No filter of the page reads it.
    updatedAt: [],
    agencies: numbers(({ agencies }) => agencyBits(agencies)),
    eventType: numbers((_, row) => row),
    province: numbers(({ province }) => province),
    eventTypes: rows.map(({ eventType }) => eventType ?? 'earthquake'),
    text: numbers((_, row) => row),
    textsWith: (part) => Uint8Array.from(rows, ({ searched }) => Number(searched.includes(part))),
  };
}
