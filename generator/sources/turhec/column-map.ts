/** A map of a text catalogue's columns, JSON that an operator can correct. */
import { shown } from '#core/text.ts';
import { isObject } from '../parsing/document-text.ts';
import { parseJson } from '../parsing/json-text.ts';
import { normaliseMagnitudeType } from '../parsing/magnitude-type.ts';
import { DocumentError } from '../feed.ts';

/** Names of which the first that is there counts, or a position from 1. */
export type ColumnRef = number | string[];

/** Order of year, month and day in a date. */
export type DateOrder = 'ymd' | 'dmy' | 'mdy';

export type TimeLayout =
  | { layout: 'parts'; columns: Record<TimePart, ColumnRef | null> }
  | { layout: 'text'; columns: ColumnRef[]; order: DateOrder };

export const TIME_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
export type TimePart = (typeof TIME_PARTS)[number];

interface MagnitudeColumn {
  /** As the field writes it; null where the file gives none. */
  type: string | null;
  column: ColumnRef;
  optional: boolean;
}

export interface ColumnMap {
  delimiter: 'auto' | 'comma' | 'semicolon' | 'tab' | 'blank';
  /** Lines that begin with it are comments; null where there are none. */
  comment: string | null;
  /** Where the column names are: the first line, the last comment line, or nowhere (positions only). */
  header: 'first' | 'comment' | 'none';
  /** Texts that mean "not given". */
  absent: Set<string>;
  id: ColumnRef | null;
  /** The first layout with all of its columns counts. */
  times: TimeLayout[];
  latitude: ColumnRef;
  longitude: ColumnRef;
  depth: ColumnRef | null;
  /** The catalogue's preferred magnitude first. */
  magnitudes: MagnitudeColumn[];
}

type Json = Record<string, unknown>;

const fail = (what: string): never => {
  throw new DocumentError(`the column map is not usable: ${what}`);
};

function columnRef(name: string, value: unknown): ColumnRef {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  const names = typeof value === 'string' ? [value] : value;
  const usable = Array.isArray(names) && names.length > 0 && names.every((item) => typeof item === 'string' && item);
  return usable
    ? (names as string[])
    : fail(`"${name}" must be a column name, a list of names or a position from 1, not ${shown(value)}`);
}

const optionalRef = (name: string, value: unknown): ColumnRef | null =>
  value === null || value === undefined ? null : columnRef(name, value);

function oneOf<const T extends string>(name: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === value);
  return found ?? fail(`"${name}" must be one of ${allowed.join(', ')}, not ${shown(value)}`);
}

function timeLayout(value: unknown): TimeLayout {
  if (!isObject(value)) return fail('"time" must be a layout or a list of layouts');
  const layout = oneOf('layout', value['layout'], ['parts', 'date and time', 'one column']);
  const order = oneOf('order', value['order'] ?? 'ymd', ['ymd', 'dmy', 'mdy']);
  if (layout === 'parts') {
    const ref = (part: TimePart) => (part === 'year' ? columnRef(part, value[part]) : optionalRef(part, value[part]));
    const columns = Object.fromEntries(TIME_PARTS.map((part) => [part, ref(part)]));
    return { layout, columns: columns as Record<TimePart, ColumnRef | null> };
  }
  const names = layout === 'one column' ? ['datetime'] : ['date', 'time'];
  return { layout: 'text', columns: names.map((name) => columnRef(name, value[name])), order };
}

function magnitudeColumn(value: unknown): MagnitudeColumn {
  if (!isObject(value)) return fail('each of "magnitudes" must be an object with "type" and "column"');
  const column = columnRef('column', value['column']);
  return { type: normaliseMagnitudeType(value['type']), column, optional: value['optional'] === true };
}

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Position maps and headers exclude each other only where there is no header to look names up in. */
function checkHeader(map: ColumnMap): ColumnMap {
  const refs = [map.latitude, map.longitude, map.magnitudes[0]!.column];
  if (map.header === 'none' && refs.some((ref) => typeof ref !== 'number')) {
    fail('without a header every column must be a position');
  }
  return map;
}

/**
 * A column map from its JSON text or value.
 * @throws DocumentError that names what is wrong with it.
 */
export function readColumnMap(json: unknown): ColumnMap {
  const value = typeof json === 'string' ? parseJson(json) : json;
  if (!isObject(value)) return fail('it is not a JSON object');
  const map: Json = value;
  const absent = list(map['absent']);
  if (absent.some((item) => typeof item !== 'string')) fail('"absent" must be a list of texts');
  const comment = map['comment'] ?? null;
  if (comment !== null && (typeof comment !== 'string' || comment === '')) fail('"comment" must be a text or null');
  const times = list(map['time']).map(timeLayout);
  if (times.length === 0) fail('"time" is missing');
  const magnitudes = list(map['magnitudes']).map(magnitudeColumn);
  if (magnitudes.length === 0) fail('"magnitudes" is missing');
  return checkHeader({
    delimiter: oneOf('delimiter', map['delimiter'] ?? 'auto', ['auto', 'comma', 'semicolon', 'tab', 'blank']),
    comment: comment as string | null,
    header: oneOf('header', map['header'] ?? 'first', ['first', 'comment', 'none']),
    absent: new Set((absent as string[]).map((text) => text.toLowerCase())),
    id: optionalRef('id', map['id']),
    times,
    latitude: columnRef('latitude', map['latitude']),
    longitude: columnRef('longitude', map['longitude']),
    depth: optionalRef('depth', map['depth']),
    magnitudes,
  });
}
