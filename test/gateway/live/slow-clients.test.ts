/** Clients over real connections that read nothing: what is held for them is counted in bytes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR } from '#core/time.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import type { WholeResponse } from '../../../gateway/http/response.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { EventReader } from '../../support/event-stream.ts';
import { openWebSocket } from '../../support/websocket-client.ts';

const big = syntheticDataset({ count: 20_000, shardRows: 500, segmentRows: 4096 });
const [SLOW, IDLE] = [20, 100];
/** A message is a piece of 64 KiB and its last change; node's buffer for a connection takes one more. */
const MOST_BYTES = 2 * 80_000;

test('streams that nobody reads hold one message each, whatever the length of the log', async (t) => {
  const dataset = new Dataset(memoryReader(big.files));
  const connections = new Connections({ caller: 1000, all: 1000 }, { beat: 50, renewal: HOUR });
  const { fetch } = createApp({ dataset, now: Date.now, connections });
  const responses = new Set<ServerResponse>();
  const noting = (request: Request, bindings: unknown): Response | Promise<Response> => {
    responses.add((bindings as { outgoing: ServerResponse }).outgoing);
    return fetch(request, bindings as object);
  };
  const server = await startServer({ app: { fetch: noting }, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(() => server.stop(0));
  await dataset.refresh();
  const ask = async (query: string): Promise<Socket> => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    socket.write(`GET /events${query} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket;
  };
  const idle = await Promise.all(Array.from({ length: IDLE }, () => ask('')));
  idle.forEach((socket) => socket.resume());
  const slow = await Promise.all(Array.from({ length: SLOW }, () => ask('?since=0')));

  // A client that reads gets all of it meanwhile.
  const reader = new EventReader((await globalThis.fetch(`${server.url}/events?since=0`)).body!);
  const events = await reader.until(big.manifest.sequence);
  assert.ok(events.length > 15_000);
  await reader.close();
  while (connections.open !== SLOW + IDLE) await wait(20);
  const held = [...responses].map((response) => response.writableLength + (response.socket?.writableLength ?? 0));
  assert.ok(Math.max(...held) <= MOST_BYTES, `${Math.max(...held)} bytes for one`);
  assert.ok(
    held.reduce((sum, bytes) => sum + bytes, 0) <= SLOW * MOST_BYTES,
    `${held.reduce((sum, bytes) => sum + bytes)} bytes for all`,
  );
  t.diagnostic(
    `${Math.max(...held)} bytes for one, ${held.reduce((sum, bytes) => sum + bytes)} for all ${held.length}`,
  );

  // They are where they were: who begins to read gets all of it, too.
  const late = slow[0]!;
  let text = '';
  late.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  while (!text.includes(`id: ${big.manifest.sequence}\n`)) await wait(20);
  assert.equal(text.match(/^event: /gm)!.length, events.length);
  for (const socket of [...slow, ...idle]) socket.destroy();
  while (connections.open > 0) await wait(20);
});

const SILENT = 4;

test('WebSocket clients that read nothing are let go, others stay; one message is held for each', async (t) => {
  const dataset = new Dataset(memoryReader(big.files));
  const connections = new Connections({ caller: 1000, all: 1000 }, { beat: 50, renewal: HOUR });
  const app = createApp({ dataset, now: Date.now, connections });
  const sockets = new Set<Socket>();
  const path = '/standing_order/websocket';
  const answer = app.upgrade(path)! as (request: IncomingMessage) => Promise<WholeResponse>;
  const noting = (request: IncomingMessage): Promise<WholeResponse> => {
    sockets.add(request.socket);
    return answer(request);
  };
  const upgrade = (): typeof noting => noting;
  const timeouts = { idle: 2000 };
  const server = await startServer({ app: { ...app, upgrade }, port: 0, host: '127.0.0.1', log: () => {}, timeouts });
  t.after(() => server.stop(0));
  await dataset.refresh();
  const reader = await openWebSocket(`ws://127.0.0.1:${server.port}${path}?since=0`);
  const silent = Array.from({ length: SILENT }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
  const handshake = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13';
  for (const socket of silent)
    socket.write(
      `GET ${path}?since=0 HTTP/1.1\r\nHost: localhost\r\n${handshake}\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
    );
  let most = 0;
  while (sockets.size < SILENT + 1 || [...sockets].filter(({ destroyed }) => !destroyed).length > 1) {
    most = Math.max(most, ...[...sockets].map(({ writableLength }) => writableLength));
    await wait(5);
  }
  t.diagnostic(`${most} bytes for one`);
  assert.ok(most <= MOST_BYTES, `${most} bytes for one`);
  for (let last = 0; last < big.manifest.sequence;)
    last = (JSON.parse(await reader.next()) as { sequence: number }).sequence;
  assert.equal(reader.socket.readyState, WebSocket.OPEN);
  reader.socket.close();
  await reader.closed;
  for (const socket of silent) socket.destroy();
});
