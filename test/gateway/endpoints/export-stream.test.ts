import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, test } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { MANIFEST } from '#core/paths.ts';
import { type RunningServer, startServer } from '../../../gateway/http/server.ts';
import { SLICE_OPENS } from '../../../gateway/work/slices.ts';
import { big } from '../../support/big-dataset.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { naiveExport } from '../../support/naive-list.ts';

const ROWS = 28_000;
const items = naiveExport(big.earthquakes, {}).slice(0, ROWS);
const SHARDS = big.manifest.shards.length;
/** Shards opened once five are counted: those of the slice that reaches five, and of the one after it. */
const MOST_AFTER_FIVE = 5 + 2 * SLICE_OPENS;

/** A gateway that keeps no shard in memory, so that its loads count every opening. */
const forgetful = (files = new Map(big.files)) => testGateway(files, { exportRows: () => ROWS, cacheBytes: 1000 });

const servers: RunningServer[] = [];
after(() => Promise.all(servers.map((server) => server.stop(0))));

async function serve({ app }: ReturnType<typeof testGateway>): Promise<RunningServer> {
  const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  servers.push(server);
  return server;
}

/** The count once it is stable. */
async function settled(count: () => number): Promise<number> {
  for (let last = -1; ; await wait(150)) {
    if (count() === last) return last;
    last = count();
  }
}

test('nothing is produced ahead of a slow reader', async () => {
  const { get, dataset } = forgetful();
  const response = await get('/export.php?format=json');
  const measured = dataset.files.loads;
  assert.equal(measured, SHARDS);
  await wait(50);
  assert.equal(dataset.files.loads, measured, 'no shard is opened before the first read');
  const reader = response.body!.getReader();
  let size = 0;
  for (let chunks = 0; ; chunks += 1) {
    const { done, value } = await reader.read();
    if (done) break;
    assert.ok(value.byteLength < 70_000);
    size += value.byteLength;
    if (chunks % 100 !== 0) continue;
    const loads = dataset.files.loads;
    await wait(20);
    assert.equal(dataset.files.loads, loads, `after ${chunks} chunks`);
    const share = size / Number(response.headers.get('Content-Length'));
    assert.ok(loads - measured <= share * SHARDS + 12, `${loads - measured} shards for ${share} of the body`);
  }
  assert.equal(size, Number(response.headers.get('Content-Length')));
  assert.equal(dataset.files.loads - measured, SHARDS);
});

for (const encoding of ['identity', 'gzip'])
  test(`a disconnected client ends the work, ${encoding}`, async () => {
    const { get, dataset } = forgetful();
    const response = await get('/export.php?format=json', { 'Accept-Encoding': encoding });
    const reader = response.body!.getReader();
    for (let chunks = 0; chunks < 20; chunks += 1) await reader.read();
    await reader.cancel();
    const loads = await settled(() => dataset.files.loads);
    assert.ok(loads < SHARDS * 1.5, `${loads - SHARDS} opened of ${SHARDS}`);
  });

test('a client that disconnects during a search stops it at the next shard', async () => {
  const { get, dataset } = forgetful();
  const response = await get('/export.php?q=igdir&event_type=quarry%20blast&max_depth=0&format=json');
  assert.ok(Number(response.headers.get('Content-Length')) < 65_000, 'all of it is one chunk');
  const measured = dataset.files.loads;
  const reader = response.body!.getReader();
  const pending = reader.read();
  while (dataset.files.loads < measured + 5) await turn();
  await reader.cancel();
  await pending;
  assert.ok((await settled(() => dataset.files.loads)) <= measured + MOST_AFTER_FIVE);
});

test('a client that disconnects before the first byte stops the counting, the next gets everything', async () => {
  const { app, get, dataset } = forgetful();
  const leaving = new AbortController();
  const pending = app.request('/export.php?format=ndjson', { signal: leaving.signal });
  while (dataset.files.loads < 5) await turn();
  leaving.abort();
  await pending;
  assert.ok((await settled(() => dataset.files.loads)) <= MOST_AFTER_FIVE);
  assert.equal((await get('/export.php?format=ndjson')).headers.get('X-Export-Rows'), String(ROWS));
});

/** A client that sends a request and reads only on demand. */
async function request(server: RunningServer, target: string) {
  const socket = net.connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const rest = async (): Promise<Buffer> => {
    const parts: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => void parts.push(chunk)).resume();
    await once(socket, 'close');
    return Buffer.concat(parts);
  };
  return { socket, rest };
}

test('over a socket: a client that stops reading pauses the shards, and gets the rest when it continues', async () => {
  const gateway = forgetful();
  const { rest } = await request(await serve(gateway), '/export.php?format=json');
  while (gateway.dataset.files.loads <= SHARDS) await wait(20);
  const loads = await settled(() => gateway.dataset.files.loads);
  assert.ok(loads < SHARDS * 1.6, `${loads - SHARDS} of ${SHARDS} opened for what the socket's buffers hold`);
  const remaining = await rest();
  const size = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(remaining.subarray(0, 5000).toString('latin1'))![1]);
  const body = remaining.subarray(remaining.indexOf('\r\n\r\n') + 4);
  assert.equal(body.length, size);
  const { earthquakes } = JSON.parse(body.toString()) as { earthquakes: unknown[] };
  assert.equal(earthquakes.length, ROWS);
});

