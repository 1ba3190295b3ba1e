/** The URL of the following page: written from the query as understood, so that equal queries give equal bytes and no key is in it. */
import type { Cursor } from '#core/cursor.ts';
import { writeCursor } from '#core/cursor.ts';
import type { ChangesQuery, ListFilter, ListPosition, ListQuery } from '#core/query.ts';
import { formatDay, formatInstant } from '#core/time.ts';
import { MAX_DECIMALS } from './parameter.ts';
import type { ExportFormat } from './parameters.ts';
import * as P from './parameters.ts';

export const LIST_PATH = '/api.php';
export const EXPORT_PATH = '/export.php';

type Values = [{ name: string }, string | number | undefined][];

/** @param query of the page that ends at the cursor */
export function nextPage(query: ListQuery | ChangesQuery, cursor: Cursor): string {
  const limit = query.limit === P.DEFAULT_LIMIT ? undefined : query.limit;
  return urlOf(LIST_PATH, [[P.LIMIT, limit], ...filterValues(query), [P.CURSOR, writeCursor(cursor)]]);
}

/** The `next` of a list answer, from its first line. */
export function nextIn(answer: Uint8Array): string | undefined {
  const head = Buffer.from(answer.buffer, answer.byteOffset, Math.min(answer.byteLength, 2000)).toString('utf8');
  const next = /^\{[^\n[]*?"next":("[^"\n]*")/.exec(head)?.[1];
  return next === undefined ? undefined : (JSON.parse(next) as string);
}

/** @param end where the export before ends */
export const nextExport = (format: ExportFormat, query: ListQuery, end: ListPosition): string =>
  urlOf(EXPORT_PATH, [
    [P.FORMAT, format],
    [P.EXPORT_LIMIT, query.limit],
    ...filterValues(query),
    [P.CURSOR, writeCursor({ by: 'time', position: end })],
  ]);

function filterValues(query: ListFilter): Values {
  const { box, circle, from, to, updatedAfter } = query;
  return [
    [P.DATE_FROM, from === undefined ? undefined : formatDay(from)],
    [P.DATE_TO, to === undefined ? undefined : formatDay(to)],
    [P.MIN_MAGNITUDE, query.minMagnitude],
    [P.MAX_MAGNITUDE, query.maxMagnitude],
    [P.SOURCES, query.agencies?.join(',')],
    [P.MIN_LATITUDE, box?.south],
    [P.MAX_LATITUDE, box?.north],
    [P.MIN_LONGITUDE, box?.west],
    [P.MAX_LONGITUDE, box?.east],
    [P.LATITUDE, circle?.centre.latitude],
    [P.LONGITUDE, circle?.centre.longitude],
    [P.MAX_RADIUS_KM, circle?.radiusKm],
    [P.MIN_DEPTH, query.minDepthKm],
    [P.MAX_DEPTH, query.maxDepthKm],
    [P.PLACE, query.place],
    [P.EVENT_TYPE, query.eventType],
    [P.UPDATED_AFTER, updatedAfter === undefined ? undefined : formatInstant(updatedAfter)],
  ];
}

function urlOf(path: string, values: Values): string {
  const parts = values.flatMap(([{ name }, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(typeof value === 'number' ? plain(value) : value)}`],
  );
  return `${path}?${parts.join('&')}`;
}

/** The shortest form of a number that the parameters accept: `0.0000001`, not `1e-7`. Nothing is lost, since no more decimals came in. */
function plain(value: number): string {
  const text = String(value);
  // eslint-disable-next-line redos/no-vulnerable, regexp/no-super-linear-move -- at most 40 characters
  return text.includes('e') ? value.toFixed(MAX_DECIMALS).replace(/\.?0+$/, '') : text;
}
