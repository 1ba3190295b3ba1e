/** Servers under measurement, each a process of its own, all over the same synthetic earthquakes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import { serverProcesses } from './processes.ts';
import { writeRival } from './rival.ts';

interface Bed {
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
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-bench-'));
  const { start, stopAll } = serverProcesses();
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
    stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}
