/** What the reader wants to see, as it stands in the address of the page: filters of the API, and how it is shown. */
import { type Agency } from '#core/agencies.ts';
import { isBlast } from '#core/blasts.ts';
import { type ActiveFilter, type FilterColumns, rowPredicate } from '#core/filters/filter.ts';
import { activeFilters, FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { searchOf } from '#core/filters/words.ts';
import { timesOf } from '#core/query.ts';
import { agencyBits } from '#core/shard.ts';
import { fold } from '#core/text.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { type Colouring, COLOURINGS } from '../drawing/palette.ts';
import { type Order, ORDERS } from './near.ts';
import { readApplicable, type Unapplied } from './applicable.ts';

/** Parameters of filters, as the reader wrote them. An empty text is an absent one. */
export type Texts = Readonly<Record<string, string>>;

const PARAMETERS = FILTER_LIST.flatMap(([, { parameters }]) => parameters.map(({ name }) => name));

/** Those of an address, also what cannot be read. */
export const textsOf = (query: URLSearchParams): Texts =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const text = query.getAll(name).find((one) => one !== '');
      return text === undefined ? [] : [[name, text]];
    }),
  );

/** `time` and the like are of the address, too. @param further names and texts; undefined ones are left out */
export function addressOf(texts: Texts, further: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, text] of Object.entries({ ...texts, ...further }))
    if (text !== undefined && text !== '') query.set(name, String(text));
  return query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', ',')}`;
}

/** The id of an earthquake in an address. */
export function idOf(query: URLSearchParams): number | undefined {
  const id = query.get('id') ?? '';
  return /^\d{1,9}$/.test(id) ? Number(id) : undefined;
}

/** `newest`: the newest records, however old; offered where nothing is recent. */
export const PERIODS = {
  ...{ '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '1y': 365 * DAY },
  ...{ all: Infinity, newest: Infinity },
} as const;
export type Period = keyof typeof PERIODS;

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
  blastProbability?: number | null | undefined;
  /** Plate code, 0 for none. */
  province: number;
}

export interface Filters {
  period: Period;
  texts: Texts;
  /** Undefined for the usual one: newest first, on a busy day felt ones before the others. */
  order: Order | undefined;
  colouring: Colouring;
  /** The id of an earthquake. */
  selected: number | undefined;
}

export const NO_FILTERS: Filters = { period: '7d', texts: {}, order: undefined, colouring: 'age', selected: undefined };

/** Dates and years of an address take the place of the usual period. */
export const usualPeriod = (texts: Texts): Period =>
  texts['date_from'] || texts['date_to'] || texts['max_age'] || searchOf(fold(texts['q'] ?? '')).years.length > 0
    ? 'all'
    : NO_FILTERS.period;

export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const texts = textsOf(query);
  return {
    period: (Object.keys(PERIODS) as Period[]).find((name) => name === query.get('period')) ?? usualPeriod(texts),
    texts,
    order: ORDERS.find((name) => name === query.get('order')),
    colouring: COLOURINGS.find((name) => name === query.get('colour')) ?? NO_FILTERS.colouring,
    selected: idOf(query),
  };
}

/** Empty when nothing is chosen. */
export const writeFilters = ({ period, texts, order, colouring, selected }: Filters): string =>
  addressOf(texts, {
    period: period === usualPeriod(texts) ? undefined : period,
    order,
    colour: colouring === NO_FILTERS.colouring ? undefined : colouring,
    id: selected,
  });

/** Filters of lists and their values, and what of the texts is none. */
interface Applied {
  values: FilterValues;
  unapplied: Unapplied[];
}

/** Every filter but this one can be applied: no item of a list says when it was published. */
const OF_ITEMS = FILTER_LIST.filter(([name]) => name !== 'updatedAfter');

/** @param agencies those of the catalogue */
export const applied = (texts: Texts, now: EpochMs, agencies: readonly Agency[]): Applied =>
  readApplicable(texts, { now: () => now, agencies, filters: OF_ITEMS });

/** With the period as the first time. */
export const withinPeriod = (values: FilterValues, period: Period, now: EpochMs): FilterValues => ({
  ...values,
  from: Math.max(timesOf(values)[0], now - PERIODS[period]),
});

export function matching<Row extends Filterable>(rows: readonly Row[], values: FilterValues): Row[] {
  const passes = rowPredicate(activeFilters(values) as ActiveFilter[], true)(columnsOf(rows));
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
    blast: numbers((one) => Number(isBlast(one))),
    eventTypes: rows.map(({ eventType }) => eventType ?? 'earthquake'),
    text: numbers((_, row) => row),
    textsWith: (part) => Uint8Array.from(rows, ({ searched }) => Number(searched.includes(part))),
  };
}
