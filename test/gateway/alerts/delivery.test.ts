/** Attempts to deliver, with real servers that hang, lie, redirect and refuse; and addresses that are not public. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { deliver, type DeliveryOptions, refusalOf } from '../../../gateway/alerts/delivery.ts';
import { newSecret, signedHeaders } from '../../../gateway/alerts/signature.ts';
import { receiver } from '../../support/alerts.ts';

const OPTIONS: DeliveryOptions = { allowsPrivate: true, userAgent: 'hiposantr (+https://example.org)', timeout: 400 };
const outgoing = (url: string, body = '{"type":"test"}', headers = {}) => ({
  ...{ url, body, headers },
  signal: new AbortController().signal,
});

test('the signature is that of Standard Webhooks, with each secret', async (t) => {
  const { url, received } = await receiver(t);
  const [secret, former] = [newSecret(), newSecret()];
  const body = '{"type":"test","place":"Pazarcık"}';
  const headers = signedHeaders('msg_1', Date.now(), body, [secret, former]);
  assert.deepEqual(await deliver(outgoing(url, body, headers), OPTIONS), { isDelivered: true, status: 204 });
  const [request] = received;
  assert.equal(request!.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(request!.headers['user-agent'], OPTIONS.userAgent);
  for (const one of [secret, former])
    assert.deepEqual(
      new Webhook(one).verify(request!.body, request!.headers as Record<string, string>),
      JSON.parse(body),
    );
  const other = new Webhook(newSecret());
  assert.throws(() => other.verify(request!.body, request!.headers as Record<string, string>));
});

const RESPONSES: [string, RequestListener, object][] = [
  ['200 with a body', (_, r) => void r.end('ok'), { isDelivered: true, status: 200 }],
  [
    'a longer body than stated',
    (_, r) => void r.writeHead(200, { 'content-length': '2' }).end('ok'),
    { isDelivered: true, status: 200 },
  ],
  [
    '500',
    (_, r) => void r.writeHead(500).end(),
    { isDelivered: false, status: 500, error: 'status 500', retryAfter: 0 },
  ],
  [
    '410',
    (_, r) => void r.writeHead(410).end(),
    { isDelivered: false, status: 410, error: 'status 410', retryAfter: 0 },
  ],
  [
    '429 with a time',
    (_, r) => void r.writeHead(429, { 'retry-after': '30' }).end(),
    { isDelivered: false, status: 429, error: 'status 429', retryAfter: 30_000 },
  ],
  [
    '429 with a year',
    (_, r) => void r.writeHead(429, { 'retry-after': '999999' }).end(),
    { isDelivered: false, status: 429, error: 'status 429', retryAfter: 3_600_000 },
  ],
  [
    'a closed connection',
    (_, r) => void r.socket!.destroy(),
    { isDelivered: false, error: 'the connection was closed without an answer' },
  ],
  ['silence', () => {}, { isDelivered: false, error: 'no answer in time' }],
];

for (const [name, respond, expected] of RESPONSES)
  test(`${name}: ${JSON.stringify(expected)}`, async (t) => {
    const { url } = await receiver(t, respond);
    assert.deepEqual(await deliver(outgoing(url), OPTIONS), expected);
  });

test('an answer that switches the protocol ends the attempt', async (t) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  assert.deepEqual(await deliver(outgoing(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), OPTIONS), {
    isDelivered: false,
    error: 'the connection was closed without an answer',
  });
});

test('a request that cannot be made is a failure', async () => {
  const { isDelivered } = await deliver(outgoing('http://%zz:b@127.0.0.1:1/'), OPTIONS);
  assert.equal(isDelivered, false);
});

test('the name of the service may have any letters', async (t) => {
  const { url, received } = await receiver(t);
  await deliver(outgoing(url), { ...OPTIONS, userAgent: 'Işık deprem (+https://example.org)' });
  assert.equal(received[0]!.headers['user-agent'], 'I??k deprem (+https://example.org)');
});

test('an answer that ends before its stated length has counted', async (t) => {
  const { url } = await receiver(t, (_, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('x');
    setTimeout(() => response.destroy(), 50);
  });
  assert.deepEqual(await deliver(outgoing(url), OPTIONS), { isDelivered: true, status: 200 });
});

test('of an answer without end a part is read', async (t) => {
  let sent = 0;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { url } = await receiver(t, (_, response) => {
    response.writeHead(200).on('close', resolve);
    const more = (): void => {
      if (response.destroyed) return;
      sent += 65_536;
      if (response.write(Buffer.alloc(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  });
  assert.deepEqual(await deliver(outgoing(url), { ...OPTIONS, timeout: 60_000 }), { isDelivered: true, status: 200 });
  await closed;
  assert.ok(sent < 50e6, String(sent));
});

test('redirects are not followed', async (t) => {
  const target = await receiver(t);
  const { url } = await receiver(t, (_, response) => void response.writeHead(307, { location: target.url }).end());
  const { isDelivered, error } = (await deliver(outgoing(url), OPTIONS)) as { isDelivered: boolean; error: string };
  assert.deepEqual([isDelivered, error, target.received.length], [false, 'redirects are not followed', 0]);
});

test('what is no HTTP, and no server', async () => {
  const server = createTcpServer((socket) =>
    socket
      .resume()
      .end('SSH-2.0-OpenSSH\r\n')
      .on('error', () => {}),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  assert.equal((await deliver(outgoing(url), OPTIONS)).isDelivered, false);
  server.close();
  await once(server, 'close');
  const error = 'the connection was refused';
  assert.deepEqual(await deliver(outgoing(url), OPTIONS), { isDelivered: false, error });
});

const NOT_PUBLIC = 'the host has no address on the public internet';

/** Counts connections to this machine. */
async function listener(t: TestContext) {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { port: (server.address() as AddressInfo).port, count: () => connections };
}

