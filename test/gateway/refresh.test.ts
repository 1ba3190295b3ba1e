import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as afterOthers } from 'node:timers/promises';
import { MANIFEST } from '#core/paths.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { memoryReader, syntheticDataset } from '../support/dataset.ts';
import { ENDPOINT_PATHS, replaceFiles, testGateway } from '../support/gateway.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const second = syntheticDataset({ seed: 2, count: 500 });

const PATHS = [...ENDPOINT_PATHS, `/deprem_api.php?id=${first.detailed[0]!.id}`];

test('forty successive datasets use no more memory than one', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  const sizes: number[] = [];
  for (let build = 0; build < 40; build += 1) {
    const { files: next, detailed } = syntheticDataset({ seed: 100 + build, count: 100 });
    for (const [name, bytes] of next) files.set(name, bytes);
    for (const path of ['/api.php?limit=1000&q=izmir', '/api.php?updated_after=2026-06-12T00:00:00Z', '/stats_api.php'])
      assert.equal((await gateway.get(path)).status, 200);
    for (const { id } of detailed) assert.equal((await gateway.get(`/deprem_api.php?id=${id}`)).status, 200);
    sizes.push(gateway.dataset.files.cachedBytes);
  }
  assert.ok(sizes[0]! > 10_000);
  assert.ok(Math.max(...sizes) < 2 * sizes[0]!, `${Math.max(...sizes)} bytes in memory, at first ${sizes[0]}`);
});

test('a hanging manifest read delays no request', async () => {
  const { read, readPart, stamp } = memoryReader(first.files);
  let hang = false;
  const hanging = { read, readPart, stamp: (name: string) => (hang ? new Promise<never>(() => {}) : stamp(name)) };
  const dataset = new Dataset(hanging, { pollIntervalMs: 0 });
  const before = await dataset.current();
  hang = true;
  for (let again = 0; again < 3; again += 1) assert.equal(await dataset.current(), before);
  const app = createApp({ dataset, now: () => AS_OF });
  for (const path of PATHS) assert.equal((await app.request(path)).status, 200, path);
});

test('a request is answered from the current dataset, the next one from the new one', async () => {
  const files = new Map(first.files);
  const dataset = new Dataset(memoryReader(files), { pollIntervalMs: 0 });
  const before = await dataset.current();
  replaceFiles(files, second.files);
  assert.equal(await dataset.current(), before);
  await dataset.refresh();
  assert.equal((await dataset.current()).manifest.dataset, second.manifest.dataset);
});

test('a manifest of 300 MB is not read', async () => {
  const files = new Map(first.files);
  const { read, readPart, stamp } = memoryReader(files);
  let bytes = 0;
  const counting = {
    stamp,
    readPart,
    async read(name: string, most = Infinity) {
      if (name === MANIFEST && most < 300e6) throw new Error(`has 300000000 bytes; at most ${most} are read`);
      const content = await read(name);
      bytes += content?.byteLength ?? 0;
      return content;
    },
  };
  const gateway = testGateway(files, { reader: counting });
  assert.equal((await gateway.get('/api.php')).status, 503);
  assert.equal(bytes, 0);
  assert.equal(gateway.lines.filter((line) => /manifest\.json has 300000000 bytes/.test(line)).length, 1);
});

test('an invalid manifest is read until it is another one, and logged once', async () => {
  const files = new Map<string, Uint8Array>([[MANIFEST, Buffer.from('{"format":2,')]]);
  const reader = memoryReader(files);
  const gateway = testGateway(files, { reader });
  for (let again = 0; again < 5; again += 1) assert.equal((await gateway.get('/api.php')).status, 503);
  assert.deepEqual(reader.reads, Array<string>(5).fill(MANIFEST));
  assert.equal(gateway.lines.filter((line) => line === 'dataset: manifest.json is not whole JSON').length, 1);
  replaceFiles(files, first.files);
  assert.equal((await gateway.get('/api.php')).status, 200);
});

test('the manifest is checked no more often than configured', async () => {
  let now = 0;
  let stamps = 0;
  const reader = memoryReader(first.files);
  const counting = {
    read: reader.read,
    readPart: reader.readPart,
    stamp: (name: string) => ((stamps += name === MANIFEST ? 1 : 0), reader.stamp(name)),
  };
  const dataset = new Dataset(counting, { monotonicNow: () => now, pollIntervalMs: 1000 });
  // The second check reads what was not asked for.
  for (let check = 0; check < 2; check += 1) await dataset.refresh();
  stamps = 0;
  for (now = 1000; now < 6000; now += 100) {
    await dataset.current();
    await afterOthers();
  }
  assert.equal(stamps, 5);
});
