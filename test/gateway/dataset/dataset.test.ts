import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS, columnsPath, MANIFEST, segmentPath, shardPath } from '#core/paths.ts';
import { type DatasetFiles, memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { ENDPOINT_PATHS, readWhole, replaceFiles, testGateway } from '../../support/gateway.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const second = syntheticDataset({ seed: 2, count: 500 });

const damaged = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1);
const inFirstLine = (bytes: Uint8Array): Uint8Array => bytes.with(150, bytes[150]! ^ 1);
const totalOf = async (response: Response): Promise<unknown> => ((await response.json()) as { total: unknown }).total;

test('without a manifest every answer is 503, and the first one is picked up without a restart', async () => {
  const files = new Map<string, Uint8Array>();
  const gateway = testGateway(files);
  for (const path of [...ENDPOINT_PATHS, '/', '/deprem_api.php?id=1', '/manifest.json']) {
    const response = await gateway.get(path);
    assert.equal(response.status, 503, path);
    assert.equal(((await response.json()) as { code: string }).code, 'unavailable');
  }
  assert.equal(gateway.lines.filter((line) => line.includes('manifest.json is missing')).length, 1);
  replaceFiles(files, first.files);
  for (const path of ENDPOINT_PATHS) assert.equal((await gateway.get(path)).status, 200, path);
});

for (const [name, content] of [
  ['cut short', Buffer.from(second.files.get(MANIFEST)!).subarray(0, 3000)],
  ['empty', Buffer.alloc(0)],
  ['of another format', Buffer.from('{"format":99}')],
  ['no manifest at all', Buffer.from('[]')],
  ['null', Buffer.from('null')],
  [
    'with a path in place of a shard',
    Buffer.from(
      Buffer.from(second.files.get(MANIFEST)!)
        .toString()
        .replace(/shards\/\w+\.json/, '../../etc/passwd'),
    ),
  ],
] as const)
  test(`a new manifest that is ${name} leaves the former one serving, and is logged once`, async () => {
    const files = new Map(first.files);
    const gateway = testGateway(files);
    const before = await (await gateway.get('/api.php')).text();
    files.set(MANIFEST, content);
    for (let again = 0; again < 3; again += 1) assert.equal(await (await gateway.get('/api.php')).text(), before);
    assert.equal(gateway.lines.filter((line) => line.includes('the former dataset goes on serving')).length, 1);
    replaceFiles(files, second.files);
    assert.equal(await (await gateway.get('/api.php')).text(), Buffer.from(second.files.get(ANSWERS.list)!).toString());
  });

test('a manifest that vanishes leaves the former one serving', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  await gateway.get('/api.php');
  files.delete(MANIFEST);
  assert.equal((await gateway.get('/api.php?limit=7')).status, 200);
});

test('a manifest ahead of its shards waits for them, but not for ever', async () => {
  const files = new Map([...first.files, ...second.files]);
  files.set(MANIFEST, first.files.get(MANIFEST)!);
  for (const [name, bytes] of first.files) files.set(name, bytes);
  const gateway = testGateway(files);
  await readWhole(gateway);
  const late = shardPath(second.manifest.shards[0]!.hash);
  for (const [name, bytes] of second.files) if (name !== late) files.set(name, bytes);
  files.delete(late);
  assert.equal(await totalOf(await gateway.get('/stats_api.php')), totalOfFiles(first.files));
  assert.ok(gateway.lines.some((line) => line.includes(`is ahead of its files: ${late} is missing`)));
  files.set(late, second.files.get(late)!);
  assert.equal(await totalOf(await gateway.get('/stats_api.php')), totalOfFiles(second.files));

  const hasty = testGateway(new Map(first.files), {
    missingFilesTimeoutMs: 0,
    reader: switching(first.files, without(second.files, late)),
  });
  assert.equal(await totalOf(await hasty.get('/stats_api.php')), totalOfFiles(first.files));
  assert.equal(await totalOf(await hasty.get('/stats_api.php')), totalOfFiles(second.files));
});

test('a stored answer that is overwritten before its manifest is there is not served half-way', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  await readWhole(gateway);
  const before = await (await gateway.get('/rss')).text();
  files.set(ANSWERS.rss, second.files.get(ANSWERS.rss)!);
  files.set(ANSWERS.stats, second.files.get(ANSWERS.stats)!);
  assert.equal(await (await gateway.get('/rss')).text(), before);
  assert.equal(await totalOf(await gateway.get('/stats_api.php')), totalOfFiles(first.files));
});

const newest = first.manifest.shards.filter(({ band }) => band > 0).toSorted((a, b) => b.time[1] - a.time[1])[0]!;
/** Files of the newest shard, and answers that need each. */
const SHARD_FILES: [name: string, path: string, targets: string[]][] = [
  ['shard', shardPath(newest.hash), ['/api.php?limit=9']],
  ['column file', columnsPath(newest.columnsHash), ['/api.php?limit=9', '/api.php?q=nowhere', '/stats_api.php']],
];

