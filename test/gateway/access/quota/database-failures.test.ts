/** `accounts.db` that cannot be written: log lines, responses and recovery. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { accountsPath } from '../../../../gateway/store/database.ts';
import { send } from '../../../support/clients.ts';
import { syntheticDataset, writeDist } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { exitOf, launchGateway, startGatewayChild } from '../../../support/gateway-child.ts';
import { countsOf, type TestMetering, testMetering, UNLIMITED } from '../../../support/metering.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const dataset = syntheticDataset({ count: 200 });
const folder = temporaryFolder({ after });

async function service(name: string) {
  const path = accountsPath(join(folder, name));
  const metering = testMetering({ path, limits: UNLIMITED });
  const { key } = await metering.keys.issue('a', 'x');
  const { from, lines } = testGateway(dataset.files, { metering });
  let address = 0;
  const get = (target: string, headers: Record<string, string> = {}) =>
    // Each from an address of its own, so that each wants a row of its own.
    from(`2001:db8:${(address += 1).toString(16)}::1`, target, headers);
  const meteringLines = (): string[] => lines.filter((line) => line.startsWith('metering'));
  return { path, metering, bearer: { Authorization: `Bearer ${key}` }, get, meteringLines };
}

/** Responses without a key. The windows of /48 blocks count them once more. */
const STORED = "SELECT sum(day_count) FROM meter_windows WHERE caller LIKE 'address:%/64'";

/** Ways to make writes fail and succeed again. */
const TROUBLES: [name: string, reason: RegExp, begin: (of: { path: string; metering: TestMetering }) => () => void][] =
  [
    [
      'locked by another process for long',
      /database is locked/,
      ({ path }) => {
        const other = new Database(path);
        other.exec('BEGIN IMMEDIATE');
        return () => other.exec('ROLLBACK').close();
      },
    ],
    [
      'read-only',
      /readonly/,
      ({ metering: { db } }) => {
        db.pragma('query_only = ON');
        return () => db.pragma('query_only = OFF');
      },
    ],
    [
      'removed',
      /accounts\.db was removed; put the opened file back or restart the gateway/,
      ({ path }) => {
        renameSync(path, `${path}.elsewhere`);
        return () => renameSync(`${path}.elsewhere`, path);
      },
    ],
    [
      'another file under its path',
      /accounts\.db was replaced/,
      ({ path }) => {
        renameSync(path, `${path}.elsewhere`);
        copyFileSync(`${path}.elsewhere`, path);
        return () => renameSync(`${path}.elsewhere`, path);
      },
    ],
    [
      'broken',
      /no such table: meter_windows/,
      ({ metering: { db } }) => {
        db.exec('ALTER TABLE meter_windows RENAME TO lost');
        return () => db.exec('ALTER TABLE lost RENAME TO meter_windows');
      },
    ],
  ];

for (const [name, reason, begin] of TROUBLES)
  test(`${name}: no key is served uncounted; requests without a key continue, and are stored later`, async () => {
    const { get, meteringLines, bearer, ...of } = await service(name.replaceAll(' ', '-'));
    const { metering } = of;
    const tag = (await get('/api.php?limit=2')).headers.get('ETag')!;
    const keyed = await get('/api.php?limit=2', bearer);
    assert.equal(keyed.status, 200);
    const own = keyed.headers.get('ETag')!;
    const before = await countsOf(metering, 'account:a');
    const end = begin(of);
    const refused = await Promise.all(
      ['/api.php?limit=2', '/rss', '/api.php?limit=x'].map((path) => get(path, bearer)),
    );
    for (const response of refused) {
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('Retry-After'), '5');
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
      const { code, message } = (await response.json()) as { code: string; message: string };
      assert.equal(code, 'unavailable');
      assert.match(message, /^Keys and quotas are unavailable/, 'the right cause');
    }
    for (const path of ['/status', '/list.json', '/manifest.json']) assert.equal((await get(path)).status, 200);
    const free = ['/api.php?limit=2', '/rss', '/api.php?limit=x'].map(async (path) => (await get(path)).status);
    assert.deepEqual(await Promise.all(free), [200, 200, 400]);
    assert.equal((await get('/api.php?limit=2', { 'If-None-Match': tag })).status, 304);
    assert.equal((await get('/api.php?limit=2', { ...bearer, 'If-None-Match': own })).status, 304);
    assert.equal((await get('/api.php?limit=2', { Authorization: 'Bearer sk_bad' })).status, 401);
    assert.equal(meteringLines().length, 1);
    assert.match(meteringLines()[0]!, reason);
    await metering.written.flush();
    assert.match(metering.lines.join('\n'), new RegExp(`^storing counts fails: .*${reason.source}.*$`));
    end();
    assert.equal((await get('/api.php?limit=2')).status, 200);
    assert.equal((await get('/api.php?limit=2', bearer)).status, 200);
    assert.deepEqual((await countsOf(metering, 'account:a'))!.day_count, before!.day_count + 1);
    assert.deepEqual(meteringLines().slice(1), ['metering works again']);
    assert.deepEqual(metering.lines.slice(1), ['storing counts works again']);
    // Two before, of which one had a key, three meanwhile and one after.
    const stored = metering.db.prepare<[], number>(STORED).pluck().get();
    assert.equal(stored, 1 + 3 + 1);
    metering.db.close();
  });

