/** CSV documents of the agencies: one record a line, no line breaks inside fields. */
import { parse } from 'csv-parse/sync';
import { cleanText, shown } from '#core/text.ts';
import { checkLineLimit, MAX_UNPAIRED_ROWS, rowTooLong } from '../limits.ts';
import { RowError, type Row } from './rows.ts';
import { DocumentError } from '../feed.ts';

const OPTIONS = { relax_column_count: true, skip_empty_lines: false, trim: true } as const;

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

/** Whether the only quotation mark opens a field. The parser says so too, but its errors take long. */
function isLeftOpen(text: string, delimiter: string): boolean {
  const mark = text.indexOf('"');
  if (text.includes('"', mark + 1)) return false;
  let before = mark - 1;
  while (text[before] === ' ') before -= 1;
  return before < 0 || text[before] === delimiter;
}

function quotedFields(text: string, delimiter: string): string[] | null {
  if (isLeftOpen(text, delimiter)) return null;
  try {
    return (parse(text, { ...OPTIONS, delimiter, relax_quotes: true }) as string[][])[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Splits lines into trimmed fields, null where quotation marks do not pair. The result throws DocumentError when too
 * many do not: each takes long.
 */
export function lineSplitter(delimiter = ','): (text: string) => string[] | null {
  let unpaired = 0;
  return (text) => {
    if (!text.includes('"')) return text.split(delimiter).map((cell) => cell.trim());
    const fields = quotedFields(text, delimiter);
    if (fields === null) unpaired += 1;
    if (unpaired > MAX_UNPAIRED_ROWS)
      throw new DocumentError(`more than ${MAX_UNPAIRED_ROWS} rows with quotation marks that do not pair`);
    return fields;
  };
}

function recordsOf(texts: string[]): string[][] | undefined {
  try {
    return parse(texts.join('\n'), OPTIONS) as string[][];
  } catch {
    return undefined;
  }
}

/** A record of one line has an even number of marks. */
const hasStrayMark = (text: string): boolean => text.includes('"') && text.split('"').length % 2 === 0;

/**
 * A stray quote can join lines or break the parser; then each line is split by itself, so that it costs one row only.
 */
function splitLines(lines: Row[]): Line[] {
  // Rows that are too long become rejects and are not split.
  const texts = lines.map(({ text }) => (rowTooLong(text) === undefined ? text : ''));
  const records = texts.some(hasStrayMark) ? undefined : recordsOf(texts);
  if (records?.length === lines.length) return lines.map((line, index) => ({ ...line, fields: records[index]! }));
  const split = lineSplitter();
  return lines.map((line, index) => ({ ...line, fields: split(texts[index]!) }));
}

/** Fields by column name in lower case; `problem` is the reason why the line is not a record. */
export interface Record extends Row {
  fields: Map<string, string>;
  problem: string | null;
}

interface Table {
  columns: string[];
  records: Record[];
}

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
  return { columns, records: lines.map((line) => recordOf(columns, line)) };
}

/** @throws RowError when the line is not a record */
export function field(record: Record, name: string): string | undefined {
  if (record.problem !== null) throw new RowError(record.problem);
  return record.fields.get(name);
}
