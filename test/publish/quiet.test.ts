/** A build that finds nothing writes the status alone; one that finds anything is a whole one. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import fastGlob from 'fast-glob';
import { bucketPath, newestPath } from '#core/paths.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { noteAttempt } from '../../generator/catalog/documents/feed-states.ts';
import { writeSetting } from '../../generator/catalog/settings.ts';
import type { BuildOptions } from '../../generator/publish/publish.ts';
import type { TestCatalog } from '../support/catalog.ts';
import { AS_OF, buildInto, moveStation, quietInto, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Options = Partial<BuildOptions>;

/** The beginning of a minute after which four more are of the same moment. */
const STEP = Math.ceil(AS_OF / (5 * MINUTE)) * 5 * MINUTE;

/** What a build into an empty folder gives. */
function clean(t: TestContext, { db }: TestCatalog, options: Options): Map<string, string> {
  const dist = temporaryFolder(t);
  buildInto(dist, db, options);
  return treeOf(dist);
}

/** A dataset of a catalogue, and what the next minutes write into it. */
function published(t: TestContext, options: Options = { site: true }, catalog = sampleCatalog()) {
  const dist = temporaryFolder(t);
  const { db } = catalog;
  buildInto(dist, db, { asOf: STEP, ...options });
  const changed: string[] = [];
  const output = { onChange: (path: string): void => void changed.push(path) };
  return {
    ...{ dist, catalog, db },
    quiet: (more: Options = {}) => quietInto(dist, db, { asOf: STEP, ...options, ...more }),
    /** Paths that a minute changes, bookkeeping too. */
    minute(asOf: number, more: Options = {}): string[] {
      changed.length = 0;
      const all = { ...options, ...more, asOf, output };
      if (!quietInto(dist, db, all)) buildInto(dist, db, all);
      assert.deepEqual(treeOf(dist), clean(t, catalog, { ...options, ...more, asOf }), 'as a full build');
      return [...changed];
    },
  };
}

test('a minute in which nothing happens changes the status and not a byte besides', (t) => {
  const { dist, minute, quiet } = published(t);
  assert.deepEqual(minute(STEP), [], 'the same minute');
  const bytes = statSync(join(dist, 'status.json')).size;
  for (let n = 1; n < 5; n += 1) assert.deepEqual(minute(STEP + n * MINUTE), ['status.json']);
  t.diagnostic(`${bytes} bytes a minute`);
  assert.ok(bytes < 8000, String(bytes));
  assert.equal(quiet({ asOf: STEP + 5 * MINUTE }), undefined, 'another moment');
  minute(STEP + 5 * MINUTE);
  assert.deepEqual(minute(STEP + 6 * MINUTE), ['status.json']);
});

test('the state of a source is in the status of a quiet build', (t) => {
  const { dist, db, minute } = published(t);
  noteAttempt(db, 'usgs-fdsn', STEP, null);
  minute(STEP + MINUTE);
  noteAttempt(db, 'usgs-fdsn', STEP + 2 * MINUTE, 'HTTP 500');
  assert.deepEqual(minute(STEP + 2 * MINUTE), ['status.json']);
  assert.match(readFileSync(join(dist, 'status.json'), 'utf8'), /HTTP 500/);
});

/** What makes a build another one, and what its options are then. */
const CHANGES: [string, (catalog: TestCatalog) => Options | void][] = [
  ['a new earthquake', (catalog) => usgsSays(catalog, { key: 'new', latitude: 38 })],
  ['the withdrawal of one', (catalog) => usgsSays(catalog, { key: 'us5', withdrawn: true })],
  ['a station', ({ db }) => moveStation(db, 'GAZ', 36.5)],
  ['the first answer of an agency', ({ db }) => noteAttempt(db, 'usgs-fdsn', STEP, null)],
  ['another table that ships', ({ db }) => writeSetting(db, 'shipped_places', 'other')],
  ['another name', () => ({ settings: { serviceName: 'Other', baseUrl: 'http://quakes.example' } })],
  ['another address', () => ({ settings: { serviceName: 'Synthetic', baseUrl: 'http://other.example' } })],
  ['another program', () => ({ rendering: 'other' })],
  ['other detail files', () => ({ detailFiles: 'none' })],
  ['no Parquet files', () => ({ bulk: false })],
  ['other agencies', () => ({ agencies: ['usgs', 'afad'] })],
  ['another region', () => ({ region: { minLatitude: 1, maxLatitude: 2, minLongitude: 1, maxLongitude: 2 } as never })],
  ['more pictures', () => ({ pictures: 12 })],
  ['a release', () => ({ releases: [{ name: '2024.1', asOf: 0, earthquakes: 1, folder: '', files: [] }] })],
];

