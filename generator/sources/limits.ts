/** Limits of one document: text from outside must never cost more than the largest real document. */
import { DocumentError } from './feed.ts';

export const MIB = 1024 * 1024;

/** For a page of some thousand rows (0.6 MB). */
export const MAX_PAGE_BYTES = 4 * MIB;

/** For responses, and for saved files that no feed recognises by their first bytes. */
export const MAX_DOCUMENT_BYTES = 32 * MIB;

/** 28 kB: AFAD's list of stations. */
export const MAX_STATIONS_BYTES = 4 * MIB;

/** Lines, items or elements of a document; the Global CMT catalogue has 284,000 lines, TURHEC more. */
const MAX_ROWS = 1_000_000;

/** Characters of one line, item or element; real ones have at most 2,000. Details of single events are no rows. */
export const MAX_ROW_CHARACTERS = 10_000;

/** @throws DocumentError */
export function checkByteLimit(what: string, size: number, most: number): void {
  if (size > most) throw new DocumentError(`${size} bytes are more than the ${most} that ${what} may have`);
}

/** @throws DocumentError when a document has too many lines, items or elements. */
export function checkRowLimit(count: number): void {
  if (count > MAX_ROWS) throw new DocumentError(`more than the ${MAX_ROWS} rows that a document may have`);
}

/** Counts lines ending in LF, CRLF or CR. @throws DocumentError when there are too many */
export function checkLineLimit(text: string): void {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  for (let at = text.indexOf('\r'); at !== -1; at = text.indexOf('\r', at + 1)) if (text[at + 1] !== '\n') lines += 1;
  checkRowLimit(lines);
}

/** The reason for a reject; undefined for a row within the limit. */
export const rowTooLong = (text: string): string | undefined =>
  text.length > MAX_ROW_CHARACTERS
    ? `the row has ${text.length} characters, more than the ${MAX_ROW_CHARACTERS} that are read`
    : undefined;
