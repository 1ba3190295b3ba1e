/** The common design keeps the records in one table, with the indexes that the queries want. */
import Database from 'better-sqlite3';
import type { ListedRecord } from './catalogue.ts';

/** Bits of the column `agencies`. */
export const AGENCY_BITS: Readonly<Record<string, number>> = {
  kandilli: 1,
  afad: 2,
  usgs: 4,
  turhec: 8,
  historical: 16,
};

const COLUMNS = [
  ...['id', 'event_id', 'occurred_at', 'latitude', 'longitude', 'depth_km', 'magnitude', 'magnitude_type'],
  ...['magnitude_ml', 'magnitude_md', 'magnitude_mw', 'location', 'location_en', 'agency_location', 'source'],
  ...['quality', 'updated_at'],
];

/** @returns the path */
export function writeRival(path: string, records: Iterable<ListedRecord>): string {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.exec(`CREATE TABLE earthquakes (id INTEGER PRIMARY KEY, event_id TEXT, occurred_at TEXT, latitude REAL,
    longitude REAL, depth_km REAL, magnitude REAL, magnitude_type TEXT, magnitude_ml REAL, magnitude_md REAL,
    magnitude_mw REAL, location TEXT, location_en TEXT, agency_location TEXT, source TEXT, quality TEXT,
    updated_at TEXT, sources TEXT, agencies INTEGER)`);
  const places = Array(COLUMNS.length + 2).fill('?');
  const insert = db.prepare(`INSERT INTO earthquakes VALUES (${places.join(', ')})`);
  db.transaction(() => {
    for (const record of records)
      insert.run(
        ...COLUMNS.map((name) => record[name] ?? null),
        record.sources ? JSON.stringify(record.sources) : null,
        agenciesOf(record),
      );
  })();
  db.exec(`CREATE INDEX by_time ON earthquakes (occurred_at DESC, id DESC);
    CREATE INDEX by_magnitude ON earthquakes (magnitude, occurred_at DESC);
    CREATE INDEX by_place ON earthquakes (latitude, longitude);
    ANALYZE`);
  db.close();
  return path;
}

const agenciesOf = ({ source, sources = [] }: ListedRecord): number =>
  [source, ...sources.map(({ name }) => name)].reduce((bits, name) => bits | (AGENCY_BITS[name] ?? 0), 0);
