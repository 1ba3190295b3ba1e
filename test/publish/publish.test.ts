import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { shardFiles } from '#core/shard-entry.ts';
import { Output, PublishError } from '../../generator/publish/writer.ts';
import { buildInto, manifestOf, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import { smallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

const text = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');
const inode = (root: string, path: string): number => statSync(join(root, path)).ino;

test('a file is written with its folders, and left alone when its bytes are the same', (t) => {
  const root = join(temporaryFolder(t), 'new', 'dist');
  const output = new Output(root);
  output.put('a/b/c.json', 'one');
  const first = inode(root, 'a/b/c.json');
  assert.equal(new Output(root).putDetail('a/b/c.json', 'one'), false);
  assert.equal(inode(root, 'a/b/c.json'), first);
  assert.equal(new Output(root).putDetail('a/b/c.json', 'two'), true);
  assert.notEqual(inode(root, 'a/b/c.json'), first);
  assert.deepEqual(output.counts, { written: 1, unchanged: 0, linked: 0, removed: 0, bytes: 3 });
});

test('two contents of one size never share a second of modification', (t) => {
  const root = temporaryFolder(t);
  const seconds = ['one', 'two', 'six'].map((body) => {
    const output = new Output(root);
    output.putShared('versions/next', body);
    output.putAlias('versions/next', 'list.json');
    output.putDetail('detail.json', body);
    return ['list.json', 'detail.json'].map((path) => Math.floor(statSync(join(root, path)).mtimeMs / 1000));
  });
  for (const column of [0, 1]) assert.equal(new Set(seconds.map((row) => row[column])).size, 3);
});

test('two outputs that claim one path are an error', (t) => {
  const output = new Output(temporaryFolder(t));
  output.put('list.json', 'one');
  assert.throws(() => output.put('list.json', 'one'), { name: 'PublishError', message: 'two outputs claim list.json' });
});

test('bookkeeping is not counted', (t) => {
  const output = new Output(temporaryFolder(t));
  output.put('.retired.json', '{}');
  output.remove('.retired.json');
  assert.deepEqual(output.counts, { written: 0, unchanged: 0, linked: 0, removed: 0, bytes: 0 });
});

/** A revision seen through both names. */
function revise(root: string, output: Output): void {
  for (const body of ['first', 'second, and longer']) {
    output.putDetail('id/1.json', body);
    output.link('id/1.json', 'date/a.json');
    assert.equal(text(root, 'id/1.json'), body);
    assert.equal(text(root, 'date/a.json'), body);
  }
}

test('a second name is a link, and follows when the file is replaced', (t) => {
  const root = temporaryFolder(t);
  const output = new Output(root);
  revise(root, output);
  assert.equal(inode(root, 'id/1.json'), inode(root, 'date/a.json'));
  assert.equal(output.counts.linked, 2);
  output.link('id/1.json', 'date/a.json');
  assert.equal(output.counts.linked, 2);
});

for (const code of ['EPERM', 'ENOTSUP', 'EMLINK', 'EXDEV'])
  test(`a second name is a copy where links fail with ${code}`, (t) => {
    const root = temporaryFolder(t);
    const link = (): never => {
      throw Object.assign(new Error(code), { code });
    };
    const output = new Output(root, { link });
    revise(root, output);
    assert.notEqual(inode(root, 'id/1.json'), inode(root, 'date/a.json'));
    assert.deepEqual([output.counts.linked, output.counts.written], [0, 4]);
    output.link('id/1.json', 'date/a.json');
    assert.equal(output.counts.unchanged, 1);
    assert.deepEqual(readdirSync(join(root, '.tmp')), []);
  });

test('another failure of linking is an error', (t) => {
  const link = (): never => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  const output = new Output(temporaryFolder(t), { link });
  output.putDetail('id/1.json', 'x');
  assert.throws(() => output.link('id/1.json', 'date/a.json'), /cannot write .*date\/a\.json: no space left/);
});

test('what an ended process left half written is gone when the next one begins', (t) => {
  const root = temporaryFolder(t);
  mkdirSync(join(root, '.tmp'));
  writeFileSync(join(root, '.tmp', 'next'), 'half a fi');
  new Output(root).put('a.json', 'x');
  assert.deepEqual(readdirSync(join(root, '.tmp')), []);
});

test('a path that is a folder, or lies in a file, is an error that names it and leaves nothing behind', (t) => {
  const root = temporaryFolder(t);
  const output = new Output(root);
  mkdirSync(join(root, 'stats.json'));
  writeFileSync(join(root, 'shards'), 'a file');
  assert.throws(() => output.put('stats.json', 'x'), {
    name: 'PublishError',
    message: /^cannot write .*stats\.json: /,
  });
  assert.throws(() => output.put('shards/a.json', 'x'), { name: 'PublishError', message: /shards\/a\.json: / });
  assert.throws(() => output.read('stats.json'), { name: 'PublishError', message: /^cannot read .*stats\.json: / });
  assert.throws(() => output.remove('stats.json'), PublishError);
  assert.throws(() => new Output(join(root, 'shards', 'dist')), {
    name: 'PublishError',
    message: /^cannot write .*dist: /,
  });
  assert.deepEqual(readdirSync(join(root, '.tmp')), []);
});

/** A build that fails leaves the dataset before it; once it can write again the next build makes the new one. */
function failsAndRecovers(dist: string, block: () => void, unblock: () => void, message: RegExp): void {
  const catalog = sampleCatalog(20);
  buildInto(dist, catalog.db);
  const [manifest, before] = [text(dist, 'manifest.json'), treeOf(dist)];
  usgsSays(catalog, { key: 'us1', magnitudes: [{ type: 'Mw', value: 6.4 }], place: 'Nurdağı (Gaziantep)' });
  block();
  assert.throws(() => buildInto(dist, catalog.db), { name: 'PublishError', message });
  assert.equal(text(dist, 'manifest.json'), manifest);
  for (const path of manifestOf(dist).shards.flatMap(shardFiles)) assert.ok(before.has(path));
  unblock();
  assert.equal(buildInto(dist, catalog.db).mode, 'incremental');
  assert.notEqual(text(dist, 'manifest.json'), manifest);
}

function equalsCleanBuild(t: TestContext, dist: string): void {
  const catalog = sampleCatalog(20);
  usgsSays(catalog, { key: 'us1', magnitudes: [{ type: 'Mw', value: 6.4 }], place: 'Nurdağı (Gaziantep)' });
  const clean = temporaryFolder(t);
  buildInto(clean, catalog.db);
  assert.deepEqual(treeOf(dist), treeOf(clean));
}

test('a build that meets a blocked path stops, the dataset before stays, and the next build repairs it', (t) => {
  const dist = temporaryFolder(t);
  const blocked = join(dist, 'versions');
  failsAndRecovers(
    dist,
    () => {
      rmSync(blocked, { recursive: true });
      writeFileSync(blocked, 'a file');
    },
    () => rmSync(blocked),
    /cannot write .*versions.*: /,
  );
  equalsCleanBuild(t, dist);
});

test('a blocked file that only people link to comes after the change: the dataset is the new one, and the next build repairs it', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog(20);
  buildInto(dist, catalog.db);
  const blocked = join(dist, 'details/date/2024-03-10/nurdagi-gaziantep-m6-4.json');
  usgsSays(catalog, { key: 'us1', magnitudes: [{ type: 'Mw', value: 6.4 }], place: 'Nurdağı (Gaziantep)' });
  mkdirSync(blocked);
  assert.throws(() => buildInto(dist, catalog.db), { name: 'PublishError', message: /m6-4\.json: / });
  assert.match(text(dist, 'list.json'), /"magnitude":6.4/);
  rmSync(blocked, { recursive: true });
  assert.equal(buildInto(dist, catalog.db).mode, 'incremental');
  equalsCleanBuild(t, dist);
});

test('a folder that may not be written to', { skip: process.getuid?.() === 0 && 'root may write anywhere' }, (t) => {
  const dist = temporaryFolder(t);
  const shards = join(dist, 'shards');
  failsAndRecovers(
    dist,
    () => chmodSync(shards, 0o500),
    () => chmodSync(shards, 0o700),
    /cannot write .*shards.*: EACCES/,
  );
  equalsCleanBuild(t, dist);
});

test('a full disk', (t) => {
  const disk = smallDisk(t, 6);
  if (disk === undefined) return;
  failsAndRecovers(join(disk.folder, 'dist'), disk.fill, disk.empty, /cannot write .*dist.*: ENOSPC/);
  equalsCleanBuild(t, join(disk.folder, 'dist'));
});
