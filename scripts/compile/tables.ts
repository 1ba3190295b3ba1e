/** Tables as text and CSV: those of `data/`, the published lists, and names that were chosen by hand (`names.csv`). */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
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

/** The text of a UTF-8 file, unpacked where it is gzipped (RFC 1952 magic number 1f 8b). */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}

type Named = [kind: string, key: string, name: string];

const NAMED = parse(readFileSync(new URL('names.csv', import.meta.url)), { from_line: 2 }) as unknown as Named[];

/** Name by key. */
export const names = (kind: 'centre' | 'city' | 'country' | 'island'): ReadonlyMap<string, string> =>
  new Map(NAMED.filter(([one]) => one === kind).map(([, key, name]) => [key, name]));