test('no key is issued in a removed file', async () => {
  const { path, metering } = await service('keys-removed');
  rmSync(path);
  await assert.rejects(metering.keys.issue('a', 'lost'), /was removed/);
  await assert.rejects(metering.keys.revokeAll('a'), /was removed/);
  metering.db.close();
});

test('a short lock is awaited, and other requests are answered meanwhile', async () => {
  const { get, meteringLines, path, metering, bearer } = await service('short');
  await get('/rss', bearer);
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  let answered = false;
  const waiting = get('/rss', bearer).then((response) => ((answered = true), response));
  await wait(100);
  assert.deepEqual([(await get('/status')).status, (await get('/rss')).status], [200, 200]);
  assert.equal(answered, false);
  other.exec('COMMIT');
  assert.equal((await waiting).status, 200);
  assert.deepEqual(meteringLines(), []);
  other.close();
  metering.db.close();
});

test('keys that cannot be read are 503, not 401', async () => {
  const { get, bearer, metering } = await service('keys');
  metering.db.exec('ALTER TABLE api_keys RENAME TO lost');
  assert.equal((await get('/rss', bearer)).status, 503);
  assert.equal((await get('/rss')).status, 200);
  metering.db.exec('ALTER TABLE lost RENAME TO api_keys');
  assert.equal((await get('/rss', bearer)).status, 200);
  metering.db.close();
});

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

test(
  'on a full disk the process survives, and continues when there is space again',
  { skip: hasPrlimit ? false : 'there is no prlimit here' },
  async () => {
    const dist = join(folder, 'dist');
    await writeDist(dataset.files, dist);
    const data = join(folder, 'full');
    const { child, url, output } = await startGatewayChild({ DIST_DIR: dist, DATA_DIR: data });
    const rss = (etag = '"x"') => send(url, { path: '/rss', headers: { 'If-None-Match': etag } });
    const first = await rss();
    assert.equal(first.status, 200);
    const stored = (): unknown => {
      const db = new Database(accountsPath(data), { readonly: true });
      const counts = db.prepare('SELECT day_count FROM meter_windows').pluck().all();
      db.close();
      return counts.join();
    };
    while (stored() !== '1') await wait(50);
    const limit = (size: string) =>
      assert.equal(spawnSync('prlimit', [`--pid=${child.pid}`, `--fsize=${size}`]).status, 0);
    limit(`${statSync(`${accountsPath(data)}-wal`).size}:`);
    for (let times = 0; times < 5; times += 1) assert.equal((await rss()).status, 200);
    while (!output().includes('storing counts fails')) await wait(50);
    assert.equal((await rss(first.headers.etag)).status, 304);
    assert.equal((await send(url, { path: '/status' })).status, 200);
    assert.equal((await rss()).status, 200);
    assert.equal(stored(), '1');
    limit('unlimited:');
    while (stored() !== '7') await wait(50);
    assert.equal((await rss()).status, 200);
    child.kill('SIGTERM');
    assert.equal(await exitOf(child), 0);
    assert.match(output(), /storing counts fails: .*(?:full|I\/O error)[\s\S]*storing counts works again/);
    const db = new Database(accountsPath(data), { readonly: true });
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    assert.equal(stored(), '8', 'with what was counted since the last write');
    db.close();
  },
);

test('a gateway creates its database, and reports clearly when it cannot', async () => {
  const dist = join(folder, 'dist');
  await writeDist(dataset.files, dist);
  const fresh = await startGatewayChild({ DIST_DIR: dist, DATA_DIR: join(folder, 'fresh', 'data') });
  assert.equal((await fetch(`${fresh.url}/rss`)).status, 200);
  fresh.child.kill('SIGTERM');
  assert.equal(await exitOf(fresh.child), 0);
  const db = new Database(accountsPath(join(folder, 'fresh', 'data')), { readonly: true });
  assert.deepEqual(db.prepare('SELECT day_count FROM meter_windows').all(), [{ day_count: 1 }]);
  db.close();

  mkdirSync(join(folder, 'spoilt'));
  const spoilt = accountsPath(join(folder, 'spoilt'));
  writeFileSync(spoilt, 'not a database '.repeat(100));
  const { child, output } = launchGateway({ DIST_DIR: dist, DATA_DIR: join(folder, 'spoilt') });
  assert.equal(await exitOf(child), 1);
  assert.match(output(), /file is not a database/);
  assert.ok(output().includes(spoilt) && !/\n\s+at /.test(output()), output());
});

test('in a folder that may not be written to it says so, serves without keys, and stores counts when it can', async () => {
  const dist = join(folder, 'dist');
  await writeDist(dataset.files, dist);
  const data = join(folder, 'not-writable');
  mkdirSync(data);
  chmodSync(data, 0o555);
  chmodSync(folder, 0o755);
  // Root may write anywhere, so another user tries.
  const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
  const { child, url, output } = await startGatewayChild({ DIST_DIR: dist, DATA_DIR: data }, nobody);
  assert.equal((await send(url, { path: '/rss' })).status, 200);
  assert.equal((await send(url, { path: '/list.json' })).status, 200);
  chmodSync(data, 0o777);
  while (!output().includes('storing counts works again')) await wait(200);
  child.kill('SIGTERM');
  assert.equal(await exitOf(child), 0);
  const db = new Database(accountsPath(data), { readonly: true });
  assert.deepEqual(db.prepare('SELECT day_count FROM meter_windows').pluck().all(), [1]);
  db.close();
  assert.match(output(), /accounts\.db cannot be opened .*DATA_DIR\) and the file must be writable\. Until it can/);
});
