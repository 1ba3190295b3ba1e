/** What `npm run publish` writes, when, and how little of it after a small change: against an S3 server. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fastGlob from 'fast-glob';
import { contentHash } from '#core/etag.ts';
import { ANSWERS, hashInPath, MANIFEST, readCompressedPath, versionPath } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { urlReader } from '../../gateway/dataset/remote/url-reader.ts';
import { readContents, type Contents } from '../../generator/object-store/contents.ts';
import { INVENTORY } from '../../generator/object-store/inventory.ts';
import { isOfAnotherCatalogue, publish, type PublicationOptions } from '../../generator/object-store/publication.ts';
import { openS3 } from '../../generator/object-store/s3.ts';
import { AS_OF, buildInto, sampleCatalog, usgsSays } from '../support/build.ts';
import { testGateway } from '../support/gateway.ts';
import { BUCKET, storedBytes } from '../support/object-store.ts';
import { testPublication } from '../support/test-publication.ts';

const { folder, objects, server } = await testPublication();
const dist = join(folder, 'dist');
const PREFIX = 'quakes/';
const store = openS3({ bucket: BUCKET, prefix: PREFIX }, { env: process.env, conditional: true });

/** Hours after the first publication. */
let hours = 0;
const run = (options: Partial<PublicationOptions> = {}) =>
  publish({ store, dist, now: AS_OF + hours * HOUR, ...options });
const bytesIn = (path: string): Buffer | undefined => storedBytes(objects, `${PREFIX}${path}`);
const requests = (method: string): string[] =>
  server.requests.filter((one) => one.method === method).map(({ key }) => key.slice(PREFIX.length));
const copied = (): string[] =>
  server.requests.filter(({ headers }) => headers['x-amz-copy-source']).map(({ key }) => key.slice(PREFIX.length));

const catalog = sampleCatalog(12);
buildInto(dist, catalog.db);
/** Publishes one more statement of USGS about an earthquake. */
function change(key: string, depthKm: number): void {
  usgsSays(catalog, { key, depthKm });
  buildInto(dist, catalog.db, { asOf: AS_OF + (hours + 1) * MINUTE });
}

/** Every file of the dataset lies in the store, byte for byte. */
function assertWhole({ dist: from, files, manifestBytes }: Contents = readContents(dist)): void {
  assert.deepEqual(bytesIn(MANIFEST), Buffer.from(manifestBytes));
  for (const path of files.keys()) assert.deepEqual(bytesIn(path), readFileSync(join(from, path)), path);
}

