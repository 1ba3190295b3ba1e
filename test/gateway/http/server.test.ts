import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type RunningServer, startServer, type Timeouts } from '../../../gateway/http/server.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testAccounts } from '../../support/accounts.ts';
import { testGateway } from '../../support/gateway.ts';

const { app } = testGateway(syntheticDataset({ seed: 4, count: 200 }).files);
const start = (timeouts?: Partial<Timeouts>): Promise<RunningServer> =>
  startServer({ app, port: 0, host: '127.0.0.1', log: () => {}, ...(timeouts ? { timeouts } : {}) });
let server: RunningServer;

before(async () => void (server = await start()));
after(() => server.stop(100));

/** What the server sends back until it closes the connection. */
async function exchange(text: string, { port } = server): Promise<string> {
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(text);
  let output = '';
  for await (const chunk of socket) output += chunk;
  return output;
}

const SERVED: [name: string, request: string][] = [
  ['HTTP/1.0, which knows no Host header', 'GET /api.php?limit=1 HTTP/1.0\r\n\r\n'],
  ['a Host', 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ['an Expect', 'GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n'],
  ['an absolute target', 'GET http://other.example/api.php?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
];

for (const [name, request] of SERVED)
  test(`answers ${name}`, async () => {
    const output = await exchange(request);
    assert.match(output, /^HTTP\/1\.1 200 /);
    assert.match(output, /"count":1/);
  });

const MALFORMED = 'invalid_parameter';
const REFUSED: [name: string, status: number, code: string, request: string][] = [
  ['HTTP/1.1 without a Host', 400, MALFORMED, 'GET /api.php HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['a malformed Host', 400, MALFORMED, 'GET /api.php HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
  ['a control character in a header', 400, MALFORMED, 'GET /api.php HTTP/1.1\r\nHost: x\r\nX: a\x01\x00b\r\n\r\n'],
  [
    'too many headers',
    431,
    'headers_too_large',
    `GET /api.php HTTP/1.1\r\nHost: x\r\n${'a: bcd\r\n'.repeat(3000)}\r\n`,
  ],
  ['two Hosts', 400, MALFORMED, 'GET /api.php HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['one Host twice', 400, MALFORMED, 'GET http://x/api.php HTTP/1.1\r\nHOST: x\r\nhost: x\r\n\r\n'],
  ['two Hosts of HTTP/1.0', 400, MALFORMED, 'GET /api.php HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['two lengths', 400, MALFORMED, 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
  ['a tunnel', 405, 'method_not_allowed', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'],
  ['OPTIONS *', 405, 'method_not_allowed', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['the method TRACE', 405, 'method_not_allowed', 'TRACE /api.php HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
];

for (const [name, status, code, request] of REFUSED)
  test(`refuses ${name} with the usual JSON error, not cacheable`, async () => {
    const output = await exchange(request);
    assert.match(output, new RegExp(`^HTTP/1\\.1 ${status} `));
    assert.match(output, /\r\naccess-control-allow-origin: \*\r\n/i);
    assert.match(output, /\r\ncache-control: no-store\r\n/i);
    assert.match(output, /\r\nvary: Authorization, Accept-Encoding\r\n/i);
    assert.match(output, /\r\ncontent-type: application\/json; charset=utf-8\r\n/i);
    assert.match(output, /\r\nconnection: close\r\n/i);
    if (status === 405) assert.match(output, /\r\nallow: GET, HEAD, OPTIONS\r\n/i);
    assert.ok(output.includes(`{"status":"error","code":"${code}","message":"`), output);
  });

test('a client that requests a tunnel and disconnects or stays silent holds no resources', async () => {
  const own = await start();
  for (const stays of [false, true]) {
    const socket = net.connect(own.port, '127.0.0.1').on('error', () => {});
    socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n');
    if (stays) socket.resume();
    else socket.resetAndDestroy();
    await new Promise((resolve) => socket.once('close', resolve));
  }
  await own.stop(120_000);
});

test('the response before a refusal is sent first, and nothing after it', async () => {
  const get = (more = '') => `GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
  const output = await exchange(get() + get('Host: y\r\n') + get());
  assert.deepEqual(
    [...output.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => status),
    ['200', '400'],
  );
});

test('a request that never ends gets a 408', async () => {
  const impatient = await start({ headers: 100, request: 100, idle: 60_000 });
  assert.match(
    await exchange('GET /api.php HTTP/1.1\r\nHost: x\r\n', impatient),
    /^HTTP\/1\.1 408 .*"code":"request_timeout"/s,
  );
  await impatient.stop();
});

const big = new Uint8Array(20_000_000);

/** A server of one large response, and a client that has requested it and does not read yet. */
async function unread(timeouts?: Partial<Timeouts>) {
  let requests = 0;
  const app = { fetch: () => ((requests += 1), new Response(big)) };
  const options = { app, port: 0, host: '127.0.0.1', log: () => {} };
  const running = await startServer({ ...options, ...(timeouts ? { timeouts } : {}) });
  const client = net.connect(running.port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  while (requests === 0) await wait(10);
  return { running, client };
}

test('a client that does not read its response is disconnected', async () => {
  const { running, client } = await unread({ headers: 1000, request: 1000, idle: 100 });
  // A grace period longer than any test may take: the server's own time-out ends the connection.
  await running.stop(600_000);
  client.destroy();
});

test('a stop lets a slow client finish its response', async () => {
  const { running, client } = await unread();
  const stopped = running.stop();
  await wait(200);
  let received = 0;
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  await Promise.all([stopped, closed]);
  assert.ok(received > big.length, `${received} bytes`);
});

test('a connection is kept longer than proxies keep theirs, and a stop announces the end of each', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isHeld = false;
  const fetch = async ({ url }: Request): Promise<Response> => {
    if (!url.endsWith('/held')) return new Response('x');
    isHeld = true;
    await held;
    return new Response('x');
  };
  const running = await startServer({ app: { fetch }, port: 0, host: '127.0.0.1', log: () => {} });
  const agent = new http.Agent({ keepAlive: true });
  const get = (path: string) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.get({ port: running.port, host: '127.0.0.1', path, agent }, (response) =>
        response.resume().on('end', () => resolve(response)),
      );
      request.on('error', reject);
    });
  assert.equal((await get('/')).headers['keep-alive'], 'timeout=75');
  const open = get('/held');
  while (!isHeld) await wait(5);
  assert.equal((await get('/')).headers.connection, 'keep-alive');
  const stopped = running.stop();
  const last = await get('/');
  assert.deepEqual([last.statusCode, last.headers.connection], [200, 'close']);
  await assert.rejects(get('/'), { code: 'ECONNREFUSED' });
  release();
  assert.equal((await open).statusCode, 200);
  await stopped;
});

interface SentRequest {
  status: number | undefined;
  connection: string | undefined;
  reused: boolean;
}

/** One request of a client that keeps its connections. @param parts of the body, sent one after the other */
function send(agent: http.Agent, { port }: RunningServer, parts: Buffer[] | undefined): Promise<SentRequest> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      port,
      agent,
      method: parts ? 'POST' : 'GET',
      path: '/account/auth/sign-in/email-otp',
    });
    request.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => {
        const { statusCode: status, headers } = response;
        resolve({ status, connection: headers.connection, reused: request.reusedSocket });
      });
    });
    request.flushHeaders();
    void (async () => {
      for (const part of parts ?? []) {
        request.write(part);
        await wait(1);
      }
      request.end();
    })();
  });
}

/** Accounts on a socket, and every line of their logs. */
async function accountServer() {
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const accounts = await testAccounts();
  const running = await startServer({ app: accounts.app, port: 0, host: '127.0.0.1', log });
  return { running, lines: () => [...lines, ...accounts.lines] };
}

test('after a body that is too large the connection continues, or is announced to close', async () => {
  const { running } = await accountServer();
  const part = Buffer.alloc(60_000, 32);
  for (const [parts, reused] of [
    [[part, part], true],
    [Array<Buffer>(15).fill(part), true],
    [Array<Buffer>(100).fill(part), false],
  ] as const) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const refused = await send(agent, running, [...parts]);
    assert.deepEqual([refused.status, refused.connection], [413, reused ? 'keep-alive' : 'close']);
    const next = await send(agent, running, undefined);
    assert.deepEqual([next.status, next.reused], [404, reused]);
    agent.destroy();
  }
  await running.stop(100);
});

test('an aborted body is not a server error', async () => {
  const { running, lines } = await accountServer();
  for (const path of ['/account/auth/sign-in/email-otp', '/account/keys', '/stripe/webhook', '/nothing']) {
    const socket = net.connect(running.port, '127.0.0.1');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
    await wait(50);
    socket.destroy();
  }
  await running.stop(100);
  assert.deepEqual(
    lines().filter((line) => line.includes('fault')),
    [],
  );
});

test('a name or password in a target is refused, and written nowhere', async () => {
  const output = await exchange(
    'GET http://user:secret@a/account/?token=t HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  assert.match(output, /^HTTP\/1\.1 400 /);
  assert.doesNotMatch(output, /secret/);
});
