/** Clients of EMSC's feed know no number: one that comes back to the WebSocket continues where it was. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR, MINUTE } from '#core/time.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { Departures } from '../../../gateway/live/departures.ts';
import { emscListener } from '../../support/emsc-listener.ts';
import { testMetering, UNLIMITED } from '../../support/metering.ts';
import { magnitude, numbered, publisher } from '../../support/publisher.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PATH = '/standing_order/websocket';

interface Client {
  network?: string;
  program?: string;
  query?: string;
}

async function service(t: TestContext, limits = UNLIMITED) {
  const folder = temporaryFolder(t);
  const published = publisher(join(folder, 'dist'));
  published.publish(numbered(500, 4));
  const clock = { now: Date.UTC(2026, 10, 27) };
  let next = 0;
  const gateway = async () => {
    const dataset = new Dataset(folderReader(join(folder, 'dist')));
    const connections = new Connections({}, { beat: HOUR, lag: 30 });
    const departures = new Departures({ now: () => clock.now, folder: join(folder, 'places') });
    await departures.open();
    const metering = testMetering({ trustedProxies: ['127.0.0.1'], limits, now: () => clock.now });
    const app = createApp({ dataset, now: () => clock.now, connections, departures, metering });
    const { url, port, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
    await dataset.refresh();
    return {
      ...{ dataset, connections, departures, url, port },
      async stop() {
        connections.stop();
        await stop(1000);
        await departures.save();
      },
    };
  };
  let running = await gateway();
  t.after(async () => {
    await running.stop();
    published.catalog.close();
  });
  const open = ({ network = '198.51.100.7', program = 'Python/3.13 websockets/15.0', query = '' }: Client = {}) =>
    emscListener(`${running.url.replace('http', 'ws')}${PATH}${query}`, {
      'X-Forwarded-For': network,
      'User-Agent': program,
    });
  return {
    clock,
    folder,
    open,
    running: () => running,
    async restart() {
      await running.stop();
      running = await gateway();
    },
    /** @returns how the new earthquakes are announced */
    async publish(count = 1): Promise<string[]> {
      const some = Array.from({ length: count }, () => 1 + (next += 1) / 100);
      for (const value of some) {
        published.publish(numbered(next - some.length + some.indexOf(value), value));
        await running.dataset.refresh();
      }
      return some.map((value) => `create ${value}`);
    },
    async revise(value: number): Promise<void> {
      published.publish({ ...numbered(500), ...magnitude(value) });
      await running.dataset.refresh();
    },
  };
}

const left = async (connections: Connections, to = 0): Promise<void> => {
  const until = performance.now() + 5000;
  while (connections.open > to && performance.now() < until) await wait(2);
};

test('of thirty messages none is lost, whatever ends the connection; only what was on its way may come twice', async (t) => {
  const { open, publish, running } = await service(t);
  const due: string[] = [];
  const got: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const client = await open();
    due.push(...(await publish(3)));
    // Some end in the middle of what is sent, as a connection that breaks does.
    if (round % 3 > 0) await client.has(due.length - got.length);
    if (round % 2 === 0) client.socket.close();
    else client.socket.terminate();
    await left(running().connections);
    got.push(...client.seen);
    due.push(...(await publish(2)));
  }
  const last = await open();
  got.push(...(await last.has(due.length - got.length)));
  assert.deepEqual(new Set(got), new Set(due));
  // What was on its way when a connection broke may be known to both sides or to one.
  assert.ok(got.length - due.length <= 4, `${got.length - due.length} twice`);
  last.socket.close();
});

test('after a goodbye nothing comes twice, and what is new follows', async (t) => {
  const { open, publish, revise, running } = await service(t);
  const first = await open();
  const due = await publish(2);
  assert.deepEqual(await first.has(2), due);
  first.socket.close();
  await left(running().connections);
  const missed = await publish(5);
  await revise(4.4);
  const second = await open();
  assert.deepEqual(await second.has(6), [...missed, 'update 4.4']);
  second.socket.close();
  await left(running().connections);
});

test('a client that is refused, as its requests are spent, gets what it missed when it is let in', async (t) => {
  const { open, publish, running, clock } = await service(t, { ...UNLIMITED, free: { ...UNLIMITED.free, burst: 1 } });
  const first = await open();
  first.socket.close();
  await left(running().connections);
  const missed = await publish(2);
  await assert.rejects(open(), /429/);
  clock.now += MINUTE;
  const second = await open();
  assert.deepEqual(await second.has(2), missed);
  second.socket.close();
  await left(running().connections);
});

