/** Clients that close their sending side after their request, as `nc -N` and small devices do. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { AnswerMemory } from '../../../gateway/http/answer-memory.ts';
import { type RunningServer, startServer } from '../../../gateway/http/server.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';

const dataset = new Dataset(memoryReader(syntheticDataset({ seed: 9, count: 6000 }).files), { log: () => {} });
const connections = new Connections({}, { beat: 20 });
const answers = new AnswerMemory();
const app = createApp({ dataset, connections, answers, now: Date.now, exportRows: () => 100_000 });
let server: RunningServer;

before(async () => {
  await dataset.refresh();
  server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {}, timeouts: { idle: 400 } });
});
after(async () => {
  connections.stop();
  await server.stop(100);
});

/** Sends a request, closes the sending side, and reads to the end, slowly. @returns the body */
async function halfClosed(request: string): Promise<Buffer> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(request);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) {
    chunks.push(chunk as Buffer);
    if (chunks.length % 8 === 0) await wait(5);
  }
  const answer = Buffer.concat(chunks);
  const at = answer.indexOf('\r\n\r\n');
  assert.match(answer.toString('latin1', 0, at), /^HTTP\/1\.1 200 /);
  return answer.subarray(at + 4);
}

const whole = async (target: string): Promise<Buffer> =>
  Buffer.from(
    await (await fetch(`${server.url}${target}`, { headers: { 'Accept-Encoding': 'identity' } })).arrayBuffer(),
  );

/** More than the buffers of a connection hold. */
const LARGE = '/fdsnws/event/1/query?includeallorigins=true&includeallmagnitudes=true';

const TARGETS = [
  ...['/api.php', '/api.php?limit=1', '/api.php?limit=700&min_magnitude=1', '/rss', '/manifest.json', '/status'],
  ...['/export.php?format=csv&date_from=1900-01-01', '/export.php?format=ndjson&expand=solutions&date_from=1900-01-01'],
  ...[LARGE, '/fdsnws/event/1/query?format=geojson&limit=20'],
];

for (const target of TARGETS)
  test(`HTTP/1.0 without another word gets all of ${target}`, async () => {
    const due = await whole(target);
    assert.ok((await halfClosed(`GET ${target} HTTP/1.0\r\n\r\n`)).equals(due), target);
  });

test('so does HTTP/1.1 with Connection: close, and the last of several requests', async () => {
  const due = await whole('/api.php?limit=700');
  const last = 'GET /api.php?limit=700 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  assert.ok((await halfClosed(last)).equals(due));
  const both = await halfClosed(`GET /api.php?limit=2 HTTP/1.1\r\nHost: x\r\n\r\n${last}`);
  assert.ok(both.subarray(-due.byteLength).equals(due));
});

/** A connection with its request sent. */
async function asked(head: string): Promise<Socket> {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  socket.write(`GET /events ${head}\r\n\r\n`);
  await once(socket, 'data', { signal: AbortSignal.timeout(5000) });
  assert.equal(connections.open, 1);
  return socket.resume();
}

const emptied = async (): Promise<void> => {
  const until = performance.now() + 5000;
  while (connections.open > 0 && performance.now() < until) await wait(5);
  assert.equal(connections.open, 0);
};

test('a client that keeps its connection, and ends its side, is gone: nothing goes on for it', async () => {
  (await asked('HTTP/1.1\r\nHost: x')).end();
  await emptied();
});

test('one that announced its end goes on to listen, and is gone with its connection', async () => {
  const socket = await asked('HTTP/1.0');
  socket.end();
  for (let beats = 0; beats < 3; beats += 1)
    assert.match(String(await once(socket, 'data', { signal: AbortSignal.timeout(5000) })), /id: /);
  socket.destroy();
  await emptied();
});

test('one that ends its side and reads nothing is disconnected after the idle time', async () => {
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  socket.end(`GET ${LARGE} HTTP/1.0\r\n\r\n`);
  const until = performance.now() + 10_000;
  for (const isOver of [() => answers.answers > 0, () => answers.answers === 0])
    while (!isOver() && performance.now() < until) await wait(5);
  let received = 0;
  for await (const chunk of socket) received += (chunk as Buffer).byteLength;
  assert.ok(received < (await whole(LARGE)).byteLength);
});
