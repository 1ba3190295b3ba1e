/** URL of the following page, written from the query as read: equal queries give equal bytes, and no key is in it. */
import { type Cursor, writeCursor } from '#core/cursor.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { activeFilters } from '#core/filters/table.ts';
import { formatDecimal } from '#core/parameter.ts';
import { type ChangesQuery, DEFAULT_LIMIT, type ListFilter, type ListPosition, type ListQuery } from '#core/query.ts';
import { CURSOR, EXPAND, EXPORT_LIMIT, type ExportFormat, FORMAT, LIMIT, ORDER } from './parameters.ts';

type UrlValue = [name: string, value: string | number];

/** @param end the last position of the page */
export function nextPage(query: ListQuery, end: ListPosition): string {
  const order: UrlValue[] = query.order ? [[ORDER.name, query.order]] : [];
  return urlOf(ENDPOINTS.list, [...pageValues(query), ...order, cursorOf(query, positionCursor(end))]);
}

/** @param sequence of the last change of the page */
export const nextChanges = (query: ChangesQuery, sequence: number): string =>
  urlOf(ENDPOINTS.list, [...pageValues(query), cursorOf(query, { by: 'sequence', sequence })]);

const positionCursor = (position: ListPosition): Cursor => ({
  by: position.magnitude === undefined ? 'time' : 'magnitude',
  position,
});

/** It keeps the minute of the first page: with a later one, records would leave the pages of one walk. */
const cursorOf = ({ maxAge }: ListFilter, cursor: Cursor): UrlValue => [
  CURSOR.name,
  writeCursor(maxAge ? { ...cursor, asOf: maxAge.asOf } : cursor),
];

const pageValues = (query: ListQuery | ChangesQuery): UrlValue[] => [
  ...(query.limit === DEFAULT_LIMIT ? [] : [[LIMIT.name, query.limit] satisfies UrlValue]),
  ...filterValues(query),
  ...(query.expand ? [[EXPAND.name, query.expand] satisfies UrlValue] : []),
];

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
    cursorOf(query, positionCursor(end)),
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
