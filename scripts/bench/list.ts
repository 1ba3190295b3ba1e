/**
 * The list query through the gateway against what most people would build (Hono, better-sqlite3 with indexes, JSON.stringify), and against the
 * ceiling of the platform (`node:http` with one constant body of the same size). Each server is a process of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Earthquake } from '#core/earthquake.ts';
import { listItem } from '#core/wire.ts';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import type { Comparison } from './comparison.ts';
import { compare, serverProcesses } from './servers.ts';

const EARTHQUAKES = 100_000;

/** One query again and again, as after an earthquake; and many different ones, as no cache can hold. */
const HOT = [{ path: '/api.php?limit=100&min_magnitude=2.5' }];
const VARIED = Array.from({ length: 2000 }, (_, n) => {
  const day = new Date(Date.UTC(2000, 0, 1 + ((n * 37) % 9000))).toISOString().slice(0, 10);
  return { path: `/api.php?limit=100&date_to=${day}&min_magnitude=${((n % 30) / 10).toFixed(1)}` };
});

export async function benchList(): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zelzele-bench-'));
  const { start, stopAll } = serverProcesses();
  try {
    const { files, earthquakes } = syntheticDataset({ count: EARTHQUAKES });
    await writeDist(files, join(folder, 'dist'));
    writeRival(join(folder, 'rival.db'), earthquakes);
    const ours = await start('../../gateway/main.ts', {
      DIST_DIR: join(folder, 'dist'),
      DATA_DIR: join(folder, 'data'),
      PLAN_LIMITS: 'free.daily=none,free.burst=none',
    });
    const sqlite = await start('./sqlite-server.ts', { RIVAL_DB: join(folder, 'rival.db') });
    const body = await (await fetch(`${ours}${HOT[0]!.path}`)).text();
    const constant = await start('./constant-server.ts', { BODY: body });
    return [
      await compare('list, one query, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        requests: HOT,
        goal: 5,
      }),
      await compare('list, 2,000 queries, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        requests: VARIED,
        goal: 2,
      }),
      await compare('list, one query, against constant node:http', [ours, constant], { requests: HOT, goal: 0.5 }),
    ];
  } finally {
    stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The same records in one table with the indexes that the queries want. */
function writeRival(path: string, earthquakes: Earthquake[]): void {
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