test('a long export of rendered rows begins without its size; HEAD and ranges have it', async () => {
  for (const format of ['csv', 'geojson']) {
    const { app, get } = testGateway(big.files, { exportRows: () => ROWS });
    const target = `/export.php?format=${format}`;
    const ranged = { Range: 'bytes=0-' };
    const { headers } = await get(target);
    const names = ['Content-Length', 'Accept-Ranges', 'X-Export-Rows'];
    assert.deepEqual(
      names.map((name) => headers.get(name)),
      [null, 'bytes', String(ROWS)],
    );
    const body = Buffer.from(await (await get(target)).arrayBuffer());
    const head = await app.request(target, { method: 'HEAD' });
    assert.equal(head.headers.get('Content-Length'), String(body.length));
    const whole = await get(target, ranged);
    assert.deepEqual([whole.status, Buffer.from(await whole.arrayBuffer()).equals(body)], [206, true]);
    assert.equal((await get(target)).headers.get('Content-Length'), String(body.length), 'known by now');
    const short = await get(`${target}&limit=1000`);
    assert.equal(short.headers.get('Content-Length'), String((await short.arrayBuffer()).byteLength));
  }
});

test('over a socket: HEAD has every header and no body, and an export without rows is complete', async () => {
  const { url } = await serve(testGateway(big.files, { exportRows: () => ROWS }));
  const head = await fetch(`${url}/export.php?format=ndjson`, {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'identity' },
  });
  const lines = items.reduce((size, item) => size + Buffer.byteLength(JSON.stringify(item)) + 1, 0);
  assert.deepEqual([head.headers.get('Content-Length'), await head.text()], [String(lines), '']);
  const nothing = await fetch(`${url}/export.php?format=ndjson&q=nowhere`);
  assert.deepEqual([nothing.headers.get('X-Export-Rows'), await nothing.text()], ['0', '']);
});

test('over a socket: a disconnected client stops the shards', async () => {
  const gateway = forgetful();
  const { socket } = await request(await serve(gateway), '/export.php?format=geojson');
  while (gateway.dataset.files.loads <= SHARDS) await wait(20);
  socket.destroy();
  const loads = await settled(() => gateway.dataset.files.loads);
  assert.ok(loads < SHARDS * 1.6, `${loads - SHARDS} of ${SHARDS} opened`);
});

test('a shard swept during an export aborts it; it never ends as if complete', async () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const files = new Map(big.files);
    const { get } = forgetful(files);
    const response = await get('/export.php?format=ndjson', { 'Accept-Encoding': encoding });
    const reader = response.body!.getReader();
    await reader.read();
    for (const name of files.keys()) if (name.startsWith('shards/')) files.delete(name);
    await assert.rejects(
      async () => {
        while (!(await reader.read()).done);
      },
      { name: 'GatewayError', code: 'unavailable' },
    );
  }
});

test('over a socket it aborts without a last chunk and without error text', async (t) => {
  // The server's adapter reports a broken stream on the console.
  t.mock.method(console, 'error', () => {});
  for (const headers of [{}, { 'Accept-Encoding': 'gzip' }]) {
    const files = new Map(big.files);
    const gateway = forgetful(files);
    const { url } = await serve(gateway);
    const response = await fetch(`${url}/export.php?format=json`, { headers });
    for (const name of files.keys()) if (name.startsWith('shards/')) files.delete(name);
    const parts: Uint8Array[] = [];
    await assert.rejects(async () => {
      for await (const chunk of response.body!) parts.push(chunk);
    });
    assert.ok(!Buffer.concat(parts).includes('Error'));
  }
});

test('a new dataset during an export does not change it', async () => {
  const files = new Map(big.files);
  const { get } = forgetful(files);
  const complete = Buffer.from(await (await get('/export.php?format=ndjson')).arrayBuffer());
  const response = await get('/export.php?format=ndjson', { 'Accept-Encoding': 'gzip' });
  const reader = response.body!.getReader();
  const parts: Uint8Array[] = [(await reader.read()).value!];
  const next = syntheticDataset({ seed: 4, count: 500 });
  for (const [name, bytes] of next.files) if (name !== MANIFEST) files.set(name, bytes);
  files.set(MANIFEST, next.files.get(MANIFEST)!);
  const other = await get('/export.php?format=ndjson');
  assert.equal(other.headers.get('X-Export-Rows'), String(next.earthquakes.length));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
  }
  assert.deepEqual(gunzipSync(Buffer.concat(parts)), complete);
});

test('an export yields every few hundred rows while it is counted and while it is sent', async () => {
  const { get } = testGateway(big.files, { exportRows: () => ROWS });
  await get('/export.php?format=json', {}, 'HEAD');
  const turnsDuring = async <T>(work: Promise<T>): Promise<[turns: number, result: T]> => {
    const ended = new AbortController();
    const result = work.finally(() => ended.abort());
    let turns = 0;
    for (; !ended.signal.aborted; turns += 1) await turn();
    return [turns, await result];
  };
  const [measuring] = await turnsDuring(get('/export.php?format=csv', {}, 'HEAD'));
  const response = await get('/export.php?format=csv');
  const [sending] = await turnsDuring(response.arrayBuffer());
  for (const turns of [measuring, sending]) assert.ok(turns > ROWS / 1000, `${turns} turns`);
});