/** A resolver that gives each answer once. */
function resolver(...answers: string[][]) {
  let calls = 0;
  const lookup = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) => {
    const addresses = answers[Math.min(calls, answers.length - 1)]!;
    calls += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as LookupFunction;
  return { lookup, calls: () => calls };
}

const PRIVATE = [
  ...['127.0.0.1', '10.1.2.3', '169.254.169.254', '100.64.0.1', '168.63.129.16'],
  ...['::1', '::ffff:127.0.0.1', 'fd00:ec2::254', '64:ff9b::7f00:1', 'fe80::1'],
];

for (const address of PRIVATE)
  test(`a name that resolves to ${address} is not connected to`, async (t) => {
    const { port, count } = await listener(t);
    for (const answer of [[address], ['93.184.215.14', address]]) {
      const { lookup } = resolver(answer);
      const attempt = await deliver(outgoing(`https://hook.example:${port}/`), {
        ...OPTIONS,
        allowsPrivate: false,
        lookup,
      });
      assert.deepEqual(attempt, { isDelivered: false, error: NOT_PUBLIC });
    }
    assert.equal(count(), 0);
  });

test('a name is resolved once: an answer that changes after the check leads nowhere', async (t) => {
  const { port, count } = await listener(t);
  // A public address that answers nobody here, then this machine.
  const { lookup, calls } = resolver(['192.0.78.24'], ['127.0.0.1']);
  const options = { ...OPTIONS, allowsPrivate: false, lookup };
  assert.equal((await deliver(outgoing(`https://hook.example:${port}/`), options)).isDelivered, false);
  assert.deepEqual([calls(), count()], [1, 0]);
  assert.deepEqual(await deliver(outgoing(`https://hook.example:${port}/`), options), {
    isDelivered: false,
    error: NOT_PUBLIC,
  });
  assert.deepEqual([calls(), count()], [2, 0]);
});

const REFUSED: [string, string][] = [
  ['http://example.org/', 'https'],
  ['ftp://example.org/', 'url'],
  ['example.org', 'url'],
  ['', 'url'],
  ['https://127.0.0.1/', 'private'],
  ['https://2130706433/', 'private'],
  ['https://0x7f.1/', 'private'],
  ['https://0/', 'private'],
  ['https://[::1]/', 'private'],
  ['https://[::ffff:10.0.0.1]/', 'private'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'private'],
  ['https://169.254.169.254/latest/meta-data/', 'private'],
  ['https://localhost:8443/', 'private'],
  ['https://LOCALHOST./', 'private'],
  ['https://db.internal/', 'private'],
];

test('addresses that no webhook may have are refused when they are written, and not sent to', async () => {
  for (const [url, reason] of REFUSED) {
    assert.equal(refusalOf(url, false), reason, url);
    assert.deepEqual(await deliver(outgoing(url), { ...OPTIONS, allowsPrivate: false }), {
      isDelivered: false,
      error: NOT_PUBLIC,
    });
  }
  assert.equal(refusalOf('https://example.org/hook?a=b', false), undefined);
  assert.equal(refusalOf('http://127.0.0.1:80/', true), undefined);
});
