/** Tables as CSV: those of `data/`, and the published lists. */
import { type OptionsWithColumns, parse } from 'csv-parse/sync';
import { DocumentError } from '../../generator/sources/feed.ts';

export type Cells = Record<string, string>;

/** @throws DocumentError when one of the columns is missing: a wrong file would give nothing and no error */
export function readTable(
  text: string,
  columns: readonly string[],
  options: Partial<OptionsWithColumns<Cells>> = {},
): Cells[] {
  const rows = parse(text, { bom: true, columns: true, ...options }) as unknown as Cells[];
  const missing = columns.filter((column) => !(column in (rows[0] ?? {})));
  if (missing.length > 0) throw new DocumentError(`no column ${missing.join(', ')}, or no rows`);
  return rows;
}

const csvCell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvTable = <Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): string =>
  [columns, ...rows.map((row) => columns.map((column) => csvCell(row[column])))]
    .map((cells) => `${cells.join()}\n`)
    .join('');
