/** Streams of a gateway in its own process: killed, behind nginx, in a browser of another origin. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../hosting/host.ts';
import { startNginx, WITHOUT_NGINX } from '../hosting/nginx.ts';
import { changeLog } from '../support/catalog.ts';
import { openBrowser, WITHOUT_CHROMIUM } from '../support/chromium.ts';
import { EventReader, type StreamEvent } from '../support/event-stream.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../support/gateway-child.ts';
import { numbered, publisher } from '../support/publisher.ts';
import { openWebSocket } from '../support/websocket-client.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Kills of the gateway. */
const KILLS = Number(process.env['KILLS'] ?? 3);

async function service(t: TestContext, environment: Record<string, string> = {}) {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  const published = publisher(dist);
  published.publish(numbered(1));
  const port = String(await freePort());
  const settings = { PORT: port, DIST_DIR: dist, DATA_DIR: join(folder, 'data'), LOG_REQUESTS: '0' };
  const limits = { PLAN_LIMITS: 'free.daily=none,free.burst=none,uncounted.burst=none' };
  const start = (): Promise<GatewayChild> => startGatewayChild({ ...settings, ...limits, ...environment });
  let gateway = await start();
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    gateway.child.kill(signal);
    await exitOf(gateway.child);
  };
  t.after(() => kill('SIGKILL'));
  const restart = async (): Promise<void> => void (gateway = await start());
  return { ...published, folder, dist, port, url: gateway.url, kill, restart };
}

/** A client as browsers are: it comes back with the last number until `isOver`. */
async function follow(url: string, isOver: (lastId: string) => boolean): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  let lastId = '0';
  while (!isOver(lastId)) {
    const response = await fetch(`${url}/events`, { headers: { 'Last-Event-ID': lastId } }).catch(() => undefined);
    if (response?.status !== 200) {
      await wait(50);
      continue;
    }
    const reader = new EventReader(response.body!);
    try {
      while (!isOver(lastId) && (await reader.advance())) {
        lastId = reader.lastId;
        events.push(...reader.events.splice(0));
      }
    } catch {
      // The connection broke off.
    }
    await reader.close().catch(() => {});
  }
  return events;
}

test(`${KILLS} times kill -9: a client that comes back receives the numbers of the log, each once`, async (t) => {
  const { publish, kill, restart, url, catalog } = await service(t);
  let end = Infinity;
  const followed = follow(url, (lastId) => Number(lastId) >= end);
  for (let round = 0; round < KILLS; round += 1) {
    publish(numbered(round + 2), numbered(round + 1, 3.5));
    await wait(round * 37);
    await kill('SIGKILL');
    publish(numbered(round + 2, 4), numbered(100 + round));
    await restart();
  }
  end = changeLog(catalog.db).at(-1)!.sequence;
  const events = await followed;
  const numbers = events.map(({ id }) => Number(id));
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((a, b) => a - b),
    'in order, each once',
  );
  const last = new Map(changeLog(catalog.db).map(({ earthquake, sequence }) => [earthquake, sequence]));
  const received = new Set(numbers);
  assert.deepEqual(
    [...last.values()].filter((sequence) => !received.has(sequence)),
    [],
    'the last state of every earthquake',
  );
  // What changed again while nobody could listen is left out.
  t.diagnostic(`${numbers.length} of ${end} numbers`);
});

test('through nginx an event arrives after its publication, uncompressed', { skip: WITHOUT_NGINX }, async (t) => {
  const { publish, folder, dist, port } = await service(t, { TRUSTED_PROXIES: '127.0.0.1' });
  const upstream = `server 127.0.0.1:${port};`;
  const url = await startNginx(t, { dist, folder: join(folder, 'nginx'), port: await freePort(), upstream });
  const response = await fetch(`${url}/events`, { headers: { 'Accept-Encoding': 'gzip, br' } });
  assert.equal(response.headers.get('Content-Encoding'), null);
  assert.equal(response.headers.get('Content-Type'), 'text/event-stream; charset=utf-8');
  const reader = new EventReader(response.body!);
  await reader.advance();
  const delays: number[] = [];
  for (let number = 2; number < 8; number += 1) {
    publish(numbered(number));
    const at = performance.now();
    assert.equal((await reader.next())!.event, 'created');
    delays.push(Math.round(performance.now() - at));
  }
  await reader.close();
  t.diagnostic(`ms from the end of the publication to the client: ${delays.join(', ')}`);
});

/** As EMSC documents it: `action` and the properties of `data`. */
const lineOfEmsc = (text: string): string => {
  const { action, data } = JSON.parse(text) as { action: string; data: { properties: Record<string, unknown> } };
  const { auth, unid, mag, flynn_region: region } = data.properties;
  assert.ok(auth && unid && region);
  return `${action} ${String(mag)}`;
};

test("a client of EMSC's feed works through nginx", { skip: WITHOUT_NGINX }, async (t) => {
  const { publish, folder, dist, port, kill } = await service(t, { TRUSTED_PROXIES: '127.0.0.1' });
  const upstream = `server 127.0.0.1:${port};`;
  const url = await startNginx(t, { dist, folder: join(folder, 'nginx'), port: await freePort(), upstream });
  const { next, closed } = await openWebSocket(`${url.replace('http', 'ws')}/standing_order/websocket`);
  assert.equal((await fetch(`${url}/standing_order/info`)).status, 200);
  const sockJs = await openWebSocket(`${url.replace('http', 'ws')}/standing_order/314/x2_a/websocket`);
  assert.equal(await sockJs.next(), 'o');
  publish(numbered(2));
  assert.equal(lineOfEmsc(await next()), 'create 3');
  publish(numbered(2, 3.4));
  assert.equal(lineOfEmsc(await next()), 'update 3.4');
  assert.equal(lineOfEmsc((JSON.parse((await sockJs.next()).slice(1)) as [string])[0]), 'create 3');
  await kill('SIGTERM');
  assert.equal(await closed, 1001);
});

test(
  'EventSource in Chromium, on a page of another origin, comes back by itself',
  { skip: WITHOUT_CHROMIUM },
  async (t) => {
    const { publish, url, kill, restart } = await service(t);
    const pages = createServer((_request, response) => void response.setHeader('Content-Type', 'text/html').end('<p>'));
    await new Promise<void>((listening) => pages.listen(0, '127.0.0.1', listening));
    t.after(() => void pages.close());
    const page = await (await openBrowser(t)).newPage();
    await page.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    await page.evaluate(`
    window.received = [];
    const stream = new EventSource('${url}/events');
    stream.onopen = () => (window.isOpen = true);
    for (const kind of ['created', 'revised'])
      stream.addEventListener(kind, ({ data }) => received.push(kind + ' ' + JSON.parse(data).id));
  `);
    await page.waitForFunction('window.isOpen');
    publish(numbered(2));
    await page.waitForFunction('received.length === 1');
    await kill('SIGKILL');
    publish(numbered(2, 4), numbered(3));
    await restart();
    await page.waitForFunction('received.length === 3');
    const received = (await page.evaluate('received')) as string[];
    assert.deepEqual(received.toSorted(), ['created 2', 'created 3', 'revised 2']);
  },
);
