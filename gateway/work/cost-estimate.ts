/** Which queries look expensive by their plan: a guess that decides about the order of work and nothing else. */
import { activeFilters } from '#core/filters/table.ts';
import type { ListFilter, ListQuery } from '#core/query.ts';

/** Column files that are read in a few milliseconds. */
const FEW_FILES = 8;
/** Rows of one page. */
const FEW_ROWS = 1000;

/** Without filters that rows must be tested for, the limit is soon reached; a later page by magnitude opens many. */
export const isExpensive = (
  files: readonly unknown[],
  query: ListFilter & Pick<ListQuery, 'limit' | 'order' | 'after'>,
): boolean =>
  files.length > FEW_FILES &&
  (query.limit > FEW_ROWS ||
    (query.order === 'magnitude' && query.after !== undefined) ||
    activeFilters(query).some(({ filter }) => !filter.divides));
