/** docs/operations/compose/nginx.conf in a real nginx. Names and folders of the containers are replaced. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hostingFiles } from '../../generator/hosting/hosting.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { contractOf } from './contract.ts';
import { freePort, type HostOptions } from './host.ts';
import { NGINX, runNginx, temporaryPaths, WITHOUT_NGINX } from './nginx.ts';

const TEXT = readFileSync(new URL('../../docs/operations/compose/nginx.conf', import.meta.url), 'utf8');

interface Containers extends Pick<HostOptions, 'dist' | 'folder' | 'port'> {
  /** The parameter of `server` in the upstream, and the address of the names. */
  gateway: string;
  resolver?: string;
}

function configuration({ dist, folder, port, gateway, resolver = '127.0.0.1' }: Containers): string {
  const replaced: [string, string][] = [
    ['worker_processes auto;', 'daemon off; master_process off;'],
    ['/tmp/nginx.pid', `${folder}/nginx.pid`],
    ['http {', `http { ${temporaryPaths(folder)}`],
    ['/var/cache/nginx/hiposantr', `${folder}/cache`],
    ['resolver 127.0.0.11 ', `resolver ${resolver} `],
    ['gateway:8787 resolve', gateway],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
  ];
  let text = TEXT.replaceAll('/srv/dist', dist);
  for (const [from, to] of replaced) {
    assert.equal(text.split(from).length, 2, from);
    text = text.replace(from, to);
  }
  return text;
}

contractOf('nginx of compose.yml', {
  missing: WITHOUT_NGINX,
  keepsAnswers: true,
  start: (t, { gatewayPort, ...place }) =>
    runNginx(t, { ...place, text: configuration({ ...place, gateway: `127.0.0.1:${gatewayPort}` }) }),
});

/** Since 1.27.3; the image has 1.28. */
function withoutResolve(): string | false {
  if (WITHOUT_NGINX !== false) return WITHOUT_NGINX;
  const [, major = 0, minor = 0, patch = 0] = /nginx\/(\d+)\.(\d+)\.(\d+)/
    .exec(spawnSync(NGINX!, ['-v'], { encoding: 'utf8' }).stderr)!
    .map(Number);
  const isNew = major > 1 || minor > 27 || (minor === 27 && patch >= 3);
  return isNew ? false : 'this nginx resolves names of an upstream once; 1.27.3 and newer again';
}

/** Answers each question for an address with the present one. */
async function startNames(t: TestContext, address: () => string): Promise<number> {
  const socket = createSocket('udp4');
  const header = Buffer.from('818000010001000000000000', 'hex').subarray(0, 10);
  socket.on('message', (question, { port, address: from }) => {
    // A pointer to the name, type A, class IN, 600 seconds as of Docker, 4 bytes.
    const record = Buffer.from('c00c00010001000002580004', 'hex');
    const bytes = Buffer.from(address().split('.').map(Number));
    socket.send(Buffer.concat([question.subarray(0, 2), header, question.subarray(12), record, bytes]), port, from);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return socket.address().port;
}

test('a gateway that was created again at another address is found', { skip: withoutResolve() }, async (t) => {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  for (const [path, text] of hostingFiles()) {
    mkdirSync(join(dist, path, '..'), { recursive: true });
    writeFileSync(join(dist, path), text);
  }
  const gatewayPort = await freePort();
  const start = async (host: string) => {
    const server = createServer((_, response) => response.end(host)).listen(gatewayPort, host);
    await once(server, 'listening');
    t.after(() => server.close());
    return server;
  };
  const [former, other] = ['127.0.0.1', '127.0.0.2'];
  let address = former;
  const names = await startNames(t, () => address);
  const server = await start(former);
  const place = { dist, folder: join(folder, 'nginx'), port: await freePort() };
  const text = configuration({ ...place, gateway: `gateway:${gatewayPort} resolve`, resolver: `127.0.0.1:${names}` });
  const url = await runNginx(t, { ...place, text });
  const get = async (nth: number) => (await fetch(`${url}/api.php?limit=${nth}`)).text();
  let nth = 1;
  while ((await get((nth += 1))) !== former) await wait(50);
  server.closeAllConnections();
  server.close();
  address = other;
  await start(other);
  while ((await get((nth += 1))) !== other) await wait(50);
});
