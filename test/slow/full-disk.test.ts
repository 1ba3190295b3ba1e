/** A gateway with a full or read-only DATA_DIR, at the start or later: all is served but keys and accounts. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { accountsPath } from '../../gateway/store/database.ts';
import { generateKey } from '../../gateway/http/key-format.ts';
import { SEND, SIGN_IN } from '../support/accounts.ts';
import { send } from '../support/clients.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../support/gateway-child.ts';
import { type SmallDisk, smallDisk } from '../support/small-disk.ts';
import { serveFolder } from '../support/static-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** ETag of `/rss`, from a gateway that could count. */
let tag: string;
const folder = temporaryFolder({ after });
const dist = join(folder, 'dist');

before(async () => {
  await writeDist(syntheticDataset({ count: 50 }).files, dist);
  const gateway = await startGatewayChild({ DIST_DIR: dist, DATA_DIR: join(folder, 'data') });
  tag = (await send(gateway.url, { path: '/rss' })).headers.etag!;
  gateway.child.kill('SIGTERM');
  await exitOf(gateway.child);
});

async function gatewayOn(t: TestContext, { folder }: SmallDisk, settings: Record<string, string> = {}) {
  const gateway = await startGatewayChild({ DIST_DIR: dist, DATA_DIR: join(folder, 'data'), ...settings });
  t.after(async () => {
    gateway.child.kill('SIGKILL');
    await exitOf(gateway.child);
  });
  return gateway;
}

const statusOf = async ({ url }: GatewayChild, path: string, headers: Record<string, string> = {}): Promise<number> =>
  (await send(url, { path, headers })).status;

/** Until it can be written again, with time for the next attempt to open it. */
async function recovered(gateway: GatewayChild): Promise<void> {
  while (!gateway.output().includes('storing counts works again')) await wait(200);
  while ((await statusOf(gateway, '/account/')) !== 200) await wait(200);
}

/** Well-formed, and nobody's. */
const UNKNOWN_KEY = { Authorization: `Bearer ${generateKey()}` };

async function servesAllButKeys(gateway: GatewayChild): Promise<void> {
  for (const path of ['/list.json', '/manifest.json', '/status', '/openapi.json', '/', '/rss', '/api.php?limit=2'])
    assert.equal(await statusOf(gateway, path), 200, path);
  assert.equal(await statusOf(gateway, '/rss', { 'If-None-Match': tag }), 304);
  for (const path of ['/rss', '/api.php?limit=2']) {
    const { status, headers, body } = await send(gateway.url, { path, headers: UNKNOWN_KEY });
    assert.deepEqual([status, headers['retry-after'], headers['cache-control']], [503, '5', 'no-store'], path);
    assert.match(body.toString(), /cannot be counted/);
  }
  assert.equal(await statusOf(gateway, '/account/'), 503);
}

const ends = async ({ child, output }: GatewayChild): Promise<void> => {
  child.kill('SIGTERM');
  assert.equal(await exitOf(child), 0);
  assert.doesNotMatch(output(), /\n\s+at /);
};

test('it starts on a full disk, and counts when there is room', async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  disk.fill();
  const gateway = await gatewayOn(t, disk);
  await servesAllButKeys(gateway);
  assert.match(gateway.output(), /accounts\.db cannot be opened.*(?:ENOSPC|full).*Until it can/);
  disk.empty();
  await recovered(gateway);
  await ends(gateway);
});

test('it starts on a read-only disk, with the accounts of before, and counts when it can be written', async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  const first = await gatewayOn(t, disk);
  assert.equal(await statusOf(first, '/rss'), 200);
  await ends(first);
  disk.remount('ro');
  const gateway = await gatewayOn(t, disk);
  await servesAllButKeys(gateway);
  disk.remount('rw');
  await recovered(gateway);
  await ends(gateway);
  const db = new Database(accountsPath(join(disk.folder, 'data')), { readonly: true });
  assert.deepEqual(db.prepare('SELECT day_count FROM meter_windows').pluck().all(), [3]);
  db.close();
});

test('with DIST_URL it starts on a full disk, and serves what it fetches', async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  disk.fill();
  const store = await serveFolder(dist, t);
  const gateway = await gatewayOn(t, disk, { DIST_URL: store.url });
  for (let tries = 0; (await statusOf(gateway, '/list.json')) !== 200 && tries < 1200; tries += 1) await wait(100);
  await servesAllButKeys(gateway);
  await ends(gateway);
  assert.match(gateway.output(), /dist-cache keeps no files: ENOSPC/);
});

const post = (gateway: GatewayChild, path: string, fields: object): Promise<Response> =>
  fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  });

test('a log-in on a disk that has become full is 503, leaves nothing half done, and works later', async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  const gateway = await gatewayOn(t, disk);
  const account = { email: 'ayse@example.org', otp: '123456' };
  assert.equal((await post(gateway, SIGN_IN, account)).status, 401);
  disk.fill();
  const statuses = new Set<number>();
  // Room that the journal has already is used up by the first ones.
  for (let times = 0; times < 12; times += 1) {
    const response = await post(gateway, SEND, { email: `${times}@example.org` });
    statuses.add(response.status);
    if (response.status !== 503) continue;
    assert.equal(response.headers.get('retry-after'), '30');
    assert.match(await response.text(), /"unavailable".*no room/);
  }
  assert.ok(statuses.has(503) && [...statuses].every((status) => status === 200 || status === 503), [...statuses].join()); // prettier-ignore
  for (const path of ['/account/', '/account/code', '/list.json']) assert.equal(await statusOf(gateway, path), 200);
  disk.empty();
  assert.equal((await post(gateway, SEND, { email: account.email })).status, 200);
  await ends(gateway);
  assert.match(gateway.output(), /writing accounts fails: .*full[\s\S]*writing accounts works again/);
  const db = new Database(accountsPath(join(disk.folder, 'data')), { readonly: true });
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
  db.close();
});

test('what cannot be a database still ends the start', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'data'));
  writeFileSync(accountsPath(join(folder, 'data')), 'not a database '.repeat(100));
  await assert.rejects(startGatewayChild({ DIST_DIR: dist, DATA_DIR: join(folder, 'data') }), /not a database/);
});
