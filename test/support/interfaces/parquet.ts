/** Rows of the Parquet files, read by DuckDB. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { AGENCIES } from '#core/earthquake.ts';
import { wholeSecond } from '#core/time.ts';
import type { Row } from './comparison.ts';

type Cells = Record<string, string | number | null>;

const instantPart = (cell: Cells[string]): { time: number; instant: number } => ({
  time: wholeSecond(Number(cell)),
  instant: Number(cell),
});

const solutionRows = (cells: Cells): Row[] =>
  AGENCIES.filter((agency) => (cells[`${agency}_event_id`] ?? null) !== null).map((agency) => ({
    key: `${cells['event_id']} ${agency}`,
    ...instantPart(cells[`${agency}_ms`]!),
    latitude: Number(cells[`${agency}_latitude`]),
    longitude: Number(cells[`${agency}_longitude`]),
    depth_km: cells[`${agency}_depth_km`]!,
    magnitude: cells[`${agency}_magnitude`]!,
    magnitude_type: cells[`${agency}_magnitude_type`]!,
  }));

const rowsOf = (cells: Cells): Row[] => [
  {
    key: String(cells['event_id']),
    ...instantPart(cells['ms']!),
    latitude: Number(cells['latitude']),
    longitude: Number(cells['longitude']),
    depth_km: cells['depth_km']!,
    magnitude: cells['magnitude']!,
    magnitude_type: cells['magnitude_type']!,
    event_type: String(cells['event_type']),
    location: cells['location']!,
    location_en: String(cells['location_en']),
    source: String(cells['source']),
    updated_at: Number(cells['updated_ms']),
  },
  ...solutionRows(cells),
];

/** @param fetchFile the bytes below a path @param folder for copies of the files */
export async function readParquet(
  files: readonly string[],
  fetchFile: (path: string) => Promise<Uint8Array>,
  folder: string,
): Promise<Row[]> {
  const paths: string[] = [];
  for (const file of files) {
    const path = join(folder, basename(file));
    writeFileSync(path, await fetchFile(file));
    paths.push(`'${path.replaceAll("'", "''")}'`);
  }
  if (paths.length === 0) return [];
  const connection = await (await DuckDBInstance.create()).connect();
  const instants = AGENCIES.map((agency) => `epoch_ms(${agency}_occurred_at)::DOUBLE AS ${agency}_ms`);
  const result = await connection.runAndReadAll(
    `SELECT * EXCLUDE (geometry), epoch_ms(occurred_at)::DOUBLE AS ms, epoch_ms(updated_at)::DOUBLE AS updated_ms, ` +
      `${instants.join(', ')} FROM read_parquet([${paths.join(', ')}], union_by_name = true)`,
  );
  const rows = (result.getRowObjectsJson() as Cells[]).flatMap(rowsOf);
  connection.closeSync();
  return rows;
}
