/** What answers hold until they are taken, over connections that are read and that are not. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { AnswerMemory } from '../../../gateway/http/answer-memory.ts';
import type { GatewayError } from '../../../gateway/http/errors.ts';

const LIMITS = { total: 10e6, caller: 4e6, streams: 6e6 };
/** More than the buffers of a connection on this machine. */
const LONG = Buffer.alloc(30e6, 'x');

const servers: http.Server[] = [];
after(() => servers.map((server) => server.closeAllConnections()));

/** Connections with responses that the test gives. */
async function connections() {
  const clock = { now: 0 };
  const memory = new AnswerMemory(LIMITS, () => clock.now);
  const arrived: ServerResponse[] = [];
  const server = http.createServer((_request, response) => void arrived.push(response)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const request = http.get({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
    const before = arrived.length;
    while (arrived.length === before) await wait(2);
    const head = async (): Promise<IncomingMessage> => {
      const [message] = (await once(request, 'response')) as [IncomingMessage];
      return message.on('error', () => {});
    };
    return { response: arrived.at(-1)!, request, head };
  };
  return { memory, clock, open };
}

const refused = (error: GatewayError): boolean => {
  assert.deepEqual([error.status, error.headers['Retry-After']], [503, '5']);
  return true;
};

test('a caller holds no more than its part, all together no more than the whole, and what is taken is free', async () => {
  const { memory, open } = await connections();
  const stream = async (caller: string, bytes = 1e6) => {
    const { response, request, head } = await open();
    memory.holdStream({ caller, response }, bytes);
    return { response, request, head };
  };
  const own = [await stream('a'), await stream('a'), await stream('a')];
  await assert.rejects(stream('a'), refused);
  await stream('b');
  await stream('c', 2e6);
  await assert.rejects(stream('d'), refused, 'the rest is for short answers');
  assert.deepEqual([memory.answers, memory.streamBytes, memory.refused], [5, 6e6, 2]);
  const { response } = await open();
  memory.holdBody({ caller: 'd', response }, Buffer.alloc(3e6));
  own[0]!.response.end('taken');
  (await own[0]!.head()).resume();
  own[1]!.request.destroy();
  while (memory.answers > 4) await wait(5);
  assert.equal(memory.streamBytes, 4e6);
  await stream('a');
});

test('a body that many answers share is held once, and one answer may be longer than the part of its caller', async () => {
  const { memory, open } = await connections();
  const body = Buffer.alloc(5e6);
  const taking = await Promise.all(
    ['a', 'b', 'c'].map(async (caller) => {
      const { response } = await open();
      memory.holdBody({ caller, response }, body);
      return response;
    }),
  );
  assert.ok(memory.bytes < 5.1e6);
  assert.throws(() => memory.admitBody('a', body), refused);
  memory.admitBody('d', body);
  assert.throws(() => memory.admitBody('d', Buffer.alloc(6e6)), refused);
  for (const one of taking) one.destroy();
  while (memory.answers > 0) await wait(5);
  assert.equal(memory.bytes, 0);
});

test('where all is in use, what is not read is ended for another one; what is read, or not yet written, is not', async () => {
  const { memory, clock, open } = await connections();
  const [unread, read, unwritten] = [await open(), await open(), await open()];
  for (const { response } of [unread, read, unwritten]) memory.holdStream({ caller: 'a', response }, 1.3e6);
  for (const { response } of [unread, read]) response.write(LONG);
  await unread.head();
  const reading = await read.head();
  const next = async (): Promise<void> => memory.holdStream({ caller: 'b', response: (await open()).response }, 3e6);
  await assert.rejects(next(), refused);
  clock.now += 9000;
  await assert.rejects(next(), refused, 'it may still be read');
  clock.now += 2000;
  let taken = 0;
  reading.on('data', (chunk: Buffer) => (taken += chunk.length));
  while (taken < LONG.length) await wait(5);
  read.response.write(LONG);
  reading.pause();
  await next();
  assert.deepEqual([memory.ended, memory.answers], [1, 3]);
  assert.ok(unread.response.destroyed && !unwritten.response.destroyed);
});

test('an answer without a connection, or with a closed one, holds nothing', async () => {
  const { memory, open } = await connections();
  const { response } = await open();
  response.destroy();
  await once(response, 'close');
  memory.holdStream({ caller: 'a', response }, 1e6);
  memory.holdStream({ caller: 'a', response: undefined }, 9e6);
  assert.deepEqual([memory.answers, memory.bytes], [0, 0]);
});
