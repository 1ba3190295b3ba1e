import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketOf, namesFileOf } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import {
  ANSWERS,
  bucketPath,
  detailPath,
  indexPath,
  MANIFEST,
  namesPath,
  segmentPath,
  shardPath,
  versionPath,
} from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { createApp } from '../../gateway/app.ts';
import { openDataset } from '../../gateway/dataset.ts';
import { memoryReader, syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const second = syntheticDataset({ seed: 2, count: 500 });

const replace = (files: Map<string, Uint8Array>, by: Map<string, Uint8Array>): void => {
  files.clear();
  for (const [name, bytes] of by) files.set(name, bytes);
};
const damaged = (bytes: Uint8Array): Uint8Array => bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1);
const totalOf = async (response: Response): Promise<unknown> => ((await response.json()) as { total: unknown }).total;
/** Paths that between them need every kind of file. */
const PATHS = [
  '/api.php',
  '/api.php?limit=1000&q=izmir',
  '/api.php?updated_after=2026-06-12T00:00:00Z&limit=50',
  '/stats_api.php',
  '/status',
  '/rss',
  '/station_api.php',
];

test('without a manifest every answer is 503, and the first one is picked up without a restart', async () => {
  const files = new Map<string, Uint8Array>();
  const gateway = testGateway(files);
  for (const path of [...PATHS, '/', '/deprem_api.php?id=1', '/manifest.json']) {
    const response = await gateway.get(path);
    assert.equal(response.status, 503, path);
    assert.equal(((await response.json()) as { code: string }).code, 'unavailable');
  }
  assert.equal(gateway.lines.filter((line) => line.includes('manifest.json is missing')).length, 1);
  replace(files, first.files);
  for (const path of PATHS) assert.equal((await gateway.get(path)).status, 200, path);
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
    replace(files, second.files);
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
  await gateway.get('/api.php');
  const late = shardPath(second.manifest.shards[0]!.hash);
  for (const [name, bytes] of second.files) if (name !== late) files.set(name, bytes);
  files.delete(late);
  assert.equal(await totalOf(await gateway.get('/stats_api.php')), totalOfFiles(first.files));
  assert.ok(gateway.lines.some((line) => line.includes(`is ahead of its files: ${late} is missing`)));
  files.set(late, second.files.get(late)!);
  assert.equal(await totalOf(await gateway.get('/stats_api.php')), totalOfFiles(second.files));

  const hasty = testGateway(new Map(first.files), {
    patience: 0,
    reader: switching(first.files, without(second.files, late)),
  });
  assert.equal(await totalOf(await hasty.get('/stats_api.php')), totalOfFiles(first.files));
  assert.equal(await totalOf(await hasty.get('/stats_api.php')), totalOfFiles(second.files));
});

test('a stored answer that is overwritten before its manifest is there is not served half-way', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  const before = await (await gateway.get('/rss')).text();
  files.set(ANSWERS.rss, second.files.get(ANSWERS.rss)!);
  files.set(ANSWERS.stats, second.files.get(ANSWERS.stats)!);
  assert.equal(await (await gateway.get('/rss')).text(), before);
  assert.equal(await totalOf(await gateway.get('/stats_api.php')), totalOfFiles(first.files));
});

test('started on files that arrive after their manifest, it serves each as soon as it is there', async () => {
  const files = without(first.files, ANSWERS.rss);
  files.set(ANSWERS.stats, Buffer.from('{"status":"succ'));
  const gateway = testGateway(files, { patience: 0 });
  assert.equal((await gateway.get('/rss')).status, 503);
  assert.equal((await gateway.get('/stats_api.php')).status, 503);
  assert.equal((await gateway.get('/api.php')).status, 200);
  replace(files, first.files);
  assert.equal((await gateway.get('/rss')).status, 200);
  assert.equal((await gateway.get('/stats_api.php')).status, 200);
});

