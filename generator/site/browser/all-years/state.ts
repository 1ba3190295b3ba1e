/** What the reader of the map of all years chose, as it stands in the address of the page. */
import type { Agency } from '#core/agencies.ts';
import { activeFilters, FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { timesOf } from '#core/query.ts';
import { MINUTE, type EpochMs } from '#core/time.ts';
import { addressOf, idOf, textsOf, type Texts } from '../filters.ts';
import { readApplicable, type Unapplied } from '../applicable.ts';

export type AllYearsColouring = 'depth' | 'time';

export interface AllYearsState {
  /** Without a least magnitude, smaller ones the closer the map is; `all` for those without a magnitude, too. */
  texts: Texts;
  colouring: AllYearsColouring;
  /** Of the earthquake with an open card. */
  id: number | undefined;
}

export const NOTHING_CHOSEN: AllYearsState = { texts: {}, colouring: 'depth', id: undefined };

export const ALL = 'all';

export function readState(search: string): AllYearsState {
  const query = new URLSearchParams(search);
  const colouring = query.get('colour') === 'time' ? 'time' : 'depth';
  return { texts: textsOf(query), colouring, id: idOf(query) };
}

/** Empty when nothing is chosen. */
export const writeState = ({ texts, colouring, id }: AllYearsState): string =>
  addressOf(texts, { colour: colouring === 'depth' ? undefined : colouring, id });

export interface Chosen {
  values: FilterValues;
  /** Those that are no bounds of time, which the window is for. */
  ofRows: FilterValues;
  unapplied: Unapplied[];
  /** -Infinity for all, those without a magnitude included. */
  least: number | 'zoom';
}

/** Point files have neither names nor when a record was published. */
const OF_POINTS = FILTER_LIST.filter(([name]) => name !== 'place' && name !== 'updatedAfter');

/** @param agencies those of the catalogue @param asOf the moment of the data, from which ages count */
export function chosenIn({ texts }: Pick<AllYearsState, 'texts'>, asOf: EpochMs, agencies: readonly Agency[]): Chosen {
  const { min_magnitude: least = '', ...others } = texts;
  const now = (): EpochMs => Math.floor(asOf / MINUTE) * MINUTE;
  const read = readApplicable(least === ALL ? others : texts, { now, agencies, filters: OF_POINTS });
  const ofRows = Object.fromEntries(
    activeFilters(read.values).flatMap(({ name, filter, value }) => (filter.times ? [] : [[name, value]])),
  ) as FilterValues;
  return { ...read, ofRows, least: least === ALL ? -Infinity : (read.values.minMagnitude ?? 'zoom') };
}

/** Instants of what is chosen, both inclusive. */
export function spanShown(values: FilterValues, [first, last]: [EpochMs, EpochMs]): [EpochMs, EpochMs] {
  const [from, to] = timesOf(values);
  return [Math.max(first, from), Math.min(last, to)];
}
