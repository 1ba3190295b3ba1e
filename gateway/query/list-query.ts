/** The parameters of a list, of changes and of an export: one complete query, or one error that names the rule. */
import type { Agency } from '#core/agencies.ts';
import { type ChangesQuery, DEFAULT_LIMIT, type ListQuery, type ListFilter, type ListPosition } from '#core/query.ts';
import type { EpochMs } from '#core/time.ts';
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import {
  CURSOR,
  DEFAULT_FORMAT,
  EXPAND,
  EXPORT_LIMIT,
  type ExportFormat,
  FORMAT,
  LIMIT,
  ORDER,
  present,
  readFilters,
  valueOf,
} from './parameters.ts';
import { type Cursor, writeCursor } from '#core/cursor.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { activeFilters } from '#core/filters/table.ts';
import { formatDecimal } from '#core/parameter.ts';

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
