/** One engine there and the other one away, requests with a key and without by turns: what the log and metrics say. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import { freePort } from '../hosting/host.ts';
import { send } from '../support/clients.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { startPostgres, startRedis, withoutPostgres, withoutRedis } from '../support/engines.ts';
import { exitOf, startGatewayChild } from '../support/gateway-child.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = withoutPostgres || withoutRedis;
const ROUNDS = 300;

test('PostgreSQL away and Redis there: one line in the log, and every failure is counted', { skip }, async (t) => {
  const folder = temporaryFolder(t);
  await writeDist(syntheticDataset({ count: 100 }).files, join(folder, 'dist'));
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  t.after(() => Promise.all([postgres.remove(), redis.remove()]));
  const DATABASE_URL = await postgres.createDatabase();
  const METRICS_PORT = String(await freePort());
  const { child, url, output } = await startGatewayChild({
    ...{ DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data'), TRUSTED_PROXIES: '127.0.0.1' },
    ...{ DATABASE_URL, REDIS_URL: redis.url, METRICS_PORT, AUTH_SECRET: 'a secret of the tests, which is long enough' },
    PLAN_LIMITS: 'uncounted.burst=none,free.daily=none,free.burst=500',
  });
  t.after(async () => {
    child.kill('SIGTERM');
    assert.equal(await exitOf(child), 0);
  });
  const database = await openPostgres(DATABASE_URL, 2);
  const { key } = await new KeyStore(database, Date.now).issue('mixed', 'x');
  await database.close();
  const withKey = { path: '/rss', headers: { Authorization: `Bearer ${key}` } };
  const withoutKey = { path: '/rss', headers: { 'X-Forwarded-For': '203.0.113.7' } };
  const told = (): string[] =>
    output()
      .split('\n')
      .filter((line) => /(?:fails|works again)/.test(line));
  const toldOf = (what: string): string[] => told().filter((line) => line.includes(what));

  await postgres.kill();
  for (let round = 0; round < ROUNDS; round += 1) {
    const answers = await Promise.all([send(url, withKey), send(url, withoutKey)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [503, 200],
    );
  }
  // The log is written every 200 ms.
  await wait(500);
  assert.equal(toldOf('reading keys fails: fault: ').length, 1, told().slice(0, 9).join('\n'));
  // Alerts read their rules on their own, now and then.
  assert.equal(told().length, 1 + toldOf('alerts fails: fault: ').length, told().slice(0, 9).join('\n'));
  assert.ok(toldOf('alerts fails').length <= 1);
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  assert.match(metrics, new RegExp(`^hiposantr_quota_decisions_total\\{decision="unavailable"\\} ${ROUNDS}$`, 'm'));

  await postgres.start();
  while ((await send(url, withKey)).status === 503) await wait(50);
  while (toldOf('reading keys works again').length < 1) await wait(20);
});
