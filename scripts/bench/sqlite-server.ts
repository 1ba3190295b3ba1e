/** The common design: Hono, a prepared statement for each set of parameters, rows to objects, JSON.stringify. */
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono, type Context } from 'hono';
import { AGENCY_BITS } from './rival.ts';

const db = new Database(process.env['RIVAL_DB']!, { readonly: true });

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
