/** A list query as a value: its canonical text and the row filter. */
import type { ShardColumns } from './columns.ts';
import { activeFilters, type FilterValues } from './filters/table.ts';
import type { RowPredicate } from './filters/filter.ts';
import type { EpochMs } from './time.ts';

/** Records of a page when the request names no limit. */
export const DEFAULT_LIMIT = 100;

/** A position in the order of the list (newest first, ties by id descending); the page begins after it. */
export interface ListPosition {
  /** Whole second. */
  time: EpochMs;
  id: number;
}

export interface ListFilter extends FilterValues {
  /** Also earthquakes without a magnitude, unless there is a bound on it. */
  includeUnrated?: true;
}

export interface ListQuery extends ListFilter {
  limit: number;
  after?: ListPosition;
}

/** What was published after an instant, in the order of publication. */
export interface ChangesQuery extends ListFilter {
  limit: number;
  updatedAfter: EpochMs;
  /** The page begins after this change number. */
  afterSequence?: number;
}

/** Equal queries give equal texts, whatever the order and spelling of the request's parameters. */
export function canonicalQuery(query: ListQuery | ChangesQuery): string {
  const texts: Record<string, string | number | undefined> = {
    limit: query.limit,
    bare: query.includeUnrated && 1,
    afterSequence: 'afterSequence' in query ? query.afterSequence : undefined,
    after: 'after' in query && query.after ? `${query.after.time},${query.after.id}` : undefined,
  };
  for (const { name, filter, value } of activeFilters(query))
    texts[filter.canonicalName ?? name] = filter.canonical(value);
  return Object.keys(texts)
    .sort()
    .filter((name) => texts[name] !== undefined)
    .map((name) => `${name}=${encodeURIComponent(texts[name]!)}`)
    .join('&');
}

/** Whether a row of a shard passes the filter; the position and the limit are the reader's work. */
export function rowFilter(filter: ListFilter): (columns: ShardColumns) => RowPredicate {
  const matches = activeFilters(filter).map(({ filter: { match }, value }) => match(value));
  const { includeUnrated = false } = filter;
  return (columns) => {
    const { magnitude } = columns;
    const predicates = matches.map((match) => match(columns));
    return (row) => {
      if (!includeUnrated && Number.isNaN(magnitude[row]!)) return false;
      for (const passes of predicates) if (!passes(row)) return false;
      return true;
    };
  };
}
