/** Clients of SockJS, as EMSC's own example is one: `new SockJS('https://…/standing_order')`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket as Client } from 'ws';
import { HOUR } from '#core/time.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { countsOf, testMetering, UNLIMITED } from '../../support/metering.ts';
import { numbered, publisher } from '../../support/publisher.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { openWebSocket } from '../../support/websocket-client.ts';

const BASE = '/standing_order';
const SESSION = `${BASE}/042/k2v_x-9q/websocket`;

async function service(t: TestContext, { beat = HOUR, caller = 20 } = {}) {
  const dist = join(temporaryFolder(t), 'dist');
  const published = publisher(dist);
  published.publish(numbered(500, 4));
  const dataset = new Dataset(folderReader(dist));
  const connections = new Connections({ caller, all: 20 }, { beat, lag: 30 });
  const metering = testMetering({ limits: UNLIMITED });
  const app = createApp({ dataset, now: Date.now, connections, metering });
  const { url, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(async () => {
    connections.stop();
    await stop(100);
    published.catalog.close();
    assert.equal(connections.open, 0);
  });
  await dataset.refresh();
  return {
    ...{ connections, metering, url },
    sockets: url.replace('http', 'ws'),
    async publish(number: number, value: number): Promise<void> {
      published.publish(numbered(number, value));
      await dataset.refresh();
    },
  };
}

/** Magnitudes of an array frame. */
function magnitudesIn(frame: string): number[] {
  assert.equal(frame[0], 'a', frame);
  return (JSON.parse(frame.slice(1)) as string[]).map(
    (text) => (JSON.parse(text) as { data: { properties: { mag: number } } }).data.properties.mag,
  );
}

test('info is that of the protocol, readable with credentials from any origin, and never kept', async (t) => {
  const { url, metering } = await service(t);
  const origins = { 'https://a.example': 'https://a.example', null: '*' };
  const entropies = new Set<number>();
  for (const [origin, allowed] of Object.entries(origins)) {
    const response = await fetch(`${url}${BASE}/info?t=1764284400000`, { headers: { Origin: origin } });
    const { entropy, ...info } = (await response.json()) as { entropy: number };
    assert.deepEqual(info, { websocket: true, origins: ['*:*'], cookie_needed: false });
    assert.ok(Number.isInteger(entropy) && entropy >= 0 && entropy < 2 ** 32);
    entropies.add(entropy);
    const { headers } = response;
    assert.deepEqual(
      ['Access-Control-Allow-Origin', 'Access-Control-Allow-Credentials'].map((name) => headers.get(name)),
      [allowed, 'true'],
    );
    assert.equal(headers.get('Cache-Control'), 'no-store, no-cache, must-revalidate, max-age=0');
    assert.match(headers.get('Vary')!, /\bOrigin$/);
    assert.equal(headers.get('Content-Type'), 'application/json; charset=utf-8');
  }
  assert.equal(entropies.size, 2);
  assert.equal((await fetch(`${url}${BASE}/info`, { method: 'HEAD' })).status, 200);
  assert.equal((await fetch(`${url}${BASE}/info`, { method: 'POST' })).status, 405);
  assert.equal(await countsOf(metering, 'address:127.0.0.1'), undefined);
});

test('a session: its frames, filters and numbers are those of the feed, counted once', async (t) => {
  const { sockets, publish, metering, connections } = await service(t);
  const { next, socket, closed } = await openWebSocket(`${sockets}${SESSION}`);
  const strong = await openWebSocket(`${sockets}${BASE}/0/s/websocket?min_magnitude=5`);
  const resumed = await openWebSocket(`${sockets}${BASE}/a%20b/_/websocket?since=0`);
  assert.deepEqual([await next(), await strong.next(), await resumed.next()], ['o', 'o', 'o']);
  assert.deepEqual(magnitudesIn(await resumed.next()), [4]);
  for (const said of ['["hello"]', '["broken', '']) socket.send(said);
  await publish(1, 3.5);
  await publish(2, 5.5);
  assert.deepEqual([await next(), await next()].flatMap(magnitudesIn), [3.5, 5.5]);
  assert.deepEqual(magnitudesIn(await strong.next()), [5.5]);
  assert.equal((await countsOf(metering, 'address:127.0.0.1'))?.day_count, 3);
  connections.stop();
  assert.deepEqual([await next(), await strong.next()], ['c[3000,"Go away!"]', 'c[3000,"Go away!"]']);
  assert.equal(await closed, 1001);
});

test('heartbeats are frames', async (t) => {
  const { sockets } = await service(t, { beat: 20 });
  const { next } = await openWebSocket(`${sockets}${SESSION}`);
  assert.deepEqual([await next(), await next(), await next()], ['o', 'h', 'h']);
});

test('a client that comes back gets what it did not confirm: other frames count as none of it', async (t) => {
  const { sockets, publish, connections } = await service(t, { beat: 20 });
  const gone = new Client(`${sockets}${SESSION}`, { autoPong: false, headers: { 'User-Agent': 'emsc' } });
  const frames: string[] = [];
  gone.on('message', (data: Buffer) => frames.push(data.toString()));
  gone.on('ping', (count: Buffer) => {
    if (!frames.some((frame) => frame.startsWith('a'))) gone.pong(count);
  });
  await once(gone, 'open');
  while (frames.length < 4) await wait(5);
  assert.deepEqual(frames.slice(0, 4), ['o', 'h', 'h', 'h']);
  await publish(3, 4.4);
  while (!frames.some((frame) => frame.startsWith('a'))) await wait(5);
  gone.terminate();
  while (connections.open > 0) await wait(5);
  const back = new Client(`${sockets}${BASE}/7/other/websocket`, { headers: { 'User-Agent': 'emsc' } });
  const again: string[] = [];
  back.on('message', (data: Buffer) => again.push(data.toString()));
  while (!again.some((frame) => frame.startsWith('a'))) await wait(5);
  assert.deepEqual(magnitudesIn(again.find((frame) => frame.startsWith('a'))!), [4.4]);
  back.close();
});

test('the limit of connections is that of the feed', async (t) => {
  const { sockets } = await service(t, { caller: 2 });
  const first = await openWebSocket(`${sockets}${SESSION}`);
  const second = await openWebSocket(`${sockets}${BASE}/websocket`);
  assert.equal(await first.next(), 'o');
  await assert.rejects(openWebSocket(`${sockets}${SESSION}`));
  second.socket.close();
});

const REFUSED: [method: string, path: string, status: number, message: RegExp][] = [
  ['POST', '/042/abc/xhr_streaming', 404, /websocket alone/],
  ['POST', '/042/abc/xhr', 404, /websocket alone/],
  ['GET', '/042/abc/eventsource', 404, /websocket alone/],
  ['GET', '/042/abc/websocket', 426, /for WebSocket clients/],
  ['GET', '/iframe.html', 404, /Not found/],
];
for (const [method, path, status, message] of REFUSED)
  test(`${method} ${path}: ${status}`, async (t) => {
    const { url } = await service(t);
    const response = await fetch(`${url}${BASE}${path}`, { method });
    assert.equal(response.status, status);
    assert.match(((await response.json()) as { message: string }).message, message);
  });

test('names of sessions without a letter, with a dot, or with further parts are none', async (t) => {
  const { sockets } = await service(t);
  for (const path of ['//abc/websocket', '/042//websocket', '/0.2/abc/websocket', '/1/2/3/websocket', '/1/websocket'])
    await assert.rejects(openWebSocket(`${sockets}${BASE}${path}`), path);
});
