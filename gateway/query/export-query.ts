/** The parameters of an export: format, and the list's filters with another limit. */
import type { ListQuery } from '#core/query.ts';
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import type { ExportFormat } from './parameters.ts';
import { CURSOR, DEFAULT_FORMAT, EXPORT_LIMIT, FORMAT } from './parameters.ts';
import { present, readFilters, valueOf } from './read.ts';

interface ExportQuery {
  format: ExportFormat;
  query: ListQuery;
}

/** @param maxRows rows that the caller may have @throws GatewayError */
export function readExport(parameters: RawParameters, maxRows: number): ExportQuery {
  const format = valueOf(parameters, FORMAT) ?? DEFAULT_FORMAT;
  const limit = Math.min(valueOf(parameters, EXPORT_LIMIT) ?? maxRows, maxRows);
  const cursor = valueOf(parameters, CURSOR);
  if (cursor?.by === 'sequence')
    throw invalid(
      CURSOR.name,
      'This cursor belongs to a list of changes; an export takes those of exports and plain lists.',
    );
  const filters = readFilters(parameters);
  return { format, query: { ...filters, limit, includeUnrated: true, ...present({ after: cursor?.position }) } };
}
