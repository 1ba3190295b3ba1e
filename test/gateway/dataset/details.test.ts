import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIndex } from '#core/detail-index.ts';
import { contentHash } from '#core/etag.ts';
import { detailPath, stationTablePath } from '#core/paths.ts';
import { DatasetFiles } from '../../../gateway/dataset/files.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';

const { files, manifest, detailed } = syntheticDataset({ seed: 1, count: 600 });
const index = readIndex(manifest.details.hash, (path) => files.get(path));
const { id } = detailed[0]!;

const filesOf = (of: ReadonlyMap<string, Uint8Array>): DatasetFiles => {
  const reader = memoryReader(new Map(of));
  const readPart = (path: string, from: number, to: number) => of.get(path)?.subarray(from, to);
  return new DatasetFiles({ reader: { ...reader, readPart }, log: () => {}, cacheBytes: 1e7 });
};

test('a second detail of the same files is there at once: nothing is waited for', async () => {
  const { details } = filesOf(files);
  const first = await details.of(id, index);
  const again = details.of(id, index);
  assert.ok(!(again instanceof Promise) && again?.kind === 'record' && first?.kind === 'record');
  assert.deepEqual(Buffer.from(again.bytes), Buffer.from(files.get(detailPath(id))!));
  assert.equal(again.hash, first.hash);
  assert.equal(details.of(1e9, index), undefined);
});

test('another table of stations is another entity tag, as it is another answer', async () => {
  const table = Buffer.from(files.get(stationTablePath(index.stations!))!);
  const renamed = Buffer.from(table.toString('utf8').replace(/"name":"[^"]*"/, '"name":"Renamed"'));
  const stations = contentHash(renamed);
  const { details } = filesOf(new Map([...files, [stationTablePath(stations), renamed]]));
  const [former, now] = [await details.of(id, index), await details.of(id, { ...index, stations })];
  assert.ok(former?.kind === 'record' && now?.kind === 'record');
  assert.notEqual(now.hash, former.hash);
  assert.match(Buffer.from(now.bytes).toString('utf8'), /"name":"Renamed"/);
});
