/** The documents of Kandilli's reviewed catalogue as lines, a record each. */
import { checkLineLimit } from '../limits.ts';
import type { Row } from '../parsing/rows.ts';

/** A document as lines: in the page, 1-based record numbers after joining at `<br>`; in files, line numbers. */
export interface Table {
  delimiter: '\t' | ',' | ';';
  lines: Row[];
  /** N of `Bulunan: N`; null where it is not given. */
  found: number | null;
  /** The page does not end with `Liste sonu`, and not with the end of a record either. */
  cutInRow: boolean;
  warnings: string[];
}

const HEADER = /^\s*No([\s,;]*)"?Deprem Kodu/i;
export const HEADING = /No[\s,;]+"?Deprem Kodu/i;

/** The delimiter of a header line; undefined for any other line. */
function headerDelimiter(line: string): Table['delimiter'] | undefined {
  const between = HEADER.exec(line)?.[1];
  return ([',', ';', '\t'] as const).find((delimiter) => between?.includes(delimiter) && hasFields(line, delimiter));
}

/** A page begins with a tag; a place may hold one in any document. */
const isPage = (text: string): boolean => /^\s*<[a-z!]/i.test(text);

/** A page as lines, a record each. Tags do not reach over records. */
const plainText = (page: string): string =>
  page
    .replace(/\r?\n/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/&nbsp;/gi, ' ')
    .replace(/<[^<>\n]*>/g, '');

const isFooter = (line: string, delimiter: string): boolean =>
  /^\s*(?:Liste sonu|Bulunan\b)/i.test(line) && !hasFields(line, delimiter);

/** Whether a line has most of the fields of a record. */
const hasFields = (line: string, delimiter: string): boolean => line.split(delimiter).length > 8;

export function tableOf(text: string): Table {
  const html = isPage(text);
  const plain = html ? plainText(text) : text;
  checkLineLimit(plain);
  const all = plain.split(/\r?\n/).map((line, index) => ({ line: index + 1, text: line }));
  const header = all.find((line) => headerDelimiter(line.text) !== undefined);
  const delimiter = (header && headerDelimiter(header.text)) ?? '\t';
  // A page has other lines around its records; a file has only records.
  const others = all.filter(
    (line) => line !== header && (isFooter(line.text, delimiter) || !looksLikeRecord(line.text, delimiter)),
  );
  const found = others
    .map((line) => /Bulunan[\s:]*(\d{1,7})/.exec(line.text)?.[1])
    .find((count) => count !== undefined);
  const ended = !html || others.some((line) => /Liste sonu/i.test(line.text));
  const rows = all.filter((line) => line !== header && !isFooter(line.text, delimiter) && line.text.trim() !== '');
  const lines = html ? recordsOf(rows, { delimiter, ended }) : rows;
  return {
    delimiter,
    lines,
    found: found === undefined ? null : Number(found),
    cutInRow: !ended && lines.at(-1)?.line === all.at(-1)?.line,
    warnings: ended ? [] : ['the page is cut off: "Liste sonu" is missing'],
  };
}

/** Records of a page; what follows one and begins no other is the rest of its place, which held a `<br>`. */
function recordsOf(lines: Row[], { delimiter, ended }: { delimiter: string; ended: boolean }): Row[] {
  const records: Row[] = [];
  for (const [index, { line, text }] of lines.entries()) {
    const former = records.at(-1);
    const isCut = !ended && index === lines.length - 1;
    if (looksLikeRecord(text, delimiter)) records.push({ line, text });
    else if (former && !isCut && text.length < MAX_REST) former.text += ` ${text}`;
  }
  return records;
}

/** Characters, exclusive. */
const MAX_REST = 200;

/** A record, valid or not: it is numbered, or it has most of the fields. */
const looksLikeRecord = (line: string, delimiter: string): boolean =>
  (/^\s*\d{1,7}\s*[\t,;]/.test(line) && line.includes(delimiter)) || hasFields(line, delimiter);

/** Beginnings of records, wherever they stand in a document: number and code. */
const BEGINNING = /(?:^|[\n>])[^\S\n]*\d{1,7}[\t,;]\d{14}[\t,;]/g;

export const countRecords = (text: string): number => [...text.matchAll(BEGINNING)].length;
