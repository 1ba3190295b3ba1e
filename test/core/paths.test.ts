import assert from 'node:assert/strict';
import test from 'node:test';
import {
  assetPath,
  columnsPath,
  compressedPath,
  datedPathOf,
  declusteredPath,
  detailPath,
  fullShardPath,
  hashInPath,
  HASHED_FOLDERS,
  indexPath,
  linesPath,
  pointsPath,
  segmentPath,
  shardNamesPath,
  shardPath,
  solutionsPath,
  statisticsPath,
  versionPath,
  withdrawnPath,
} from '#core/paths.ts';
import { formatDay, parseCivil } from '#core/time.ts';

test('details lie a thousand a folder, and by date and slug', () => {
  assert.equal(detailPath(7), 'details/id/0/7.json');
  assert.equal(detailPath(999), 'details/id/0/999.json');
  assert.equal(detailPath(12_345), 'details/id/12/12345.json');
  const night = parseCivil('2023-02-06 23:59:59.999')!;
  assert.equal(datedPathOf(formatDay(night), 'van-m4-0'), 'details/date/2023-02-06/van-m4-0.json');
  assert.equal(datedPathOf(formatDay(parseCivil('0062-02-05 00:00:00')!), 'x'), 'details/date/0062-02-05/x.json');
});

test('tombstones lie apart from details', () => {
  assert.equal(withdrawnPath(detailPath(7)), 'details/gone/id/0/7.json');
  assert.equal(withdrawnPath('details/date/2023-02-06/a.json'), 'details/gone/date/2023-02-06/a.json');
});

test('a file that is named by its hash is known by its path alone', () => {
  const hash = '0123456789abcdef01234567';
  const paths = [
    ...[shardPath, fullShardPath, columnsPath, solutionsPath, shardNamesPath, pointsPath, segmentPath],
    ...[statisticsPath, declusteredPath, indexPath, linesPath, versionPath],
    (one: string) => assetPath('boot-all', one, 'js'),
  ].map((pathOf) => pathOf(hash));
  for (const path of paths) {
    assert.equal(hashInPath(path), hash, path);
    const others = [`${path}x/y`, `x/${path}`, compressedPath(path, 'gzip'), path.replace(hash, hash.slice(1))];
    for (const other of [...others, path.replace(hash, hash.toUpperCase())])
      assert.equal(hashInPath(other), undefined, other);
  }
  const folders = new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))));
  assert.deepEqual([...folders].toSorted(), HASHED_FOLDERS.toSorted());
  for (const path of [`shards/${hash}`, `changes/${hash}.csv`, `details/newest/${hash}.json`, hash])
    assert.equal(hashInPath(path), undefined, path);
});
