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

function quotedFields(text: string, delimiter: string): string[] | null {
  try {
    return (parse(text, { ...OPTIONS, delimiter, relax_quotes: true }) as string[][])[0] ?? null;
  } catch {
    return null;
  }
}

/** Splits one line after another: trimmed fields, null where quotes do not close. It throws DocumentError when too many do not: each takes long. */
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

/** All lines' fields. Where a stray quote swallowed a line break or broke the whole, each line is split by itself, so that one bad row stays one. */
function splitLines(lines: Row[]): Line[] {
  // A row that is too long is a reject: it is not split.
  const texts = lines.map(({ text }) => (rowTooLong(text) === undefined ? text : ''));
  try {
    const records = parse(texts.join('\n'), OPTIONS) as string[][];
    if (records.length === lines.length) return lines.map((line, index) => ({ ...line, fields: records[index]! }));
  } catch {
    // Fall through: the lines are split one by one.
  }
  const split = lineSplitter();
  return lines.map((line, index) => ({ ...line, fields: split(texts[index]!) }));
}

/** A record with its fields by column name in lower case; `fault` says why a line is not one. */
export interface Record extends Row {
  fields: Map<string, string>;
  fault: string | null;
}

export interface Table {
  columns: string[];
  records: Record[];
}

function recordOf(columns: string[], { line, text, fields }: Line): Record {
  if (fields === null) return { line, text, fields: new Map(), fault: 'a quoted field does not end' };
  const named = new Map(columns.map((column, index) => [column, fields[index] ?? '']));
  const fault =
    fields.length === columns.length ? null : `${fields.length} columns where the header has ${columns.length}`;
  return { line, text, fields: named, fault };
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

/** A record's field. @throws RowError when the record is faulty as a whole. */
export function field(record: Record, name: string): string | undefined {
  if (record.fault !== null) throw new RowError(record.fault);
  return record.fields.get(name);
}