for (const [name, path, targets] of SHARD_FILES)
  test(`a corrupt ${name} is 503 and named in the log, never wrong data, and well again when repaired`, async () => {
    const files = new Map(first.files);
    const gateway = testGateway(files);
    const whole = files.get(path)!;
    for (const broken of [inFirstLine(whole), whole.subarray(0, 100), new Uint8Array(), undefined]) {
      if (broken) files.set(path, broken);
      else files.delete(path);
      for (const target of [...targets, `/${path}`]) {
        const response = await gateway.get(target);
        assert.equal(response.status, 503, target);
        assert.doesNotMatch(await response.text(), /shards/);
      }
    }
    const named = gateway.lines.filter((line) => line.startsWith('dataset:') && line.includes(path));
    assert.equal(named.length, 1, 'logged once');
    assert.match(named[0]!, /is corrupt/);
    assert.equal((await gateway.get('/api.php?limit=9&date_to=1900-12-31')).status, 200, 'other shards still serve');
    files.set(path, whole);
    for (const target of targets) assert.equal((await gateway.get(target)).status, 200);
    assert.ok(gateway.lines.some((line) => line.includes(`${path} is whole again`)));
  });

test('a corrupt segment of the change log is 503', async () => {
  const path = segmentPath(first.manifest.segments.at(-1)!.hash);
  const files = new Map(first.files);
  const gateway = testGateway(files);
  files.set(path, damaged(files.get(path)!));
  const target = '/api.php?updated_after=2026-06-12T00:00:00Z';
  assert.equal((await gateway.get(target)).status, 503);
  files.set(path, first.files.get(path)!);
  assert.equal((await gateway.get(target)).status, 200);
});

test('a reader that fails is 503, not 500', async () => {
  const gateway = testGateway(first.files, {
    reader: {
      ...memoryReader(first.files),
      read: async (name) => {
        if (name.startsWith('shards/')) throw new Error('EIO: i/o error');
        return first.files.get(name);
      },
    },
  });
  assert.equal((await gateway.get('/api.php?limit=9')).status, 503);
  assert.ok(gateway.lines.some((line) => line.includes('EIO')));
});

test('requests during a change of datasets get the one or the other, whole', async () => {
  const expected = new Map<string, Set<string>>();
  for (const { files } of [first, second])
    for (const path of ENDPOINT_PATHS) {
      const text = await (await testGateway(files).get(path)).text();
      expected.set(path, (expected.get(path) ?? new Set()).add(text));
    }
  const files = new Map(first.files);
  const slow = memoryReader(files);
  const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 2));
  const gateway = testGateway(files, {
    reader: {
      stamp: slow.stamp,
      async read(name) {
        await pause();
        return slow.read(name);
      },
      async readPart(name, from, to) {
        await pause();
        return slow.readPart(name, from, to);
      },
    },
  });
  const seen = new Set<string>();
  const ask = async (): Promise<void> => {
    for (const path of ENDPOINT_PATHS) {
      // Files of the next dataset under plain names are faults of the current one until its manifest is there.
      const text = (await (await gateway.get(path)).text()).replace(/,"faults":\[[^\]]*\]/, '');
      assert.ok(expected.get(path)!.has(text), `${path} mixed two datasets: ${text.slice(0, 200)}`);
      seen.add(text);
    }
  };
  const publish = async (next: DatasetFiles): Promise<void> => {
    for (const [name, bytes] of next) {
      if (name === MANIFEST) continue;
      files.set(name, bytes);
      if (Math.random() < 0.2) await pause();
    }
    files.set(MANIFEST, next.get(MANIFEST)!);
  };
  const publishing = (async () => {
    for (const next of [second, first, second]) await publish(next.files);
  })();
  await Promise.all([publishing, ...Array.from({ length: 8 }, ask)]);
  await ask();
  assert.ok(seen.has(await (await testGateway(second.files).get('/api.php')).text()), 'the last one is served');
});

function totalOfFiles(files: DatasetFiles): unknown {
  return (JSON.parse(Buffer.from(files.get(ANSWERS.stats)!).toString()) as { total: unknown }).total;
}

function without(files: DatasetFiles, name: string): Map<string, Uint8Array> {
  const rest = new Map(files);
  rest.delete(name);
  return rest;
}

/** Reads the first map until its manifest was read, then the second one. */
function switching(before: DatasetFiles, after: DatasetFiles) {
  let stamps = 0;
  const now = () => memoryReader(stamps <= 1 ? before : after);
  return {
    read: (name: string) => now().read(name),
    readPart: (name: string, from: number, to: number) => now().readPart(name, from, to),
    stamp: (name: string) => {
      if (name === MANIFEST) stamps += 1;
      return now().stamp(name);
    },
  };
}
