/** The common design keeps the records in one table. */
import Database from 'better-sqlite3';
import type { Earthquake } from '#core/earthquake.ts';
import { listItem } from '#core/wire.ts';

/** With the indexes that the queries want. */
export function writeRival(path: string, earthquakes: Earthquake[]): void {
  const db = new Database(path);
  db.exec(`CREATE TABLE earthquakes (id INTEGER PRIMARY KEY, event_id TEXT, occurred_at TEXT, latitude REAL, longitude REAL, depth_km REAL,
    magnitude REAL, magnitude_type TEXT, magnitude_ml REAL, magnitude_md REAL, magnitude_mw REAL, location TEXT, source TEXT, sources TEXT,
    quality TEXT, updated_at TEXT)`);
  const insert = db.prepare(`INSERT INTO earthquakes VALUES (${Array(16).fill('?').join(', ')})`);
  db.transaction(() => {
    for (const item of earthquakes.filter(({ magnitude }) => magnitude !== null).map(listItem))
      insert.run(
        item.id,
        item.event_id,
        item.occurred_at,
        item.latitude,
        item.longitude,
        item.depth_km,
        item.magnitude,
        item.magnitude_type ?? null,
        item.magnitude_ml ?? null,
        item.magnitude_md ?? null,
        item.magnitude_mw ?? null,
        item.location,
        item.source,
        item.sources ? JSON.stringify(item.sources) : null,
        item.quality ?? null,
        item.updated_at,
      );
  })();
  db.exec(
    'CREATE INDEX by_time ON earthquakes (occurred_at DESC, id DESC); CREATE INDEX by_magnitude ON earthquakes (magnitude, occurred_at DESC); ANALYZE',
  );
  db.close();
}
