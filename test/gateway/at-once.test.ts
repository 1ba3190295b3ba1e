/** Which answers wait for nothing. */
import assert from 'node:assert/strict';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createRequestGuard } from '../../gateway/access/guard.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { NodeRequest } from '../../gateway/http/request.ts';
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

test('answers that are ready in one turn of the event loop are sent together at its end', async () => {
  const events: string[] = [];
  const { files } = syntheticDataset({ count: 50 });
  const dataset = new Dataset(memoryReader(files), { pollIntervalMs: Infinity });
  await dataset.refresh();
  const app = createApp({ dataset, now: () => AS_OF, log: () => events.push('ready') });
  const request = (id: number): NodeRequest => {
    const headers = { host: 'localhost' };
    const incoming = { method: 'GET', url: `/deprem_api.php?id=${id}`, httpVersion: '1.1', headers, socket: {} };
    const outgoing = { once: () => {}, writeHead: () => {}, end: () => events.push('sent'), destroyed: false };
    return new NodeRequest(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
  };
  // The index is in memory from now on.
  app.direct(request(10));
  while (!events.includes('sent')) await turn();
  events.length = 0;
  for (const id of [11, 12, 13]) assert.ok(app.direct(request(id)));
  while (events.length < 6) await turn();
  assert.deepEqual(events, [...Array(3).fill('ready'), ...Array(3).fill('sent')]);
});

test('a client that goes between its answer and the end of the turn is sent nothing, and harms nobody', () => {
  const incoming = {
    method: 'GET',
    url: '/',
    httpVersion: '1.1',
    headers: {},
    socket: {},
  } as unknown as IncomingMessage;
  for (const size of [1, 10_000_000]) {
    const outgoing = new ServerResponse(incoming);
    outgoing.destroy();
    const response = { status: 200, headers: {}, body: new Uint8Array(size) };
    assert.equal(new NodeRequest(incoming, outgoing).send(response), true);
    assert.equal(outgoing.headersSent, false);
  }
});
