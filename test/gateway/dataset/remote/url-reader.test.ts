/** The gateway over a dataset at an address: how often the store is asked, and what the cache keeps. */
import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { contentHash } from '#core/etag.ts';
import { ANSWERS, columnsPath, MANIFEST, partPath, shardPath } from '#core/paths.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { replaceFiles, testGateway } from '../../../support/gateway.ts';
import { withItsChecksum } from '../../../support/manifest.ts';
import { answersOf, remoteGateway, bytesIn, cacheFiles, first } from '../../../support/remote-gateway.ts';

const second = syntheticDataset({ seed: 2, count: 500 });

test('answers are those of the folder, and each file is fetched once, whole', async (t) => {
  const { store, start } = await remoteGateway(t);
  const expected = await answersOf(testGateway(new Map(first.files)));
  const gateway = start();
  assert.deepEqual(await answersOf(gateway), expected);
  const fetched = store.asked().filter((request) => request.startsWith('GET '));
  assert.equal(new Set(fetched).size, fetched.length);
  assert.ok(fetched.length < first.files.size);
  store.requests.length = 0;
  assert.deepEqual(await answersOf(gateway), expected);
  assert.deepEqual(store.asked(), []);
});

test('a start with a cache fetches nothing but the manifest, and a new dataset only what is new', async (t) => {
  const { files, store, start } = await remoteGateway(t);
  await answersOf(start());
  store.requests.length = 0;
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 200);
  assert.deepEqual(
    store.asked().filter((request) => request.startsWith('GET ')),
    [],
  );
  const changed = new Map(first.files);
  const list = Buffer.from(Buffer.from(files.get(ANSWERS.list)!).toString().replace('"success"', '"success" '));
  const manifest = Buffer.from(files.get(MANIFEST)!).toString();
  const entry = first.manifest.answers[ANSWERS.list]!;
  const text = manifest
    .replace(entry.hash, contentHash(list))
    .replace(`"size":${entry.size}`, `"size":${list.byteLength}`)
    .replace(first.manifest.dataset, 'f'.repeat(24));
  changed.set(ANSWERS.list, list).set(MANIFEST, Buffer.from(withItsChecksum(text)));
  replaceFiles(files, changed);
  store.requests.length = 0;
  assert.equal(await (await gateway.get('/api.php')).text(), list.toString());
  assert.deepEqual(store.asked(), [`GET ${ANSWERS.list}`]);
});

test('a host that compresses what was not asked for', async (t) => {
  const { store, start, files } = await remoteGateway(t);
  store.intercept = (path, response) => {
    const bytes = files.get(path);
    if (!bytes || path.endsWith('.gz')) return false;
    return Boolean(response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(bytes)));
  };
  assert.deepEqual(await answersOf(start()), await answersOf(testGateway(new Map(first.files))));
});

test('a compressed form is the one of the store, or made here', async (t) => {
  const { store, start, files } = await remoteGateway(t);
  const path = `${ANSWERS.list}.gz`;
  store.intercept = (one, response) =>
    one === path && Boolean(response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(files.get(path)));
  const gateway = start();
  const bodyOf = async (): Promise<Buffer> =>
    Buffer.from(await (await gateway.get('/api.php', { 'Accept-Encoding': 'gzip' })).arrayBuffer());
  assert.deepEqual(await bodyOf(), Buffer.from(files.get(path)!));
  assert.ok(store.requests.includes(`GET ${path}`));
});

test('a file that was damaged in the cache is fetched again', async (t) => {
  const { store, start, folder } = await remoteGateway(t);
  const expected = await answersOf(start());
  for (const name of cacheFiles(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, name),
      bytes.fill(0x20, bytes.length >> 1, Math.min(bytes.length, (bytes.length >> 1) + 40)),
    );
  }
  const gateway = start();
  // A line that turns out to be damaged is one refused answer.
  for (let again = 0; again < 3; again += 1) await answersOf(gateway);
  assert.deepEqual(await answersOf(gateway), expected);
  store.requests.length = 0;
  assert.deepEqual(await answersOf(gateway), expected);
  assert.deepEqual(store.asked(), []);
});

test('what is damaged in the store is neither served nor kept', async (t) => {
  const { files, start, folder } = await remoteGateway(t);
  for (const { columnsHash } of first.manifest.shards) {
    const bytes = files.get(columnsPath(columnsHash))!;
    files.set(columnsPath(columnsHash), bytes.with(100, bytes[100]! ^ 1));
  }
  const gateway = start();
  assert.equal((await gateway.get('/api.php?limit=9')).status, 503);
  for (const { columnsHash } of first.manifest.shards) assert.ok(!cacheFiles(folder).includes(columnsHash));
  replaceFiles(files, first.files);
  assert.equal((await gateway.get('/api.php?limit=9')).status, 200);
});

test('names that no manifest has cost the store nothing, or one question', async (t) => {
  const { store, start } = await remoteGateway(t);
  const gateway = start();
  await gateway.get('/api.php');
  store.requests.length = 0;
  for (const path of [
    '/robots.txt',
    '/hosting/nginx/http.conf',
    '/details/id/0/7777.json',
    '/x/y',
    '/.inventory.json.gz',
  ])
    assert.equal((await gateway.get(path)).status, 404, path);
  assert.deepEqual(store.asked(), []);
  const unknown = shardPath('0'.repeat(24));
  for (let again = 0; again < 3; again += 1) assert.equal((await gateway.get(`/${unknown}`)).status, 404);
  assert.deepEqual(store.asked(), [`HEAD ${unknown}`]);
});

test('a manifest ahead of its files waits for them, and no longer', async (t) => {
  const { files, start } = await remoteGateway(t);
  const gateway = start({}, 600_000);
  const before = await (await gateway.get('/api.php')).text();
  for (const path of [...second.manifest.parts.map(({ hash }) => partPath(hash)), MANIFEST])
    files.set(path, second.files.get(path)!);
  assert.equal(await (await gateway.get('/api.php')).text(), before);
  assert.match(gateway.lines.join('\n'), /is ahead of its files/);
  replaceFiles(files, second.files);
  assert.notEqual(await (await gateway.get('/api.php')).text(), before);
  assert.deepEqual(gateway.dataset.peek()!.faults, []);
});

test('the cache is bounded in bytes, and the answers of the last good dataset stay in it', async (t) => {
  const { files, store, folder, start } = await remoteGateway(t);
  const total = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const pinned = [MANIFEST, ...Object.keys(first.manifest.answers)];
  const limit = pinned.reduce((sum, path) => sum + files.get(path)!.byteLength, 0) + total / 8;
  const gateway = start({ cacheBytes: limit });
  await gateway.get('/api.php');
  for (const name of cacheFiles(folder)) utimesSync(join(folder, name), 0, 0);
  for (const { hash } of first.manifest.shards) {
    assert.equal((await gateway.get(`/${shardPath(hash)}`)).status, 200);
    assert.ok(bytesIn(folder) <= limit, `${bytesIn(folder)} of ${limit} bytes`);
  }
  await answersOf(gateway);
  assert.ok(bytesIn(folder) <= limit);
  await store.close();
  for (const name of cacheFiles(folder)) utimesSync(join(folder, name), 0, 0);
  writeFileSync(join(folder, 'f'.repeat(24)), Buffer.alloc(limit));
  assert.equal((await start({ cacheBytes: limit }).get('/api.php')).status, 200);
  assert.ok(bytesIn(folder) <= limit);
});