test('a corrupt shard is 503 and named in the log, never wrong data, and well again when repaired', async () => {
  const shard = first.manifest.shards.filter(({ band }) => band > 0).toSorted((a, b) => b.time[1] - a.time[1])[0]!;
  const path = shardPath(shard.hash);
  const files = new Map(first.files);
  const gateway = testGateway(files);
  for (const broken of [damaged(files.get(path)!), files.get(path)!.subarray(0, 100), new Uint8Array(), undefined]) {
    if (broken) files.set(path, broken);
    else files.delete(path);
    for (const target of ['/api.php?limit=9', '/stats_api.php', `/${path}`]) {
      const response = await gateway.get(target);
      assert.equal(response.status, 503, target);
      assert.doesNotMatch(await response.text(), /shards/);
    }
  }
  const named = gateway.lines.filter((line) => line.startsWith('dataset:') && line.includes(path));
  assert.equal(named.length, 1, 'logged once');
  assert.match(named[0]!, /is corrupt/);
  assert.equal((await gateway.get('/api.php?limit=9&date_to=1900-12-31')).status, 200, 'other shards still serve');
  files.set(path, first.files.get(path)!);
  assert.equal((await gateway.get('/api.php?limit=9')).status, 200);
  assert.equal((await gateway.get('/stats_api.php')).status, 200);
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

/** Files that a detail comes from, by id and by slug. */
const detail = first.detailed[0]!;
const DETAIL = `/deprem_api.php?id=${detail.id}`;
const DATED = `/deprem_api.php?date=${formatDay(detail.time)}&slug=${detail.slug}`;
const DETAIL_SOURCES: [file: string, asked: string[]][] = [
  [bucketPath(bucketOf(detail.id)), [DETAIL, DATED, `/${detailPath(detail.id)}`]],
  [namesPath(namesFileOf(formatDay(detail.time))), [DATED]],
  [indexPath(first.manifest.details.hash), [DETAIL, DATED, '/deprem_api.php?id=999999']],
];

for (const [path, targets] of DETAIL_SOURCES)
  test(`while ${path.replace(/\w{24}/, '<hash>')} is damaged or gone details are 503, never 404, and well again when repaired`, async () => {
    const whole = first.files.get(path)!;
    const revised = Buffer.from(
      Buffer.from(whole)
        .toString()
        .replace(/\d(?=[^\d]*$)/, '8'),
    );
    for (const broken of [
      damaged(whole),
      whole.subarray(0, 40),
      whole.subarray(0, -1),
      revised,
      new Uint8Array(),
      undefined,
    ]) {
      const files = new Map(first.files);
      if (broken) files.set(path, broken);
      else files.delete(path);
      const gateway = testGateway(files, { patience: 0 });
      for (const target of targets) {
        const response = await gateway.get(target);
        assert.deepEqual([response.status, response.headers.get('Cache-Control')], [503, 'no-store'], target);
      }
      const named = gateway.lines.filter((line) => line.startsWith(`dataset: ${path}`));
      assert.equal(named.length, 1, 'logged once');
      const { faults } = (await (await gateway.get('/status')).json()) as { faults: string[] };
      assert.ok(faults.includes(path));
      files.set(path, whole);
      for (const target of targets)
        assert.equal((await gateway.get(target)).status, target.endsWith('=999999') ? 404 : 200, target);
    }
  });

test('a folder that goes while it is served leaves 503 where nothing proves a 404, and what is in memory', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  const list = await (await gateway.get('/api.php')).text();
  files.clear();
  for (const target of [
    DETAIL,
    DATED,
    '/shards/000000000000000000000000.json',
    '/nothing.html',
    `/${detailPath(detail.id)}`,
  ])
    assert.equal((await gateway.get(target)).status, 503, target);
  assert.equal(await (await gateway.get('/api.php')).text(), list);
  // The index is in memory: it proves that there is no such earthquake.
  assert.equal((await gateway.get('/deprem_api.php?id=999999')).status, 404);
});

test('what lies under a plain name is served only if it is the one of the manifest, else its version', async () => {
  const files = new Map(first.files);
  const plain = [bucketPath(bucketOf(detail.id)), namesPath(namesFileOf(formatDay(detail.time))), ANSWERS.rss];
  for (const path of plain) {
    const bytes = files.get(path)!;
    files.set(versionPath(contentHash(bytes)), bytes);
    files.set(path, Buffer.from('what another build has put there\n'));
  }
  const gateway = testGateway(files);
  const whole = testGateway(first.files);
  for (const target of [DETAIL, DATED, '/rss', ...plain.map((path) => `/${path}`)]) {
    const [response, expected] = [await gateway.get(target), await whole.get(target)];
    assert.equal(response.status, 200, target);
    assert.equal(await response.text(), await expected.text(), target);
  }
});

test('forty datasets after each other leave no more in memory than one', async () => {
  const files = new Map(first.files);
  const gateway = testGateway(files);
  const sizes: number[] = [];
  for (let build = 0; build < 40; build += 1) {
    const { files: next, detailed } = syntheticDataset({ seed: 100 + build, count: 200 });
    for (const [name, bytes] of next) files.set(name, bytes);
    for (const path of ['/api.php?limit=1000&q=izmir', '/api.php?updated_after=2026-06-12T00:00:00Z', '/stats_api.php'])
      assert.equal((await gateway.get(path)).status, 200);
    for (const { id } of detailed) assert.equal((await gateway.get(`/deprem_api.php?id=${id}`)).status, 200);
    sizes.push(gateway.dataset.cachedBytes);
  }
  assert.ok(sizes[0]! > 10_000);
  assert.ok(Math.max(...sizes) < 2 * sizes[0]!, `${Math.max(...sizes)} bytes in memory, at first ${sizes[0]}`);
});

test('a look at the manifest that hangs keeps no request waiting', async () => {
  const { read, stamp } = memoryReader(first.files);
  let hang = false;
  const hanging = { read, stamp: (name: string) => (hang ? new Promise<never>(() => {}) : stamp(name)) };
  const dataset = openDataset(hanging, { every: 0 });
  const before = await dataset.current();
  hang = true;
  for (let again = 0; again < 3; again += 1) assert.equal(await dataset.current(), before);
  const app = createApp({ dataset, now: () => AS_OF });
  for (const path of [...PATHS, DETAIL]) assert.equal((await app.request(path)).status, 200, path);
});

test('a request is answered from the dataset at hand, the next one from the new one', async () => {
  const files = new Map(first.files);
  const dataset = openDataset(memoryReader(files), { every: 0 });
  const before = await dataset.current();
  replace(files, second.files);
  assert.equal(await dataset.current(), before);
  await dataset.refresh();
  assert.equal((await dataset.current()).manifest.dataset, second.manifest.dataset);
});

test('a manifest of 300 MB is not read', async () => {
  const files = new Map(first.files);
  const { read, stamp } = memoryReader(files);
  let bytes = 0;
  const counting = {
    stamp,
    async read(name: string, most = Infinity) {
      if (name === MANIFEST && most < 300e6) throw new Error(`has 300000000 bytes; at most ${most} are read`);
      const found = await read(name);
      bytes += found?.byteLength ?? 0;
      return found;
    },
  };
  const gateway = testGateway(files, { reader: counting });
  assert.equal((await gateway.get('/api.php')).status, 503);
  assert.equal(bytes, 0);
  assert.equal(gateway.lines.filter((line) => /manifest\.json has 300000000 bytes/.test(line)).length, 1);
});

test('a manifest that is none is read once, and again when it is another', async () => {
  const files = new Map<string, Uint8Array>([[MANIFEST, Buffer.from('{"format":2,')]]);
  const reader = memoryReader(files);
  const gateway = testGateway(files, { reader });
  for (let again = 0; again < 5; again += 1) assert.equal((await gateway.get('/api.php')).status, 503);
  assert.deepEqual(reader.reads, [MANIFEST]);
  replace(files, first.files);
  assert.equal((await gateway.get('/api.php')).status, 200);
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
    for (const path of PATHS) {
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
    },
  });
  const seen = new Set<string>();
  const ask = async (): Promise<void> => {
    for (const path of PATHS) {
      const text = await (await gateway.get(path)).text();
      assert.ok(expected.get(path)!.has(text), `${path} mixed two datasets: ${text.slice(0, 200)}`);
      seen.add(text);
    }
  };
  const publish = async (next: Map<string, Uint8Array>): Promise<void> => {
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

test('a shard that many ask for at once is read once', async () => {
  const reader = memoryReader(first.files);
  const gateway = testGateway(first.files, { reader });
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => gateway.get(`/api.php?limit=${index + 1}&min_magnitude=4`)),
  );
  const shards = reader.reads.filter((name) => name.startsWith('shards/'));
  assert.ok(shards.length > 0);
  assert.equal(new Set(shards).size, shards.length);
});

test('the manifest is looked at no more often than set', async () => {
  let now = 0;
  let stamps = 0;
  const reader = memoryReader(first.files);
  const counting = {
    read: reader.read,
    stamp: (name: string) => ((stamps += name === MANIFEST ? 1 : 0), reader.stamp(name)),
  };
  const dataset = openDataset(counting, { ticks: () => now, every: 1000 });
  for (now = 0; now < 5000; now += 100) await dataset.current();
  assert.equal(stamps, 5);
});

function totalOfFiles(files: Map<string, Uint8Array>): unknown {
  return (JSON.parse(Buffer.from(files.get(ANSWERS.stats)!).toString()) as { total: unknown }).total;
}

function without(files: Map<string, Uint8Array>, name: string): Map<string, Uint8Array> {
  const rest = new Map(files);
  rest.delete(name);
  return rest;
}

/** Reads the first map until its manifest was read, then the second one. */
function switching(before: Map<string, Uint8Array>, after: Map<string, Uint8Array>) {
  let stamps = 0;
  const now = () => memoryReader(stamps <= 1 ? before : after);
  return {
    read: (name: string) => now().read(name),
    stamp: (name: string) => {
      if (name === MANIFEST) stamps += 1;
      return now().stamp(name);
    },
  };
}