test('a client that never was there, another network, program or filter gets nothing old', async (t) => {
  const { open, publish, clock, running } = await service(t);
  (await open()).socket.close();
  await left(running().connections);
  await publish(2);
  for (const other of [{ network: '198.51.100.8' }, { program: 'curl/8.0' }, { query: '?min_magnitude=0.5' }]) {
    const client = await open(other);
    assert.deepEqual(await client.has(0), [], JSON.stringify(other));
    client.socket.close();
  }
  await left(running().connections);
  // The one that was there, once.
  const back = await open();
  assert.equal((await back.has(2)).length, 2);
  const second = await open();
  assert.deepEqual(await second.has(0), []);
  second.socket.close();
  back.socket.close();
  await left(running().connections);
  // And five minutes later nobody.
  await publish(1);
  clock.now += 5 * MINUTE;
  const late = await open();
  assert.deepEqual(await late.has(0), []);
  late.socket.close();
});

test('IPv6 networks are /64 blocks, as everywhere', async (t) => {
  const { open, publish, running } = await service(t);
  (await open({ network: '2001:db8:1:2::1' })).socket.close();
  await left(running().connections);
  const missed = await publish(1);
  const elsewhere = await open({ network: '2001:db8:1:3::1' });
  const back = await open({ network: '2001:db8:1:2:ffff::9' });
  assert.deepEqual([await back.has(1), await elsewhere.has(0)], [missed, []]);
  for (const { socket } of [back, elsewhere]) socket.close();
});

test('three clients of one network go and come: each has everything once', async (t) => {
  const { open, publish, running } = await service(t);
  const stays = await open();
  const three = [await open(), await open(), await open()];
  const due = await publish(1);
  for (const client of three) assert.deepEqual(await client.has(1), due);
  for (const { socket } of three) socket.close();
  await left(running().connections, 1);
  due.push(...(await publish(3)));
  const back = [await open(), await open(), await open()];
  for (const client of back) assert.deepEqual(await client.has(3), due.slice(1));
  assert.deepEqual(await stays.has(4), due);
  // A fourth is new.
  const fourth = await open();
  assert.deepEqual(await fourth.has(0), []);
  for (const { socket } of [...back, stays, fourth]) socket.close();
});

test('a connection that is dead and not yet ended: what was sent into it comes again', async (t) => {
  const { open, publish, running } = await service(t);
  const socket = connect(running().port, '127.0.0.1');
  socket.write(
    `GET ${PATH} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nX-Forwarded-For: 198.51.100.7\r\nUser-Agent: device\r\n\r\n',
  );
  await once(socket, 'data');
  const missed = await publish(2);
  // Its ping is unanswered for so long that a client like it is taken for it.
  await wait(2100);
  const back = await open({ program: 'device' });
  assert.deepEqual(await back.has(2), missed);
  socket.destroy();
  await left(running().connections, 1);
  await publish(1);
  const another = await open({ program: 'device' });
  assert.deepEqual(await another.has(0), [], 'its place is taken');
  for (const client of [back, another]) client.socket.close();
});

test('a restart is an end like any other: places are in a folder between two runs', async (t) => {
  const { open, publish, restart, folder, running } = await service(t);
  const client = await open();
  const closed = once(client.socket, 'close') as Promise<[number]>;
  await publish(1);
  await client.has(1);
  await restart();
  assert.equal((await closed)[0], 1001);
  const places = join(folder, 'places');
  assert.equal(readdirSync(places).length, 1);
  assert.doesNotMatch(readdirSync(places).join(), /198\.51/);
  const missed = await publish(2);
  const back = await open();
  assert.deepEqual(await back.has(2), missed);
  assert.deepEqual(readdirSync(places), []);
  back.socket.close();
  await left(running().connections);
  // Damaged or old ones are as none.
  writeFileSync(join(places, 'x.json'), '{');
  writeFileSync(join(places, 'y.json'), '[{"name":"a","sequence":1,"at":1}]');
  await running().departures.open();
  assert.deepEqual(readdirSync(places), []);
});
