/** A file of a shard that is gone: 503 where the answer begins with it, although the manifest alone gives the count. */
import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { planView } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { columnsPath, fullShardPath, shardPath, solutionsPath } from '#core/paths.ts';
import { folderReader } from '../../../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../../../gateway/http/server.ts';
import { EventCursor } from '../../../../gateway/scan/event-cursor.ts';
import { type EventSelection, Tally } from '../../../../gateway/scan/event-rows.ts';
import { syntheticDataset, writeDist } from '../../../support/dataset.ts';
import { assertError } from '../../../support/fdsn-error.ts';
import { testGateway } from '../../../support/gateway.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const { files, manifest } = syntheticDataset({ seed: 31, count: 900, shardRows: 60 });
const EVENTS = '/fdsnws/event/1/query?format=text';

const folder = temporaryFolder({ after });
const dist = join(folder, 'dist');

before(() => writeDist(files, dist));

const [newest, oldest] = [-1, 1].map(
  (direction) => manifest.shards.toSorted((a, b) => direction * (a.time[1] - b.time[1]))[0]!,
) as [ShardEntry, ShardEntry];

/** A gateway that listens, and serves the dataset; then the file is removed until the requests have ended. */
async function without(path: string, ask: (url: string) => Promise<void>): Promise<void> {
  const { app, dataset } = testGateway(new Map(), { reader: folderReader(dist) });
  await dataset.refresh();
  const { url, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  const file = join(dist, path);
  await rename(file, `${file}.away`);
  try {
    await ask(url);
  } finally {
    await rename(`${file}.away`, file);
    await stop();
  }
}

const FILES: [string, (entry: ShardEntry) => string][] = [
  ['columns', ({ columnsHash }) => columnsPath(columnsHash)],
  ['solutions', ({ solutionsHash }) => solutionsPath(solutionsHash)],
  ['lines', ({ hash }) => shardPath(hash)],
  ['full lines', ({ fullHash }) => fullShardPath(fullHash)],
];

for (const [name, pathOf] of FILES)
  test(`${name} missing where the answer begins: 503 in plain text`, () =>
    without(pathOf(newest), async (url) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await fetch(`${url}${EVENTS}&limit=5`, { method });
        assert.equal(response.status, 503, method);
        if (method === 'GET') await assertError(response, 503);
      }
    }));

test('a file missing at the end of a long answer breaks it off', () =>
  without(fullShardPath(oldest.fullHash), async (url) => {
    const response = await fetch(`${url}${EVENTS.replace('text', 'xml')}`);
    assert.equal(response.status, 200);
    await assert.rejects(response.text());
  }));

/** Shards that hold the rows, or may hold a newer one. */
async function shardsOf(limit: number): Promise<number> {
  const opened = new Set<ShardEntry>();
  const { dataset } = testGateway(files);
  const snapshot = await dataset.current();
  const filter = { includeUnrated: true as const };
  const selection: EventSelection = {
    ...{ plan: planView(manifest, filter, {}), filter, view: {}, order: 'time' },
    files: {
      shard: (entry) => (opened.add(entry), snapshot.files.shard(entry)),
      solutions: (entry) => snapshot.files.solutions(entry),
      areaIndex: (entry) => snapshot.files.areaIndex(entry),
    },
  };
  const tally = new Tally(selection, { bounds: { files: Infinity, rows: Infinity }, maxRows: limit });
  const steps = tally.steps(new AbortController().signal);
  while (!(await steps.next()).done);
  const cursor = new EventCursor(selection, tally, { skip: 0, count: limit });
  while (!(await cursor.advance([], limit)));
  return opened.size;
}

test('no shard is opened beyond those of the answer', async () => {
  const due = await shardsOf(5);
  assert.ok(due < manifest.shards.length / 2, `${due}`);
  for (const method of ['GET', 'HEAD']) {
    const { get, dataset } = testGateway(files);
    const response = await get(`${EVENTS}&limit=5`, {}, method);
    await response.text();
    assert.equal(response.status, 200);
    assert.equal(dataset.files.loads, due, method);
  }
  const { get, dataset } = testGateway(files);
  await (await get(EVENTS.replace('text', 'xml'))).body!.cancel();
  assert.ok(dataset.files.loads < manifest.shards.length / 2, `the first piece alone: ${dataset.files.loads}`);
});
