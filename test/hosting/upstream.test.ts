/** nginx and the gateway behind it: who waits for whom, and who ends a connection. */
import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hostingFiles } from '../../generator/hosting/hosting.ts';
import { SECOND } from '#core/time.ts';
import { dataset } from '../contract/table.ts';
import { writeDist } from '../support/dataset.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { startGateway } from './gateway.ts';
import { freePort } from './host.ts';
import { startNginx, WITHOUT_NGINX } from './nginx.ts';

const skip = WITHOUT_NGINX;

async function distFolder(t: TestContext): Promise<string> {
  const dist = join(temporaryFolder(t), 'dist');
  await writeDist(
    new Map([...dataset.files, ...[...hostingFiles()].map(([path, text]) => [path, Buffer.from(text)] as const)]),
    dist,
  );
  return dist;
}

/** Longer than any answer takes that waits for nothing. */
const HELD_MS = 3 * SECOND;

test("no request waits for another client's request of the same address", { skip }, async (t) => {
  const dist = await distFolder(t);
  const flooder = '203.0.113.1';
  let [held, released] = [0, 0];
  const gateway = await startGateway(dist, {
    async hold({ headers }) {
      if (!headers.get('X-Forwarded-For')?.startsWith(flooder)) return;
      held += 1;
      await wait(HELD_MS);
      released += 1;
    },
  });
  t.after(() => gateway.stop(0));
  const upstream = `server 127.0.0.1:${gateway.port} max_fails=0; keepalive 4;`;
  const url = await startNginx(t, { dist, folder: temporaryFolder(t), port: await freePort(), upstream });
  const get = (from: string) => fetch(`${url}/api.php?limit=3&q=izmir`, { headers: { 'X-Forwarded-For': from } });
  const flood = Array.from({ length: 8 }, () => get(flooder));
  while (held === 0) await wait(5);
  assert.equal((await get('198.51.100.7')).status, 200);
  assert.equal(released, 0, 'it was answered while the others waited');
  assert.equal(held, flood.length);
  await Promise.all(flood);
});

/**
 * Between nginx and its upstream: the upstream's end of a connection arrives late, as over a network.
 * So a request meets a connection that has ended.
 */
async function lateEnds(t: TestContext, port: number): Promise<number> {
  const relay = net.createServer({ allowHalfOpen: true }, (client) => {
    const gateway = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.on('data', (chunk) => gateway.write(chunk)).on('end', () => gateway.end());
    gateway
      .on('data', (chunk) => client.write(chunk))
      .on('end', () => setTimeout(() => client.end(), 10 * SECOND).unref());
    gateway.on('error', () => client.destroy());
    client.on('error', () => gateway.destroy()).on('close', () => gateway.destroy());
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  t.after(() => void relay.close());
  return (relay.address() as AddressInfo).port;
}

/** Statuses of POST requests, which nginx never sends twice, after these pauses (ms). */
async function afterPauses(
  t: TestContext,
  keep: { gateway: number; nginx: string },
  pauses: number[],
): Promise<number[]> {
  const dist = await distFolder(t);
  const gateway = await startGateway(dist, { timeouts: { keepAlive: keep.gateway } });
  t.after(() => gateway.stop(0));
  const upstream = `server 127.0.0.1:${await lateEnds(t, gateway.port)} max_fails=0; keepalive 4; keepalive_timeout ${keep.nginx};`;
  const url = await startNginx(t, { dist, folder: temporaryFolder(t), port: await freePort(), upstream });
  const statuses: number[] = [];
  for (const pause of [0, ...pauses]) {
    await wait(pause);
    const response = await fetch(`${url}/fdsnws/event/1/query`, { method: 'POST', body: 'format=text\nlimit=1\n' });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

test('connections that the gateway keeps longer than nginx are never ended under a request', { skip }, async (t) => {
  const statuses = await afterPauses(t, { gateway: 4 * SECOND, nginx: '1s' }, [500, 900, 1100, 3000]);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
});

test('connections that nginx keeps longer than the gateway are: what KEEP_ALIVE is for', { skip }, async (t) => {
  assert.deepEqual(await afterPauses(t, { gateway: 500, nginx: '60s' }, [4000]), [200, 503]);
});
