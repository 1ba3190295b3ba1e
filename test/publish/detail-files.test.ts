import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { readIndex } from '#core/detail-index.ts';
import { DetailBucket, lineFileOfId, numberedFiles, readDetailLine, type DetailIndex } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import { detailPath, MANIFEST, newestPath, stationTablePath, versionPath } from '#core/paths.ts';
import { readStationTable, wholeLine } from '#core/stored-lines.ts';
import { DAY, HOUR } from '#core/time.ts';
import { knownBetween } from '../../generator/catalog/read.ts';
import { buildInto, manifestOf, neighbours, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import { NOON, report, testCatalog, type TestCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('every line is the file that an earthquake has, by id and by slug', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog(140);
  usgsSays(catalog, { key: 'us3', withdrawn: true }, { key: 'us8', aliases: ['us9'] });
  buildInto(dist, catalog.db, { detailFiles: 'all', newestIds: 0 });
  assert.deepEqual(checkLines(dist, catalog), ['gone', 'merged', 'stored']);
  const other = temporaryFolder(t);
  buildInto(other, catalog.db, { detailFiles: 'all' });
  assert.deepEqual(checkLines(other, catalog), ['gone', 'merged', 'record']);
  assert.equal(statSync(join(other, detailPath(5))).ino, statSync(join(other, newestPath(5))).ino);
});

const indexOf = (dist: string): DetailIndex =>
  readIndex(manifestOf(dist).details.hash, (path) => readFileSync(join(dist, path)));

const tableOf = (dist: string): Uint8Array[] =>
  readStationTable(readFileSync(join(dist, stationTablePath(indexOf(dist).stations!))));

/** @returns the kinds of lines */
function checkLines(dist: string, catalog: TestCatalog): string[] {
  const index = indexOf(dist);
  const kinds = new Set<string>();
  for (const { id, state, merged_into } of knownBetween(catalog.db, 0, 1000)) {
    const lines = new DetailBucket(readFileSync(join(dist, lineFileOfId(index, id).path)));
    const line = readDetailLine(lines.bytesOf(id)!);
    kinds.add(line.kind);
    if (line.kind === 'merged') {
      assert.deepEqual([state, line.into], ['merged', merged_into]);
      assert.deepEqual(readFileSync(join(dist, detailPath(id))), readFileSync(join(dist, detailPath(line.into))));
    } else {
      const path = line.kind === 'gone' ? detailPath(id).replace('details/', 'details/gone/') : detailPath(id);
      const whole = line.kind === 'stored' ? wholeLine(line.bytes, tableOf(dist)) : line.bytes;
      assert.deepEqual(readFileSync(join(dist, path)), Buffer.from(whole));
    }
  }
  return [...kinds].sort();
}

test('ids that are not among the newest any more get into buckets: an incremental build as a full one', (t) => {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  const add = (from: number, to: number): void =>
    usgsSays(
      catalog,
      ...Array.from({ length: to - from }, (_, n) => ({ key: `q${from + n}`, time: NOON - (from + n) * HOUR })),
    );
  const met: [buckets: number, newest: number][] = [];
  for (const [from, to] of [
    [0, 200],
    [200, 320],
    [320, 600],
    [600, 610],
  ] as const) {
    add(from, to);
    if (from > 0) usgsSays(catalog, { key: 'q7', time: NOON - 7 * HOUR, depthKm: from });
    const former = existsSync(join(dist, MANIFEST)) ? indexOf(dist) : undefined;
    const { mode } = buildInto(dist, catalog.db, { newestIds: 300 });
    assert.equal(mode, former ? 'incremental' : 'full');
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db, { newestIds: 300 });
    assert.deepEqual(treeOf(dist), treeOf(clean));
    const index = indexOf(dist);
    met.push([index.buckets.length, index.newest.length]);
    // A reader of the manifest before still finds what it names.
    for (const [path, hash] of former ? numberedFiles(former) : [])
      assert.ok(
        [path, versionPath(hash)].some((one) => existsSync(join(dist, one)) && hashOf(dist, one) === hash),
        path,
      );
  }
  assert.deepEqual(met, [
    [0, 201],
    [1, 65],
    [2, 89],
    [2, 99],
  ]);
});

test('a full build with other files of lines keeps those that the manifest before names', (t) => {
  for (const [before, now] of [
    [0, 4096],
    [4096, 0],
  ] as const) {
    const dist = temporaryFolder(t);
    const { db } = sampleCatalog(12);
    buildInto(dist, db, { newestIds: before });
    const files = numberedFiles(indexOf(dist)).filter(([path]) => !path.startsWith('details/names/'));
    buildInto(dist, db, { newestIds: now, full: true });
    for (const [path, hash] of files) {
      assert.ok(!existsSync(join(dist, path)), path);
      assert.equal(hashOf(dist, versionPath(hash)), hash);
    }
  }
});

const hashOf = (dist: string, path: string): string => contentHash(readFileSync(join(dist, path)));

test('a new earthquake near a hundred others writes lines, and no bucket', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog(100);
  buildInto(dist, catalog.db);
  const stamps = (): Map<string, number> =>
    new Map(
      fastGlob
        .sync('details/{buckets,newest,index}/*', { cwd: dist })
        .map((path) => [path, statSync(join(dist, path)).ino]),
    );
  const before = stamps();
  usgsSays(catalog, { key: 'new', time: NOON, latitude: 37.2, longitude: 37.1 });
  const { details } = buildInto(dist, catalog.db);
  const written = [...stamps()].filter(([path, inode]) => before.get(path) !== inode).map(([path]) => path);
  const lines = written.filter((path) => path.startsWith('details/newest/'));
  assert.ok(details > 5 && lines.length === details, `${lines.length} of ${details}`);
  // Of the index the list of parts, the part of the newest and one of names.
  assert.equal(written.length - lines.length, 3);
});

test('a hundred new reports touch files in proportion, not those of the whole catalogue', (t) => {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  // 2,000 earthquakes over five years: 8 buckets.
  const reports = Array.from({ length: 2000 }, (_, n) =>
    report({
      key: `old${n}`,
      time: NOON - (n + 40) * DAY,
      latitude: 36 + (n % 50) / 10,
      longitude: 30 + (n % 70) / 10,
    }),
  );
  catalog.run({ feed: 'usgs-fdsn', reports });
  buildInto(dist, catalog.db, { newestIds: 0 });
  const stamps = (): Map<string, number> =>
    new Map(
      fastGlob.sync('details/{buckets,names}/*', { cwd: dist }).map((path) => [path, statSync(join(dist, path)).ino]),
    );
  const before = stamps();
  assert.ok(before.size > 400);
  usgsSays(catalog, ...neighbours(100).map((one) => ({ ...one, time: one.time - 6 * HOUR })));
  const { details, mode } = buildInto(dist, catalog.db, { newestIds: 0 });
  assert.equal(mode, 'incremental');
  const touched = [...stamps()].filter(([path, inode]) => before.get(path) !== inode).map(([path]) => path);
  const buckets = touched.filter((path) => path.includes('buckets'));
  const names = touched.filter((path) => path.includes('names'));
  assert.ok(details >= 100 && details < 110, `${details} details`);
  assert.ok(buckets.length <= 3, `${buckets.length} buckets`);
  // 13 days.
  assert.ok(names.length <= 14, `${names.length} names files`);
});
