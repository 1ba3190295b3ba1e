import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { indexPath, segmentPath } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import { KEPT_BYTES, KEPT_FILES } from '../../generator/publish/sweep.ts';
import { shardFiles } from '#core/shard-entry.ts';
import { AS_OF, buildInto, jsonOf, manifestOf, sampleCatalog, usgsSays } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary.ts';

const HASHED = ['shards/*', 'changes/*', 'details/index/*', 'versions/*'];
const bytesOf = (dist: string): number =>
  fastGlob.sync(HASHED, { cwd: dist }).reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);

/** A file that no manifest names, of a size, as a former build would have left it. */
function stray(dist: string, digit: string, size: number, ending = ''): string {
  const path = join(dist, 'versions', digit.repeat(24 - ending.length) + ending);
  mkdirSync(join(dist, 'versions'), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, size);
  return path;
}

test('retired files take no more room than is set: the oldest go first', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  buildInto(dist, catalog.db);
  const build = (minutes: number): void => void buildInto(dist, catalog.db, { asOf: AS_OF + minutes * MINUTE });
  const kept: string[] = [];
  for (let minute = 1; minute <= 8; minute += 1) {
    kept.push(stray(dist, String(minute), KEPT_BYTES / 4));
    build(minute);
    assert.ok(bytesOf(dist) < 1.1 * KEPT_BYTES, `${bytesOf(dist)} bytes after ${minute} builds`);
  }
  assert.deepEqual(
    kept.map((path) => existsSync(path)),
    [false, false, false, false, true, true, true, true],
  );
});

test('retired files are no more than each build can look at: the oldest go first', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  buildInto(dist, catalog.db);
  const old = Array.from({ length: KEPT_FILES }, (_, nth) => stray(dist, 'a', 0, String(nth).padStart(5, '0')));
  buildInto(dist, catalog.db, { asOf: AS_OF + MINUTE });
  const left = (): number => old.filter((path) => existsSync(path)).length;
  const before = left();
  const young = ['b', 'c', 'd'].map((digit) => stray(dist, digit, 0));
  buildInto(dist, catalog.db, { asOf: AS_OF + 2 * MINUTE });
  assert.ok(young.every((path) => existsSync(path)));
  assert.ok(left() < before && left() > KEPT_FILES - 100, `${left()} of ${before}`);
  assert.equal(Object.values(jsonOf<Record<string, string[]>>(dist, '.retired.json')).flat().length, KEPT_FILES);
  assert.ok(statSync(join(dist, '.retired.json')).size < 40 * KEPT_FILES);
});

test('what the manifest before names stays, however much room the others take', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  buildInto(dist, catalog.db);
  const { shards, segments, details, answers } = manifestOf(dist);
  usgsSays(catalog, { key: 'us1', depthKm: 33 });
  const huge = stray(dist, '0', 3 * KEPT_BYTES);
  buildInto(dist, catalog.db, { asOf: AS_OF + MINUTE });
  assert.equal(existsSync(huge), false);
  const former = [
    ...shards.flatMap(shardFiles),
    ...segments.map(({ hash }) => segmentPath(hash)),
    indexPath(details.hash),
    `versions/${answers['list.json']!.hash}`,
    `versions/${answers['stats.json']!.hash}`,
  ];
  for (const path of former) assert.ok(existsSync(join(dist, path)), path);
});

test('the version of what lies under its plain name goes when the change is done', (t) => {
  const dist = temporaryFolder(t);
  const catalog = sampleCatalog();
  buildInto(dist, catalog.db);
  assert.deepEqual(fastGlob.sync('versions/*', { cwd: dist }), []);
  usgsSays(catalog, { key: 'us1', depthKm: 33 });
  buildInto(dist, catalog.db, { asOf: AS_OF + MINUTE });
  const { answers } = manifestOf(dist);
  for (const { hash } of Object.values(answers)) assert.ok(!existsSync(join(dist, 'versions', hash)));
});
