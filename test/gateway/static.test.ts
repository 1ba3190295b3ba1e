import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bucketOf, namesFileOf } from '#core/details.ts';
import { entityTag } from '#core/etag.ts';
import {
  ANSWERS,
  bucketPath,
  columnsPath,
  fullShardPath,
  indexPath,
  MANIFEST,
  namesPath,
  segmentPath,
  shardPath,
} from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import type { Reader } from '../../gateway/dataset/folder-reader.ts';
import { memoryReader, syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';

const dataset = syntheticDataset({ seed: 3, count: 600 });
const { manifest, files } = dataset;
const detail = dataset.detailed[0]!;

/** Counts the bytes that are read. */
function counted(of: Map<string, Uint8Array>): Reader & { bytes: number } {
  const { read, readPart, stamp } = memoryReader(of);
  const reader = {
    bytes: 0,
    stamp,
    readPart,
    async read(name: string) {
      const found = await read(name);
      reader.bytes += found?.byteLength ?? 0;
      return found;
    },
  };
  return reader;
}

const IMMUTABLE = [
  shardPath(manifest.shards[0]!.hash),
  fullShardPath(manifest.shards[0]!.fullHash),
  columnsPath(manifest.shards[0]!.columnsHash),
  segmentPath(manifest.segments[0]!.hash),
  indexPath(manifest.details.hash),
];

test('a 304 of a file of the dataset reads not a byte', async () => {
  const reader = counted(files);
  const gateway = testGateway(files, { reader });
  const numbered = [bucketPath(bucketOf(detail.id)), namesPath(namesFileOf(formatDay(detail.time)))];
  const targets = [...IMMUTABLE, ...numbered, MANIFEST, ANSWERS.list];
  const tags = new Map<string, string>();
  for (const path of targets) tags.set(path, (await gateway.get(`/${path}`)).headers.get('ETag')!);
  const fresh = testGateway(files, { reader });
  await fresh.get('/status');
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
    if (files.get(path)!.byteLength < 1024) continue;
    const packed = await gateway.get(`/${path}`, { 'Accept-Encoding': 'br' });
    assert.equal(packed.headers.get('ETag'), entityTag(/[0-9a-f]{24}/.exec(path)![0], 'br'));
  }
});

test('a file is read and compressed once, however often it is asked for', async () => {
  const reader = counted(files);
  const gateway = testGateway(files, { reader });
  const path = shardPath(manifest.shards[0]!.hash);
  const ask = async (): Promise<Buffer> => {
    const response = await gateway.get(`/${path}`, { 'Accept-Encoding': 'br' });
    return Buffer.from(await response.arrayBuffer());
  };
  const first = await ask();
  reader.bytes = 0;
  assert.deepEqual([await ask(), reader.bytes], [first, 0]);
});

test('a tag says nothing of a file that is not there', async () => {
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

test('a compressed form is served as a file only if it is its answer’s', async () => {
  const path = `${ANSWERS.list}.gz`;
  const whole = testGateway(files);
  assert.deepEqual(Buffer.from(await (await whole.get(`/${path}`)).arrayBuffer()), files.get(path));
  const other = testGateway(new Map([...files, [path, gzipSync('{"id":666}')]]));
  assert.equal((await other.get(`/${path}`)).status, 503);
  const list = await other.get('/api.php', { 'Accept-Encoding': 'gzip' });
  assert.equal(list.headers.get('Content-Encoding'), 'gzip');
  assert.equal((await whole.get(`/${ANSWERS.stationsOf.kandilli}.gz`)).status, 404, 'too small to have one');
});

test('single details are their lines, under the paths that the folder has for them', async () => {
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
