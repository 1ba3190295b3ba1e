/**
 * The common design: the records in one table with the indexes that the queries want, Hono, a prepared statement for
 * each set of parameters, rows to objects, JSON.stringify.
 */
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono, type Context } from 'hono';
import { recordsOf, type ListedRecord } from './catalogue.ts';

/** Bits of the column `agencies`. */
const AGENCY_BITS: Readonly<Record<string, number>> = {
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

function writeRival(db: Database.Database, records: Iterable<ListedRecord>): void {
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
}

const agenciesOf = ({ source, sources = [] }: ListedRecord): number =>
  [source, ...sources.map(({ name }) => name)].reduce((bits, name) => bits | (AGENCY_BITS[name] ?? 0), 0);

const db = new Database(process.env['RIVAL_DB']!);
writeRival(db, recordsOf(process.env['DIST_DIR']!));

/** By parameter; the value is bound once for each `?`. */
const CONDITIONS: Record<string, { sql: string; values: (text: string) => (string | number)[] }> = {
  min_magnitude: { sql: 'magnitude >= ?', values: (text) => [Number(text)] },
  date_from: { sql: 'occurred_at >= ?', values: (text) => [`${text} 00:00:00`] },
  date_to: { sql: 'occurred_at <= ?', values: (text) => [`${text} 23:59:59`] },
  sources: { sql: 'agencies & ? != 0', values: (text) => [AGENCY_BITS[text] ?? 0] },
};

/** A box, and kilometres on a sphere. */
const CIRCLE = `latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?
  AND 6371 * acos(min(1, sin(radians(latitude)) * sin(radians(?))
    + cos(radians(latitude)) * cos(radians(?)) * cos(radians(longitude - ?)))) <= ?`;

function circle(query: Record<string, string>): number[] {
  const [latitude, longitude, radius] = [query['latitude'], query['longitude'], query['max_radius_km']].map(Number) as [
    number,
    number,
    number,
  ];
  const [north, east] = [radius / 111, radius / (111 * Math.cos((latitude * Math.PI) / 180))];
  const box = [latitude - north, latitude + north, longitude - east, longitude + east];
  return [...box, latitude, latitude, longitude, radius];
}

interface StoredRow {
  sources: string | null;
}

const statements = new Map<string, Database.Statement<(string | number)[], StoredRow>>();

function records(query: Record<string, string>, limit: number): object[] {
  const used = Object.entries(CONDITIONS).filter(([name]) => query[name] !== undefined);
  const hasCircle = query['max_radius_km'] !== undefined;
  const where = ['TRUE', ...used.map(([, { sql }]) => sql), ...(hasCircle ? [CIRCLE] : [])].join(' AND ');
  const statement = statements.getOrInsertComputed(where, () =>
    db.prepare(`SELECT * FROM earthquakes WHERE ${where} ORDER BY occurred_at DESC, id DESC LIMIT ?`),
  );
  const values = used.flatMap(([name, condition]) => condition.values(query[name]!));
  return statement.all(...values, ...(hasCircle ? circle(query) : []), limit).map(({ sources, ...row }) => ({
    ...Object.fromEntries(
      Object.entries(row).filter(([name, value]) => name !== 'agencies' && (value !== null || name === 'depth_km')),
    ),
    ...(sources === null ? {} : { sources: JSON.parse(sources) as unknown }),
  }));
}

const app = new Hono();
app.get('/api.php', (c: Context) => {
  const query = c.req.query();
  const earthquakes = records(query, Math.min(1000, Number(query['limit'] ?? 100)));
  return c.json({ status: 'success', count: earthquakes.length, earthquakes });
});
app.get('/export', (c: Context) => {
  const earthquakes = records(c.req.query(), 100_000);
  c.header('X-Export-Rows', String(earthquakes.length));
  return c.json({ status: 'success', count: earthquakes.length, earthquakes });
});
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: process.env['HOST']! });
