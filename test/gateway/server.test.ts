import assert from 'node:assert/strict';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunningServer, Waits } from '../../gateway/server.ts';
import { startServer } from '../../gateway/server.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';

const { app } = testGateway(syntheticDataset({ seed: 4, count: 200 }).files);
const start = (waits?: Waits): Promise<RunningServer> =>
  startServer({ app, port: 0, host: '127.0.0.1', log: () => {}, ...(waits ? { waits } : {}) });
let server: RunningServer;

before(async () => void (server = await start()));
after(() => server.stop(100));

/** What the server sends back until it closes the connection. */
async function exchange(text: string, { port } = server): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const SERVED: [name: string, request: string][] = [
  ['HTTP/1.0, which knows no Host header', 'GET /api.php?limit=1 HTTP/1.0\r\n\r\n'],
  ['a Host', 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['an Expect', 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n'],
  ['an absolute target', 'GET http://other.example/api.php?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
];

for (const [name, request] of SERVED)
  test(`answers ${name}`, async () => {
    const answer = await exchange(request);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.match(answer, /"count":1/);
  });

const REFUSED: [name: string, status: number, request: string][] = [
  ['HTTP/1.1 without a Host', 400, 'GET /api.php HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a malformed Host', 400, 'GET /api.php HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
  ['a control character in a header', 400, 'GET /api.php HTTP/1.1\r\nHost: x\r\nX: a\x01\x00b\r\n\r\n'],
  ['too many headers', 431, `GET /api.php HTTP/1.1\r\nHost: x\r\n${'a: bcd\r\n'.repeat(3000)}\r\n`],
];

for (const [name, status, request] of REFUSED)
  test(`refuses ${name} in the shape of every error, for no cache to keep`, async () => {
    const answer = await exchange(request);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(answer, /\r\naccess-control-allow-origin: \*\r\n/i);
    assert.match(answer, /\r\ncache-control: no-store\r\n/i);
    assert.match(answer, /"code":"invalid_parameter"/);
  });

test('a request that never ends gets a 408', async () => {
  const impatient = await start({ headers: 100, request: 100, idle: 60_000 });
  assert.match(await exchange('GET /api.php HTTP/1.1\r\nHost: x\r\n', impatient), /^HTTP\/1\.1 408 /);
  await impatient.stop();
});

const big = new Uint8Array(20_000_000);

/** A server of one big answer, and a client that has asked for it and does not read yet. */
async function unread(waits?: Waits) {
  let asked = 0;
  const app = { fetch: () => ((asked += 1), new Response(big)) };
  const options = { app, port: 0, host: '127.0.0.1', log: () => {} };
  const running = await startServer({ ...options, ...(waits ? { waits } : {}) });
  const client = net.connect(running.port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  while (asked === 0) await wait(10);
  return { running, client };
}

/** Much less than the grace of the stop: what ends the connection before is the server's own patience. */
const HANGING = { timeout: 30_000 };

test('a client that does not read its answer loses its connection', HANGING, async () => {
  const { running, client } = await unread({ headers: 1000, request: 1000, idle: 100 });
  await running.stop(120_000);
  client.destroy();
});

test('a stop lets a slow client have the whole of its answer', async () => {
  const { running, client } = await unread();
  const stopped = running.stop();
  await wait(200);
  let received = 0;
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  await Promise.all([stopped, closed]);
  assert.ok(received > big.length, `${received} bytes`);
});
