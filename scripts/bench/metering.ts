/**
 * What metering costs: the gateway with one commit a turn of the event loop, against one transaction a request, against
 * no meter, and against the ceiling of the platform. Each server is a process of its own with a database file of its
 * own.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import type { Comparison } from './comparison.ts';
import { writeConstantAnswer } from './constant-answer.ts';
import type { Asked } from './load.ts';
import { compare, serverProcesses } from './processes.ts';

const PATH = '/api.php?limit=100&min_magnitude=2.5';

/** As many callers behind a proxy, each with counts of its own. */
const ADDRESSES: Asked[] = Array.from({ length: 1000 }, (_, number) => ({
  path: PATH,
  headers: { 'X-Forwarded-For': `198.51.${number >> 8}.${number & 255}` },
}));

export async function* benchMetering(): AsyncGenerator<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-bench-'));
  const { start, stopAll } = serverProcesses();
  try {
    const dist = join(folder, 'dist');
    await writeDist(syntheticDataset({ count: 20_000 }).files, dist);
    const { key, data } = await sameAccount(folder);
    const metered = (METER: keyof typeof data): Promise<string> =>
      start('./metered-server.ts', { DIST_DIR: dist, DATA_DIR: data[METER], METER });
    const turn = await metered('turn');
    const request = await metered('request');
    const none = await metered('none');
    const constant = await start('./constant-server.ts', {
      ANSWER: await writeConstantAnswer(join(folder, 'answer.json'), turn + PATH),
    });
    const keyed = [{ path: PATH, headers: { Authorization: `Bearer ${key}` } }];
    const each = { requests: ADDRESSES };
    yield await compare('a commit a turn, one key, against a commit a request', [turn, request], {
      requests: keyed,
      goal: 1.2,
    });
    yield await compare('a commit a turn, 1,000 addresses, against a commit a request', [turn, request], {
      ...each,
      goal: 1.2,
    });
    yield await compare('a commit a turn, 1,000 addresses, against no meter', [turn, none], { ...each, goal: 0.8 });
    yield await compare('a commit a turn, 1,000 addresses, against constant node:http', [turn, constant], {
      ...each,
      goal: 0.5,
    });
    yield await compare('no meter, 1,000 addresses, against constant node:http', [none, constant], {
      ...each,
      goal: 0.5,
    });
  } finally {
    stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A database file for each server, all with the same key. */
async function sameAccount(
  folder: string,
): Promise<{ key: string; data: Record<'turn' | 'request' | 'none', string> }> {
  const data = { turn: join(folder, 'turn'), request: join(folder, 'request'), none: join(folder, 'none') };
  const db = openAccounts(accountsPath(data.turn));
  const { key } = await new KeyStore(sqliteEngine(db), Date.now).issue('account', 'benchmark');
  db.close();
  for (const other of [data.request, data.none]) cpSync(data.turn, other, { recursive: true });
  return { key, data };
}
