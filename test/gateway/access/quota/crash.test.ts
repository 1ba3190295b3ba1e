import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { accountsPath, openAccounts } from '../../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../../gateway/store/sqlite-engine.ts';
import { KeyStore } from '../../../../gateway/access/key-store.ts';
import { send, sendMany } from '../../../support/clients.ts';
import { syntheticDataset, writeDist } from '../../../support/dataset.ts';
import { exitOf, startGatewayChild } from '../../../support/gateway-child.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const folder = temporaryFolder({ after });

const CLIENTS = 16;
/** In ms after the load began: while files are still cold, and when all is warm. */
const KILLS = [40, 150, 400, 90, 250];

const PATHS = ['/api.php?limit=3', '/api.php?limit=x', '/rss', '/deprem_api.php?id=999999', '/stats_api.php'];

test('a gateway killed under load has counted every received response', async () => {
  await writeDist(syntheticDataset({ count: 300 }).files, join(folder, 'dist'));
  const path = accountsPath(join(folder, 'data'));
  const environment = {
    DIST_DIR: join(folder, 'dist'),
    DATA_DIR: join(folder, 'data'),
    PLAN_LIMITS: 'free.daily=1000000,free.burst=1000000',
  };
  const db = openAccounts(path);
  const keys = new KeyStore(sqliteEngine(db), Date.now);
  const issued = await Promise.all(
    ['a', 'b'].map(async (account) => ({ account, ...(await keys.issue(account, 'x')) })),
  );
  const counted = db.prepare<[string, string], number>(
    'SELECT coalesce(sum(count), 0) FROM usage_days WHERE account = ? AND endpoint = ?',
  );
  const sentCounts = new Map<string, number>();
  const received = new Map<string, number>();
  const more = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

  for (const delay of KILLS) {
    const { child, url } = await startGatewayChild(environment);
    const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
    let [down, responses] = [false, 0];
    const client = async (number: number): Promise<void> => {
      for (let turn = number; !down; turn += 1) {
        const { account, key } = issued[turn % 2]!;
        const target = PATHS[turn % PATHS.length]!;
        const name = `${account} ${target.split('?')[0]}`;
        more(sentCounts, name);
        const response = await send(url, { agent, path: target, headers: { Authorization: `Bearer ${key}` } }).catch(
          () => undefined,
        );
        if (!response) return;
        assert.ok([200, 400, 404].includes(response.status), response.body);
        more(received, name);
        responses += 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
    await wait(delay);
    // On a busy machine the first responses take longer than that.
    while (responses <= 20 && child.exitCode === null) await wait(5);
    child.kill('SIGKILL');
    await exitOf(child);
    await Promise.all(clients);
    down = true;
    agent.destroy();
    for (const [name, times] of received) {
      const count = counted.pluck().get(...(name.split(' ') as [string, string]))!;
      assert.ok(count >= times, `${name}: ${count} counted of ${times} received`);
      assert.ok(count <= sentCounts.get(name)!, `${name}: ${count} counted of ${sentCounts.get(name)} sent`);
    }
  }
  const total = [...received.values()].reduce((sum, responses) => sum + responses, 0);
  assert.ok(total > 20 * KILLS.length, `${total} answers are too few to tell`);

  // The next process continues from these counts.
  const { child, url } = await startGatewayChild(environment);
  const before = counted.get('a', '/rss')!;
  const reply = await send(url, { path: '/rss', headers: { Authorization: `Bearer ${issued[0]!.key}` } });
  assert.equal(reply.status, 200);
  assert.equal(counted.get('a', '/rss'), before + 1);
  child.kill('SIGTERM');
  assert.equal(await exitOf(child), 0);
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
  const bytes = readFileSync(path).toString('latin1');
  for (const { key } of issued) assert.ok(!bytes.includes(key.slice(8)) && !bytes.includes(key.slice(3)));
});

test('without a key: a stop loses nothing, kill -9 what was not stored yet, and the next process continues', async () => {
  await writeDist(syntheticDataset({ count: 50 }).files, join(folder, 'free-dist'));
  const data = join(folder, 'free');
  const start = () =>
    startGatewayChild({
      ...{ DIST_DIR: join(folder, 'free-dist'), DATA_DIR: data, PLAN_LIMITS: 'free.daily=100,free.burst=none' },
    });
  const db = openAccounts(accountsPath(data));
  const stored = (): number =>
    db.prepare<[], number>("SELECT coalesce(sum(day_count), 0) FROM meter_windows WHERE caller LIKE 'address:%'").pluck().get()!; // prettier-ignore
  const ask = (url: string, requests: number) => sendMany(url, { requests, connections: 4, requestOf: () => ({}) });

  const first = await start();
  assert.deepEqual(await ask(first.url, 20), { 200: 20 });
  first.child.kill('SIGTERM');
  assert.equal(await exitOf(first.child), 0);
  assert.equal(stored(), 20);

  const second = await start();
  assert.deepEqual(await ask(second.url, 30), { 200: 30 });
  while (stored() < 50) await wait(20);
  assert.deepEqual(await ask(second.url, 10), { 200: 10 });
  second.child.kill('SIGKILL');
  await exitOf(second.child);
  const kept = stored();
  assert.ok(kept >= 50 && kept <= 60, `${kept} of 60`);

  const third = await start();
  assert.deepEqual(await ask(third.url, 70), { 200: 100 - kept, 429: 70 - (100 - kept) });
  third.child.kill('SIGINT');
  assert.equal(await exitOf(third.child), 0);
  assert.equal(stored(), 100);
  db.close();
});
