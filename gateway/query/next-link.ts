/** URL of the following page, written from the query as read: equal queries give equal bytes, and no key is in it. */
import type { Cursor } from '#core/cursor.ts';
import { writeCursor } from '#core/cursor.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { activeFilters } from '#core/filters/table.ts';
import { formatDecimal } from '#core/parameter.ts';
import type { ChangesQuery, ListFilter, ListPosition, ListQuery } from '#core/query.ts';
import { DEFAULT_LIMIT } from '#core/query.ts';
import type { ExportFormat } from './parameters.ts';
import { CURSOR, EXPORT_LIMIT, FORMAT, LIMIT } from './parameters.ts';

type UrlValue = [name: string, value: string | number];

/** @param query of the page that ends at the cursor */
export function nextPage(query: ListQuery | ChangesQuery, cursor: Cursor): string {
  const limit: UrlValue[] = query.limit === DEFAULT_LIMIT ? [] : [[LIMIT.name, query.limit]];
  return urlOf(ENDPOINTS.list, [...limit, ...filterValues(query), [CURSOR.name, writeCursor(cursor)]]);
}

/** The `next` of a list answer, from its first line. */
export function nextIn(answer: Uint8Array): string | undefined {
  const head = Buffer.from(answer.buffer, answer.byteOffset, Math.min(answer.byteLength, 2000)).toString('utf8');
  const next = /^\{[^\n[]*?"next":("[^"\n]*")/.exec(head)?.[1];
  return next === undefined ? undefined : (JSON.parse(next) as string);
}

/** @param end where the previous export ends */
export const nextExport = (format: ExportFormat, query: ListQuery, end: ListPosition): string =>
  urlOf(ENDPOINTS.export, [
    [FORMAT.name, format],
    [EXPORT_LIMIT.name, query.limit],
    ...filterValues(query),
    [CURSOR.name, writeCursor({ by: 'time', position: end })],
  ]);

const filterValues = (query: ListFilter): UrlValue[] =>
  activeFilters(query).flatMap(({ filter, value }) => {
    const values = filter.toUrl(value);
    return filter.parameters.map(({ name }, index): UrlValue => [name, values[index]!]);
  });

function urlOf(path: string, values: UrlValue[]): string {
  const parameters = values.map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'number' ? formatDecimal(value) : value)}`,
  );
  return `${path}?${parameters.join('&')}`;
}
