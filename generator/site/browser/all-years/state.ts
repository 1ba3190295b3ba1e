/** What the reader of the map of all years chose, as it stands in the address of the page. */
import { KNOWN_AGENCIES, type Agency } from '#core/earthquake.ts';
import { provinceWithCode } from '#core/provinces.ts';
import { DAY, formatDay, parseDay, type EpochMs } from '#core/time.ts';

export type AllYearsColouring = 'depth' | 'time';

export interface AllYearsState {
  /** First day that is shown, its beginning; undefined for the first of all. */
  from: EpochMs | undefined;
  /** Last day that is shown, its beginning; undefined for today. */
  to: EpochMs | undefined;
  /** `zoom`: smaller ones the closer the map is; -Infinity for all, those without a magnitude included. */
  minMagnitude: number | 'zoom';
  agency: Agency | undefined;
  /** Plate code. */
  province: string | undefined;
  /** Kilometres; `from` inclusive, `to` exclusive. */
  depth: { from?: number | undefined; to?: number | undefined } | undefined;
  colouring: AllYearsColouring;
  /** Of the earthquake with an open card. */
  id: number | undefined;
}

export const NOTHING_CHOSEN: AllYearsState = {
  from: undefined,
  to: undefined,
  minMagnitude: 'zoom',
  agency: undefined,
  province: undefined,
  depth: undefined,
  colouring: 'depth',
  id: undefined,
};

function readNumber(text: string | null): number | undefined {
  return /^-?\d{1,4}(\.\d{1,6})?$/.test(text ?? '') ? Number(text) : undefined;
}

function readMagnitude(text: string | null): AllYearsState['minMagnitude'] {
  if (text === 'all') return -Infinity;
  return text !== null && /^\d(\.\d)?$/.test(text) ? Number(text) : 'zoom';
}

export function readState(search: string): AllYearsState {
  const query = new URLSearchParams(search);
  const [from, to] = [readNumber(query.get('min_depth')), readNumber(query.get('max_depth'))];
  const depth = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return {
    from: parseDay(query.get('date_from') ?? ''),
    to: parseDay(query.get('date_to') ?? ''),
    minMagnitude: readMagnitude(query.get('min_magnitude')),
    agency: KNOWN_AGENCIES.find((name) => name === query.get('sources')),
    province: provinceWithCode(query.get('province') ?? undefined)?.code,
    depth: from === undefined && to === undefined ? undefined : depth,
    colouring: query.get('colour') === 'time' ? 'time' : 'depth',
    id: /^\d{1,9}$/.test(query.get('id') ?? '') ? Number(query.get('id')) : undefined,
  };
}

/** Empty when nothing is chosen. */
export function writeState(state: AllYearsState): string {
  const query: string[] = [];
  const put = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) query.push(`${name}=${value}`);
  };
  const { from, to, minMagnitude, agency, province, depth, colouring, id } = state;
  put('date_from', from === undefined ? undefined : formatDay(from));
  put('date_to', to === undefined ? undefined : formatDay(to));
  if (minMagnitude !== 'zoom') put('min_magnitude', minMagnitude === -Infinity ? 'all' : minMagnitude);
  put('sources', agency);
  put('province', province);
  put('min_depth', depth?.from);
  put('max_depth', depth?.to);
  if (colouring !== 'depth') put('colour', colouring);
  put('id', id);
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

/** Instants of the chosen days, both inclusive. */
export const spanShown = (
  { from, to }: Pick<AllYearsState, 'from' | 'to'>,
  [first, last]: [EpochMs, EpochMs],
): [EpochMs, EpochMs] => [Math.max(first, from ?? first), to === undefined ? last : Math.min(last, to + DAY - 1)];
