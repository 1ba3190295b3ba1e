import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readIndex } from '#core/detail-index.ts';
import { bucketOf, namesFileOf } from '#core/details.ts';
import { contentHash, entityTag } from '#core/etag.ts';
import {
  ANSWERS,
  bucketPath,
  cataloguePath,
  columnsPath,
  shardNamesPath,
  solutionsPath,
  fullShardPath,
  indexPath,
  linesPath,
  MANIFEST,
  namesPath,
  pointsPath,
  segmentPath,
  shardPath,
} from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import type { Reader } from '../../../gateway/dataset/folder-reader.ts';
import { type DatasetFiles, memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { readWhole, testGateway } from '../../support/gateway.ts';

const dataset = syntheticDataset({ seed: 3, count: 600 });
const { manifest, files } = dataset;
const detail = dataset.detailed[0]!;
const index = readIndex(manifest.details.hash, (path) => files.get(path));

/** Counts the bytes that are read. */
function counted(of: DatasetFiles): Reader & { bytes: number } {
  const { read, readPart, stamp } = memoryReader(of);
  const reader = {
    bytes: 0,
    stamp,
    readPart,
    async read(name: string) {
      const bytes = await read(name);
      reader.bytes += bytes?.byteLength ?? 0;
      return bytes;
    },
  };
  return reader;
}

const IMMUTABLE = [
  shardPath(manifest.shards[0]!.hash),
  fullShardPath(manifest.shards[0]!.fullHash),
  columnsPath(manifest.shards[0]!.columnsHash),
  solutionsPath(manifest.shards[0]!.solutionsHash),
  shardNamesPath(manifest.shards[0]!.namesHash),
  pointsPath(manifest.shards[0]!.pointsHash),
  segmentPath(manifest.segments[0]!.hash),
  indexPath(manifest.details.hash),
  linesPath(index.lines[0]!),
];

test('a 304 of a dataset file reads no byte', async () => {
  const reader = counted(files);
  const gateway = testGateway(files, { reader });
  const numbered = [bucketPath(bucketOf(detail.id)), namesPath(namesFileOf(formatDay(detail.time)))];
  const targets = [...IMMUTABLE, ...numbered, MANIFEST, ANSWERS.list];
  const tags = new Map<string, string>();
  for (const path of targets) tags.set(path, (await gateway.get(`/${path}`)).headers.get('ETag')!);
  const fresh = testGateway(files, { reader });
  await readWhole(fresh);
  reader.bytes = 0;
  for (const path of targets) {
    const response = await fresh.get(`/${path}`, { 'If-None-Match': tags.get(path)! });
    assert.deepEqual([path, response.status, reader.bytes], [path, 304, 0]);
  }
});

test('the tag of a file named by its hash is that hash', async () => {
  const gateway = testGateway(files);
  for (const path of IMMUTABLE) {
    const response = await gateway.get(`/${path}`);
    assert.equal(response.headers.get('ETag'), entityTag(/[0-9a-f]{24}/.exec(path)![0]));
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), files.get(path), path);
    if (files.get(path)!.byteLength < 1024 || path.endsWith('.lines')) continue;
    const packed = await gateway.get(`/${path}`, { 'Accept-Encoding': 'br' });
    assert.equal(packed.headers.get('ETag'), entityTag(/[0-9a-f]{24}/.exec(path)![0], 'br'));
  }
});

test('a file is read and compressed once, however often it is requested', async () => {
  const reader = counted(files);
  const gateway = testGateway(files, { reader });
  await readWhole(gateway);
  const path = shardPath(manifest.shards[0]!.hash);
  const getFile = async (): Promise<Buffer> => {
    const response = await gateway.get(`/${path}`, { 'Accept-Encoding': 'br' });
    return Buffer.from(await response.arrayBuffer());
  };
  const first = await getFile();
  reader.bytes = 0;
  assert.deepEqual([await getFile(), reader.bytes], [first, 0]);
});

test('a matching ETag does not hide a missing file', async () => {
  const gateway = testGateway(files);
  const hash = '0'.repeat(24);
  for (const path of [shardPath(hash), columnsPath(hash), segmentPath(hash), indexPath(hash), `versions/${hash}`])
    assert.equal((await gateway.get(`/${path}`, { 'If-None-Match': entityTag(hash) })).status, 404, path);
});

