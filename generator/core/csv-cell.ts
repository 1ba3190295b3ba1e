/** A cell of a CSV file (RFC 4180). */
export type Cell = number | string | true | null | undefined;

/** Nearly all cells: nothing to quote, and no start of a formula. */
const PLAIN = /^[\dA-Za-zÇÖÜĞİŞ(][^",\r\n]*$/;
/** Start of a spreadsheet formula, also after guarding apostrophes: removing one restores the text. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const SPECIAL = /[",\r\n]/;

/** Absent values are empty; a text that a spreadsheet would compute gets an apostrophe in front. */
export function csvCell(value: Cell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  if (PLAIN.test(value)) return value;
  const text = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
