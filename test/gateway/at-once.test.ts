/** Which answers wait for nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestGuard } from '../../gateway/access/guard.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import type { NodeRequest } from '../../gateway/http/request.ts';
import { startServer } from '../../gateway/http/server.ts';
import { ResponseCache } from '../../gateway/response-cache.ts';
import { send } from '../support/clients.ts';
import { memoryReader, syntheticDataset } from '../support/dataset.ts';
import { testMetering, UNLIMITED } from '../support/metering.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

test('a repeated answer without a key is sent before anything is awaited, one with a key after its commit', async (t) => {
  const [metering, now, log] = [testMetering({ limits: UNLIMITED }), () => AS_OF, () => {}];
  const { files } = syntheticDataset({ count: 50 });
  const dataset = new Dataset(memoryReader(files), { log, pollIntervalMs: Infinity });
  await dataset.refresh();
  const shared = { dataset, now, log, metering, guard: createRequestGuard({ metering, now, log }) };
  const app = createApp({ ...shared, cache: new ResponseCache(shared) });
  const atOnce: boolean[] = [];
  const direct = (request: NodeRequest): boolean => {
    const isHot = app.direct(request);
    if (isHot) atOnce.push(request.outgoing!.writableEnded);
    return isHot;
  };
  const { url, stop } = await startServer({ app: { ...app, direct }, port: 0, host: '127.0.0.1', log });
  t.after(() => stop(0));
  const bearer = { Authorization: `Bearer ${(await metering.keys.issue('account', 'x')).key}` };
  const get = (headers: Record<string, string>) => send(url, { path: '/api.php?limit=3', headers });
  const { etag } = (await get({})).headers;
  await get(bearer);
  atOnce.length = 0;
  for (const headers of [{}, { 'If-None-Match': etag! }, bearer]) assert.ok((await get(headers)).status < 400);
  assert.deepEqual(atOnce, [true, true, false]);
});
