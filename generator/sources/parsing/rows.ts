/** Rows of a document into reports and rejects: the loop that every row-by-row parser shares, and how its fields are read. */
import type { Magnitude } from '#core/earthquake.ts';
import { cleanText, shown } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { checkRowLimit, rowTooLong } from '../limits.ts';
import { isObject } from './document-text.ts';
import { normaliseMagnitudeType } from './magnitude-type.ts';
import type { Parsed, SourceReport } from '../feed.ts';

/** A row as the document has it. */
export interface Row {
  /** 1-based line, or item number in JSON. */
  line: number;
  /** To the letter. */
  text: string;
}

/** One row cannot be read; the message is the reject's reason. */
export class RowFault extends Error {
  override name = 'RowFault';
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

/** Keys that stand in several rows with different values, named in one warning. */
function sharedKeys(reports: SourceReport[]): string[] {
  const lines = new Map<string, number[]>();
  for (const { key, line } of reports) {
    if (key === null) continue;
    const known = lines.get(key);
    if (known) known.push(line);
    else lines.set(key, [line]);
  }
  const shared = [...lines].filter(([, at]) => at.length > 1);
  if (shared.length === 0) return [];
  const named = shared.slice(0, 5).map(([key, at]) => `${key} (lines ${at.slice(0, 5).join(', ')})`);
  return [`${shared.length} identifiers stand in several rows with different values: ${named.join('; ')}`];
}

/** Reads rows one by one into `parsed`: a row that repeats an earlier one is counted, one that cannot be read is a reject. */
export function collect<R extends Row>(parsed: Parsed, rows: Iterable<R>, read: (row: R) => SourceReport): Parsed {
  const seen = new Set<string>();
  for (const row of rows) {
    parsed.rows += 1;
    checkRowLimit(parsed.rows);
    const tooLong = rowTooLong(row.text);
    if (tooLong !== undefined) {
      parsed.rejects.push({ line: row.line, reason: tooLong, text: cleanText(row.text) });
      continue;
    }
    if (seen.has(row.text)) {
      parsed.repeated += 1;
      continue;
    }
    seen.add(row.text);
    try {
      parsed.reports.push(read(row));
    } catch (fault) {
      if (!(fault instanceof RowFault)) throw fault;
      parsed.rejects.push({ line: row.line, reason: fault.message, text: cleanText(row.text) });
    }
  }
  parsed.warnings.push(...sharedKeys(parsed.reports));
  return parsed;
}

/** Items of a JSON array as rows. */
export function* jsonRows(items: unknown[]): Generator<Row & { item: unknown }> {
  for (const [index, item] of items.entries()) yield { line: index + 1, text: JSON.stringify(item), item };
}

/** @throws RowFault when a JSON item is not an object. */
export function objectItem({ item }: { item: unknown }): Record<string, unknown> {
  if (!isObject(item)) throw new RowFault('the item is not an object');
  return item;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Absent in any of the ways in which feeds write it. */
export const isAbsent = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && ['', '-'].includes(value.trim()));

/** A number, or its text. @throws RowFault for anything else; ranges are judged later for all feeds together. */
export function numberField(name: string, value: unknown): number {
  if (isAbsent(value)) throw new RowFault(`the ${name} is missing`);
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    throw new RowFault(`the ${name} "${shown(value)}" is not a number`);
  }
  return number;
}

export const optionalNumber = (name: string, value: unknown): number | null =>
  isAbsent(value) ? null : numberField(name, value);

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

/** @throws RowFault when the text is not an identifier: letters, digits and `_ - . :`, at most 64. */
export function keyField(name: string, value: unknown): string {
  const key = typeof value === 'number' ? String(value) : value;
  if (isAbsent(key)) throw new RowFault(`the ${name} is missing`);
  if (typeof key !== 'string' || !/^[\w.:-]{1,64}$/.test(key.trim())) {
    throw new RowFault(`the ${name} "${shown(value)}" is not an identifier`);
  }
  return key.trim();
}

/** A report with nothing but when and where. */
export const emptyReport = (at: {
  line: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
}): SourceReport => ({
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