for (const [what, change] of CHANGES)
  test(`a build is not quiet after: ${what}`, (t) => {
    const { catalog, quiet, dist, minute } = published(t);
    assert.ok(quiet());
    const before = treeOf(dist);
    const options = change(catalog) ?? {};
    assert.equal(quiet(options), undefined);
    assert.deepEqual(treeOf(dist), before, 'nothing was touched');
    minute(STEP + MINUTE, options);
    assert.deepEqual(minute(STEP + 2 * MINUTE, options), ['status.json']);
  });

const inPlace = (dist: string, path: string): void => appendFileSync(join(dist, path), ' ');
const first = (dist: string, pattern: string): string => fastGlob.sync(pattern, { cwd: dist }).sort()[0]!;

/** What a quiet build notices of a folder; the next build is then a whole one. */
const NOTICED: [string, (dist: string) => void][] = [
  ['no manifest', (dist) => rmSync(join(dist, 'manifest.json'))],
  ['another manifest', (dist) => inPlace(dist, 'manifest.json')],
  ['no record of the build', (dist) => rmSync(join(dist, '.built.json'))],
  ['a damaged record', (dist) => inPlace(dist, '.built.json')],
  ['an empty record', (dist) => writeFileSync(join(dist, '.built.json'), '')],
  [
    'an unfinished build',
    (dist) => writeFileSync(join(dist, '.changeover.json'), '{"manifest":"","files":[],"revisit":[]}'),
  ],
  ['an answer is deleted', (dist) => rmSync(join(dist, 'list.json'))],
  ['an answer is spoilt', (dist) => inPlace(dist, 'rss.xml')],
  ['a compressed form is spoilt', (dist) => inPlace(dist, 'rss.xml.gz')],
  ['a page is spoilt', (dist) => inPlace(dist, 'en/province/adana/index.html')],
  ['a script is spoilt', (dist) => inPlace(dist, first(dist, 'assets/*.js'))],
  ['a file of a host is spoilt', (dist) => inPlace(dist, 'hosting/nginx/server.conf')],
  ['a Parquet file is spoilt', (dist) => inPlace(dist, first(dist, 'catalogue/*'))],
  ['the index of details is spoilt', (dist) => inPlace(dist, first(dist, 'details/index/*.json'))],
  ['a line file is deleted', (dist) => rmSync(join(dist, first(dist, 'details/index/*.lines')))],
  ['a line is deleted', (dist) => rmSync(join(dist, newestPath(5)))],
  ['names are deleted', (dist) => rmSync(join(dist, first(dist, 'details/names/*')))],
  ['a shard is deleted', (dist) => rmSync(join(dist, first(dist, 'shards/*.json')))],
  ['all shards are deleted', (dist) => rmSync(join(dist, 'shards'), { recursive: true })],
  ['a part of the change log is deleted', (dist) => rmSync(join(dist, first(dist, 'changes/*')))],
  ['a research file is deleted', (dist) => rmSync(join(dist, first(dist, 'research/*.json')))],
];

test('each damage that the next build repairs is noticed by a quiet one', (t) => {
  const catalog = sampleCatalog();
  const wholes = [{}, { newestIds: 0 }].map((more) => {
    const options = { asOf: STEP, site: true, ...more };
    return { options, expected: clean(t, catalog, options) };
  });
  for (const [what, damage] of NOTICED) {
    const { options, expected } = wholes[what === 'a line file is deleted' ? 1 : 0]!;
    const dist = temporaryFolder(t);
    buildInto(dist, catalog.db, options);
    assert.ok(quietInto(dist, catalog.db, options), what);
    damage(dist);
    assert.equal(quietInto(dist, catalog.db, options), undefined, what);
    buildInto(dist, catalog.db, options);
    assert.deepEqual(treeOf(dist), expected, what);
  }
});

test('a missing or damaged status is written again by a quiet build', (t) => {
  const { dist, minute } = published(t);
  rmSync(join(dist, 'status.json'));
  assert.deepEqual(minute(STEP + MINUTE), ['status.json']);
  inPlace(dist, 'status.json');
  assert.deepEqual(minute(STEP + MINUTE), ['status.json']);
});

