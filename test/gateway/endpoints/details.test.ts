import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOfBucket, placeOf } from '#core/bucket-lines.ts';
import { readIndex } from '#core/detail-index.ts';
import { bucketOf, namesFileOf } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import {
  ANSWERS,
  bucketPath,
  detailPath,
  indexPath,
  linesPath,
  namesPath,
  stationTablePath,
  versionPath,
} from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { readWhole, testGateway } from '../../support/gateway.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const damaged = (bytes: Uint8Array, at = bytes.length >> 1): Uint8Array => bytes.with(at, bytes[at]! ^ 1);

/** Files that a detail comes from, by id and by slug. */
const detail = first.detailed[0]!;
const DETAIL = `/deprem_api.php?id=${detail.id}`;
const DATED = `/deprem_api.php?date=${formatDay(detail.time)}&slug=${detail.slug}`;
const detailIndex = readIndex(first.manifest.details.hash, (path) => first.files.get(path));
const DETAIL_SOURCES: [file: string, targets: string[]][] = [
  [namesPath(namesFileOf(formatDay(detail.time))), [DATED]],
  [linesPath(detailIndex.lines[0]!), [DETAIL, DATED, `/${detailPath(detail.id)}`]],
  [stationTablePath(detailIndex.stations!), [DETAIL, DATED, `/${detailPath(detail.id)}`]],
  [indexPath(first.manifest.details.hash), [DETAIL, DATED, '/deprem_api.php?id=999999']],
];

/** Contents that cannot have a file's hash: a byte changed, cut off, revised, empty, missing. */
const damagesOf = (bytes: Uint8Array): (Uint8Array | undefined)[] => [
  damaged(bytes),
  bytes.subarray(0, 40),
  bytes.subarray(0, -1),
  bytes.with(-1, 8),
  new Uint8Array(),
  undefined,
];

/** The same of the line alone: a bucket's other lines may be as they like. */
function lineDamages(bytes: Uint8Array): (Uint8Array | undefined)[] {
  const { start, end } = placeOf(linesOfBucket(bytes), detail.id)!;
  return [damaged(bytes, start), damaged(bytes, end - 2), bytes.subarray(0, end - 1), new Uint8Array(), undefined];
}

const bucket = bucketPath(bucketOf(detail.id));
const CASES: [path: string, targets: string[], (bytes: Uint8Array) => (Uint8Array | undefined)[]][] = [
  [bucket, [DETAIL, DATED, `/${detailPath(detail.id)}`], lineDamages],
  ...DETAIL_SOURCES.map(([path, targets]): (typeof CASES)[number] => [path, targets, damagesOf]),
];

for (const [path, targets, damages] of CASES)
  test(`while ${path.replace(/\w{24}/, '<hash>')} is damaged or missing details are 503 until repaired`, async () => {
    const bytes = first.files.get(path)!;
    for (const broken of damages(bytes)) {
      const files = new Map(first.files);
      if (broken) files.set(path, broken);
      else files.delete(path);
      const gateway = testGateway(files, { missingFilesTimeoutMs: 0 });
      for (const target of targets) {
        const response = await gateway.get(target);
        assert.deepEqual([response.status, response.headers.get('Cache-Control')], [503, 'no-store'], target);
      }
      const named = gateway.lines.filter((line) => line.startsWith(`dataset: ${path}`));
      assert.equal(named.length, 1, 'logged once');
      const { faults } = (await (await gateway.get('/status')).json()) as { faults: string[] };
      assert.ok(faults.includes(path));
      files.set(path, bytes);
      for (const target of targets)
        assert.equal((await gateway.get(target)).status, target.endsWith('=999999') ? 404 : 200, target);
    }
  });

test('a folder removed while served leaves 503 where a 404 is unproven, and cached content', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  await readWhole(gateway);
  const list = await (await gateway.get('/api.php')).text();
  files.clear();
  for (const target of [
    DETAIL,
    DATED,
    '/shards/000000000000000000000000.json',
    '/nothing.html',
    `/${detailPath(detail.id)}`,
  ])
    assert.equal((await gateway.get(target)).status, 503, target);
  assert.equal(await (await gateway.get('/api.php')).text(), list);
  // The index is in memory: it proves that there is no such earthquake.
  assert.equal((await gateway.get('/deprem_api.php?id=999999')).status, 404);
});

test('a file under a plain name is served only if the manifest lists it, else its versioned copy', async () => {
  const files = new Map(first.files);
  const plain = [bucketPath(bucketOf(detail.id)), namesPath(namesFileOf(formatDay(detail.time))), ANSWERS.rss];
  for (const path of plain) {
    const bytes = files.get(path)!;
    files.set(versionPath(contentHash(bytes)), bytes);
    files.set(path, Buffer.from('what another build has put there\n'));
  }
  const gateway = testGateway(files);
  const undamaged = testGateway(first.files);
  for (const target of [DETAIL, DATED, '/rss', ...plain.map((path) => `/${path}`)]) {
    const [response, expected] = [await gateway.get(target), await undamaged.get(target)];
    assert.equal(response.status, 200, target);
    assert.equal(await response.text(), await expected.text(), target);
  }
});

test('a detail costs the bytes of its own line, and a damaged neighbour does not matter', async () => {
  const bytes = first.files.get(bucket)!;
  const { start, end } = placeOf(linesOfBucket(bytes), detail.id)!;
  const files = new Map(first.files);
  files.set(bucket, Buffer.concat([bytes.subarray(0, end), Buffer.from('x')]));
  const whole: string[] = [];
  const parts: unknown[] = [];
  const { read, readPart, stamp } = memoryReader(files);
  const gateway = testGateway(files, {
    reader: {
      stamp,
      read: (path) => (whole.push(path), read(path)),
      readPart: (...part) => (parts.push(part), readPart(...part)),
    },
  });
  for (const target of [DETAIL, `/${detailPath(detail.id)}`])
    assert.equal(
      await (await gateway.get(target)).text(),
      Buffer.from(first.files.get(detailPath(detail.id))!).toString(),
    );
  assert.deepEqual(parts, [
    [bucket, start, end],
    [bucket, start, end],
  ]);
  assert.deepEqual(
    whole.filter((path) => path.startsWith('details/buckets/')),
    [],
  );
  assert.equal(whole.filter((path) => path.endsWith('.lines')).length, 1);
});
