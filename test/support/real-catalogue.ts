/** The agencies' real catalogues, read in one run once for all tests of a process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AGENCIES } from '#core/earthquake.ts';
import { type Db, openCatalog } from '../../generator/catalog/database.ts';
import { timeOfKey } from '../../generator/catalog/documents/agency-event-keys.ts';
import type { PlaceName } from '../../generator/catalog/publication/location.ts';
import { finishIngest, type IngestOptions, ingestParsed } from '../../generator/ingest.ts';
import { shippedBlastProbability, shippedPlaceName } from '../../generator/shipped.ts';
import type { Parsed } from '../../generator/sources/feed.ts';
import { REGION } from '#core/region.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { at } from './catalog.ts';
import { realDocument, withoutFolder } from './feed-data.ts';

const PATHS = [
  'afad/afad_api_csv_M4_1990_2023-02-19_UTC.csv.gz',
  'afad/afad_site_export_M4_1900_2025-05-12_UTC.csv.gz',
  'afad/afad_site_export_M3_2020_2026-06-30_LOCAL.csv.gz',
  'kandilli/zeqdb_1915-2023-04_M3.5.csv.gz',
  'usgs/usgs_query_csv_turkey_2023-02_07.csv.gz',
];

/** Reason to skip tests of them; false where they are there. */
export const withoutCatalogues = withoutFolder('afad') || withoutFolder('kandilli') || withoutFolder('usgs');

export type NamedBytes = readonly [name: string, bytes: Uint8Array];

const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

export const realDocuments = once((): readonly NamedBytes[] => [
  ...PATHS.map((path): NamedBytes => [path, realDocument(path)]),
  ['historical.csv', readFileSync(join(import.meta.dirname, '../../data/historical.csv'))],
]);

/** Keeps the name of every point. */
function keeping(placeName: PlaceName): PlaceName {
  const names = new Map<string, ReturnType<PlaceName>>();
  return (point) => names.getOrInsertComputed(`${point.latitude} ${point.longitude}`, () => placeName(point));
}

const placeName = keeping(shippedPlaceName());

export const realOptions = (db: Db): IngestOptions => ({
  db,
  now: () => at('2026-11-20 00:00:00'),
  region: REGION,
  agencies: AGENCIES,
  placeName,
  blastProbability: shippedBlastProbability(),
});

const parsed = new WeakMap<Uint8Array, Parsed>();

/** Reads documents in one run; the same bytes are parsed once. */
export function ingestAll(db: Db, run: readonly NamedBytes[]): void {
  const options = realOptions(db);
  for (const [name, bytes] of run) {
    const content = parsed.getOrInsertComputed(bytes, () =>
      readParsed(bytes, {}, { knownTime: (agency, key) => timeOfKey(db, agency, key) }),
    );
    ingestParsed(options, { name, bytes, coverage: null, fetchedAt: null }, content);
  }
  finishIngest(options);
}

/** Not to be changed: `serialize` gives a copy. */
export const realCatalogue = once((): Db => {
  const db = openCatalog(':memory:');
  ingestAll(db, realDocuments());
  return db;
});
