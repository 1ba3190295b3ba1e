/** Reads the rows of a document and their fields. A row that cannot be read is a reject with a reason. */
import type { Magnitude } from '#core/earthquake.ts';
import { cleanText, isPlaceText, shown } from '#core/text.ts';
import { checkRowLimit, rowTooLong } from '../limits.ts';
import { isObject } from './document-text.ts';
import { NOT_JSON } from './json-text.ts';
import { DocumentError, type Parsed, type Reject, type SourceReport } from '../feed.ts';

/** A row as in the document. */
export interface Row {
  /** 1-based line, or item number in JSON. */
  line: number;
  /** Unchanged: equal texts are repeated rows. */
  text: string;
}

/** Thrown by readers of rows and fields; the message is the reject's reason. */
export class RowError extends Error {
  override name = 'RowError';
}

export const emptyParsed = (of: Pick<Parsed, 'feed' | 'agency'>, warnings: string[] = []): Parsed => ({
  ...of,
  rows: 0,
  reports: [],
  products: [],
  rejects: [],
  repeated: 0,
  asOf: null,
  coverage: null,
  warnings,
});

/** The counts that every list of rows keeps. */
export interface RowCounts {
  rows: number;
  rejects: Reject[];
  /** Rows with the same text as an earlier one. */
  repeated: number;
}

/** The value of a row; undefined where it cannot be read, with one reject more: a fault of ours costs the row only. */
export function readRow<T>(rejects: Reject[], { line, text }: Row, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    rejects.push({ line, text: cleanText(text), ...reasonOf(error) });
    return undefined;
  }
}

const reasonOf = (error: unknown): Pick<Reject, 'reason' | 'fault'> =>
  error instanceof RowError
    ? { reason: error.message }
    : { reason: 'the parser fails at this row', fault: (error as Error).stack ?? String(error) };

/** The values of the rows that can be read. Every row is counted: as a value, a reject or a repetition. */
export function readRows<R extends Row, T>(counts: RowCounts, rows: Iterable<R>, read: (row: R) => T): T[] {
  const values: T[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    counts.rows += 1;
    checkRowLimit(counts.rows);
    if (seen.has(row.text)) {
      counts.repeated += 1;
      continue;
    }
    const tooLong = rowTooLong(row.text);
    if (tooLong === undefined) seen.add(row.text);
    const value = readRow(counts.rejects, row, () => (tooLong === undefined ? read(row) : reject(tooLong)));
    if (value !== undefined) values.push(value);
  }
  return values;
}

/** @throws RowError */
export function reject(reason: string): never {
  throw new RowError(reason);
}

/** Reads the rows into reports, and warns of keys that several of them share. */
export function readReports<R extends Row>(parsed: Parsed, rows: Iterable<R>, read: (row: R) => SourceReport): Parsed {
  parsed.reports = readRows(parsed, rows, read);
  parsed.warnings.push(...sharedKeyWarnings(parsed.reports));
  return parsed;
}

function sharedKeyWarnings(reports: SourceReport[]): string[] {
  const keyed = reports.filter(({ key }) => key !== null);
  const shared = [...Map.groupBy(keyed, ({ key }) => key)].filter(([, same]) => same.length > 1);
  if (shared.length === 0) return [];
  const named = shared.slice(0, 5).map(
    ([key, same]) =>
      `${key} (lines ${same
        .slice(0, 5)
        .map(({ line }) => line)
        .join(', ')})`,
  );
  return [`${shared.length} identifiers stand in several rows with different values: ${named.join('; ')}`];
}

/** Items of a JSON array as rows. */
export function* jsonRows(items: unknown[]): Generator<Row & { item: unknown }> {
  for (const [index, item] of items.entries()) yield { line: index + 1, text: JSON.stringify(item), item };
}

/** @throws RowError when a JSON item is not an object. */
export function objectItem({ item }: { item: unknown }): Record<string, unknown> {
  if (isObject(item)) return item;
  return reject(
    typeof item === 'string' && item.startsWith(NOT_JSON) ? 'the item is not JSON' : 'the item is not an object',
  );
}

/**
 * Compares the rows with what counts them another way. Where some were not read at all, nothing is concluded from what
 * the document lacks. @throws DocumentError where none was
 * @param by what counts them, as in `by the keys "magnitude"`
 */
