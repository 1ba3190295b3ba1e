/**
 * The list query through the gateway against what most people would build (Hono, better-sqlite3 with indexes, JSON.stringify), and against the
 * ceiling of the platform (`node:http` with one constant body of the same size). Each server is a process of its own.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import Database from 'better-sqlite3';
import type { Earthquake } from '#core/earthquake.ts';
import { listItem } from '#core/wire.ts';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import type { Comparison } from './comparison.ts';

const EARTHQUAKES = 100_000;
const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;

/** One query again and again, as after an earthquake; and many different ones, as no cache can hold. */
const HOT = ['/api.php?limit=100&min_magnitude=2.5'];
const VARIED = Array.from({ length: 2000 }, (_, n) => {
  const day = new Date(Date.UTC(2000, 0, 1 + ((n * 37) % 9000))).toISOString().slice(0, 10);
  return `/api.php?limit=100&date_to=${day}&min_magnitude=${((n % 30) / 10).toFixed(1)}`;
});

export async function benchList(): Promise<Comparison[]> {
  const folder = mkdtempSync(join(tmpdir(), 'zelzele-bench-'));
  const servers: ChildProcess[] = [];
  try {
    const { files, earthquakes } = syntheticDataset({ count: EARTHQUAKES });
    await writeDist(files, join(folder, 'dist'));
    writeRival(join(folder, 'rival.db'), earthquakes);
    const start = async (script: string, env: Record<string, string>): Promise<string> => {
      const port = await freePort();
      const path = new URL(script, import.meta.url).pathname;
      const server = spawn(process.execPath, ['--import', 'tsx', path], {
        env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      servers.push(server);
      return answering(`http://127.0.0.1:${port}`);
    };
    const ours = await start('../../gateway/main.ts', {
      DIST_DIR: join(folder, 'dist'),
      DATA_DIR: join(folder, 'data'),
      PLAN_LIMITS: 'free.daily=none,free.burst=none',
    });
    const sqlite = await start('./sqlite-server.ts', { RIVAL_DB: join(folder, 'rival.db') });
    const body = await (await fetch(`${ours}${HOT[0]}`)).text();
    const constant = await start('./constant-server.ts', { BODY: body });
    return [
      await compare('list, one query, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        paths: HOT,
        goal: 5,
      }),
      await compare('list, 2,000 queries, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        paths: VARIED,
        goal: 2,
      }),
      await compare('list, one query, against constant node:http', [ours, constant], { paths: HOT, goal: 0.5 }),
    ];
  } finally {
    for (const server of servers) if (server.exitCode === null) server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  name: string,
  [ours, other]: [string, string],
  { paths, goal }: { paths: string[]; goal: number },
): Promise<Comparison> {
  const comparison: Comparison = { name, ours: [], other: [], unit: 'requests/s', goal };
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair = [await load(ours, paths), await load(other, paths)] as const;
    if (round < 0) continue; // A warm-up of both.
    comparison.ours.push(pair[0]);
    comparison.other.push(pair[1]);
  }
  return comparison;
}

/** Requests a second; an answer other than 200 is an error of the benchmark. */
async function load(url: string, paths: string[]): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((path) => ({ path })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return result.requests.average;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

async function answering(url: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const up = await fetch(`${url}/api.php?limit=1`).catch(() => undefined);
    await up?.arrayBuffer();
    if (up?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
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