test('a file under a hash that is not its own is never served', async () => {
  const hash = '0'.repeat(24);
  for (const path of [
    shardPath(hash),
    fullShardPath(hash),
    columnsPath(hash),
    segmentPath(hash),
    indexPath(hash),
    `versions/${hash}`,
  ]) {
    const gateway = testGateway(new Map([...files, [path, Buffer.from('{"id":666}\n')]]));
    assert.equal((await gateway.get(`/${path}`)).status, 503, path);
  }
});

test('a Parquet file is served as it is, and with no other bytes than its own', async () => {
  const { files: own } = syntheticDataset({ seed: 3, count: 200, bulk: true });
  const path = cataloguePath('2026');
  const bytes = Buffer.from(own.get(path)!);
  const response = await testGateway(own).get(`/${path}`, { 'Accept-Encoding': 'br, gzip' });
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes);
  assert.deepEqual(
    ['Content-Type', 'Content-Encoding', 'ETag'].map((name) => response.headers.get(name)),
    ['application/vnd.apache.parquet', null, entityTag(contentHash(bytes))],
  );
  bytes[100]! ^= 1;
  const damaged = testGateway(new Map([...own, [path, bytes]]));
  assert.equal((await damaged.get(`/${path}`)).status, 503);
  const { faults } = (await (await damaged.get('/status')).json()) as { faults: string[] };
  assert.deepEqual(faults, [path]);
});

test('programs read a Parquet file in ranges, and only of the version that they began with', async () => {
  const { files: own } = syntheticDataset({ seed: 3, count: 200, bulk: true });
  const path = cataloguePath('2026');
  const bytes = Buffer.from(own.get(path)!);
  const { get } = testGateway(own);
  const head = await get(`/${path}`, {}, 'HEAD');
  assert.deepEqual(
    ['Content-Length', 'Accept-Ranges'].map((name) => head.headers.get(name)),
    [String(bytes.length), 'bytes'],
  );
  const ranges: [header: string, from: number, to: number][] = [
    ['bytes=-8', bytes.length - 8, bytes.length],
    ['bytes=4-103', 4, 104],
    [`bytes=${bytes.length - 2}-`, bytes.length - 2, bytes.length],
  ];
  for (const [Range, from, to] of ranges) {
    const part = await get(`/${path}`, { Range, 'Accept-Encoding': 'br' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('Content-Range'), `bytes ${from}-${to - 1}/${bytes.length}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(from, to));
  }
  const current = { Range: 'bytes=0-3', 'If-Range': head.headers.get('ETag')! };
  assert.equal((await get(`/${path}`, current)).status, 206);
  assert.equal((await get(`/${path}`, { ...current, 'If-Range': '"other"' })).status, 200);
  assert.equal((await get(`/${path}`, { Range: `bytes=${bytes.length}-` })).status, 416);
});

test('a stored compressed form is served only if it belongs to the response', async () => {
  const path = `${ANSWERS.list}.gz`;
  const gateway = testGateway(files);
  assert.deepEqual(Buffer.from(await (await gateway.get(`/${path}`)).arrayBuffer()), files.get(path));
  const other = testGateway(new Map([...files, [path, gzipSync('{"id":666}')]]));
  assert.equal((await other.get(`/${path}`)).status, 503);
  const list = await other.get('/api.php', { 'Accept-Encoding': 'gzip' });
  assert.equal(list.headers.get('Content-Encoding'), 'gzip');
  assert.equal((await gateway.get(`/${ANSWERS.stationsOf.kandilli}.gz`)).status, 404, 'too small to have one');
});

test('single details are their lines, under their paths in the folder', async () => {
  const gateway = testGateway(files);
  for (const [path, bytes] of files) {
    if (!/^details\/(id|date|gone)\//.test(path)) continue;
    const response = await gateway.get(`/${path}`);
    assert.equal(response.status, 200, path);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), Buffer.from(bytes), path);
  }
  for (const path of ['details/id/1/1.json', 'details/id/0/01.json', 'details/gone/id/0/1.json', 'details/date/x.json'])
    assert.equal((await gateway.get(`/${path}`)).status, 404, path);
});
