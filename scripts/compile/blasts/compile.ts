/** Compiles `data/blasts.json` from a catalogue. */
import { formatDay } from '#core/time.ts';
import { formatBlasts } from '#seismology/blasts/file.ts';
import type { BlastTable } from '#seismology/blasts/table.ts';
import { readCatalog } from '../../../generator/catalog/database.ts';
import { fitBlasts } from './fit.ts';
import { blastRows, type BlastRow } from './rows.ts';
import { unevenCells } from './uneven.ts';

/** A cell with fewer expected blasts is left out. */
const LEAST = 1;

/** Cells where blasts are expected, and the day shows them. */
function notable(table: BlastTable, rows: readonly BlastRow[]): BlastTable {
  const uneven = unevenCells(rows, table);
  return {
    ...table,
    cells: new Map([...table.cells].filter(([cell, { blasts }]) => blasts >= LEAST && uneven.has(cell))),
  };
}

/** @param path `catalog.db` */
export function compileBlasts(path: string): string {
  const db = readCatalog(path);
  const rows = blastRows(db);
  db.close();
  return blastText(rows);
}

/** The table as its file has it. @param rows in order of time */
export function blastText(rows: readonly BlastRow[]): string {
  const located = Map.groupBy(rows, ({ record }) => record.source);
  return formatBlasts(notable(fitBlasts(rows), rows), {
    from: formatDay(rows[0]!.record.time),
    to: formatDay(rows.at(-1)!.record.time),
    earthquakes: rows.length,
    agencies: Object.fromEntries([...located].map(([agency, own]) => [agency, own.length] as const).sort()),
  });
}