test('what has a name of its content or of an earthquake, and was spoilt in place, a quiet build does not notice', (t) => {
  const { dist, quiet } = published(t, { site: true, newestIds: 0 });
  for (const path of [first(dist, 'shards/*.json'), bucketPath(0), first(dist, 'deprem/*/*/index.html')]) {
    inPlace(dist, path);
    assert.ok(quiet(), path);
  }
});

test('a copy of a folder, and one that was put in its place, are built as if nothing was known of them', (t) => {
  const { dist, db, quiet } = published(t);
  const options = { asOf: STEP, site: true };
  const folder = dirname(dist);
  const copies: [string, (to: string) => void][] = [
    ['copied with its times', (to) => cpSync(dist, to, { recursive: true, preserveTimestamps: true })],
    ['copied with links', (to) => execFileSync('cp', ['-al', dist, to])],
  ];
  for (const [what, copy] of copies) {
    const to = join(folder, `${what} of ${dist.split('/').at(-1)}`);
    t.after(() => rmSync(to, { recursive: true, force: true }));
    copy(to);
    assert.ok(existsSync(join(to, '.built.json')));
    assert.equal(quietInto(to, db, options), undefined, what);
    assert.ok(quiet(), 'the folder itself');
  }
  const copy = join(folder, `copied with links of ${dist.split('/').at(-1)}`);
  renameSync(dist, `${dist}.before`);
  t.after(() => rmSync(`${dist}.before`, { recursive: true, force: true }));
  renameSync(copy, dist);
  assert.equal(quiet(), undefined);
});

test('a build that ends before one of its changes is followed by a whole one', (t) => {
  const [before, after] = [sampleCatalog(), sampleCatalog()];
  usgsSays(after, { key: 'us4', magnitudes: [{ type: 'Mw', value: 6.1 }] });
  const options = { asOf: STEP + MINUTE };
  const expected = clean(t, after, options);
  const build = (onChange: (path: string) => void): string => {
    const dist = temporaryFolder(t);
    buildInto(dist, before.db, { asOf: STEP });
    assert.ok(quietInto(dist, before.db, options));
    try {
      buildInto(dist, after.db, { ...options, output: { onChange } });
    } catch (error) {
      assert.match((error as Error).message, /ended/);
    }
    return dist;
  };
  const paths: string[] = [];
  build((path) => void paths.push(path));
  const last = paths.length - 1;
  assert.deepEqual([paths[0], paths[last]], ['.built.json', '.built.json'], 'the record goes first and comes last');
  const [manifest, status] = [paths.indexOf('manifest.json'), paths.indexOf('status.json')];
  assert.ok(0 < manifest && manifest < status && status < last);
  for (const nth of [0, 1, 7, manifest, manifest + 1, status, status + 1, last - 1, last]) {
    let changes = 0;
    const dist = build(() => {
      if ((changes += 1) > nth) throw new Error('ended');
    });
    // Before its first change nothing is left of it: the dataset before is whole.
    assert.equal(quietInto(dist, before.db, options) !== undefined, nth === 0, `ended before change ${nth}`);
    assert.equal(quietInto(dist, after.db, options), undefined, `ended before change ${nth}`);
    buildInto(dist, after.db, options);
    assert.deepEqual(treeOf(dist), expected, `ended before change ${nth}`);
    assert.ok(quietInto(dist, after.db, options));
  }
});

test('a build that has pictures left to draw is followed by another one', (t) => {
  const { minute, quiet } = published(t, { site: true, lacksPictures: true });
  assert.equal(quiet(), undefined);
  minute(STEP, { lacksPictures: false });
  assert.ok(quiet());
});

/** What is made from the records alone. */
const OF_RECORDS = /^(?:shards|changes|research|details)\//;

test('an hour and midnight change what shows it, and nothing that is made from the records', (t) => {
  const { minute } = published(t);
  assert.ok(!minute(STEP + 60 * MINUTE).some((path) => OF_RECORDS.test(path)));
  assert.deepEqual(minute(STEP + 61 * MINUTE), ['status.json']);
  const midnight = Math.ceil(STEP / DAY) * DAY;
  minute(midnight - MINUTE);
  assert.deepEqual(minute(midnight - MINUTE), []);
  const changed = minute(midnight);
  assert.ok(changed.includes('manifest.json') && changed.includes('stats.json'), changed.join('\n'));
  assert.ok(!changed.some((path) => OF_RECORDS.test(path)));
  assert.deepEqual(minute(midnight + MINUTE), ['status.json']);
});
