/** What most people would build: a query, rows to objects, JSON.stringify. */
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';

const db = new Database(process.env['RIVAL_DB']!, { readonly: true });
const statement = db.prepare(
  `SELECT * FROM earthquakes WHERE magnitude >= ? AND occurred_at <= ? ORDER BY occurred_at DESC, id DESC LIMIT ?`,
);

interface Row {
  sources: string | null;
}

const app = new Hono();
app.get('/api.php', (c) => {
  const limit = Math.min(1000, Number(c.req.query('limit') ?? 100));
  const rows = statement.all(
    Number(c.req.query('min_magnitude') ?? -9),
    `${c.req.query('date_to') ?? '9999-12-31'} 23:59:59`,
    limit,
  ) as Row[];
  const earthquakes = rows.map(({ sources, ...row }) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || name === 'depth_km')),
    ...(sources === null ? {} : { sources: JSON.parse(sources) as unknown }),
  }));
  return c.json({ status: 'success', count: earthquakes.length, earthquakes });
});
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: process.env['HOST']! });
