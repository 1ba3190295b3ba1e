/** Which earthquakes have single details of their own. */
import assert from 'node:assert/strict';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { DAY, HOUR } from '#core/time.ts';
import type { BuildOptions } from '../../generator/publish/publish.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { AS_OF, buildInto, treeOf, usgsSays } from '../support/build.ts';
import { NOON, report, testCatalog } from '../support/catalog.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Ids that have a file of their own. */
const filesOf = (dist: string): number[] =>
  fastGlob
    .sync('details/{id,gone/id}/*/*.json', { cwd: dist })
    .map((path) => Number(/(\d+)\.json$/.exec(path)![1]))
    .sort((a, b) => a - b);

const BODY = { place: 'Nurdağı (Gaziantep)', latitude: 37, longitude: 37 };

/** Id 1: small, 300 days old; 2: M 4.0 as old; 3: small, of today. */
function threeEarthquakes() {
  const catalog = testCatalog();
  usgsSays(
    catalog,
    { key: 'old', time: NOON - 300 * DAY, magnitudes: [{ type: 'mb', value: 3.9 }], ...BODY },
    { key: 'large', time: NOON - 299 * DAY, magnitudes: [{ type: 'mb', value: 4 }], ...BODY },
    { key: 'new', time: NOON, magnitudes: [{ type: 'mb', value: 2 }], ...BODY },
  );
  return catalog;
}

test('notable are M 4 and more, and the last 90 days; all and none are what they say', (t) => {
  const dist = temporaryFolder(t);
  const { db } = threeEarthquakes();
  const options = (detailFiles: BuildOptions['detailFiles']) => (detailFiles ? { detailFiles } : {});
  for (const [mode, ids] of [
    [undefined, [2, 3]],
    ['all', [1, 2, 3]],
    ['none', []],
    ['notable', [2, 3]],
  ] as const) {
    const { mode: how, details } = buildInto(dist, db, options(mode));
    assert.deepEqual([filesOf(dist), details], [[...ids], how === 'full' ? 3 : 0], mode ?? 'default');
    const clean = temporaryFolder(t);
    buildInto(clean, db, options(mode));
    assert.deepEqual(treeOf(dist), treeOf(clean));
  }
});

test('who was notable for being new has no file after 90 days, and has one again when it grows', (t) => {
  const dist = temporaryFolder(t);
  const catalog = threeEarthquakes();
  const build = (asOf: number): number[] => {
    buildInto(dist, catalog.db, { asOf });
    const clean = temporaryFolder(t);
    buildInto(clean, catalog.db, { asOf });
    assert.deepEqual(treeOf(dist), treeOf(clean));
    return filesOf(dist);
  };
  assert.deepEqual(build(AS_OF), [2, 3]);
  assert.deepEqual(build(NOON + 89 * DAY), [2, 3]);
  assert.deepEqual(build(NOON + 92 * DAY), [2]);
  assert.deepEqual(build(NOON + 80 * DAY), [2, 3], 'a clock that was set back');
  assert.deepEqual(build(NOON + 92 * DAY), [2]);
  usgsSays(catalog, { key: 'new', time: NOON, magnitudes: [{ type: 'mb', value: 4.2 }], ...BODY });
  assert.deepEqual(build(NOON + 92 * DAY), [2, 3]);
});

test('of each group the newest 1,024 have files: incremental builds as full ones, whichever way the limit moves', (t) => {
  const dist = temporaryFolder(t);
  const catalog = testCatalog();
  const earthquakes = (prefix: string, count: number, value: number, age: number): SourceReport[] =>
    Array.from({ length: count }, (_, n) =>
      report({
        key: `${prefix}${n}`,
        time: NOON - (age + n) * HOUR,
        latitude: 36 + (n % 50) / 10,
        longitude: 30 + (n % 70) / 10,
        magnitudes: [{ type: 'mb', value }],
      }),
    );
  const filesAfter = (...reports: Partial<SourceReport>[]): number => {
    usgsSays(catalog, ...reports);
    const { mode } = buildInto(dist, catalog.db, { bulk: false });
    const clean = temporaryFolder(t);
    assert.equal(buildInto(clean, catalog.db, { bulk: false }).mode, 'full');
    assert.deepEqual(treeOf(dist), treeOf(clean), mode);
    return filesOf(dist).length;
  };
  const small = earthquakes('small', 1030, 2, 24);
  assert.equal(filesAfter(...small, ...earthquakes('four', 1030, 4.5, 25.5), ...earthquakes('six', 5, 6, 26)), 2053);
  assert.equal(filesAfter(...earthquakes('late', 8, 4.1, 1)), 2053);
  assert.equal(filesAfter(...small.slice(0, 4).map((one) => ({ ...one, withdrawn: true }))), 2053 + 4);
  assert.equal(
    filesAfter(...small.slice(4, 12).map((one) => ({ ...one, magnitudes: [{ type: 'mb', value: 5.5 }] }))),
    2059,
  );
});
