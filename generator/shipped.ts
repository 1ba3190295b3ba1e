/** The tables that come with the program, wherever DATA_DIR points: historical earthquakes and stations. */
import { readFileSync } from 'node:fs';
import type { DocumentSummary, IngestOptions } from './ingest.ts';
import { ingestDocument } from './ingest.ts';
import { allStations } from './catalog/read.ts';
import { putStations } from './live.ts';
import { parseStationsCsv } from './sources/stations.ts';

const shipped = (name: string): URL => new URL(`../data/${name}`, import.meta.url);

/** Puts the shipped tables into the catalogue; what is there already stays as it is. */
export function ingestShipped(options: IngestOptions): DocumentSummary[] {
  if (allStations(options.db).length === 0)
    putStations(options.db, parseStationsCsv(readFileSync(shipped('stations.csv'))).stations);
  if (!options.agencies.includes('historical')) return [];
  const bytes = readFileSync(shipped('historical.csv'));
  return [ingestDocument(options, { name: 'data/historical.csv', bytes, coverage: null, fetchedAt: null })];
}
