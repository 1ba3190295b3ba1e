/** Lines by position: only those that are answered are read, and nothing is served that was not verified. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readColumns } from '#core/columns.ts';
import { columnsPath, shardPath } from '#core/paths.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { copyRuns, type Run, sizeOfRun } from '../../../gateway/dataset/lines.ts';
import { memoryReader, syntheticDataset, writeDist } from '../../support/dataset.ts';
import { type ListBody, testGateway } from '../../support/gateway.ts';
import { naiveList } from '../../support/naive-list.ts';
import fc from '../../support/property.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const dataset = syntheticDataset({ seed: 5, count: 3000, shardRows: 4096 });
const { files, manifest } = dataset;
const largest = manifest.shards.toSorted((a, b) => b.count - a.count)[0]!;
const shardBytes = files.get(shardPath(largest.hash))!;
const columns = readColumns(files.get(columnsPath(largest.columnsHash))!, largest.count);
const lines = Buffer.from(shardBytes).toString().split('\n').slice(1);

const runs: fc.Arbitrary<Run[]> = fc.array(
  fc
    .tuple(fc.nat({ max: largest.count - 1 }), fc.nat({ max: 30 }))
    .map(([first, more]) => ({ first, last: Math.min(first + more, largest.count - 1) })),
  { maxLength: 20 },
);
const expectedOf = ({ first, last }: Run): string =>
  lines
    .slice(first, last + 1)
    .join('\n')
    .replace(/,$/, '');

test('runs in any order give their lines, from parts that hold nothing far away', async () => {
  await fc.assert(
    fc.asyncProperty(runs, async (chosen) => {
      let bytes = 0;
      const read = async (from: number, to: number): Promise<Uint8Array> => {
        bytes += to - from;
        return shardBytes.subarray(from, to);
      };
      let wanted = 0;
      const placed = chosen.map((run) => ({ ...run, at: wanted, end: (wanted += sizeOfRun(columns, run)) }));
      const target = Buffer.alloc(wanted);
      await copyRuns(columns, placed, { target, read });
      assert.deepEqual(
        placed.map(({ at, end }) => target.toString('utf8', at, end)),
        chosen.map(expectedOf),
      );
      assert.ok(bytes <= wanted + chosen.length * 8200);
    }),
  );
});

test('a byte that is another in a line, or a file that ends before, is an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: largest.count - 1 }), fc.nat(), async (row, chosen) => {
      const [from, to] = [columns.line[row]!, columns.line[row + 1]!];
      const at = from + (chosen % (to - from));
      for (const broken of [shardBytes.with(at, shardBytes[at]! ^ 1), shardBytes.subarray(0, at), new Uint8Array()])
        await assert.rejects(
          copyRuns(columns, [{ first: row, last: row, at: 0 }], {
            target: Buffer.alloc(to - from),
            read: async (start, end) => broken.subarray(start, end),
          }),
          /is corrupt: line \d+/,
        );
    }),
  );
});

test('a query that matches nothing reads columns once and no line', async () => {
  const reader = memoryReader(files);
  const { get } = testGateway(files, { reader });
  for (const place of ['nowhere', 'nowhere else']) assert.equal((await get(`/api.php?q=${place}`)).status, 200);
  assert.deepEqual(reader.parts, []);
  const read = reader.reads.filter((name) => /^shards\/\w+\.(?!entries)/.test(name));
  const rated = manifest.shards.filter(({ band }) => band > 0);
  assert.deepEqual(read.toSorted(), rated.map(({ columnsHash }) => columnsPath(columnsHash)).sort());
});

test('columns that many ask for at once are read once', async () => {
  const reader = memoryReader(files);
  const { get } = testGateway(files, { reader });
  await Promise.all(Array.from({ length: 20 }, (_, index) => get(`/api.php?limit=${index + 1}&min_magnitude=4`)));
  const shards = reader.reads.filter((name) => name.startsWith('shards/'));
  assert.ok(shards.length > 0);
  assert.equal(new Set(shards).size, shards.length);
});

test('a page of 100 rows reads their lines and no more, in one part a shard', async () => {
  const reader = memoryReader(files);
  const { get } = testGateway(files, { reader });
  const response = await get('/api.php?limit=100&max_magnitude=9');
  const { earthquakes } = (await response.json()) as ListBody;
  assert.deepEqual(earthquakes, naiveList(dataset.earthquakes, {}).slice(0, 100));
  assert.ok(reader.parts.length <= manifest.shards.length);
  assert.equal(new Set(reader.parts.map(({ path: name }) => name)).size, reader.parts.length);
  const read = reader.parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const served = Number(response.headers.get('Content-Length'));
  assert.ok(read <= served, `${read} bytes read for ${served}`);
  assert.ok(
    reader.reads.every((name) => !/^shards\/\w+\.json$/.test(name)),
    'no shard is read as a whole',
  );
});

test('statistics and the measuring of a JSON export read hardly a line', async () => {
  const reader = memoryReader(files);
  const { get } = testGateway(files, { reader, exportRows: () => 100_000 });
  await get('/stats_api.php');
  assert.deepEqual(reader.parts, []);
  const head = await get('/export.php?format=json', {}, 'HEAD');
  assert.equal(head.headers.get('X-Export-Rows'), String(dataset.earthquakes.length));
  assert.equal(reader.parts.length, manifest.shards.length, 'one line of each shard');
});

test('rows measured for one CSV export are not rendered again to measure another', async () => {
  const reader = memoryReader(files);
  const { get } = testGateway(files, { reader, exportRows: () => 100_000 });
  const head = await get('/export.php?format=csv', {}, 'HEAD');
  const first = reader.parts.length;
  const other = await get('/export.php?format=csv&max_latitude=89', {}, 'HEAD');
  assert.equal(other.headers.get('Content-Length'), head.headers.get('Content-Length'));
  assert.equal(reader.parts.length - first, manifest.shards.length, 'one line of each shard');
});

test('what is changed in an open file is not served, and is served again when it is as it was', async (t) => {
  const folder = temporaryFolder(t);
  await writeDist(files, folder);
  const newest = manifest.shards.filter(({ band }) => band > 0).toSorted((a, b) => b.time[1] - a.time[1])[0]!;
  const file = path.join(folder, shardPath(newest.hash));
  const { get } = testGateway(new Map(), { reader: folderReader(folder) });
  const page = await (await get('/api.php?limit=20&max_magnitude=9')).text();
  const whole = await readFile(file);
  for (const broken of [whole.with(150, 0x20), whole.subarray(0, 100), Buffer.alloc(0)]) {
    await writeFile(file, broken);
    assert.equal((await get(`/api.php?limit=20&max_magnitude=8.${broken.length % 97}`)).status, 503);
    assert.equal((await get(`/api.php?limit=20&max_magnitude=7.${broken.length % 97}&q=a`)).status, 503);
  }
  await writeFile(file, whole);
  assert.equal(await (await get('/api.php?limit=20&max_magnitude=9.5')).text(), page.replaceAll('=9&', '=9.5&'));
});

test('many files are read in parts at once, and a part beyond the end is as short as the file', async (t) => {
  const folder = temporaryFolder(t);
  const names = Array.from({ length: 600 }, (_, n) => `f${n}`);
  for (const name of names) await writeFile(path.join(folder, name), name);
  const reader = folderReader(folder);
  for (let again = 0; again < 2; again += 1) {
    const parts = await Promise.all(names.map((name) => reader.readPart(name, 1, 100)));
    assert.deepEqual(
      parts.map((part) => Buffer.from(part!).toString()),
      names.map((name) => name.slice(1)),
    );
  }
  for (const absent of ['../f1', 'none', '.', 'f1/x']) assert.equal(await reader.readPart(absent, 0, 1), undefined);
});
