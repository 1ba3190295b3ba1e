/** What the reader wants to see, as it stands in the address of the page. */
import type { Agency } from '#core/earthquake.ts';
import { AGENCIES } from '#core/earthquake.ts';
import { fold } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { Colouring } from '../drawing/palette.ts';
import { COLOURINGS } from '../drawing/palette.ts';
import type { Earthquake } from './catalogue.ts';

export const PERIODS = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '1y': 365 * DAY } as const;
export type Period = keyof typeof PERIODS;

export interface Filters {
  period: Period;
  minMagnitude: number | undefined;
  agency: Agency | undefined;
  /** Kilometres; `from` inclusive, `to` exclusive. */
  depth: { from?: number; to?: number } | undefined;
  place: string;
  colouring: Colouring;
  selected: number | undefined;
}

export const NO_FILTERS: Filters = {
  period: '7d',
  minMagnitude: undefined,
  agency: undefined,
  depth: undefined,
  place: '',
  colouring: 'age',
  selected: undefined,
};

const numberIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}(?:\.\d)?$/.test(text) ? Number(text) : undefined;

export function readFilters(search: string): Filters {
  const query = new URLSearchParams(search);
  const [from, to] = [numberIn(query.get('min_depth')), numberIn(query.get('max_depth'))];
  const depth = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return {
    period: (Object.keys(PERIODS) as Period[]).find((name) => name === query.get('period')) ?? NO_FILTERS.period,
    minMagnitude: numberIn(query.get('min_magnitude')),
    agency: AGENCIES.find((name) => name === query.get('sources')),
    depth: from === undefined && to === undefined ? undefined : depth,
    place: (query.get('q') ?? '').slice(0, 100),
    colouring: COLOURINGS.find((name) => name === query.get('colour')) ?? NO_FILTERS.colouring,
    selected: numberIn(query.get('id')),
  };
}

/** Empty when nothing is chosen. */
export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams();
  const put = (name: string, value: string | number | undefined, usual?: string): void => {
    if (value !== undefined && value !== '' && value !== usual) query.set(name, String(value));
  };
  put('period', filters.period, NO_FILTERS.period);
  put('min_magnitude', filters.minMagnitude);
  put('sources', filters.agency);
  put('min_depth', filters.depth?.from);
  put('max_depth', filters.depth?.to);
  put('q', filters.place);
  put('colour', filters.colouring, NO_FILTERS.colouring);
  put('id', filters.selected);
  return query.size === 0 ? '' : `?${query}`;
}

export function matcher(filters: Filters, now: EpochMs): (earthquake: Earthquake) => boolean {
  const since = now - PERIODS[filters.period];
  const place = fold(filters.place);
  const { minMagnitude = -Infinity, agency, depth } = filters;
  return (one) =>
    one.time >= since &&
    (one.magnitude ?? -Infinity) >= minMagnitude &&
    (agency === undefined || one.agencies.includes(agency)) &&
    (depth === undefined ||
      (one.depthKm !== null && one.depthKm >= (depth.from ?? -Infinity) && one.depthKm < (depth.to ?? Infinity))) &&
    (place === '' || one.searched.includes(place));
}
