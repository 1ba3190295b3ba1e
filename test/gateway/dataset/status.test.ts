/** `status.json` changes while a dataset is served: nothing else is read, and a bad one changes nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AGENCIES } from '#core/agencies.ts';
import { ANSWERS } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { statusFile } from '../../../generator/outputs/status.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const { files: built, manifest } = syntheticDataset({ seed: 4, count: 100 });

const statusAt = (minute: number, dataset = manifest.dataset): Uint8Array =>
  Buffer.from(
    statusFile({
      ...{ dataset, minute, asOf: AS_OF, agencies: AGENCIES, sources: [] },
      settings: { serviceName: 'x', baseUrl: 'http://localhost' },
    }),
  );

function watched() {
  const files = new Map(built);
  const reader = memoryReader(files);
  const gateway = testGateway(files, { reader });
  const generatedAt = async (path = '/status'): Promise<unknown> =>
    ((await (await gateway.get(path)).json()) as { generated_at: string }).generated_at;
  return { files, reader, gateway, generatedAt };
}

test('a quiet hour is seen in /status, its file and the age of the dataset; nothing else is read', async () => {
  const { files, reader, gateway, generatedAt } = watched();
  const tag = async (): Promise<string | null> => (await gateway.get('/status.json')).headers.get('etag');
  const [before, first] = [await tag(), await generatedAt()];
  reader.reads.length = 0;
  files.set(ANSWERS.status, statusAt(AS_OF + HOUR));
  const after = new Date(AS_OF + HOUR).toISOString();
  await gateway.dataset.refresh();
  assert.deepEqual(
    [await generatedAt(), await generatedAt('/status.json')].map((at) => Date.parse(String(at))),
    [Date.parse(after), Date.parse(after)],
  );
  assert.notEqual(first, after);
  assert.notEqual(await tag(), before);
  assert.equal(gateway.dataset.builtAt, AS_OF + HOUR);
  assert.deepEqual(reader.reads, [ANSWERS.status]);
});

test('a flipped bit, half a file or none is a fault, and the last whole status stays', async () => {
  const { files, gateway, generatedAt } = watched();
  const before = await generatedAt();
  const next = statusAt(AS_OF + MINUTE);
  for (const bad of [next.with(20, next[20]! ^ 1), next.subarray(0, 99), undefined]) {
    if (bad) files.set(ANSWERS.status, bad);
    else files.delete(ANSWERS.status);
    await gateway.dataset.refresh();
    const status = (await (await gateway.get('/status')).json()) as { generated_at: string; faults: string[] };
    assert.deepEqual([status.generated_at, status.faults], [before, [ANSWERS.status]]);
  }
  files.set(ANSWERS.status, next);
  await gateway.dataset.refresh();
  assert.notEqual(await generatedAt(), before);
  assert.doesNotMatch(await (await gateway.get('/status')).text(), /faults/);
});

test('the status of another dataset does not make the served one younger', async () => {
  const { files, gateway } = watched();
  await gateway.dataset.refresh();
  files.set(ANSWERS.status, statusAt(AS_OF + HOUR, 'another'));
  await gateway.dataset.refresh();
  assert.equal(gateway.dataset.builtAt, AS_OF);
  assert.match(await (await gateway.get('/status')).text(), new RegExp(`"dataset":"${manifest.dataset}"`));
});
