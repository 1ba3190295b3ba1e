/** The tables that come with the program, wherever DATA_DIR points: historical earthquakes and stations. */
import { readFileSync } from 'node:fs';
import { contentHash } from '#core/etag.ts';
import type { DocumentSummary, IngestOptions } from './ingest.ts';
import { ingestDocument } from './ingest.ts';
import type { Db } from './catalog/database.ts';
import { allStations } from './catalog/read.ts';
import { putStations, readSetting, writeSetting } from './live.ts';
import { mergeStations, parseStationsCsv } from './sources/stations.ts';

const shipped = (name: string): URL => new URL(`../data/${name}`, import.meta.url);

/** Puts the shipped tables into the catalogue; what is there already stays as it is. */
export function ingestShipped(options: IngestOptions): DocumentSummary[] {
  shipStations(options.db);
  if (!options.agencies.includes('historical')) return [];
  const bytes = readFileSync(shipped('historical.csv'));
  return [ingestDocument(options, { name: 'data/historical.csv', bytes, coverage: null, fetchedAt: null })];
}

/** Stations of a table not seen before join those that are known, of which the agencies' own lists may say more. */
function shipStations(db: Db): void {
  const bytes = readFileSync(shipped('stations.csv'));
  const hash = contentHash(bytes);
  if (readSetting(db, 'shipped_stations') === hash) return;
  putStations(db, mergeStations(allStations(db), parseStationsCsv(bytes).stations));
  writeSetting(db, 'shipped_stations', hash);
}
