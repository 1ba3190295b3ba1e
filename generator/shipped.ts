/** The tables that ship with the program: historical earthquakes, stations and place names. */
import { readFileSync } from 'node:fs';
import { contentHash } from '#core/etag.ts';
import { type DocumentSummary, ingestDocument, type IngestOptions } from './ingest.ts';
import type { Db } from './catalog/database.ts';
import type { PlaceName } from './catalog/publication/location.ts';
import { allStations } from './catalog/read.ts';
import { markAllOnChange } from './catalog/documents/recompute.ts';
import { readSetting, SHIPPED, writeSetting } from './catalog/settings.ts';
import { putStations } from './catalog/stations.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { blastProbability, type BlastProbability } from '#seismology/blasts/probability.ts';
import { parseBlasts } from '#seismology/blasts/file.ts';
import { createPlaceName } from './places/name.ts';
import { parseLand, parsePlaces, parseProvinces, parseSeas } from './places/tables.ts';
import { mergeStations, parseStationsCsv } from './sources/stations/station-list.ts';

const shipped = (name: string): URL => new URL(`../data/${name}`, import.meta.url);

/** Day of the present edition of the historical table: its rows replace those of earlier ones. */
const HISTORICAL_EDITION = Date.UTC(2026, 10, 27);

/** What its rows are read with: read in another way, they are stored again. */
const READ_BY = sourceHash('generator/sources/historical/file.ts', 'generator/sources/parsing/admit.ts');

/** Stores the shipped tables in the catalogue, each once; what is there already stays. @returns what was read */
export function ingestShipped(options: IngestOptions): DocumentSummary[] {
  shipStations(options.db);
  shipPlaces(options.db);
  if (!options.agencies.includes('historical')) return [];
  const bytes = readFileSync(shipped('historical.csv'));
  const hash = contentHash(READ_BY, JSON.stringify([HISTORICAL_EDITION, options.region]), bytes);
  if (readSetting(options.db, SHIPPED.historical) === hash) return [];
  const document = { name: 'data/historical.csv', bytes, coverage: null, fetchedAt: HISTORICAL_EDITION };
  const summary = ingestDocument(options, document);
  writeSetting(options.db, SHIPPED.historical, hash);
  return [summary];
}

/** Adds the stations of a new table; those already known come from the agencies' own lists, which count more. */
function shipStations(db: Db): void {
  const bytes = readFileSync(shipped('stations.csv'));
  const hash = contentHash(bytes);
  if (readSetting(db, SHIPPED.stations) === hash) return;
  putStations(db, mergeStations(allStations(db), parseStationsCsv(bytes).stations));
  writeSetting(db, SHIPPED.stations, hash);
}

const PLACES = 'places.csv';
const LAND = 'land.csv';
const PROVINCES = 'provinces.csv';
const SEAS = 'seas.csv';

let placeName: PlaceName | undefined;

/** Most commands name no place: the tables are read once, at the first call, which throws PlaceTableError. */
export const shippedPlaceName = (): PlaceName => (point) => (placeName ??= readPlaceName())(point);

function readPlaceName(): PlaceName {
  const textOf = (name: string): string => readFileSync(shipped(name), 'utf8');
  return createPlaceName({
    places: parsePlaces(textOf(PLACES), `data/${PLACES}`),
    rings: parseLand(textOf(LAND), `data/${LAND}`),
    provinces: parseProvinces(textOf(PROVINCES), `data/${PROVINCES}`),
    seas: parseSeas(textOf(SEAS), `data/${SEAS}`),
  });
}

const BLASTS = 'blasts.json';

let blasts: BlastProbability | undefined;

/** Reads the table of blasts at once: a damaged one ends a command before it publishes. @throws ExpectedError */
export const shippedBlastProbability = (): BlastProbability =>
  (blasts ??= blastProbability(parseBlasts(readFileSync(shipped(BLASTS), 'utf8'))));

/** Raised with every change of linking, of association, or of how a record follows from its solutions. */
const COMPOSITION = 11;

/** With a new gazetteer, table of blasts or composition every earthquake is composed again. */
function shipPlaces(db: Db): void {
  const tables = [PLACES, LAND, PROVINCES, SEAS, BLASTS].map((name) => readFileSync(shipped(name)));
  markAllOnChange(db, SHIPPED.places, contentHash(String(COMPOSITION), ...tables));
}