test('one file knows the package that signs requests', () => {
  const root = join(import.meta.dirname, '../../generator');
  const files = fastGlob.sync('**/*.ts', { cwd: root });
  const users = files.filter((file) => /^import .*'aws4fetch';$/m.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(users, ['object-store/s3-request.ts']);
});

test('a dry run writes nothing', async () => {
  const { uploaded, files } = await run({ dryRun: true });
  assert.equal(uploaded, files);
  assert.deepEqual(requests('PUT'), []);
});

test('the first publication has every file, and the manifest last', async () => {
  const { uploaded, files, isUnchanged } = await run();
  assert.equal(uploaded, files);
  assert.equal(isUnchanged, false);
  assertWhole();
  const puts = requests('PUT');
  assert.deepEqual([puts[0], ...puts.slice(-2)], [INVENTORY, MANIFEST, INVENTORY]);
  assert.equal(puts.length, files + 2);
  const manifest = server.requests.find(({ method, key }) => method === 'PUT' && key === `${PREFIX}${MANIFEST}`);
  assert.equal(manifest!.headers['if-none-match'], '*');
  assert.ok(!puts.some((path) => path.startsWith('versions/') || path.startsWith('hosting/')));
});

test('every file has the type and the caching that the gateway gives it', async () => {
  const gateway = testGateway(new Map(), { reader: folderReader(dist) });
  const { files } = readContents(dist);
  assert.ok(files.size > 100);
  for (const path of [MANIFEST, ...files.keys()]) {
    const [ours, theirs] = await Promise.all([
      fetch(`${server.endpoint}/${BUCKET}/${PREFIX}${path}`),
      gateway.get(`/${path}`),
    ]);
    assert.equal(ours.status, 200, path);
    const { path: plain = path, compression = null } = readCompressedPath(path) ?? {};
    assert.equal(ours.headers.get('content-encoding'), compression, path);
    // The gateway serves compressed forms by negotiation; under their own names it has no type for them.
    const expected = compression ? await gateway.get(`/${plain}`) : theirs;
    assert.equal(ours.headers.get('content-type'), expected.headers.get('content-type'), path);
    assert.equal(ours.headers.get('cache-control'), expected.headers.get('cache-control'), path);
    await ours.body?.cancel();
  }
});

test('a dataset of another catalogue replaces none', async () => {
  const other = join(folder, 'other');
  const { db } = sampleCatalog(12);
  db.exec(`UPDATE changes SET history = 'f' || substr(history, 2)`);
  buildInto(other, db, { full: true, asOf: AS_OF + HOUR });
  await assert.rejects(
    run({ dist: other }),
    /^StoreError: s3:.* has a dataset of another catalogue than dist\/ .*--force/,
  );
  assert.deepEqual(requests('PUT'), []);
});

test('with more changes too: files of the log that both have in whole are the same', () => {
  const log = (sequence: number, ...hashes: string[]) => ({
    ...{ sequence, history: `h${sequence}` },
    segments: hashes.map((hash, n) => ({ hash, first: n * 256 + 1, last: Math.min(sequence, (n + 1) * 256) })),
  });
  const there = log(600, 'a', 'b', 'c');
  assert.equal(isOfAnotherCatalogue(there, log(700, 'a', 'b', 'd')), false);
  assert.equal(isOfAnotherCatalogue(there, log(700, 'a', 'x', 'd')), true);
  assert.equal(isOfAnotherCatalogue(there, { ...there, history: 'other' }), true);
});

test('nothing new costs two requests', async () => {
  const { isUnchanged } = await run();
  assert.equal(isUnchanged, true);
  assert.deepEqual(requests('GET').sort(), [INVENTORY, MANIFEST]);
  assert.equal(server.requests.length, 2);
});

/** How a reader finds a content: under its plain name, or else under its hash. */
const find = (path: string, hash: string): boolean =>
  [path, versionPath(hash)].some((one) => {
    const bytes = bytesIn(one);
    return bytes !== undefined && contentHash(bytes) === hash;
  });

test('a small change writes what changed, and every content of the manifest is found at every moment', async () => {
  const before = readContents(dist);
  change('us7', 33);
  const now = readContents(dist);
  const both = new Map([
    [before.manifestHash, before],
    [now.manifestHash, now],
  ]);
  let looks = 0;
  server.intercept = ({ method }) => {
    if (method !== 'PUT' && method !== 'DELETE') return false;
    const manifest = bytesIn(MANIFEST)!;
    const { files } = both.get(contentHash(manifest))!;
    for (const [path, { kind, hash }] of files) if (kind !== 'copy') assert.ok(find(path, hash), `${path} is lost`);
    looks += 1;
    return false;
  };
  const { uploaded, copied: copies } = await run();
  assertWhole();
  const differs = [...now.files].filter(([path, { hash }]) => before.files.get(path)?.hash !== hash);
  const replaced = differs.filter(([path, { kind }]) => kind === 'plain' && before.files.has(path));
  // Manifest, what differs, and the new contents of plain names as versions.
  assert.equal(uploaded, 1 + differs.length + new Set(replaced.map(([, { hash }]) => hash)).size);
  assert.equal(copies, new Set(replaced.map(([path]) => before.files.get(path)!.hash)).size);
  // Besides these the manifest and the inventory are read, and the inventory is written before and after.
  assert.equal(server.requests.length, uploaded + copies + 4);
  assert.equal(looks, uploaded + copies + 2);
  assert.ok(differs.length < now.files.size);
  const puts = requests('PUT');
  const [manifestAt] = puts.entries().find(([, path]) => path === MANIFEST)!;
  for (const [path] of replaced) assert.ok(puts.indexOf(path) > manifestAt, `${path} is replaced too early`);
  for (const [at, path] of puts.entries())
    if (hashInPath(path) !== undefined) assert.ok(at < manifestAt, `${path} comes too late`);
});

test('what no manifest names any more goes after 48 hours, and not before', async () => {
  const stale = [...readContents(dist).files.keys()].filter((path) => hashInPath(path) !== undefined);
  change('us7', 44);
  await run();
  const left = stale.filter((path) => !readContents(dist).files.has(path));
  assert.ok(left.length > 4);
  hours = 47;
  server.requests.length = 0;
  await run();
  assert.equal(server.requests.length, 2);
  hours = 49;
  const { removed } = await run();
  assert.ok(removed >= left.length);
  for (const path of left) assert.equal(bytesIn(path), undefined, path);
  assert.deepEqual(requests('DELETE').filter((path) => path.startsWith('versions/')).length > 0, true);
  assertWhole();
});

test('a file that is named again is neither written again nor removed', async () => {
  const older = join(folder, 'older');
  cpSync(dist, older, { recursive: true });
  change('us7', 55);
  await run();
  hours = 60;
  await assert.rejects(run({ dist: older }), /^StoreError: s3:.* has a newer dataset \(.*--force/);
  server.requests.length = 0;
  await run({ dist: older, force: true });
  const rewritten = requests('PUT').filter((path) => hashInPath(path) !== undefined && !path.startsWith('versions/'));
  assert.deepEqual(rewritten, []);
  hours = 120;
  const { removed } = await run({ dist: older, force: true });
  assert.ok(removed > 0);
  assertWhole(readContents(older));
  await run();
  assertWhole();
});

test('--verify writes again what was lost or changed in the store, and nothing else', async () => {
  const [lost] = [...readContents(dist).files.keys()];
  await store.remove(lost!);
  await store.put(ANSWERS.list, Buffer.from('{}'), {
    headers: { contentType: 'text/plain', cacheControl: 'no-store' },
  });
  server.requests.length = 0;
  const { uploaded } = await run();
  assert.equal(uploaded, 0);
  const repaired = await run({ verify: true });
  assertWhole();
  assert.deepEqual(
    requests('PUT').filter((path) => path !== INVENTORY && hashInPath(path) === undefined),
    [ANSWERS.list],
  );
  assert.ok(repaired.uploaded <= 3, `${repaired.uploaded} files written`);
  assert.deepEqual(copied(), []);
});

test('a gateway over what was published answers as one over the folder', async () => {
  const url = `${server.endpoint}/${BUCKET}/${PREFIX.slice(0, -1)}`;
  const reader = urlReader({ url, cacheFolder: join(folder, 'cache'), cacheBytes: 50e6, log: () => {} });
  const [remote, local] = [testGateway(new Map(), { reader }), testGateway(new Map(), { reader: folderReader(dist) })];
  for (const path of [
    '/api.php?limit=5',
    '/deprem_api.php?id=3',
    '/export.php?format=csv',
    '/rss',
    '/api.php?q=maras',
  ]) {
    const [ours, theirs] = await Promise.all([remote.get(path), local.get(path)]);
    assert.equal(ours.status, 200, path);
    assert.equal(ours.headers.get('etag'), theirs.headers.get('etag'), path);
    assert.equal(await ours.text(), await theirs.text(), path);
  }
  const faults = remote.lines.filter((line) => line.startsWith('dataset: ') && !line.includes('serving'));
  assert.deepEqual(faults, []);
});
