import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import test, { type TestContext } from 'node:test';
import { namesFileOf } from '#core/details.ts';
import { bucketPath, detailPath, namesPath, newestPath } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { shardFiles } from '#core/shard-entry.ts';
import type { BuildOptions } from '../../generator/publish/publish.ts';
import type { TestCatalog } from '../support/catalog.ts';
import { AS_OF, buildInto, manifestOf, moveStation, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import { withItsChecksum } from '../support/manifest.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** What a build into an empty folder gives. */
function clean(t: TestContext, { db }: TestCatalog, options: Partial<BuildOptions> = {}): Map<string, string> {
  const dist = temporaryFolder(t);
  buildInto(dist, db, options);
  return treeOf(dist);
}

type Damage = (dist: string, t: TestContext) => void;
const linesFile = (dist: string): string => fastGlob.sync(`${dist}/details/index/*.lines`)[0]!;
const firstShard = (dist: string): string => join(dist, `shards/${manifestOf(dist).shards[0]!.hash}.json`);
const edit = (dist: string, change: (text: string) => string): void => {
  writeFileSync(join(dist, 'manifest.json'), change(readFileSync(join(dist, 'manifest.json'), 'utf8')));
};

const otherCatalog: Damage = (dist, t) => {
  const other = sampleCatalog(14);
  const foreign = temporaryFolder(t);
  usgsSays(other, { key: 'foreign', place: 'Başka (Yer)' });
  buildInto(foreign, other.db);
  copyFileSync(join(foreign, 'manifest.json'), join(dist, 'manifest.json'));
};

/** What may have happened to a folder, and whether the next build has to make everything anew. */
const DAMAGES: [string, 'full' | 'incremental', Damage][] = [
  ['nothing', 'incremental', () => undefined],
  ['a shard was deleted', 'incremental', (dist) => rmSync(firstShard(dist))],
  [
    'a solutions file was deleted',
    'incremental',
    (dist) => rmSync(join(dist, `shards/${manifestOf(dist).shards[0]!.fullHash}.full.json`)),
  ],
  [
    'columns were deleted',
    'incremental',
    (dist) => rmSync(join(dist, `shards/${manifestOf(dist).shards[0]!.columnsHash}.columns`)),
  ],
  ['all shards were deleted', 'full', (dist) => rmSync(join(dist, 'shards'), { recursive: true })],
  ['the change log was deleted', 'incremental', (dist) => rmSync(join(dist, 'changes'), { recursive: true })],
  ['a bucket was deleted', 'incremental', (dist) => rmSync(join(dist, bucketPath(0)))],
  ['the line of an earthquake was deleted', 'incremental', (dist) => rmSync(join(dist, newestPath(5)))],
  ['a names file was deleted', 'incremental', (dist) => rmSync(join(dist, namesPath(namesFileOf('2024-03-10'))))],
  ['the buckets were deleted', 'incremental', (dist) => rmSync(join(dist, 'details/buckets'), { recursive: true })],
  ['the index of details was deleted', 'full', (dist) => rmSync(join(dist, 'details/index'), { recursive: true })],
  ['line files were deleted', 'incremental', (dist) => rmSync(linesFile(dist))],
  ['a line file was spoilt', 'incremental', (dist) => writeFileSync(linesFile(dist), 'x')],
  ['an answer was deleted', 'incremental', (dist) => rmSync(join(dist, 'list.json'))],
  ['an answer was spoilt', 'incremental', (dist) => writeFileSync(join(dist, 'rss.xml.gz'), 'x')],
  ['the manifest was deleted', 'full', (dist) => rmSync(join(dist, 'manifest.json'))],
  ['the manifest was cut off', 'full', (dist) => edit(dist, (text) => text.slice(0, 400))],
  ['the manifest is empty', 'full', (dist) => edit(dist, () => '')],
  ['the manifest is garbage', 'full', (dist) => edit(dist, () => '\u0000\u0001{]')],
  [
    'the manifest is of a later format',
    'full',
    (dist) => edit(dist, (text) => text.replace(/"format": \d+/, '"format": 99')),
  ],
  [
    'the manifest does not have its checksum',
    'full',
    (dist) => edit(dist, (text) => text.replace(/"sequence": \d+/, '"sequence": 1')),
  ],
  [
    'the manifest is of a later state',
    'full',
    (dist) => edit(dist, (text) => withItsChecksum(text.replace(/"sequence": \d+/, '"sequence": 999'))),
  ],
  [
    'the manifest is of another history',
    'full',
    (dist) => edit(dist, (text) => withItsChecksum(text.replace(/"history": "../, '"history": "zz'))),
  ],
  ['the manifest is of another catalogue', 'full', otherCatalog],
  [
    'a shard was changed, and all is built anew',
    'full',
    (dist) => {
      writeFileSync(firstShard(dist), 'x');
      rmSync(join(dist, 'manifest.json'));
    },
  ],
  [
    'details are of another catalogue',
    'full',
    (dist) => {
      writeFileSync(join(dist, 'details/id/0/999.json'), '{}');
      writeFileSync(join(dist, 'details/date/2024-03-10/foreign-m4-0.json'), '{}');
      rmSync(join(dist, 'manifest.json'));
    },
  ],
  [
    'everything but the manifest was deleted, and all is built anew',
    'full',
    (dist) => {
      for (const name of readdirSync(dist)) if (name !== 'manifest.json') rmSync(join(dist, name), { recursive: true });
      edit(dist, (text) => text.slice(1));
    },
  ],
];

const sample = sampleCatalog();
const wholes = new Map<unknown, Map<string, string>>();
const wholeOf = (t: TestContext, options: Partial<BuildOptions> = {}): Map<string, string> =>
  wholes.getOrInsertComputed(options.newestIds, () => clean(t, sample, options));
for (const [what, mode, damage] of DAMAGES)
  test(`the next build repairs a dist where this happened: ${what}`, (t) => {
    const dist = temporaryFolder(t);
    const options = /bucket|line file/.test(what) ? { newestIds: 0 } : {};
    buildInto(dist, sample.db, options);
    damage(dist, t);
    assert.equal(buildInto(dist, sample.db, options).mode, mode);
    assert.deepEqual(treeOf(dist), wholeOf(t, options));
  });

test('a full build repairs a damaged shard or detail', (t) => {
  const dist = temporaryFolder(t);
  buildInto(dist, sample.db);
  writeFileSync(firstShard(dist), 'x');
  rmSync(join(dist, detailPath(3)));
  assert.equal(buildInto(dist, sample.db, { full: true }).mode, 'full');
  assert.deepEqual(treeOf(dist), wholeOf(t));
});

test('a build over a dist of the former format makes binary files and touches nothing else of the data', (t) => {
  const dist = temporaryFolder(t);
  buildInto(dist, sample.db);
  const binary = manifestOf(dist).shards.flatMap((shard) => shardFiles(shard).slice(2));
  edit(dist, (text) =>
    text.replace(/"format": \d+/, '"format": 5').replaceAll(/"(?:columns|solutions|names)":"[^"]+",/g, ''),
  );
  for (const path of binary) rmSync(join(dist, path));
  const { mode, counts } = buildInto(dist, sample.db);
  assert.equal(mode, 'full');
  assert.equal(counts.written, binary.length + 1, 'the binary files and the manifest');
  assert.deepEqual(treeOf(dist), wholeOf(t));
});

const CHILD = join(import.meta.dirname, '../support/build-child.ts');

/** A build that is killed once it has written some details. */
function killedBuild(catalog: string, dist: string, details: number): void {
  const { signal, stderr } = spawnSync(process.execPath, [CHILD, catalog, dist, String(AS_OF), String(details)], {
    encoding: 'utf8',
  });
  assert.equal(signal, 'SIGKILL', stderr);
}

test('a build killed halfway into an empty folder is no dataset; the next one is whole', (t) => {
  const folder = temporaryFolder(t);
  const [path, dist] = [join(folder, 'catalog.db'), join(folder, 'dist')];
  const catalog = sampleCatalog(12, path);
  killedBuild(path, dist, 5);
  assert.ok(existsSync(join(dist, 'shards')));
  assert.ok(!existsSync(join(dist, 'manifest.json')));
  assert.equal(buildInto(dist, catalog.db).mode, 'full');
  assert.deepEqual(treeOf(dist), clean(t, catalog));
  assert.ok(!existsSync(join(dist, '.changeover.json')));
});

test('an incremental build killed halfway leaves the manifest before; the next one goes on from there', (t) => {
  const folder = temporaryFolder(t);
  const [path, dist] = [join(folder, 'catalog.db'), join(folder, 'dist')];
  const catalog = sampleCatalog(12, path);
  buildInto(dist, catalog.db);
  const manifest = readFileSync(join(dist, 'manifest.json'), 'utf8');
  usgsSays(
    catalog,
    { key: 'us4', latitude: 37.2, magnitudes: [{ type: 'Mw', value: 6.1 }] },
    { key: 'us5', withdrawn: true },
  );
  killedBuild(path, dist, 3);
  assert.equal(readFileSync(join(dist, 'manifest.json'), 'utf8'), manifest);
  usgsSays(catalog, { key: 'us6', latitude: 38 });
  assert.equal(buildInto(dist, catalog.db).mode, 'incremental');
  assert.deepEqual(treeOf(dist), clean(t, catalog));
});

test('a build killed halfway with other stations than before and after leaves nothing of theirs', (t) => {
  const folder = temporaryFolder(t);
  const [path, dist] = [join(folder, 'catalog.db'), join(folder, 'dist')];
  const catalog = sampleCatalog(12, path);
  moveStation(catalog.db, 'GAZ', 37.1);
  buildInto(dist, catalog.db);
  moveStation(catalog.db, 'GAZ', 36.5);
  killedBuild(path, dist, 6);
  moveStation(catalog.db, 'GAZ', 37.1);
  assert.equal(buildInto(dist, catalog.db).mode, 'incremental');
  assert.deepEqual(treeOf(dist), clean(t, catalog));
});

test('a file stays 48 hours after a manifest last named it', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  buildInto(dist, catalog.db);
  const old = firstShard(dist);
  usgsSays(catalog, { key: 'us0', depthKm: 33 });
  const built = (hours: number): boolean => {
    buildInto(dist, catalog.db, { asOf: AS_OF + hours * HOUR });
    return existsSync(old);
  };
  assert.deepEqual([1, 2, 30, 48].map(built), [true, true, true, true]);
  buildInto(dist, catalog.db, { asOf: AS_OF + 49 * HOUR - MINUTE });
  assert.ok(existsSync(old));
  assert.equal(built(49), false);
  assert.deepEqual(treeOf(dist), clean(t, catalog, { asOf: AS_OF + 49 * HOUR }));
});

test('a file that is named again is not swept, and its wait begins anew', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  buildInto(dist, catalog.db);
  const old = firstShard(dist);
  writeFileSync(join(dist, 'shards/000000000000000000000000.json'), '{}');
  buildInto(dist, catalog.db, { asOf: AS_OF + HOUR });
  buildInto(dist, catalog.db, { asOf: AS_OF + 60 * HOUR });
  assert.ok(existsSync(old));
  assert.ok(!existsSync(join(dist, 'shards/000000000000000000000000.json')));
});

test('a clock that was years ahead, and spoilt bookkeeping, keep old files no longer than 48 hours', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  const stray = join(dist, 'shards/000000000000000000000000.json');
  buildInto(dist, catalog.db);
  writeFileSync(stray, '{}');
  buildInto(dist, catalog.db, { asOf: AS_OF + 50_000 * HOUR });
  buildInto(dist, catalog.db, { asOf: AS_OF });
  assert.ok(existsSync(stray));
  buildInto(dist, catalog.db, { asOf: AS_OF + 48 * HOUR });
  assert.ok(!existsSync(stray));
  for (const spoilt of ['', 'null', '[]', '{"shards/x.json":1,"1":"soon"}']) {
    writeFileSync(join(dist, '.retired.json'), spoilt);
    assert.equal(buildInto(dist, catalog.db).mode, 'incremental');
  }
});
