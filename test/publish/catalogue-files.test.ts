/** Which of the catalogue's Parquet files a build writes. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { cataloguePath, versionPath } from '#core/paths.ts';
import { DAY, MINUTE, parseCivil } from '#core/time.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { AS_OF, buildInto, manifestOf, treeOf, usgsSays } from '../support/build.ts';
import { testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

const quake = (key: string, time: string): Partial<SourceReport> => ({ key, time: parseCivil(time)! });

/** Two old years, one before 1900 and a present one; a folder with what lies there, and a way to build. */
function catalogueOf(t: TestContext) {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  usgsSays(
    catalog,
    quake('ancient', '1509-09-10 22:00:00'),
    quake('old', '1950-01-01 00:00:00'),
    quake('before', '2022-12-31 23:59:59'),
    quake('new', '2023-03-01 00:00:00'),
  );
  const built = (options: Parameters<typeof buildInto>[2] = {}) => {
    const summary = buildInto(dist, catalog.db, options);
    return { ...summary, files: new Map(manifestOf(dist).catalogue?.map((entry) => [entry.period, entry])) };
  };
  const inode = (period: string): number => statSync(join(dist, cataloguePath(period))).ino;
  return { dist, catalog, built, inode };
}

test('only the years in which a record changed are written again, and an incremental build equals a full one', (t) => {
  const { dist, catalog, built, inode } = catalogueOf(t);
  const first = built();
  const names = ['before-1900', '1950', '2022', '2023'];
  assert.deepEqual([...first.files.keys()], names);
  const before = new Map(names.map((period) => [period, inode(period)]));
  // From the last second of one year into another: both change.
  usgsSays(catalog, { ...quake('before', '2023-01-01 00:00:10'), magnitudes: [{ type: 'ML', value: 4.4 }] });
  const second = built();
  assert.equal(second.mode, 'incremental');
  assert.deepEqual([...second.files.keys()], ['before-1900', '1950', '2023']);
  assert.equal(second.files.get('2023')!.count, 2);
  assert.deepEqual([inode('before-1900'), inode('1950')], [before.get('before-1900'), before.get('1950')]);
  assert.throws(() => inode('2022'), { code: 'ENOENT' });
  const clean = temporaryFolder(t);
  buildInto(clean, catalog.db);
  assert.deepEqual(treeOf(dist), treeOf(clean));
  rmSync(join(dist, cataloguePath('1950')));
  assert.deepEqual(built().files, second.files);
  assert.deepEqual(treeOf(dist), treeOf(clean));
});

test('new earthquakes rewrite one small file, and no year until they are two days old', (t) => {
  const { dist, catalog, built, inode } = catalogueOf(t);
  const day = Math.floor(AS_OF / DAY) * DAY;
  const report = (key: string, time: number, latitude = 38): void => usgsSays(catalog, { key, time, latitude });
  report('yesterday', day - DAY);
  report('earlier', day - DAY - 1, 41);
  const year = String(new Date(day).getUTCFullYear());
  const countsOf = (files: ReturnType<typeof built>['files']) =>
    [year, 'recent'].map((period) => files.get(period)?.count);
  assert.deepEqual(countsOf(built().files), [1, 1]);
  const former = inode(year);
  report('today', AS_OF - MINUTE);
  const second = built();
  assert.deepEqual([second.mode, ...countsOf(second.files)], ['incremental', 1, 2]);
  assert.equal(inode(year), former);
  for (const [days, ...counts] of [
    [1, 2, 1],
    [2, 3, undefined],
    [0, 1, 2],
  ] as const) {
    const later = built({ asOf: AS_OF + days * DAY });
    assert.deepEqual([later.mode, ...countsOf(later.files)], ['incremental', ...counts]);
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db, { asOf: AS_OF + days * DAY });
    assert.deepEqual(treeOf(dist), treeOf(clean));
  }
});

test('a former file is kept for the manifest before, and no longer', (t) => {
  const { dist, catalog, built } = catalogueOf(t);
  const versions = (): string[] => readdirSync(join(dist, 'versions'));
  const hashes: string[] = [];
  for (const value of [4, 5, 6]) {
    usgsSays(catalog, { ...quake('new', '2023-03-01 00:00:00'), magnitudes: [{ type: 'ML', value }] });
    hashes.push(built().files.get('2023')!.hash);
  }
  assert.deepEqual(
    hashes.map((hash) => versions().includes(hash)),
    [false, true, false],
  );
});

test('none are left where none are wanted, and all are written where they are wanted again', (t) => {
  const { dist, catalog, built } = catalogueOf(t);
  built();
  usgsSays(catalog, quake('new', '2023-03-02 00:00:00'));
  const first = built();
  assert.equal(first.mode, 'incremental');
  const without = built({ bulk: false });
  assert.equal(without.mode, 'incremental');
  assert.equal(manifestOf(dist).catalogue, undefined);
  assert.deepEqual(readdirSync(join(dist, 'catalogue')), []);
  const magic = readdirSync(join(dist, 'versions')).filter(
    (name) =>
      readFileSync(join(dist, versionPath(name)))
        .subarray(0, 4)
        .toString() === 'PAR1',
  );
  assert.deepEqual(magic, []);
  // Neither does a build of theirs bring them back, nor a later one fail over them.
  assert.equal(built({ bulk: false, asOf: AS_OF + DAY }).mode, 'incremental');
  const again = built();
  assert.equal(again.mode, 'incremental');
  assert.deepEqual(again.files, first.files);
});
