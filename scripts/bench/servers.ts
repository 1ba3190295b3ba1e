/** Servers under measurement, each a process of its own, all over the same synthetic earthquakes. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import { writeRival } from './rival.ts';

export interface Bed {
  /** Settings for a server of ours, and for the rival. */
  ours: Record<'DIST_DIR' | 'DATA_DIR' | 'PLAN_LIMITS', string>;
  rival: { RIVAL_DB: string };
  /** The URL of a server, once it answers. @param script beside this file */
  start(script: string, env: Record<string, string>): Promise<string>;
}

/** Everything is gone when the work is done. */
export async function withServers<T>(
  options: { count: number; shardRows?: number },
  work: (bed: Bed) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'zelzele-bench-'));
  const servers: ChildProcess[] = [];
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
  try {
    const { files, earthquakes } = syntheticDataset(options);
    await writeDist(files, join(folder, 'dist'));
    writeRival(join(folder, 'rival.db'), earthquakes);
    const ours = {
      DIST_DIR: join(folder, 'dist'),
      DATA_DIR: join(folder, 'data'),
      PLAN_LIMITS: 'free.daily=none,free.burst=none',
    };
    return await work({ ours, rival: { RIVAL_DB: join(folder, 'rival.db') }, start });
  } finally {
    for (const server of servers) if (server.exitCode === null) server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
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
