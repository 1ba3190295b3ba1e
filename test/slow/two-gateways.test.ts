/** Two gateways behind nginx, as docs/hosting.md shows them, started anew in turn under load: no request is lost. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hostingFiles } from '../../generator/hosting/hosting.ts';
import { freePort } from '../hosting/host.ts';
import { startNginx, WITHOUT_NGINX } from '../hosting/nginx.ts';
import { send } from '../support/clients.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../support/gateway-child.ts';
import { temporaryFolder } from '../support/temporary.ts';

const HOSTING = readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8');

/** The block of the documentation, with these ports in place of its own. */
function upstreamOf(ports: number[]): string {
  const [, block] = /upstream hiposantr \{([^}]*8781[^}]*)\}/.exec(HOSTING)!;
  return ports.reduce((text, port, index) => text.replace(`:878${index + 1}`, `:${port}`), block!);
}

test('two gateways that are started anew in turn lose no request', { skip: WITHOUT_NGINX }, async (t) => {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  const hosting = [...hostingFiles()].map(([path, text]) => [path, Buffer.from(text)] as const);
  await writeDist(new Map([...syntheticDataset({ count: 300 }).files, ...hosting]), dist);
  const ports = [await freePort(), await freePort()];
  const start = async (port: number): Promise<GatewayChild> => {
    const gateway = await startGatewayChild({
      ...{ PORT: String(port), DIST_DIR: dist, DATA_DIR: join(folder, 'data'), TRUSTED_PROXIES: '127.0.0.1' },
      ...{ PLAN_LIMITS: 'free.daily=none,free.burst=1000000,uncounted.burst=none', LOG_REQUESTS: '0' },
    });
    while ((await fetch(`${gateway.url}/manifest.json`)).status !== 200) await wait(50);
    return gateway;
  };
  const gateways = [await start(ports[0]!), await start(ports[1]!)];
  t.after(() => gateways.forEach(({ child }) => child.kill('SIGKILL')));
  const url = await startNginx(t, {
    ...{ dist, folder: join(folder, 'nginx'), port: await freePort(), upstream: upstreamOf(ports) },
  });

  const lost: string[] = [];
  let [answered, isOver] = [0, false];
  /** Answered by the gateway each time: no two requests are alike. */
  const client = async (number: number): Promise<void> => {
    for (let nth = 0; !isOver; nth += 1) {
      const path = `/api.php?limit=${1 + (nth % 90)}&min_magnitude=${number}.${nth % 1000}`;
      const { status, body } = await send(url, { path }).catch((error: Error) => ({ status: 0, body: error.message }));
      if (status === 200) answered += 1;
      else lost.push(`${status} ${body.slice(0, 200)}`);
    }
  };
  const clients = Array.from({ length: 12 }, (_, number) => client(number % 6));
  for (const [index, port] of ports.entries()) {
    const before = answered;
    const { child } = gateways[index]!;
    child.kill('SIGTERM');
    assert.equal(await exitOf(child), 0);
    gateways[index] = await start(port);
    assert.ok(answered > before, 'the other one answers meanwhile');
    await wait(300);
  }
  isOver = true;
  await Promise.all(clients);
  assert.deepEqual(lost, [], `${lost.length} of ${answered + lost.length} were lost`);
});
