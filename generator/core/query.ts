/** A list query as a value: its canonical text and the row filter. */
import { activeFilters, type FilterValues } from './filters/table.ts';
import { type FilterColumns, rowPredicate, type RowPredicate } from './filters/filter.ts';
import type { Span } from './solution-spans.ts';
import type { EpochMs } from './time.ts';

/** Records of a page when the request names no limit. */
export const DEFAULT_LIMIT = 100;

/** A position in the order of a list: newest first, or largest first and then newest first; ties by id descending. */
export interface ListPosition {
  /** In an order by magnitude only. */
  magnitude?: number;
  /** Whole second. */
  time: EpochMs;
  id: number;
}

/** Negative when `a` comes first. Both are positions in the same order. */
export const inOrder = (a: ListPosition, b: ListPosition): number =>
  (b.magnitude ?? 0) - (a.magnitude ?? 0) || b.time - a.time || b.id - a.id;

export interface ListFilter extends FilterValues {
  /** Also earthquakes without a magnitude, unless there is a bound on it. */
  includeUnrated?: true;
}

export interface ListQuery extends ListFilter {
  limit: number;
  /** Absent: by time. */
  order?: 'magnitude';
  /** The page begins after it. */
  after?: ListPosition;
  /** Items with every agency's solution. */
  expand?: 'sources';
}

/** What was published after an instant, in the order of publication. */
export interface ChangesQuery extends ListFilter {
  limit: number;
  updatedAfter: EpochMs;
  /** The page begins after this change number. */
  afterSequence?: number;
  /** Items with every agency's solution. */
  expand?: 'sources';
}

/** Equal queries give equal texts, whatever the order and spelling of the request's parameters. */
export function canonicalQuery(query: ListQuery | ChangesQuery): string {
  const texts: Record<string, string | number | undefined> = {
    limit: query.limit,
    expand: query.expand,
    bare: query.includeUnrated && 1,
    afterSequence: 'afterSequence' in query ? query.afterSequence : undefined,
    order: 'order' in query ? query.order : undefined,
    after: 'after' in query && query.after ? positionText(query.after) : undefined,
  };
  for (const { name, filter, value } of activeFilters(query))
    texts[filter.canonicalName ?? name] = filter.canonical(value);
  return Object.entries(texts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
}

const positionText = ({ magnitude, time, id }: ListPosition): string =>
  [...(magnitude === undefined ? [] : [magnitude]), time, id].join(',');

/** The times outside of which no row passes, inclusive. */
export function timesOf(filter: ListFilter): Span {
  const spans = activeFilters(filter).flatMap(({ filter: { times }, value }) => (times ? [times(value)] : []));
  return [Math.max(-Infinity, ...spans.map(([first]) => first)), Math.min(Infinity, ...spans.map(([, last]) => last))];
}

/** The page begins after it: the position of the query, or the beginning of its order. */
export function startOf(query: ListQuery): ListPosition {
  const { order, after, maxMagnitude = Infinity } = query;
  const [, newest] = timesOf(query);
  const beginning = { ...(order ? { magnitude: maxMagnitude } : {}), time: newest, id: Infinity };
  return after && inOrder(beginning, after) < 0 ? after : beginning;
}

/** Whether a row of a shard passes the filter; the position and the limit are the reader's work. */
export const rowFilter = (filter: ListFilter): ((columns: FilterColumns) => RowPredicate) =>
  rowPredicate(activeFilters(filter), filter.includeUnrated === true);
