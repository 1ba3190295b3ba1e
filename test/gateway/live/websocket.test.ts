import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { HOUR } from '#core/time.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { magnitude, numbered, publisher } from '../../support/publisher.ts';
import { countsOf, testMetering } from '../../support/metering.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { openWebSocket } from '../../support/websocket-client.ts';

const PATH = '/standing_order/websocket';

async function service(t: TestContext, { beat = HOUR, limits = { caller: 20, all: 20 } } = {}) {
  const dist = join(temporaryFolder(t), 'dist');
  const published = publisher(dist);
  published.publish(numbered(5, 4));
  const dataset = new Dataset(folderReader(dist));
  const connections = new Connections(limits, { beat, lag: 30 });
  const metering = testMetering();
  const app = createApp({ dataset, now: Date.now, connections, metering });
  const { url, port, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(async () => {
    connections.stop();
    await stop(100);
    published.catalog.close();
    assert.equal(connections.open, 0);
  });
  await dataset.refresh();
  return {
    ...{ connections, metering, url, port, stop },
    websocket: `${url.replace('http', 'ws')}${PATH}`,
    async publish(...reports: Parameters<typeof published.publish>): Promise<void> {
      published.publish(...reports);
      await dataset.refresh();
    },
  };
}

interface Message {
  action: string;
  sequence: number;
  data: { type: string; id: string; geometry: { coordinates: number[] }; properties: Record<string, unknown> };
}
const STRPTIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$/;
const parsed = (text: string): Message => JSON.parse(text) as Message;

test("messages have EMSC's shape: create, then update, resumed by number", async (t) => {
  const { websocket, publish, metering } = await service(t);
  const live = await openWebSocket(websocket);
  const whole = await openWebSocket(`${websocket}?since=0`);
  const first = parsed(await whole.next());
  assert.deepEqual([first.action, first.sequence], ['create', 1]);
  await publish({});
  const created = parsed(await live.next());
  assert.deepEqual(parsed(await whole.next()), created);
  const { unid, time, lastupdate, flynn_region: region, ...properties } = created.data.properties;
  assert.match(String(unid), /^[a-f][0-9a-f]{15}$/);
  // As a bot of EMSC's feed reads it: `%Y-%m-%dT%H:%M:%S.%fZ`, whose `%f` is one to six digits.
  assert.match(String(lastupdate), STRPTIME);
  assert.equal(typeof region, 'string');
  assert.equal(time, '2024-03-10T12:00:00.0Z');
  assert.deepEqual(properties, {
    ...{ source_id: '2', source_catalog: 'HIPOSANTR', lat: 37.3, lon: 37.1, depth: 10, evtype: 'ke', auth: 'USGS' },
    ...{ mag: 4.2, magtype: 'mb' },
  });
  assert.deepEqual(created.data.geometry, { type: 'Point', coordinates: [37.1, 37.3, -10] });
  assert.equal(created.data.id, unid);
  await publish({ ...magnitude(4.5), depthKm: null });
  const updated = parsed(await live.next());
  assert.deepEqual([updated.action, updated.data.id, updated.data.properties['mag']], ['update', unid, 4.5]);
  assert.deepEqual([updated.data.geometry.coordinates[2], updated.data.properties['depth_unknown']], [0, true]);
  const resumed = await openWebSocket(`${websocket}?since=${created.sequence}`);
  assert.deepEqual(parsed(await resumed.next()), updated);
  for (const { socket } of [live, whole, resumed]) socket.close();
  assert.equal((await countsOf(metering, 'address:127.0.0.1'))?.day_count, 3);
});

test("a number beyond the log: a client that resumes gets a reset, one of EMSC's feed nothing new", async (t) => {
  const { websocket, publish } = await service(t);
  const [resumed, live] = [await openWebSocket(`${websocket}?since=99`), await openWebSocket(websocket)];
  assert.deepEqual(JSON.parse(await resumed.next()), { action: 'reset', sequence: 1 });
  await publish({});
  assert.deepEqual([parsed(await resumed.next()).sequence, parsed(await live.next()).action], [2, 'create']);
  for (const { socket } of [live, resumed]) socket.close();
});

test('filters and major revisions are those of /events', async (t) => {
  const { websocket, publish } = await service(t);
  const { next, socket } = await openWebSocket(`${websocket}?min_magnitude=4&revisions=major`);
  await publish(numbered(2, 3.9));
  await publish({});
  assert.equal(parsed(await next()).data.properties['mag'], 4.2);
  await publish(magnitude(4.3));
  await publish(magnitude(5));
  assert.equal(parsed(await next()).data.properties['mag'], 5);
  socket.close();
});

/** Status and body of a handshake that is refused, or of a request that is none. */
async function answered(url: string, headers: Record<string, string>): Promise<[number, string]> {
  const request = httpRequest(`${url}`, { headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += String(chunk);
  return [response.statusCode!, body && (JSON.parse(body) as { code: string }).code];
}

const HANDSHAKE = {
  ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

test('what is no handshake, or asks wrongly, gets an answer that says why', async (t) => {
  const { url } = await service(t);
  const cases: [path: string, headers: Record<string, string>, status: number, code: string][] = [
    [PATH, {}, 426, 'upgrade_required'],
    [PATH, { ...HANDSHAKE, Upgrade: 'h2c' }, 426, 'upgrade_required'],
    [PATH, { ...HANDSHAKE, 'Sec-WebSocket-Version': '8' }, 400, 'invalid_parameter'],
    [PATH, { ...HANDSHAKE, 'Sec-WebSocket-Key': 'short' }, 400, 'invalid_parameter'],
    [`${PATH}?since=x`, HANDSHAKE, 400, 'invalid_parameter'],
    [PATH, { ...HANDSHAKE, Authorization: 'Bearer sk_wrong' }, 401, 'invalid_key'],
    ['/nothing', HANDSHAKE, 404, 'not_found'],
  ];
  for (const [path, headers, status, code] of cases)
    assert.deepEqual(await answered(`${url}${path}`, headers), [status, code], `${path} ${JSON.stringify(headers)}`);
});

test('an upgrade to another protocol is ignored: Java asks for HTTP/2 with every request', async (t) => {
  const { url } = await service(t);
  const headers = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQ' };
  const request = httpRequest(`${url}/stats_api.php`, { headers }).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  response.destroy();
});

test('a third connection of a caller that may have two is 429; a closed one makes room', async (t) => {
  const { url, websocket, connections } = await service(t, { limits: { caller: 2, all: 20 } });
  const [one] = [await openWebSocket(websocket), await openWebSocket(websocket)];
  assert.deepEqual(await answered(`${url}${PATH}`, HANDSHAKE), [429, 'rate_limited']);
  one.socket.close();
  await one.closed;
  while (connections.open === 2) await wait(5);
  await openWebSocket(websocket);
});

async function rawSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const lines = Object.entries(HANDSHAKE).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`);
  const [head] = (await once(socket, 'data')) as [Buffer];
  assert.match(head.toString(), /^HTTP\/1.1 101 [\s\S]*Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/);
  return socket;
}

const masked = (opcode: number, text: string, mask = [1, 2, 3, 4]): Buffer =>
  Buffer.from([
    ...[0x80 | opcode, 0x80 | text.length, ...mask],
    ...[...Buffer.from(text)].map((byte, index) => byte ^ mask[index % 4]!),
  ]);

test('pings of the client are answered, and its words are ignored, in chunks of any length', async (t) => {
  const { port } = await service(t);
  const socket = await rawSocket(port);
  for (const byte of [...masked(1, 'a word'), ...masked(9, 'are you there')]) socket.write(Buffer.from([byte]));
  const [pong] = (await once(socket, 'data')) as [Buffer];
  assert.deepEqual(pong, Buffer.concat([Buffer.from([0x8a, 13]), Buffer.from('are you there')]));
  socket.write(masked(8, ''));
  const [end] = (await once(socket, 'data')) as [Buffer];
  assert.equal(end[0], 0x88);
});

test('bytes that are no frame of a client end the connection with a code', async (t) => {
  const { port } = await service(t);
  const long = Buffer.concat([Buffer.from([0x82, 0xff]), Buffer.alloc(8, 0x7f), Buffer.alloc(4)]);
  const cases: [string, Buffer, code: number][] = [
    ['without a mask', Buffer.from([0x81, 1, 97]), 1002],
    ['a reserved bit', Buffer.from([0xc1, 0x80, 0, 0, 0, 0]), 1002],
    ['an unknown opcode', masked(3, 'x'), 1002],
    ['a ping in parts', Buffer.from([0x09, 0x80, 0, 0, 0, 0]), 1002],
    ['a ping of 126 bytes', Buffer.from([0x89, 0xfe, 0, 126, 0, 0, 0, 0]), 1002],
    ['five kilobytes', Buffer.from([0x81, 0xfe, 0x13, 0x88, 0, 0, 0, 0]), 1009],
    ['nine quintillion bytes', long, 1009],
    ['another request', Buffer.from('GET / HTTP/1.1\r\n\r\n'), 1002],
  ];
  for (const [name, bytes, code] of cases) {
    const socket = await rawSocket(port);
    socket.write(bytes);
    const [frame] = (await once(socket, 'data')) as [Buffer];
    assert.deepEqual([...frame], [0x88, 2, code >> 8, code & 255], name);
    await once(socket.resume(), 'close');
  }
});

test('pings keep the connection; a stopping server says goodbye', async (t) => {
  const { port, websocket, connections } = await service(t, { beat: 10 });
  const socket = await rawSocket(port);
  const [ping] = (await once(socket, 'data')) as [Buffer];
  assert.deepEqual([...ping.subarray(0, 2)], [0x89, 0]);
  const { closed } = await openWebSocket(websocket);
  connections.stop();
  assert.equal(await closed, 1001);
});
