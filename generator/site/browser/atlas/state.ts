/** What the reader of the map of all years chose, as it stands in the address of the page. */
import { KNOWN_AGENCIES, type Agency } from '#core/earthquake.ts';
import type { Box, Point } from '#core/geo.ts';
import { provinceWithCode } from '#core/provinces.ts';
import { DAY, formatDay, parseDay, type EpochMs } from '#core/time.ts';
import type { SectionLine } from '../../drawing/section.ts';

export type AtlasColouring = 'depth' | 'time';

export interface AtlasState {
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
  colouring: AtlasColouring;
  /** Which earthquakes the graphs are of; undefined for those in view. */
  box: Box | undefined;
  section: SectionLine | undefined;
  /** Of the earthquake with an open card. */
  id: number | undefined;
}

export const NOTHING_CHOSEN: AtlasState = {
  from: undefined,
  to: undefined,
  minMagnitude: 'zoom',
  agency: undefined,
  province: undefined,
  depth: undefined,
  colouring: 'depth',
  box: undefined,
  section: undefined,
  id: undefined,
};

const numbersIn = (text: string | null, count: number): number[] | undefined => {
  const parts = (text ?? '').split(',').filter((part) => /^-?\d{1,4}(\.\d{1,6})?$/.test(part));
  return parts.length === count && (text ?? '').split(',').length === count ? parts.map(Number) : undefined;
};

const isPlace = ({ latitude, longitude }: Point): boolean => Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180;

/** Corners in any order; undefined where they are none. */
export function boxOf(one: Point, other: Point): Box | undefined {
  const [west, east] = [Math.min(one.longitude, other.longitude), Math.max(one.longitude, other.longitude)];
  const [south, north] = [Math.min(one.latitude, other.latitude), Math.max(one.latitude, other.latitude)];
  return isPlace(one) && isPlace(other) && west < east && south < north ? { west, south, east, north } : undefined;
}

function readBox(text: string | null): Box | undefined {
  const [west, south, east, north] = numbersIn(text, 4) ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
  return boxOf({ longitude: west, latitude: south }, { longitude: east, latitude: north });
}

export const WIDTHS = { least: 1, usual: 50, most: 300 };

/** Undefined where both ends are one. */
export function sectionOf(a: Point, b: Point, halfWidthKm: number = WIDTHS.usual): SectionLine | undefined {
  const isLine = isPlace(a) && isPlace(b) && (a.latitude !== b.latitude || a.longitude !== b.longitude);
  return isLine ? { a, b, halfWidthKm: Math.min(WIDTHS.most, Math.max(WIDTHS.least, halfWidthKm)) } : undefined;
}

function readSection(text: string | null): SectionLine | undefined {
  const values = numbersIn(text, 5);
  if (!values) return undefined;
  const [ax, ay, bx, by, width] = values as [number, number, number, number, number];
  return sectionOf({ longitude: ax, latitude: ay }, { longitude: bx, latitude: by }, width);
}

function readMagnitude(text: string | null): AtlasState['minMagnitude'] {
  if (text === 'all') return -Infinity;
  return text !== null && /^\d(\.\d)?$/.test(text) ? Number(text) : 'zoom';
}

const readNumber = (text: string | null): number | undefined => numbersIn(text, 1)?.[0];

export function readState(search: string): AtlasState {
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
    box: readBox(query.get('box')),
    section: readSection(query.get('line')),
    id: /^\d{1,9}$/.test(query.get('id') ?? '') ? Number(query.get('id')) : undefined,
  };
}

const coordinate = (value: number): string => String(Number(value.toFixed(3)));

/** Empty when nothing is chosen. */
export function writeState(state: AtlasState): string {
  const query: string[] = [];
  const put = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) query.push(`${name}=${value}`);
  };
  const { from, to, minMagnitude, agency, province, depth, colouring, box, section, id } = state;
  put('date_from', from === undefined ? undefined : formatDay(from));
  put('date_to', to === undefined ? undefined : formatDay(to));
  if (minMagnitude !== 'zoom') put('min_magnitude', minMagnitude === -Infinity ? 'all' : minMagnitude);
  put('sources', agency);
  put('province', province);
  put('min_depth', depth?.from);
  put('max_depth', depth?.to);
  if (colouring !== 'depth') put('colour', colouring);
  if (box) put('box', [box.west, box.south, box.east, box.north].map(coordinate).join(','));
  if (section) {
    const { a, b, halfWidthKm } = section;
    put('line', [a.longitude, a.latitude, b.longitude, b.latitude, halfWidthKm].map(coordinate).join(','));
  }
  put('id', id);
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

/** Instants of the chosen days, both inclusive. */
export const spanShown = (
  { from, to }: Pick<AtlasState, 'from' | 'to'>,
  [first, last]: [EpochMs, EpochMs],
): [EpochMs, EpochMs] => [Math.max(first, from ?? first), to === undefined ? last : Math.min(last, to + DAY - 1)];
