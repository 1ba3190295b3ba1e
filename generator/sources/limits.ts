/** Limits of one document: text from outside must never cost more than the largest real document. */
import { DocumentError, type FeedName } from './feed.ts';

const MIB = 1024 * 1024;

/** Bytes of a decompressed document, inclusive; above each the largest real one. */
export const MAX_BYTES: Readonly<Record<FeedName, number>> = {
  // 0.3 MB: the list of 2,000 rows.
  'kandilli-live': 2 * MIB,
  // 2.6 MB: some 20,000 elements of February 2023.
  'kandilli-xml': 8 * MIB,
  // 2.4 MB: M 3.5 and larger since 1915; the server cuts its own answers at 4,000 rows.
  'kandilli-zeqdb': 16 * MIB,
  // 0.5 MB: a page of 1,000 rows; saved files may hold more.
  'afad-api': 16 * MIB,
  // 1.1 MB: M 4 and larger since 1900.
  'afad-site': 16 * MIB,
  // 9 MB: a list of 10,000 rows; details reach 2.3 MB.
  'usgs-fdsn': 16 * MIB,
  // 378,000 events with 45 parameters have some 120 MB; the preprint names 700,000. A local file, never fetched.
  'turhec-file': 256 * MIB,
  // 0.06 MB: the shipped table.
  'historical-file': MIB,
  // 23 MB: the catalogue of 1976 to 2020 is one file.
  'gcmt-ndk': 32 * MIB,
};

/** Rows of a document, inclusive; rejects and repetitions count. */
export const MAX_DOCUMENT_ROWS: Readonly<Record<FeedName, number>> = {
  // 2,000 in the longest list.
  'kandilli-live': 5000,
  // About 20,000 in February 2023.
  'kandilli-xml': 60_000,
  // 19,908 of M 3.5 and larger since 1915.
  'kandilli-zeqdb': 200_000,
  'afad-api': 100_000,
  'afad-site': 200_000,
  // The most that the service gives.
  'usgs-fdsn': 20_000,
  'turhec-file': 1_000_000,
  'historical-file': 10_000,
  // 57,000 from 1976 to 2020.
  'gcmt-ndk': 100_000,
};

/** Of a page of some thousand rows (0.6 MB). */
export const MAX_PAGE_BYTES = 4 * MIB;

/** Of responses, and of saved files that no feed recognises by their first bytes. */
export const MAX_DOCUMENT_BYTES = MAX_BYTES['gcmt-ndk'];

/** 28 kB: AFAD's list of stations. */
export const MAX_STATIONS_BYTES = 4 * MIB;

/** Lines, items or elements of a document; the Global CMT catalogue has 284,000 lines, TURHEC more. */
export const MAX_ROWS = 1_000_000;

/** Characters of one line, item or element; real ones have at most 2,000. Details of single events are no rows. */
export const MAX_ROW_CHARACTERS = 10_000;

/** Arrays and objects inside each other; USGS details have 7. */
export const MAX_JSON_DEPTH = 32;

/** Values of a JSON document, keys not counted; a USGS list of 10,000 rows has 300,000. */
export const MAX_JSON_VALUES = 2_000_000;

/** @throws DocumentError */
export function checkByteLimit(what: string, size: number, most: number): void {
  if (size > most) throw new DocumentError(`${size} bytes are more than the ${most} that ${what} may have`);
}

/** @throws DocumentError when a document has too many lines, items or elements. */
export function checkRowLimit(count: number): void {
  if (count > MAX_ROWS) throw new DocumentError(`more than the ${MAX_ROWS} rows that a document may have`);
}

/** @throws DocumentError */
export function checkDocumentRowLimit(feed: FeedName, rows: number): void {
  const most = MAX_DOCUMENT_ROWS[feed];
  if (rows > most)
    throw new DocumentError(`${rows} rows are more than the ${most} that a document of ${feed} may have`);
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
