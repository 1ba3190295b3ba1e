/** How many files a build writes for one new small earthquake, and which. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { cataloguePath, FEEDS } from '#core/paths.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import { AS_OF, buildInto, treeOf, usgsSays } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { random } from '../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const COUNT = 600;

/** A month of earthquakes whose oldest one leaves every feed before, and whose newest is two hours old. */
function monthOf() {
  const draw = random(5);
  const catalog = testCatalog();
  const reports = Array.from({ length: COUNT }, (_, number) => ({
    key: `us${number}m`,
    time: Math.round(AS_OF - 2 * HOUR - draw() * 28 * DAY),
    latitude: 36 + draw() * 5,
    longitude: 27 + draw() * 16,
    magnitudes: [{ type: 'ML', value: Number(Math.min(6.6, 1 - Math.log10(1 - draw())).toFixed(1)) }],
  }));
  usgsSays(catalog, ...reports);
  return catalog;
}

/** A dataset of the month, and what each further build writes into it. */
function watched(t: TestContext) {
  const catalog = monthOf();
  const dist = temporaryFolder(t);
  const build = (asOf: number) => void buildInto(dist, catalog.db, { detailFiles: 'none', asOf });
  const inode = (path: string): number => statSync(join(dist, path)).ino;
  build(AS_OF);
  /** Paths of what a minute writes. */
  const minute = (asOf: number, ...reports: Parameters<typeof usgsSays>[1][]): string[] => {
    const before = treeOf(dist);
    const inodes = new Map([...before.keys()].map((path) => [path, inode(path)]));
    catalog.now = asOf - MINUTE + 20 * SECOND;
    if (reports.length > 0) usgsSays(catalog, ...reports);
    build(asOf);
    const after = treeOf(dist);
    const written = [...after.keys()].filter((path) => inodes.get(path) !== inode(path));
    const same = written.filter((path) => before.get(path) === after.get(path));
    assert.deepEqual(same, [], 'nothing is written again with the same content');
    return written;
  };
  return { dist, minute };
}

const isCompressed = (path: string): boolean => /\.(?:gz|br)$/.test(path);

const feedsOf = (written: string[]): string[] =>
  written.filter((path) => path.startsWith(FEEDS) && !isCompressed(path)).sort();

/** Of all formats. */
const feedPaths = (levels: string[], windows: string[]): string[] =>
  levels
    .flatMap((level) => windows.map((window) => `${FEEDS}summary/${level}_${window}`))
    .flatMap((path) => ['atom', 'csv', 'geojson'].map((extension) => `${path}.${extension}`))
    .sort();

/** Those of different numbers are no doubles. */
const small = (number: number, value = 1.5) => ({
  ...{ key: `us${number}new`, time: AS_OF - (20 + 10 * number) * MINUTE, latitude: 38.2 + number, longitude: 41.1 },
  magnitudes: [{ type: 'ML', value }],
});

test('one new earthquake of M 1.5: no feed is written that does not show it, and few files besides', (t) => {
  const { dist, minute } = watched(t);
  const written = minute(AS_OF + MINUTE, small(1));
  const due = feedPaths(['1.0', 'all'], ['day', 'hour', 'week']);
  assert.deepEqual(feedsOf(written), due);
  assert.deepEqual(
    written.filter((path) => path.startsWith('catalogue/')),
    [cataloguePath('recent')],
    'the file of the year has some megabytes',
  );
  const bytes = written.reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);
  const ofFeeds = written.filter((path) => path.startsWith(FEEDS)).length;
  t.diagnostic(`${written.length} files, ${bytes} bytes, ${ofFeeds} files of feeds`);
  // Plain and in two codings, where the feed is long enough for them.
  assert.ok(ofFeeds <= 3 * due.length, `${ofFeeds} files of feeds`);
  const lines = written.filter((path) => path.startsWith('details/newest/')).length;
  assert.ok(lines > 0 && lines <= 11, `${lines} lines: its own and those near it`);
  assert.ok(written.length - ofFeeds - lines <= 34, `${written.length - ofFeeds - lines} other files`);
  assert.ok(bytes < 1.6e6, `${bytes} bytes`);
});

test('feeds of a month with many rows are written each quarter of an hour, and at once for M 4', (t) => {
  const { minute } = watched(t);
  const long = feedPaths(['all', '1.0'], ['month']);
  const writesLong = (written: string[]): boolean => {
    const ofMonth = feedsOf(written).filter((path) => long.includes(path));
    assert.ok(ofMonth.length === 0 || ofMonth.length === long.length, String(ofMonth));
    return ofMonth.length > 0;
  };
  assert.ok(!writesLong(minute(AS_OF + MINUTE, small(1))), 'a small one waits');
  assert.ok(!writesLong(minute(AS_OF + 2 * MINUTE)));
  assert.ok(!writesLong(minute(AS_OF + 3 * MINUTE, small(1, 3.9))), 'its revision waits');
  assert.ok(writesLong(minute(AS_OF + 4 * MINUTE, small(2, 4.6))), 'M 4.6 does not');
  assert.ok(!writesLong(minute(AS_OF + 5 * MINUTE, small(3))));
  assert.ok(writesLong(minute(AS_OF + 6 * MINUTE, small(2, 3.9))), 'nor its revision');
  assert.ok(writesLong(minute(AS_OF + 7 * MINUTE, small(1, 4))), 'nor another one that becomes M 4');
  assert.ok(writesLong(minute(AS_OF + 8 * MINUTE, { ...small(1), withdrawn: true })), 'nor its withdrawal');
  assert.ok(!writesLong(minute(AS_OF + 14 * MINUTE, { ...small(3), withdrawn: true })));
  assert.ok(writesLong(minute(AS_OF + 15 * MINUTE)), 'a quarter of an hour');
  assert.ok(!writesLong(minute(AS_OF + 30 * MINUTE)), 'nothing changed');
});

test('a dozen new earthquakes write their own shards, details and pages, and a bounded number of files besides', (t) => {
  const { minute } = watched(t);
  const dozen = Array.from({ length: 12 }, (_, n) => ({ ...small(0), ...place(n) }));
  const written = minute(AS_OF + MINUTE, ...dozen);
  const own = /^(?:shards|changes|research|details|catalogue)\//;
  const others = written.filter((path) => !own.test(path) && !path.startsWith(FEEDS));
  const count = (pattern: RegExp): number => written.filter((path) => pattern.test(path)).length;
  t.diagnostic(`${written.length} files: ${others.length} others, ${count(own)} of records`);
  // Six bands at most, with their columns, solutions, names and points.
  assert.ok(count(/^shards\//) <= 14, `${count(/^shards\//)} files of shards`);
  assert.ok(count(/^details\//) <= 12 * 11 + 3, `${count(/^details\//)} files of details`);
  assert.ok(
    count(/^(?:changes|research|catalogue)\//) <= 5,
    `${count(/^(?:changes|research|catalogue)\//)} others of records`,
  );
  assert.ok(others.length <= 34, others.join('\n'));
});

/** Where one of a dozen is: far from the others. */
const place = (n: number) => ({
  ...{ key: `us${n}dozen`, time: AS_OF - (20 + n) * MINUTE, latitude: 35.5 + 0.5 * n, longitude: 27 + 1.2 * n },
  magnitudes: [{ type: 'ML', value: 1.2 + n / 20 }],
});