export function checkCount(parsed: Parsed, counted: number, by: string): void {
  if (parsed.rows >= counted) return;
  const numbers = `${parsed.rows} rows were found, but ${counted} by ${by}`;
  if (parsed.rows === 0) throw new DocumentError(numbers);
  parsed.warnings.push(`${numbers}: nothing is concluded from what the document lacks`);
  parsed.partial = true;
}

const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const WITH_EXPONENT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Absent in any of the ways in which feeds write it. */
export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && ['', '-'].includes(value.trim()));

/**
 * A finite number, or its text: null where it is absent, undefined for anything else. Ranges are checked in `admit.ts`.
 */
export function readNumber(value: unknown, { exponent = true } = {}): number | null | undefined {
  if (isAbsent(value)) return null;
  const isNumeral = typeof value === 'string' && (exponent ? WITH_EXPONENT : PLAIN).test(value.trim());
  const number = isNumeral ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** @throws RowError when it is absent or not a number */
export const numberField = (name: string, value: unknown): number =>
  optionalNumber(name, value) ?? reject(`the ${name} is missing`);

/** Null where it is absent. @throws RowError when it is not a number */
export const optionalNumber = (name: string, value: unknown): number | null => {
  const number = readNumber(value);
  return number === undefined ? reject(`the ${name} "${shown(value)}" is not a number`) : number;
};

/** A magnitude and its type; none where the value is absent. */
export function magnitudeField(type: unknown, value: unknown): Magnitude[] {
  const magnitude = optionalNumber('magnitude', value);
  return magnitude === null ? [] : [{ type: normaliseMagnitudeType(type), value: magnitude }];
}

/** Cleaned text, or null where there is none. */
export function textField(value: unknown): string | null {
  if (isAbsent(value)) return null;
  return cleanText(typeof value === 'string' ? value : shown(value)) || null;
}

/** @throws RowError when the text is not an identifier: letters, digits and `_ - . :`, at most 64. */
export function keyField(name: string, value: unknown): string {
  const key = typeof value === 'number' ? String(value) : value;
  if (isAbsent(key)) throw new RowError(`the ${name} is missing`);
  if (typeof key !== 'string' || !/^[\w.:-]{1,64}$/.test(key.trim())) {
    throw new RowError(`the ${name} "${shown(value)}" is not an identifier`);
  }
  return key.trim();
}

type Place = Pick<SourceReport, 'latitude' | 'longitude'>;

/** A report with only a time and a position. */
export const emptyReport = (at: Pick<SourceReport, 'line' | 'time'> & Place): SourceReport => ({
  ...at,
  key: null,
  aliases: [],
  precision: 'second',
  alternativeTime: null,
  replacesTime: null,
  depthKm: null,
  magnitudes: [],
  quality: null,
  place: null,
  eventType: 'earthquake',
  updatedAt: null,
  withdrawn: false,
  url: null,
});

/** The position of a row. @throws RowError when one of the two is absent or not a number */
export const placeFields = (latitude: unknown, longitude: unknown): Place => ({
  latitude: numberField('latitude', latitude),
  longitude: numberField('longitude', longitude),
});

/** Cleaned; null where they are none. */
export function placeTextField(value: unknown): string | null {
  const text = textField(value);
  return text !== null && isPlaceText(text) ? text : null;
}

const keyOf = (type: string): string => type.toLowerCase().replace(/[\s_()]/g, '');

const STANDARD = 'M ML MLv MLr MD Mw Mw* Mww Mwc Mwb Mwr Mwp mb mB_BB mb_Lg Ms Ms_20 Ms_BB Me Mh MJMA'.split(' ');
const SPELLINGS = new Map([
  ...STANDARD.map((type) => [keyOf(type), type] as const),
  ...Object.entries({ mdl: 'MD', msz: 'Ms', mj: 'MJMA' }),
]);

/** Ways of saying that there is no type. */
const NONE = new Set(['', '-', 'uk', 'unknown', 'null', 'none', 'nan']);

/**
 * `MW`, `mw` → `Mw`, `Md` → `MD`, `MS(BB)` → `Ms_BB`; unknown types stay (cleaned, at most 20 characters), none is
 * null.
 */
export function normaliseMagnitudeType(type: unknown): string | null {
  if (typeof type !== 'string') return null;
  const clean = cleanText(type, 20).trim();
  const key = keyOf(clean);
  if (NONE.has(key)) return null;
  return SPELLINGS.get(key) ?? clean;
}
