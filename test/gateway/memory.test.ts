/** Memory of the gateway under load. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { startGatewayChild } from '../support/gateway-child.ts';
import { scrape } from '../support/metrics.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** In bytes: it takes 16 MB, and 54 where V8 may double it. How much of that is in use at the start differs. */
const MOST = 24e6;

test('the young generation does not grow under load', async (t) => {
  const folder = temporaryFolder(t);
  await writeDist(syntheticDataset({ count: 300 }).files, join(folder, 'dist'));
  const gateway = await startGatewayChild({
    ...{ DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data'), METRICS_PORT: '0', LOG_REQUESTS: '0' },
    PLAN_LIMITS: 'free.daily=none,free.burst=none,uncounted.burst=none',
  });
  t.after(() => gateway.child.kill('SIGKILL'));
  while (!gateway.output().includes('Metrics at')) await wait(20);
  let sent = 0;
  const ask = async (): Promise<void> => {
    while (sent < 1000)
      await (await fetch(`${gateway.url}/api.php?max_depth=${900 + (sent += 1) / 1e4}`)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 32 }, ask));
  const size = (await scrape(gateway)).sum('nodejs_heap_space_size_total_bytes', /space="new"/);
  assert.ok(size > 0 && size < MOST, `${size} bytes`);
});
