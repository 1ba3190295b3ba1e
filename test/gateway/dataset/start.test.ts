/** What a gateway answers before it has read all of its dataset, or finds all of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { contentHash } from '#core/etag.ts';
import { ANSWERS, shardPath, versionPath } from '#core/paths.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { replaceFiles, testGateway } from '../../support/gateway.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const second = syntheticDataset({ seed: 2, count: 500 });

test('started on files that arrive after their manifest, it serves each as soon as it is there', async () => {
  const files = new Map(first.files);
  files.delete(ANSWERS.rss);
  files.set(ANSWERS.stats, Buffer.from('{"status":"succ'));
  const gateway = testGateway(files, { missingFilesTimeoutMs: 0 });
  assert.equal((await gateway.get('/rss')).status, 503);
  assert.equal((await gateway.get('/stats_api.php')).status, 503);
  assert.equal((await gateway.get('/api.php')).status, 200);
  replaceFiles(files, first.files);
  assert.equal((await gateway.get('/rss')).status, 200);
  assert.equal((await gateway.get('/stats_api.php')).status, 200);
});

test('a start answers before it has read what is not asked for, and names what is missing until it is there', async () => {
  const files = new Map(first.files);
  const [late] = first.manifest.shards.map(({ hash }) => shardPath(hash));
  files.delete(late!);
  const reader = memoryReader(files);
  const read: string[] = [];
  const counted = { ...reader, read: (path: string) => (read.push(path), reader.read(path)) };
  const gateway = testGateway(files, { reader: counted });
  const answers = () => read.filter((path) => Object.hasOwn(first.manifest.answers, path));
  assert.equal((await gateway.get('/rss')).status, 200);
  assert.deepEqual(answers(), [ANSWERS.rss]);
  const faults = async () => ((await (await gateway.get('/status')).json()) as { faults?: string[] }).faults;
  for (let check = 0; check < 3; check += 1) assert.deepEqual(await faults(), [`${late} is missing`]);
  const served = gateway.dataset.peek();
  await faults();
  assert.equal(gateway.dataset.peek(), served, 'what is known of it is kept');
  assert.deepEqual(answers().toSorted(), Object.keys(first.manifest.answers).toSorted(), 'each is read once');
  const ahead = gateway.lines.filter((line) => line.includes('is ahead of its files'));
  assert.deepEqual([ahead.length, ahead[0]!.includes('the former')], [1, false]);
  files.set(late!, first.files.get(late!)!);
  assert.equal(await faults(), undefined);
});

test('a new dataset has its whole time for its files, however long the first one lacks some', async () => {
  const rest = ({ files, manifest }: typeof first) => {
    const [late] = manifest.shards;
    return [...files].filter(([name]) => name !== shardPath(late!.hash));
  };
  const files = new Map(rest(first));
  const gateway = testGateway(files, { missingFilesTimeoutMs: 200 });
  for (let check = 0; check < 3; check += 1) await gateway.get('/status');
  await wait(250);
  replaceFiles(files, new Map(rest(second)));
  await gateway.get('/status');
  assert.equal(gateway.dataset.peek()!.manifest.dataset, first.manifest.dataset);
});

test('a dataset that is replaced before its answers were read gives the former ones until the next', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  await gateway.get('/api.php');
  const former = first.files.get(ANSWERS.rss)!;
  files.set(ANSWERS.rss, second.files.get(ANSWERS.rss)!);
  files.set(versionPath(contentHash(former)), former);
  assert.equal(await (await gateway.get('/rss')).text(), Buffer.from(former).toString());
});
