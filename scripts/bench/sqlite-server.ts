/** The common design: a query, rows to objects, JSON.stringify. */
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import type { Context } from 'hono';
import { Hono } from 'hono';

const db = new Database(process.env['RIVAL_DB']!, { readonly: true });
const statement = db.prepare(
  `SELECT * FROM earthquakes WHERE magnitude >= ? AND occurred_at <= ? ORDER BY occurred_at DESC, id DESC LIMIT ?`,
);

interface Row {
  sources: string | null;
}

const app = new Hono();
const records = (c: Context, limit: number): object[] => {
  const least = Number(c.req.query('min_magnitude') ?? -9);
  const rows = statement.all(least, `${c.req.query('date_to') ?? '9999-12-31'} 23:59:59`, limit) as Row[];
  return rows.map(({ sources, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || name === 'depth_km')),
    ...(sources === null ? {} : { sources: JSON.parse(sources) as unknown }),
  }));
};
app.get('/api.php', (c) => {
  const earthquakes = records(c, Math.min(1000, Number(c.req.query('limit') ?? 100)));
  return c.json({ status: 'success', count: earthquakes.length, earthquakes });
});
app.get('/export', (c) => {
  const earthquakes = records(c, 100_000);
  c.header('X-Export-Rows', String(earthquakes.length));
  return c.json({ status: 'success', count: earthquakes.length, earthquakes });
});
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: process.env['HOST']! });
