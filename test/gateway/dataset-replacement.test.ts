import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS } from '#core/paths.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { type DatasetFiles, memoryReader, syntheticDataset } from '../support/dataset.ts';
import { type ListBody, replaceFiles, testGateway } from '../support/gateway.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const second = syntheticDataset({ seed: 2, count: 500 });

/** A gateway that does not poll the manifest once it has one. */
function sleepyGateway(files: DatasetFiles) {
  let stamps = 0;
  const { read, readPart, stamp } = memoryReader(files);
  const reader = { read, readPart, stamp: (name: string) => ((stamps += 1), stamp(name)) };
  const app = createApp({
    dataset: new Dataset(reader, { pollIntervalMs: Infinity, monotonicNow: () => 0 }),
    now: () => AS_OF,
  });
  return { get: async (target: string) => app.request(target), stamps: () => stamps };
}

test('a replaced dataset is loaded by the first request that misses a file of the former one', async () => {
  const files = new Map(first.files);
  const { get } = sleepyGateway(files);
  const before = await (await get('/api.php')).text();
  replaceFiles(files, second.files);
  assert.equal(await (await get('/api.php')).text(), before, 'nothing missing, nothing looked for');
  const target = '/api.php?limit=1000&min_magnitude=2';
  const response = await get(target);
  assert.equal(response.status, 200);
  const expected = (await (await testGateway(second.files).get(target)).json()) as ListBody;
  assert.deepEqual(await response.json(), expected);
});

test('a file missing without a new manifest stays 503', async () => {
  const files = new Map([...first.files].filter(([name]) => !name.startsWith('shards/')));
  const { get } = sleepyGateway(files);
  for (let again = 0; again < 2; again += 1) assert.equal((await get('/api.php?min_magnitude=2')).status, 503);
});

const rss = Buffer.from(first.files.get(ANSWERS.rss)!).toString();
const ANSWER_FILES: [name: string, path: string, file: string, content: string, status: number][] = [
  ['a feed regenerated for another address', '/rss', ANSWERS.rss, rss.replaceAll('localhost', 'example.org'), 503],
  [
    'stations with a word more',
    '/station_api.php',
    ANSWERS.stations,
    '{"status":"success","stations":[{"id":666}]}',
    503,
  ],
  ['half a feed', '/rss', ANSWERS.rss, rss.slice(0, rss.length >> 1), 503],
  ['a feed cut behind an item', '/rss', ANSWERS.rss, rss.slice(0, rss.indexOf('</item>') + 7), 503],
  ['an empty feed', '/rss', ANSWERS.rss, '', 503],
  ['statistics of another shape', '/stats_api.php', ANSWERS.stats, '[]', 503],
  ['a status without content', '/status', ANSWERS.status, '{}', 503],
];

for (const [name, path, file, content, status] of ANSWER_FILES)
  test(`${name} is answered with ${status}`, async () => {
    const gateway = testGateway(new Map([...first.files, [file, Buffer.from(`${content}\n`)]]));
    const response = await gateway.get(path);
    assert.equal(response.status, status);
    // The list can be put together from the shards; the file itself is as refused as the answer.
    assert.equal((await gateway.get(`/${file}`)).status, 503);
    const { faults } = (await (await testGateway(first.files).get('/status')).json()) as { faults?: string[] };
    assert.equal(faults, undefined);
    if (file !== ANSWERS.status) {
      const status = (await (await gateway.get('/status')).json()) as { faults: string[] };
      assert.ok(status.faults.some((fault) => fault.startsWith(file)));
    }
    const named = gateway.lines.filter((line) => line.startsWith(`dataset: ${file}`));
    assert.equal(named.length, 1, 'logged once');
  });

test('a misplaced key is not in the error', async () => {
  const response = await testGateway(first.files).get('/api.php?limit=5;api_key=sk_s3creT');
  assert.equal(response.status, 400);
  assert.doesNotMatch(await response.text(), /s3creT/);
});
