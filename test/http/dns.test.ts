/** Look-ups with a real name server that says nothing about some names. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { deliver } from '../../gateway/alerts/delivery.ts';
import { dnsLookup, NOT_PUBLIC } from '#http/address-guard.ts';

const [A, AAAA] = [1, 28];
/** Bytes before the name of the question. */
const HEADER = 12;

/** Answers every query for a name of the table, and no other one. */
async function nameServer(t: TestContext, names: Record<string, Partial<Record<number, number[]>>>) {
  let ignored = 0;
  const socket = createSocket('udp4').on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = HEADER;
    for (; query[at]! > 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    const records = names[labels.join('.')];
    if (!records) return void (ignored += 1);
    const type = query.readUInt16BE(at + 1);
    const data = records[type];
    const header = Buffer.from(query.subarray(0, HEADER));
    for (const [offset, value] of [0x8180, 1, data ? 1 : 0, 0, 0].entries())
      header.writeUInt16BE(value, 2 + 2 * offset);
    const answer = data ? [0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length, ...data] : [];
    socket.send(Buffer.concat([header, query.subarray(HEADER, at + 5), Buffer.from(answer)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, ignored: () => ignored };
}

const TO = { headers: {}, body: '{}', signal: new AbortController().signal };

test('names of which the name server is silent hold up no other name', async (t) => {
  const { server, ignored } = await nameServer(t, { 'quick.example': { [A]: [127, 0, 0, 2] } });
  const options = { allowsPrivate: false, userAgent: 'test', lookup: dnsLookup([server]) };
  let ended = 0;
  const stopping = new AbortController();
  const silent = Array.from({ length: 64 }, async (_, index) => {
    await deliver({ ...TO, url: `https://silent${index}.example/`, signal: stopping.signal }, options);
    ended += 1;
  });
  while (ignored() < silent.length) await new Promise(setImmediate);
  const attempt = await deliver({ ...TO, url: 'https://quick.example/' }, options);
  assert.deepEqual([attempt, ended], [{ isDelivered: false, error: NOT_PUBLIC }, 0]);
  stopping.abort();
  await Promise.all(silent);
});

test('IPv4 and IPv6 addresses, one of them, and none', async (t) => {
  const six = [0x20, 1, ...Array<number>(13).fill(0), 7];
  const { server } = await nameServer(t, {
    'both.example': { [A]: [192, 0, 2, 1], [AAAA]: six },
    'four.example': { [A]: [192, 0, 2, 1] },
    'six.example': { [AAAA]: six },
    'none.example': {},
  });
  const addresses = (name: string): Promise<unknown> =>
    new Promise((resolve) => {
      dnsLookup([server])(name, { all: true }, (error, found) => resolve(error?.code ?? found));
    });
  const [four, sixth] = [
    { address: '192.0.2.1', family: 4 },
    { address: '2001::7', family: 6 },
  ];
  assert.deepEqual(await addresses('both.example'), [four, sixth]);
  assert.deepEqual(await addresses('four.example'), [four]);
  assert.deepEqual(await addresses('six.example'), [sixth]);
  assert.equal(await addresses('none.example'), 'ENODATA');
});
