/** `WORKERS`: several processes behind one port. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { send, sendMany, warm } from '../../support/clients.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { scrape } from '../../support/metrics.ts';
import { exitOf, type GatewayChild, launchGateway, startGatewayChild } from '../../support/gateway-child.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const WORKERS = 3;
const DAILY = 100;
/** Requests before those that are counted, each from an address of its own. */
const FIRST = 12;

const dataset = syntheticDataset({ count: 300 });
let folder: string;
let gateway: GatewayChild;

before(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'workers-'));
  await writeDist(dataset.files, join(folder, 'dist'));
  gateway = await startGatewayChild({
    ...environment('data'),
    TRUSTED_PROXIES: '127.0.0.1',
    METRICS_PORT: '0',
    PLAN_LIMITS: `free.daily=${DAILY},free.burst=none`,
  });
});
after(async () => {
  gateway.child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const environment = (data: string): Record<string, string> => ({
  WORKERS: String(WORKERS),
  DIST_DIR: join(folder, 'dist'),
  DATA_DIR: join(folder, data),
});

/** Process ids of the serving processes. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);

const cpuTicksOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

test('of 1,000 requests at once over all processes, exactly the daily limit is answered', async () => {
  assert.match(gateway.output(), /^Serving .* at http:\S+ with 3 processes$/m);
  const serving = childrenOf(gateway.child.pid!);
  assert.equal(serving.length, WORKERS);
  await warm(gateway.url, FIRST, (number) => ({ headers: { 'X-Forwarded-For': `192.0.2.${100 + number}` } }));
  const before = serving.map(cpuTicksOf);
  const statuses = await sendMany(gateway.url, {
    requests: 1000,
    connections: 30,
    requestOf: () => ({}),
  });
  assert.deepEqual(statuses, { 200: DAILY, 429: 1000 - DAILY });
  for (const [index, pid] of serving.entries()) assert.ok(cpuTicksOf(pid) > before[index]!, `process ${index} worked`);
});

test('metrics are summed over the processes, and the first one says that they are ready', async () => {
  const { url, sample, sum } = await scrape(gateway);
  assert.equal(sample('hiposantr_serving_processes'), WORKERS);
  assert.equal(sum('hiposantr_requests_total', /route="\/api.php",status="200"/), FIRST + DAILY);
  assert.equal(sum('hiposantr_requests_total', /route="\/api.php",status="429"/), 1000 - DAILY);
  assert.equal(sample('hiposantr_quota_decisions_total{decision="allowed"}'), FIRST + DAILY);
  assert.equal(sample('hiposantr_quota_decisions_total{decision="daily"}'), 1000 - DAILY);
  assert.equal(sample('hiposantr_request_duration_seconds_count{route="/api.php"}'), FIRST + 1000);
  const { shards } = dataset.manifest;
  assert.equal(
    sample('hiposantr_dataset_earthquakes'),
    shards.reduce((total, { count }) => total + count, 0),
  );
  while ((await fetch(`${url}/readyz`)).status !== 200) await wait(20);
  const [dist, away] = ['dist', 'away'].map((name) => join(folder, name)) as [string, string];
  await rename(dist, away);
  while ((await fetch(`${url}/readyz`)).status !== 503) await wait(20);
  await rename(away, dist);
  while ((await fetch(`${url}/readyz`)).status !== 200) await wait(20);
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
});

test('account pages and log-in come from one account app for all of them', async () => {
  const from = { 'X-Forwarded-For': '192.0.2.7' };
  const signIn = async (): Promise<number> => {
    const body = JSON.stringify({ email: 'nobody@example.org', password: 'wrong password' });
    const headers = { ...from, 'Content-Type': 'application/json', Origin: new URL(gateway.url).origin };
    return (await fetch(`${gateway.url}/account/auth/sign-in/email`, { method: 'POST', headers, body })).status;
  };
  for (let times = 0; times < WORKERS; times += 1) {
    const page = await send(gateway.url, { path: '/account/?lang=tr', headers: from });
    assert.equal(page.status, 200);
    assert.match(page.body, /Giriş yap/);
  }
  const statuses: number[] = [];
  for (let times = 0; times < 12; times += 1) statuses.push(await signIn());
  assert.equal(statuses[0], 401);
  assert.equal(statuses.at(-1), 429, statuses.join(' '));
});

test('a serving process that is killed is replaced, and the others go on', async () => {
  const [victim] = childrenOf(gateway.child.pid!);
  process.kill(victim!, 'SIGKILL');
  while (!gateway.output().includes(`serving process ${victim} ended (SIGKILL); another one starts`)) await wait(20);
  for (let number = 0; number < 5; number += 1)
    assert.equal((await send(gateway.url, { path: '/status' })).status, 200);
  // A process that is still starting answers too, or the metrics are 503 after 5 s.
  const scraped = () => scrape(gateway).catch(() => undefined);
  while ((await scraped())?.sample('hiposantr_serving_processes') !== WORKERS) await wait(20);
  assert.ok(!childrenOf(gateway.child.pid!).includes(victim!));
});

/** A request that a process has begun to answer: it asks for the body. */
async function begunRequest(port: number, body: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1').setEncoding('latin1');
  const head = ['POST /fdsnws/event/1/query HTTP/1.1', 'Host: x', 'X-Forwarded-For: 192.0.2.9', 'Connection: close'];
  socket.write(`${[...head, 'Expect: 100-continue', `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  assert.match(String(socket.read()), /^HTTP\/1\.1 100 /);
  return socket;
}

/** Whether nothing listens. */
const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => (socket.destroy(), resolve(false)));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });

test('SIGTERM lets open requests of every process finish, and ends all of them', async () => {
  const serving = childrenOf(gateway.child.pid!);
  const port = Number(new URL(gateway.url).port);
  const body = 'format=text\nlimit=1\n';
  const open = await Promise.all(Array.from({ length: 2 * WORKERS }, () => begunRequest(port, body)));
  gateway.child.kill('SIGTERM');
  // The port is closed once no process listens any more.
  while (!(await isRefused(port))) await wait(20);
  const answers = open.map(async (socket) => {
    socket.write(body);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  });
  for (const text of await Promise.all(answers)) assert.match(text, /^HTTP\/1\.1 200 /);
  assert.equal(await exitOf(gateway.child), 0);
  for (const pid of serving) assert.throws(() => process.kill(pid, 0), /ESRCH/);
});

test('a port in use is one error with exit code 1, and no process is left', async () => {
  const other = http.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as net.AddressInfo;
  try {
    const { child, output } = launchGateway({ ...environment('other'), WORKERS: '2', PORT: String(port) });
    assert.equal(await exitOf(child), 1);
    assert.match(output(), new RegExp(`^Port ${port} is in use .*set PORT`, 'm'));
  } finally {
    other.close();
  }
});
