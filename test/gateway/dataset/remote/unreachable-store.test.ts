/** The gateway over a dataset at an address that does not answer, or not as it should. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS, MANIFEST, shardPath } from '#core/paths.ts';
import { exitOf, startGatewayChild } from '../../../support/gateway-child.ts';
import { answersOf, remoteGateway, cacheFiles, first } from '../../../support/remote-gateway.ts';
import type { RemoteStore } from '../../../support/remote-store.ts';

test('while the store is away what was read is served, also by a new process', async (t) => {
  const { store, start, folder } = await remoteGateway(t);
  const expected = await answersOf(start());
  await store.close();
  const gateway = start();
  assert.deepEqual(await answersOf(gateway), expected);
  assert.ok(
    gateway.read.some((line) => /: manifest\.json cannot be read: ECONNREFUSED; serving the last good/.test(line)),
  );
  const unread = first.manifest.shards.find(({ hash }) => !cacheFiles(folder).includes(hash))!;
  assert.equal((await gateway.get(`/${shardPath(unread.hash)}`)).status, 503);
});

test('what was never read is unavailable while the store is away, and there as soon as it is back', async (t) => {
  const { store, start } = await remoteGateway(t);
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 200);
  store.intercept = (_, response) => Boolean(response.destroy());
  assert.equal((await gateway.get('/api.php?limit=9')).status, 503);
  assert.equal((await gateway.get('/api.php')).status, 200);
  const status = (await (await gateway.get('/status')).json()) as { faults?: string[] };
  assert.ok(
    status.faults?.some((fault) => fault.includes('shards/')),
    JSON.stringify(status),
  );
  store.intercept = undefined;
  assert.equal((await gateway.get('/api.php?limit=9')).status, 200);
  assert.ok(gateway.lines.some((line) => line.includes('is whole again')));
});

test('without cache and store there is no dataset, and the first one is taken up', async (t) => {
  const { store, start } = await remoteGateway(t);
  store.intercept = (_, response) => Boolean(response.destroy());
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 503);
  store.intercept = undefined;
  assert.equal((await gateway.get('/api.php')).status, 200);
});

for (const [name, bytes, said] of [
  ['of another format', Buffer.from('{"format":99}'), /: manifest\.json has format 99.*; serving the last good/],
  ['missing', undefined, /: manifest\.json is missing; serving the last good/],
] as const)
  test(`a manifest that is ${name} at the start: the last good dataset`, async (t) => {
    const { files, start } = await remoteGateway(t);
    const expected = await answersOf(start());
    if (bytes) files.set(MANIFEST, bytes);
    else files.delete(MANIFEST);
    const gateway = start();
    assert.deepEqual(await answersOf(gateway), expected);
    assert.ok(gateway.read.some((line) => said.test(line)));
  });

test('one file that cannot be read keeps no other one back', async (t) => {
  const { store, start } = await remoteGateway(t);
  const gateway = start({ pauseMs: 60_000 });
  await gateway.get('/api.php');
  const [broken, other] = first.manifest.shards;
  store.intercept = (path, response) => path === shardPath(broken!.hash) && Boolean(response.writeHead(500).end());
  assert.equal((await gateway.get(`/${shardPath(broken!.hash)}`)).status, 503);
  assert.equal((await gateway.get(`/${shardPath(other!.hash)}`)).status, 200);
});

test('a dataset of another address is not the last good one', async (t) => {
  const { store, start } = await remoteGateway(t);
  await answersOf(start());
  await store.close();
  assert.equal((await start({ url: 'http://127.0.0.1:9/data' }).get('/api.php')).status, 503);
});

const LIST = `GET ${ANSWERS.list}`;
/** Answers the first requests for the list in some bad way. */
function failing(store: RemoteStore, times: number, fail: NonNullable<RemoteStore['intercept']>): void {
  let left = times;
  store.intercept = (path, response, request) => path === ANSWERS.list && left-- > 0 && fail(path, response, request);
}
const WAYS: [string, NonNullable<RemoteStore['intercept']>][] = [
  ['HTTP 500', (_, response) => Boolean(response.writeHead(500).end())],
  ['HTTP 429', (_, response) => Boolean(response.writeHead(429).end())],
  ['no answer', (_, response) => Boolean(response.destroy())],
  [
    'half of an answer',
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 1000 }).write('half');
      setTimeout(() => response.destroy(), 5);
      return true;
    },
  ],
  [
    'an answer that does not end',
    (_, response) => response.writeHead(200, { 'Content-Length': 1000 }).write('half') || true,
  ],
];

for (const [name, fail] of WAYS)
  test(`two failures are tried again, a third one is the last: ${name}`, async (t) => {
    const { store, start } = await remoteGateway(t);
    failing(store, 2, fail);
    const patient = start({ timeoutMs: 300 });
    assert.equal((await patient.get('/api.php')).status, 200);
    assert.equal(store.requests.filter((request) => request === LIST).length, 3);
  });

test('attempts are bounded, and after a failure there is a pause', async (t) => {
  const { store, start } = await remoteGateway(t);
  store.intercept = (_, response) => Boolean(response.writeHead(503).end());
  const gateway = start({ pauseMs: 60_000 });
  for (let again = 0; again < 5; again += 1) assert.equal((await gateway.get('/api.php')).status, 503);
  assert.deepEqual(store.requests, Array<string>(3).fill('GET manifest.json'));
  assert.match(gateway.lines.join('\n'), /manifest\.json is answered with HTTP 503/);
});

for (const [status, headers, said] of [
  [301, { Location: 'https://files.example/' }, /is answered with HTTP 301 to https:\/\/files\.example\//],
  [403, {}, /is answered with HTTP 403/],
] as const)
  test(`HTTP ${status} for the manifest is said, and not tried again`, async (t) => {
    const { store, start } = await remoteGateway(t);
    store.intercept = (_, response) => Boolean(response.writeHead(status, headers).end());
    const gateway = start();
    assert.equal((await gateway.get('/api.php')).status, 503);
    assert.match(gateway.lines.join('\n'), said);
    assert.equal(store.requests.length, 1);
  });

test('npm run serve with DIST_URL starts with its cache alone', async (t) => {
  const { store, folder, start } = await remoteGateway(t);
  const gateway = start({ cacheFolder: join(folder, 'dist-cache') });
  const body = await (await gateway.get('/api.php?limit=3')).text();
  await store.close();
  const settings = { DIST_URL: `${store.url}/`, DATA_DIR: folder, DIST_DIR: join(folder, 'nothing') };
  const { child, url, output } = await startGatewayChild(settings);
  t.after(() => child.kill('SIGKILL'));
  assert.equal(await (await fetch(`${url}/api.php?limit=3`)).text(), body);
  assert.ok(output().includes(`Serving ${store.url} at ${url}`), output());
  assert.ok(!output().includes('There is no dataset'));
  child.kill('SIGKILL');
  await exitOf(child);
});
