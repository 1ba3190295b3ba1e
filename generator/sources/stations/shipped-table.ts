/** The station table that ships with the project, `data/stations.csv`. */
import { parse as parseCsv } from 'csv-parse/sync';
import { readRows } from '../parsing/rows.ts';
import { DocumentError } from '../feed.ts';
import { addStations, emptyList, stationText, type StationList } from './station-list.ts';

const COLUMNS = ['network', 'code', 'name', 'source', 'latitude', 'longitude', 'elevation_m', 'reference'];

interface CsvRecord {
  info: { lines: number };
  record: Record<string, string>;
  raw: string;
}

const OPTIONS = {
  columns: true,
  info: true,
  raw: true,
  bom: true,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
} as const;

/** @throws DocumentError */
function csvRecords(text: string): CsvRecord[] {
  const [firstLine = ''] = text.replace(/^\ufeff/, '').split(/\r?\n/, 1);
  const names = firstLine.split(',').map((name) => name.trim());
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new DocumentError(`the column ${missing.join(', ')} is missing`);
  try {
    return parseCsv(text, OPTIONS) as unknown as CsvRecord[];
  } catch (error) {
    throw new DocumentError(`not CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws DocumentError naming a missing column, or where the CSV breaks */
export function parseStationsCsv(bytes: Uint8Array): StationList {
  const list = emptyList();
  const records = csvRecords(stationText(bytes)).map((record) => ({
    ...record,
    line: record.info.lines,
    text: record.raw,
  }));
  const rows = readRows(list, records, ({ line, text, record }) => ({
    line,
    text,
    network: record['network'] ?? '',
    code: record['code'] ?? '',
    name: record['name'] ?? '',
    source: record['source'] ?? '',
    latitude: record['latitude'],
    longitude: record['longitude'],
    elevationM: record['elevation_m'],
  }));
  return addStations(list, rows);
}
