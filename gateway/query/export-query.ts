/** The parameters of an export: format, and the list's filters with another limit. */
import type { ListQuery } from '#core/query.ts';
import { invalid } from '../http/errors.ts';
import { present, readFilter } from './list-query.ts';
import { valueOf } from './parameter.ts';
import type { ExportFormat } from './parameters.ts';
import * as P from './parameters.ts';
import type { RawParameters } from '../http/query-string.ts';

export interface Export {
  format: ExportFormat;
  query: ListQuery;
}

/** @param most rows that the caller may have @throws GatewayError */
export function readExport(parameters: RawParameters, most: number): Export {
  const format = valueOf(parameters, P.FORMAT) ?? P.DEFAULT_FORMAT;
  const limit = Math.min(valueOf(parameters, P.EXPORT_LIMIT) ?? most, most);
  const updatedAfter = valueOf(parameters, P.UPDATED_AFTER);
  const cursor = valueOf(parameters, P.CURSOR);
  if (cursor?.by === 'sequence')
    throw invalid(
      P.CURSOR.name,
      'This cursor belongs to a list of changes; an export takes those of exports and plain lists.',
    );
  return {
    format,
    query: {
      ...readFilter(parameters),
      limit,
      includeUnrated: true,
      ...present({ updatedAfter, after: cursor?.position }),
    },
  };
}
