/** Parts of the manifest in the gateway: read when they are new, and never served without. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIndex, writeIndex } from '#core/detail-index.ts';
import { contentHash } from '#core/etag.ts';
import type { Manifest } from '#core/manifest.ts';
import { MANIFEST, partPath } from '#core/paths.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { putManifest } from '../../support/manifest.ts';
import { remoteGateway } from '../../support/remote-gateway.ts';

const isIndexPart = (path: string): boolean => path.endsWith('.part.json');

const dataset = syntheticDataset({ seed: 1, count: 600 });
const { parts } = dataset.manifest;
const paths = parts.map(({ hash }) => partPath(hash));

/** The dataset with a successor in which one shard of the newest part is another one, as far as the manifest says. */
function successor(): { files: Map<string, Uint8Array>; manifest: Manifest; part: string } {
  const files = new Map(dataset.files);
  const { shards } = dataset.manifest;
  const newest = shards.toSorted((a, b) => b.time[1] - a.time[1])[0]!;
  const changed = shards.map((one) => (one === newest ? { ...one, namesHash: contentHash('other names') } : one));
  const manifest = putManifest(files, { ...dataset.manifest, dataset: contentHash('next'), shards: changed });
  const [part, ...others] = manifest.parts.map(({ hash }) => partPath(hash)).filter((path) => !paths.includes(path));
  assert.ok(part !== undefined && others.length === 0, 'one part is another one');
  return { files, manifest, part };
}
const next = successor();

test('a new dataset reads the parts that changed alone, and keeps the entries of the others', async () => {
  assert.ok(parts.length > 2, `${parts.length} parts`);
  const files = new Map(dataset.files);
  const reader = memoryReader(files);
  const served = new Dataset(reader, { pollIntervalMs: 0 });
  const former = (await served.current()).manifest;
  const isPart = (path: string): boolean => path.endsWith('.entries.json');
  assert.deepEqual(reader.reads.filter(isPart).sort(), paths.toSorted());
  assert.deepEqual(former, dataset.manifest);
  reader.reads.length = 0;
  for (const [path, bytes] of next.files) files.set(path, bytes);
  await served.refresh();
  const { manifest } = await served.current();
  assert.deepEqual(reader.reads.filter(isPart), [next.part]);
  assert.deepEqual(manifest, next.manifest);
  const kept = manifest.shards.filter((shard) => former.shards.includes(shard)).length;
  assert.equal(kept, manifest.shards.length - manifest.parts.find(({ hash }) => partPath(hash) === next.part)!.shards);
});

test('a new index of details is read in the parts that changed alone', async () => {
  const files = new Map(dataset.files);
  const reader = memoryReader(files);
  const served = new Dataset(reader, { pollIntervalMs: Infinity });
  const partsRead = async (): Promise<string[]> => {
    reader.reads.length = 0;
    await served.refresh();
    await (await served.current()).index();
    return reader.reads.filter(isIndexPart);
  };
  const { details } = dataset.manifest;
  const index = readIndex(details.hash, (path) => files.get(path));
  assert.deepEqual((await partsRead()).toSorted(), [...writeIndex(index).files.keys()].filter(isIndexPart).toSorted());
  const changed = writeIndex({ ...index, buckets: index.buckets.with(-1, contentHash('another answer')) });
  for (const [path, text] of changed.files) files.set(path, Buffer.from(text));
  const { hash } = changed;
  putManifest(files, { ...dataset.manifest, dataset: contentHash('next'), details: { ...details, hash } });
  const [part, ...others] = await partsRead();
  assert.deepEqual([others, dataset.files.has(part!), changed.files.has(part!)], [[], false, true]);
});

test('from an address, each part is asked for once', async (t) => {
  const { files, store, start } = await remoteGateway(t, new Map(dataset.files));
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 200);
  const asked = (): string[] => store.requests.splice(0).filter((request) => request.endsWith('.entries.json'));
  assert.deepEqual(asked().sort(), paths.map((path) => `GET ${path}`).sort());
  for (const [path, bytes] of next.files) files.set(path, bytes);
  await gateway.dataset.refresh();
  assert.equal((await gateway.dataset.current()).manifest.dataset, next.manifest.dataset);
  assert.deepEqual(asked(), [`GET ${next.part}`]);
  // A new process has them on its disk.
  assert.equal((await start().get('/api.php')).status, 200);
  assert.deepEqual(asked(), []);
});

for (const [what, bytes] of [
  ['missing', undefined],
  ['damaged', Uint8Array.from(next.files.get(next.part)!).with(40, 0)],
] as const)
  test(`while a part is ${what} the former dataset goes on serving, and the new one follows its repair`, async () => {
    const files = new Map(dataset.files);
    const gateway = testGateway(files, { missingFilesTimeoutMs: 0 });
    const answer = async (): Promise<string> => (await gateway.get('/api.php?limit=100')).text();
    const expected = await answer();
    for (const [path, one] of next.files) files.set(path, one);
    if (bytes) files.set(next.part, bytes);
    else files.delete(next.part);
    for (let again = 0; again < 3; again += 1) {
      await gateway.dataset.refresh();
      assert.equal((await gateway.dataset.current()).manifest.dataset, dataset.manifest.dataset);
      assert.equal(await answer(), expected);
    }
    const said = gateway.lines.filter((line) => line.includes(next.part));
    assert.equal(said.length, 1, gateway.lines.join('\n'));
    assert.match(said[0]!, bytes ? /is corrupt/ : /is missing/);
    assert.equal(gateway.lines.filter((line) => /parts that cannot be read; the former dataset/.test(line)).length, 1);
    const status = (await (await gateway.get('/status')).json()) as { faults?: string[] };
    assert.deepEqual(status.faults, [next.part]);
    files.set(next.part, next.files.get(next.part)!);
    await gateway.dataset.refresh();
    assert.equal((await gateway.dataset.current()).manifest.dataset, next.manifest.dataset);
    assert.equal('faults' in ((await (await gateway.get('/status')).json()) as object), false);
  });

test('no dataset is served without one of its parts, and it is once that is there', async () => {
  const files = new Map(dataset.files);
  const gateway = testGateway(files, { missingFilesTimeoutMs: 0 });
  files.delete(paths[0]!);
  for (const path of ['/api.php', '/stats_api.php', `/${MANIFEST}`])
    assert.equal((await gateway.get(path)).status, 503);
  files.set(paths[0]!, dataset.files.get(paths[0]!)!);
  assert.equal((await gateway.get('/api.php')).status, 200);
});
