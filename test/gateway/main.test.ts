import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MANIFEST } from '#core/paths.ts';
import { startServer } from '../../gateway/http/server.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { temporaryFolder } from '../support/temporary.ts';

const MAIN = path.resolve(import.meta.dirname, '../../gateway/main.ts');
const dataset = syntheticDataset({ count: 400 });
const folder = temporaryFolder({ after });

before(() => writeDist(dataset.files, path.join(folder, 'dist')));

interface Running {
  child: ChildProcess;
  url: string;
  output(): string;
}

function launch(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...CHILD_ENVIRONMENT,
      DIST_DIR: path.join(folder, 'dist'),
      DATA_DIR: path.join(folder, 'data'),
      PLAN_LIMITS: 'free.daily=none,free.burst=none',
      HOST: '127.0.0.1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

async function start(environment: Record<string, string> = {}): Promise<Running> {
  const { child, output } = launch({ PORT: '0', ...environment });
  for (;;) {
    const url = /at (http:\S+)/.exec(output())?.[1];
    if (url) return { child, url, output };
    if (child.exitCode !== null) throw new Error(output());
    await wait(20);
  }
}

const exit = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode ?? ((await once(child, 'exit')) as [number | null])[0];

/** What the server sends back for bytes that no well-behaved client sends. */
async function raw(url: string, text: string): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  socket.end(Buffer.from(text));
  let output = '';
  for await (const chunk of socket) output += chunk;
  return output;
}

test('serves, follows a new manifest, and stops on SIGTERM with open requests finished', async () => {
  const { child, url, output } = await start();
  const agent = new http.Agent({ keepAlive: true });
  try {
    const list = await fetch(`${url}/api.php`);
    assert.equal(list.headers.get('access-control-allow-origin'), '*');
    assert.equal(((await list.json()) as { count: number }).count, 100);
    const head = await fetch(`${url}/api.php`, { method: 'HEAD' });
    assert.ok(Number(head.headers.get('content-length')) > 1000);

    const refusals: [request: string, status: number][] = [
      ['GET /api.php?q=İzmir HTTP/1.1\r\nHost: x', 400],
      ['nonsense', 400],
      ['GET /api.php HTTP/1.1\r\nHost: a b\r\nConnection: close', 400],
      [`GET /api.php?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x`, 431],
    ];
    for (const [request, status] of refusals) {
      const output = await raw(url, `${request}\r\n\r\n`);
      assert.match(output, new RegExp(`^HTTP/1.1 ${status} `), request.slice(0, 40));
      assert.match(output, /access-control-allow-origin: \*[\s\S]*"code":"(?:invalid_parameter|headers_too_large)"/i);
    }

    const next = syntheticDataset({ seed: 9, count: 400 });
    await writeDist(next.files, path.join(folder, 'dist'));
    const expected = Buffer.from(next.files.get('list.json')!).toString();
    for (;;) {
      if ((await (await fetch(`${url}/api.php`)).text()) === expected) break;
      await wait(100);
    }

    // A request with an incomplete head at the signal still gets its response.
    const slow = net
      .connect(Number(new URL(url).port), '127.0.0.1')
      .setEncoding('utf8')
      .on('error', () => {});
    slow.write('GET /api.php?limit=1 HTTP/1.1\r\nHost: x\r\n');
    await wait(100);
    child.kill('SIGTERM');
    await wait(200);
    slow.write('\r\n');
    let answer = '';
    slow.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    assert.equal(await exit(child), 0);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.match(output(), /GET \/api\.php 200 /);
    await assert.rejects(fetch(`${url}/api.php`));
  } finally {
    agent.destroy();
    child.kill('SIGKILL');
  }
});

test('starts without a dataset and serves it when it appears', async (t) => {
  const empty = temporaryFolder(t);
  const { child, url } = await start({ DIST_DIR: empty });
  try {
    assert.equal((await fetch(`${url}/api.php`)).status, 503);
    await writeFile(path.join(empty, MANIFEST), 'half a mani');
    assert.equal((await fetch(`${url}/api.php`)).status, 503);
    await writeDist(dataset.files, empty);
    while ((await fetch(`${url}/api.php`)).status !== 200) await wait(100);
    child.kill('SIGINT');
    assert.equal(await exit(child), 0);
  } finally {
    child.kill('SIGKILL');
  }
});

test('a port in use and an invalid setting are reported, with exit code 1', async () => {
  const other = net.createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as net.AddressInfo;
  try {
    const blocked = launch({ PORT: String(port) });
    assert.equal(await exit(blocked.child), 1);
    assert.match(blocked.output(), new RegExp(`^Port ${port} is in use .*set PORT`, 'm'));
    const bad = launch({ PORT: 'eighty' });
    assert.equal(await exit(bad.child), 1);
    assert.equal(bad.output(), 'PORT is "eighty"; it must be a whole number from 0 to 65535\n');
  } finally {
    other.close();
  }
});

test('a request that does not end in time is cut off', async () => {
  const hanging = { fetch: () => new Promise<Response>(() => {}) };
  const server = await startServer({ app: hanging, port: 0, host: '127.0.0.1', log: () => {} });
  const request = fetch(server.url);
  await wait(50);
  await Promise.all([assert.rejects(request), server.stop(100)]);
});
