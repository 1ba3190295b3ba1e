import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf, namesFileOf } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import { ANSWERS, bucketPath, detailPath, indexPath, namesPath, versionPath } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const damaged = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1);

/** Files that a detail comes from, by id and by slug. */
const detail = first.detailed[0]!;
const DETAIL = `/deprem_api.php?id=${detail.id}`;
const DATED = `/deprem_api.php?date=${formatDay(detail.time)}&slug=${detail.slug}`;
const DETAIL_SOURCES: [file: string, targets: string[]][] = [
  [bucketPath(bucketOf(detail.id)), [DETAIL, DATED, `/${detailPath(detail.id)}`]],
  [namesPath(namesFileOf(formatDay(detail.time))), [DATED]],
  [indexPath(first.manifest.details.hash), [DETAIL, DATED, '/deprem_api.php?id=999999']],
];

for (const [path, targets] of DETAIL_SOURCES)
  test(`while ${path.replace(/\w{24}/, '<hash>')} is damaged or missing details are 503 until repaired`, async () => {
    const bytes = first.files.get(path)!;
    const revised = Buffer.from(
      Buffer.from(bytes)
        .toString()
        .replace(/\d(?=[^\d]*$)/, '8'),
    );
    for (const broken of [
      damaged(bytes),
      bytes.subarray(0, 40),
      bytes.subarray(0, -1),
      revised,
      new Uint8Array(),
      undefined,
    ]) {
      const files = new Map(first.files);
      if (broken) files.set(path, broken);
      else files.delete(path);
      const gateway = testGateway(files, { settleTimeoutMs: 0 });
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
