/** The parameters of a list, of changes and of an export: one complete query, or one error that names the rule. */
import type { Agency } from '#core/agencies.ts';
import { type ChangesQuery, DEFAULT_LIMIT, type ListQuery } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import { CURSOR, DEFAULT_FORMAT, EXPAND, EXPORT_LIMIT, type ExportFormat, FORMAT, LIMIT, ORDER } from './parameters.ts';
import { present, readFilters, valueOf } from './read.ts';

type Listing = { kind: 'list'; query: ListQuery } | { kind: 'changes'; query: ChangesQuery };

/** @param now the moment that the ages of a first page count from @throws GatewayError */
export function readListing(parameters: RawParameters, now: () => EpochMs, agencies?: readonly Agency[]): Listing {
  const cursor = valueOf(parameters, CURSOR);
  const { updatedAfter, ...filters } = readFilters(parameters, () => cursor?.asOf ?? now(), agencies);
  const limit = valueOf(parameters, LIMIT) ?? DEFAULT_LIMIT;
  const order = valueOf(parameters, ORDER);
  const page = { ...filters, limit, ...present({ expand: valueOf(parameters, EXPAND) }) };
  if (updatedAfter === undefined) {
    if (cursor?.by === 'sequence')
      throw invalid(
        CURSOR.name,
        'This cursor belongs to a query with updated_after; ask with that, or without cursor.',
      );
    if (cursor && cursor.by !== (order ?? 'time'))
      throw invalid(CURSOR.name, `This cursor belongs to a list with order=${cursor.by}; ask with that.`);
    const start = present({ order: order === 'magnitude' ? order : undefined, after: cursor?.position });
    return { kind: 'list', query: { ...page, ...start } };
  }
  if (order !== undefined)
    throw invalid(ORDER.name, 'Changes come in the order of publication; ask without order, or without updated_after.');
  if (cursor && cursor.by !== 'sequence')
    throw invalid(CURSOR.name, 'This cursor belongs to a query without updated_after; leave one of the two out.');
  return {
    kind: 'changes',
    query: { ...page, updatedAfter, ...present({ afterSequence: cursor?.sequence }) },
  };
}

interface ExportQuery {
  format: ExportFormat;
  query: ListQuery;
}

interface ExportContext {
  /** The moment that ages count from, unless there is a cursor. */
  now: () => EpochMs;
  /** Rows that the caller may have. */
  maxRows: number;
  /** That answers may name; the usual ones by default. */
  agencies?: readonly Agency[];
}

/** @throws GatewayError */
export function readExport(parameters: RawParameters, { now, maxRows, agencies }: ExportContext): ExportQuery {
  const format = valueOf(parameters, FORMAT) ?? DEFAULT_FORMAT;
  const limit = Math.min(valueOf(parameters, EXPORT_LIMIT) ?? maxRows, maxRows);
  const cursor = valueOf(parameters, CURSOR);
  if (cursor && cursor.by !== 'time')
    throw invalid(
      CURSOR.name,
      `This cursor belongs to a list ${cursor.by === 'sequence' ? 'of changes' : 'by magnitude'}; an export takes ` +
        'those of exports and plain lists.',
    );
  const filters = readFilters(parameters, () => cursor?.asOf ?? now(), agencies);
  return { format, query: { ...filters, limit, includeUnrated: true, ...present({ after: cursor?.position }) } };
}
