/** Parts of the manifest: what is in each, and what is refused. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { KNOWN_AGENCIES } from '#core/agencies.ts';
import { contentHash } from '#core/etag.ts';
import { type Manifest, type ManifestRoot, readManifest, type ShardEntry, writeManifest } from '#core/manifest.ts';
import { writeParts } from '#core/manifest-partition.ts';
import { partPath } from '#core/paths.ts';
import { agencyBits, bucketFrom, bucketTo } from '#core/shard.ts';
import { DAY } from '#core/time.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { manifests, shards } from '../support/manifest-values.ts';
import fc from '../support/property.ts';

const ordered = fc
  .uniqueArray(shards, { maxLength: 8, selector: (shard) => `${shard.band} ${bucketFrom(shard)}` })
  .map((some) => some.sort((a, b) => a.band - b.band || bucketFrom(a) - bucketFrom(b)));

/** As a folder has them. */
function written(root: ManifestRoot, content: Pick<Manifest, 'shards' | 'areas'>) {
  const { parts: own, files } = writeParts(content);
  const bytes = new Map([...files].map(([path, body]) => [path, Buffer.from(body)]));
  return { text: writeManifest({ ...root, parts: own }), files: bytes, parts: own };
}

test('the shards that are written in parts are read', () => {
  fc.assert(
    fc.property(manifests, ordered, (root, some) => {
      const { text, files, parts: own } = written(root, { shards: some });
      assert.deepEqual(
        readManifest(text, (path) => files.get(path)),
        { ...root, parts: own, shards: some },
      );
    }),
  );
});

test('an area index is written with its first shard, and both are read in their order', () => {
  const { manifest, files } = syntheticDataset();
  assert.ok(manifest.areas!.length > 3 && manifest.parts.length > 1);
  const { shards: some, areas } = manifest;
  const read = readManifest(writeManifest(manifest), (path) => files.get(path));
  assert.deepEqual({ shards: read.shards, areas: read.areas }, { shards: some, areas });
});

test('a shard is in the decade in which its bucket begins, one of the last 64 days in the recent part', () => {
  fc.assert(
    fc.property(ordered, (some) => {
      const until = Math.max(...some.map(({ time }) => time[1])) - 64 * DAY;
      const files = writeParts({ shards: some });
      for (const { hash: own, period, shards: number, count, time } of files.parts) {
        const text = files.files.get(partPath(own))!;
        const due = some.filter((shard) => {
          const year = new Date(bucketFrom(shard)).getUTCFullYear();
          if (bucketTo(shard) > until) return period === 'recent';
          return year < 1900 ? period === 'before-1900' : period === `${year - (year % 10)}s`;
        });
        assert.equal(number, due.length);
        assert.equal(
          count,
          due.reduce((sum, one) => sum + one.count, 0),
        );
        assert.equal(time[0], Math.min(...due.map((one) => one.time[0])));
        assert.equal(time[1], Math.max(...due.map((one) => one.time[1])));
        for (const one of due) assert.ok(text.includes(one.hash));
      }
      assert.equal(
        files.parts.reduce((sum, one) => sum + one.shards, 0),
        some.length,
      );
    }),
  );
});

const [example] = fc.sample(manifests, { numRuns: 1, seed: 7 }) as [ManifestRoot];
const [shard] = fc.sample(shards, { numRuns: 1, seed: 7 }) as [ShardEntry];
const [[, entries]] = [...writeParts({ shards: [shard] }).files] as [[string, string]];

/** A manifest with one part. */
function readWith(body: string, bytes: Buffer | undefined = Buffer.from(body)): Manifest {
  const entry = { period: 'recent', shards: 1, count: 1, time: shard.time };
  const root = { ...example, parts: [{ hash: contentHash(body), ...entry }] };
  return readManifest(writeManifest(root), () => bytes);
}
function shardWith(fields: object): string {
  const json = JSON.parse(entries) as { shards: object[] };
  Object.assign(json.shards[0]!, fields);
  return JSON.stringify(json);
}

const BAD_PARTS: [string, string, RegExp][] = [
  ['half a part', entries.slice(0, 100), /JSON/],
  ['a part without shards', '{"areas":[]}', /shards: a list is missing/],
  ['a part without areas', '{"shards":[]}', /areas: a list is missing/],
  ['a shard that is null', '{"shards":[null],"areas":[]}', /shards: an object is missing/],
  ['a path outside', shardWith({ file: 'shards/../../etc/passwd' }), /file: .* not a file of this format/],
  ['an absolute path', shardWith({ full: '/etc/passwd' }), /full: .* not a file of this format/],
  ['no count', shardWith({ count: null }), /count: null where a whole number is due/],
  ['an endless span', shardWith({ latitude: [1] }), /latitude: \[1\] where a pair is due/],
  ['a span of three', shardWith({ latitude: [1, 2, 3] }), /latitude: \[1,2,3\] where a pair is due/],
  ['a time in another form', shardWith({ time: ['today', 'tomorrow'] }), /time: "today" where a time is due/],
  ['no sources', shardWith({ sources: undefined }), /sources: an object is missing/],
];

for (const [what, bad, message] of BAD_PARTS)
  test(`${what} is refused in a part`, () => {
    assert.throws(() => readWith(bad), { name: 'ManifestError', message });
  });

test('a part that is missing or has another hash is refused by its name', () => {
  const path = partPath(contentHash(entries));
  assert.throws(() => readWith(entries, Buffer.alloc(0)), { name: 'ManifestError', message: `${path} is damaged` });
  const other = Buffer.from(entries.replace('"band":', '"bend":'));
  assert.throws(() => readWith(entries, other), { name: 'ManifestError', message: `${path} is damaged` });
  const root = writeManifest({ ...example, parts: writeParts({ shards: [shard] }).parts });
  assert.throws(() => readManifest(root, () => undefined), { name: 'ManifestError', message: `${path} is missing` });
});

test('an agency of a later version is passed over', () => {
  const [read] = readWith(shardWith({ sources: { iris: 3, afad: 2 } })).shards;
  assert.equal(read!.agencies, agencyBits(['afad']));
  assert.deepEqual(read!.agencyCounts, [0, 2, ...Array.from({ length: KNOWN_AGENCIES.length - 2 }, () => 0)]);
});
