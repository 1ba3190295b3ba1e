/** A manifest with a flipped bit: no answer is wrong, and the former dataset goes on until the manifest is repaired. */
import assert from 'node:assert/strict';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MANIFEST } from '#core/paths.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { processMetrics } from '../../../gateway/metrics/process-metrics.ts';
import { AnswerMemory } from '../../../gateway/http/answer-memory.ts';
import { RequestCounts } from '../../../gateway/metrics/request-counts.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { type TestGateway, testGateway } from '../../support/gateway.ts';
import { remoteGateway } from '../../support/remote-gateway.ts';
import { random } from '../../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { DecisionCounts } from '../../../gateway/access/quota/meter.ts';

const dataset = syntheticDataset({ seed: 1, count: 600 });
const sound = dataset.files.get(MANIFEST)!;
const next = syntheticDataset({ seed: 2, count: 500 });

/** What is asked of each flipped manifest: every way to choose shards by their bounds. */
const PATHS = [
  '/api.php?limit=1000&min_magnitude=2',
  '/api.php?limit=1000&date_from=2026-01-01',
  '/api.php?limit=1000&min_latitude=38&max_longitude=36',
  '/api.php?limit=1000&sources=usgs',
  '/api.php?updated_after=2026-06-12T00:00:00Z&limit=50',
  '/stats_api.php',
  '/fdsnws/event/1/query?limit=50&minmagnitude=3',
];

const answersOf = async ({ get }: TestGateway): Promise<string[]> => {
  const answers: string[] = [];
  for (const path of PATHS) {
    const response = await get(path);
    answers.push(`${path} ${response.status} ${response.status === 200 ? await response.text() : ''}`);
  }
  return answers;
};

function flips(number: number): Uint8Array[] {
  const dice = random(19);
  return Array.from({ length: number }, () => {
    const at = Math.floor(dice() * sound.length);
    return Uint8Array.from(sound).with(at, sound[at]! ^ (1 << Math.floor(dice() * 8)));
  });
}

test('no flipped bit of a manifest gives a wrong answer, and its dataset is there once it is repaired', async () => {
  const expected = await answersOf(testGateway(dataset.files));
  assert.ok(expected.every((answer) => / 200 /.test(answer)));
  for (const flipped of flips(200)) {
    const files = new Map(dataset.files);
    const gateway = testGateway(files);
    files.set(MANIFEST, flipped);
    for (const answer of await answersOf(gateway)) assert.match(answer, / 503 $/);
    files.set(MANIFEST, sound);
    assert.equal((await gateway.get('/api.php')).status, 200);
  }
});

test('each bit of the last line counts', async () => {
  const files = new Map(dataset.files);
  const gateway = testGateway(files);
  for (let bit = 0; bit < 78 * 8; bit += 1) {
    const at = sound.length - 1 - (bit >> 3);
    files.set(MANIFEST, Uint8Array.from(sound).with(at, sound[at]! ^ (1 << (bit & 7))));
    assert.equal((await gateway.get('/api.php')).status, 503, `bit ${bit & 7} of byte ${at}`);
  }
});

/** A running gateway that is shown damage and repair. */
interface Shown {
  gateway: TestGateway;
  /** In place: with the size and time of the file that was there. */
  put(manifest: Uint8Array): void;
}

const metricsOf = ({ dataset: measured }: TestGateway): Promise<string> =>
  processMetrics({
    ...{ requests: new RequestCounts([]), decisions: new DecisionCounts() },
    ...{ dataset: measured, answers: new AnswerMemory(), connections: { open: 0 }, folders: {} },
  }).metrics();

/** @param shown over the first dataset */
async function goesOn({ gateway, put }: Shown): Promise<void> {
  const expected = await answersOf(gateway);
  for (const flipped of flips(12)) {
    gateway.lines.length = 0;
    put(flipped);
    for (let again = 0; again < 2; again += 1) assert.deepEqual(await answersOf(gateway), expected);
    const said = gateway.lines.filter((line) => /manifest\.json .*; the former dataset goes on serving/.test(line));
    assert.equal(said.length, 1, gateway.lines.join('\n'));
    const status = (await (await gateway.get('/status')).json()) as { faults?: string[] };
    assert.deepEqual(status.faults, [MANIFEST]);
    assert.match(await metricsOf(gateway), /^hiposantr_dataset_faults 1$/m);
    put(sound);
    assert.equal('faults' in ((await (await gateway.get('/status')).json()) as object), false);
    assert.match(await metricsOf(gateway), /^hiposantr_dataset_faults 0$/m);
    assert.equal(gateway.lines.filter((line) => line === 'dataset: manifest.json is whole again').length, 1);
  }
}

test('in a folder: the former dataset goes on, the fault is named, a repair of the same size and time is seen', async (t) => {
  const folder = temporaryFolder(t);
  await writeDist(dataset.files, folder);
  const file = join(folder, MANIFEST);
  const { mtime } = statSync(file);
  let damages = 0;
  const gateway = testGateway(dataset.files, { reader: folderReader(folder) });
  await goesOn({
    gateway,
    put(manifest) {
      writeFileSync(file, manifest);
      // The damage is of another time than what was there, the repair of the same as the damage.
      if (manifest !== sound) damages += 1;
      utimesSync(file, mtime, new Date(mtime.getTime() + damages * 1000));
    },
  });
  await writeDist(next.files, folder);
  assert.equal((await gateway.get('/api.php')).status, 200);
  assert.equal(gateway.dataset.peek()!.manifest.dataset, next.manifest.dataset);
});

test('a manifest that was missing for a while is no fault any more once it is back', async () => {
  const files = new Map(dataset.files);
  const gateway = testGateway(files);
  assert.equal((await gateway.get('/api.php')).status, 200);
  files.delete(MANIFEST);
  assert.equal((await gateway.get('/nothing')).status, 503);
  assert.match(await (await gateway.get('/status')).text(), /"faults":\["manifest\.json"\]/);
  files.set(MANIFEST, sound);
  assert.doesNotMatch(await (await gateway.get('/status')).text(), /faults/);
});

test('at an address: the same, of a host that makes its entity tag from size and time', async (t) => {
  const { files, store, start } = await remoteGateway(t);
  let damages = 0;
  store.intercept = (path, response, request) => {
    if (path !== MANIFEST) return false;
    const headers = { ETag: `"${files.get(path)!.length}-${damages}"` };
    if (request.headers['if-none-match'] === headers.ETag) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(files.get(path));
    return true;
  };
  await goesOn({
    gateway: start(),
    put(manifest) {
      files.set(MANIFEST, manifest);
      if (manifest !== sound) damages += 1;
    },
  });
});

test('at an address: a manifest that is damaged at the start leaves the last good dataset, else none', async (t) => {
  const { files, folder, start } = await remoteGateway(t);
  const expected = await answersOf(start());
  for (const flipped of flips(12)) {
    files.set(MANIFEST, flipped);
    assert.deepEqual(await answersOf(start()), expected);
    for (const answer of await answersOf(start({ cacheFolder: join(folder, 'empty') }))) assert.match(answer, / 503 $/);
  }
});
