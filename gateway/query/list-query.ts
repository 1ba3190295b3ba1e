/** The parameters of the list as one complete query, or one error that names the parameter and the rule. */
import type { ChangesQuery, ListQuery } from '#core/query.ts';
import { DEFAULT_LIMIT } from '#core/query.ts';
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import { CURSOR, LIMIT } from './parameters.ts';
import { present, readFilters, valueOf } from './read.ts';

type Listing = { kind: 'list'; query: ListQuery } | { kind: 'changes'; query: ChangesQuery };

/** @throws GatewayError */
export function readListing(parameters: RawParameters): Listing {
  const { updatedAfter, ...filters } = readFilters(parameters);
  const limit = valueOf(parameters, LIMIT) ?? DEFAULT_LIMIT;
  const cursor = valueOf(parameters, CURSOR);
  if (updatedAfter === undefined) {
    if (cursor?.by === 'sequence')
      throw invalid(
        CURSOR.name,
        'This cursor belongs to a query with updated_after; ask with that, or without cursor.',
      );
    return { kind: 'list', query: { ...filters, limit, ...present({ after: cursor?.position }) } };
  }
  if (cursor?.by === 'time')
    throw invalid(CURSOR.name, 'This cursor belongs to a query without updated_after; leave one of the two out.');
  return {
    kind: 'changes',
    query: { ...filters, limit, updatedAfter, ...present({ afterSequence: cursor?.sequence }) },
  };
}
