/** The gateway over a dataset at an address: how often the store is asked, and what happens while it is away. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { contentHash } from '#core/etag.ts';
import { ANSWERS, bucketPath, columnsPath, MANIFEST, shardPath } from '#core/paths.ts';
import type { UrlReaderOptions } from '../../../../gateway/dataset/remote/url-reader.ts';
import { urlReader } from '../../../../gateway/dataset/remote/url-reader.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import type { RemoteStore } from '../../../support/remote-store.ts';
import { startRemoteStore } from '../../../support/remote-store.ts';
import { TEMPORARY } from '../../../support/temporary.ts';

const first = syntheticDataset({ seed: 1, count: 600 });
const second = syntheticDataset({ seed: 2, count: 500 });
const known = first.detailed[0]!;
/** Paths that between them need every kind of file. */
const PATHS = [
  '/api.php',
  '/api.php?limit=50&q=izmir',
  '/api.php?limit=1000&min_magnitude=2',
  '/api.php?updated_after=2026-06-12T00:00:00Z&limit=50',
  `/deprem_api.php?id=${known.id}`,
  '/stats_api.php',
  '/station_api.php',
  '/rss',
  '/fdsnws/event/1/query?limit=5',
  `/fdsnws/event/1/query?eventid=${known.eventId}`,
  `/${shardPath(first.manifest.shards[0]!.hash)}`,
  `/${bucketPath(0)}`,
];

interface Bed {
  files: Map<string, Uint8Array>;
  store: RemoteStore;
  folder: string;
  /** A gateway as a process would start it. */
  start(options?: Partial<UrlReaderOptions>): ReturnType<typeof testGateway> & { read: string[] };
}

async function bed(t: TestContext, files = new Map(first.files)): Promise<Bed> {
  const folder = mkdtempSync(join(TEMPORARY, 'hiposantr-remote-'));
  const store = await startRemoteStore(files);
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return {
    ...{ files, store, folder },
    start(options = {}) {
      const read: string[] = [];
      const log = (line: string): void => void read.push(line);
      const reader = urlReader({
        ...{ url: store.url, cacheFolder: folder, cacheBytes: 100e6, retryDelayMs: 1, pauseMs: 0, log },
        ...options,
      });
      return { ...testGateway(files, { reader, settleTimeoutMs: 0 }), read };
    },
  };
}

async function answersOf({ get }: Pick<ReturnType<typeof testGateway>, 'get'>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of PATHS) {
    const response = await get(path);
    answers.set(path, `${response.status} ${response.headers.get('etag')} ${await response.text()}`);
  }
  return answers;
}

const replace = (files: Map<string, Uint8Array>, by: Map<string, Uint8Array>): void => {
  files.clear();
  for (const [name, bytes] of by) files.set(name, bytes);
};
const cacheFiles = (folder: string): string[] => readdirSync(folder).filter((name) => /^[0-9a-f]{24}$/.test(name));
const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

test('answers are those of the folder, and each file is fetched once, whole', async (t) => {
  const { store, start } = await bed(t);
  const expected = await answersOf(testGateway(new Map(first.files)));
  const gateway = start();
  assert.deepEqual(await answersOf(gateway), expected);
  const fetched = store.asked().filter((request) => request.startsWith('GET '));
  assert.equal(new Set(fetched).size, fetched.length);
  assert.ok(fetched.length < first.files.size);
  store.requests.length = 0;
  assert.deepEqual(await answersOf(gateway), expected);
  assert.deepEqual(store.asked(), []);
});

test('a start with a cache fetches nothing but the manifest, and a new dataset only what is new', async (t) => {
  const { files, store, start } = await bed(t);
  await answersOf(start());
  store.requests.length = 0;
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 200);
  assert.deepEqual(
    store.asked().filter((request) => request.startsWith('GET ')),
    [],
  );
  const changed = new Map(first.files);
  const list = Buffer.from(Buffer.from(files.get(ANSWERS.list)!).toString().replace('"success"', '"success" '));
  const manifest = Buffer.from(files.get(MANIFEST)!).toString();
  const entry = first.manifest.answers[ANSWERS.list]!;
  const text = manifest
    .replace(entry.hash, contentHash(list))
    .replace(`"size":${entry.size}`, `"size":${list.byteLength}`)
    .replace(first.manifest.dataset, 'f'.repeat(24));
  changed.set(ANSWERS.list, list).set(MANIFEST, Buffer.from(text));
  replace(files, changed);
  store.requests.length = 0;
  assert.equal(await (await gateway.get('/api.php')).text(), list.toString());
  assert.deepEqual(store.asked(), [`GET ${ANSWERS.list}`]);
});

test('while the store is away what was read is served, also by a new process', async (t) => {
  const { store, start, folder } = await bed(t);
  const expected = await answersOf(start());
  await store.close();
  const gateway = start();
  assert.deepEqual(await answersOf(gateway), expected);
  assert.ok(
    gateway.read.some((line) => /manifest\.json cannot be read: ECONNREFUSED; serving the last good/.test(line)),
  );
  const unread = first.manifest.shards.find(({ hash }) => !cacheFiles(folder).includes(hash))!;
  assert.equal((await gateway.get(`/${shardPath(unread.hash)}`)).status, 503);
});

test('what was never read is unavailable while the store is away, and there as soon as it is back', async (t) => {
  const { store, start } = await bed(t);
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 200);
  store.intercept = (_, response) => Boolean(response.destroy());
  assert.equal((await gateway.get('/api.php?limit=9')).status, 503);
  assert.equal((await gateway.get('/api.php')).status, 200);
  const status = (await (await gateway.get('/status')).json()) as { faults?: string[] };
  assert.ok(
    status.faults?.some((fault) => fault.includes('shards/')),
    JSON.stringify(status),
  );
  store.intercept = undefined;
  assert.equal((await gateway.get('/api.php?limit=9')).status, 200);
  assert.ok(gateway.lines.some((line) => line.includes('is whole again')));
});

test('without cache and store there is no dataset, and the first one is taken up', async (t) => {
  const { store, start } = await bed(t);
  store.intercept = (_, response) => Boolean(response.destroy());
  const gateway = start();
  assert.equal((await gateway.get('/api.php')).status, 503);
  store.intercept = undefined;
  assert.equal((await gateway.get('/api.php')).status, 200);
});

test('a manifest that cannot be read at the start: the last good dataset', async (t) => {
  const { files, start } = await bed(t);
  const expected = await answersOf(start());
  files.set(MANIFEST, Buffer.from('{"format":99}'));
  const gateway = start();
  assert.deepEqual(await answersOf(gateway), expected);
  assert.ok(gateway.read.some((line) => /has format 99.*serving the last good dataset/.test(line)));
});

test('a dataset of another address is not the last good one', async (t) => {
  const { store, start } = await bed(t);
  await answersOf(start());
  await store.close();
  assert.equal((await start({ url: 'http://127.0.0.1:9/data' }).get('/api.php')).status, 503);
});

const LIST = `GET ${ANSWERS.list}`;
/** Answers the first requests for the list in some bad way. */
function failing(store: RemoteStore, times: number, fail: NonNullable<RemoteStore['intercept']>): void {
  let left = times;
  store.intercept = (path, response, request) => path === ANSWERS.list && left-- > 0 && fail(path, response, request);
}
const WAYS: [string, NonNullable<RemoteStore['intercept']>][] = [
  ['HTTP 500', (_, response) => Boolean(response.writeHead(500).end())],
  ['HTTP 429', (_, response) => Boolean(response.writeHead(429).end())],
  ['no answer', (_, response) => Boolean(response.destroy())],
  [
    'half of an answer',
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 1000 }).write('half');
      setTimeout(() => response.destroy(), 5);
      return true;
    },
  ],
  [
    'an answer that does not end',
    (_, response) => response.writeHead(200, { 'Content-Length': 1000 }).write('half') || true,
  ],
];

for (const [name, fail] of WAYS)
  test(`two failures are tried again, a third one is the last: ${name}`, async (t) => {
    const { store, start } = await bed(t);
    failing(store, 2, fail);
    const patient = start({ timeoutMs: 300 });
    assert.equal((await patient.get('/api.php')).status, 200);
    assert.equal(store.requests.filter((request) => request === LIST).length, 3);
  });

test('attempts are bounded, and after a failure there is a pause', async (t) => {
  const { store, start } = await bed(t);
  store.intercept = (_, response) => Boolean(response.writeHead(503).end());
  const gateway = start({ pauseMs: 60_000 });
  for (let again = 0; again < 5; again += 1) assert.equal((await gateway.get('/api.php')).status, 503);
  assert.deepEqual(store.requests, Array<string>(3).fill('GET manifest.json'));
  assert.match(gateway.lines.join('\n'), /manifest\.json is answered with HTTP 503/);
});

for (const [status, headers, said] of [
  [301, { Location: 'https://files.example/' }, /is answered with HTTP 301 to https:\/\/files\.example\//],
  [403, {}, /is answered with HTTP 403/],
] as const)
  test(`HTTP ${status} for the manifest is said, and not tried again`, async (t) => {
    const { store, start } = await bed(t);
    store.intercept = (_, response) => Boolean(response.writeHead(status, headers).end());
    const gateway = start();
    assert.equal((await gateway.get('/api.php')).status, 503);
    assert.match(gateway.lines.join('\n'), said);
    assert.equal(store.requests.length, 1);
  });

test('a host that compresses what was not asked for', async (t) => {
  const { store, start, files } = await bed(t);
  store.intercept = (path, response) => {
    const bytes = files.get(path);
    if (!bytes || path.endsWith('.gz')) return false;
    return Boolean(response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(bytes)));
  };
  assert.deepEqual(await answersOf(start()), await answersOf(testGateway(new Map(first.files))));
});

test('a compressed form is the one of the store, or made here', async (t) => {
  const { store, start, files } = await bed(t);
  const path = `${ANSWERS.list}.gz`;
  store.intercept = (one, response) =>
    one === path && Boolean(response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(files.get(path)));
  const gateway = start();
  const bodyOf = async (): Promise<Buffer> =>
    Buffer.from(await (await gateway.get('/api.php', { 'Accept-Encoding': 'gzip' })).arrayBuffer());
  assert.deepEqual(await bodyOf(), Buffer.from(files.get(path)!));
  assert.ok(store.requests.includes(`GET ${path}`));
});

test('a file that was damaged in the cache is fetched again', async (t) => {
  const { store, start, folder } = await bed(t);
  const expected = await answersOf(start());
  for (const name of cacheFiles(folder)) {
    const bytes = readFileSync(join(folder, name));
    writeFileSync(
      join(folder, name),
      bytes.fill(0x20, bytes.length >> 1, Math.min(bytes.length, (bytes.length >> 1) + 40)),
    );
  }
  const gateway = start();
  // A line that turns out to be damaged is one refused answer.
  for (let again = 0; again < 3; again += 1) await answersOf(gateway);
  assert.deepEqual(await answersOf(gateway), expected);
  store.requests.length = 0;
  assert.deepEqual(await answersOf(gateway), expected);
  assert.deepEqual(store.asked(), []);
});

test('what is damaged in the store is neither served nor kept', async (t) => {
  const { files, start, folder } = await bed(t);
  for (const { columnsHash } of first.manifest.shards) {
    const bytes = files.get(columnsPath(columnsHash))!;
    files.set(columnsPath(columnsHash), bytes.with(100, bytes[100]! ^ 1));
  }
  const gateway = start();
  assert.equal((await gateway.get('/api.php?limit=9')).status, 503);
  for (const { columnsHash } of first.manifest.shards) assert.ok(!cacheFiles(folder).includes(columnsHash));
  replace(files, first.files);
  assert.equal((await gateway.get('/api.php?limit=9')).status, 200);
});

test('names that no manifest has cost the store nothing, or one question', async (t) => {
  const { store, start } = await bed(t);
  const gateway = start();
  await gateway.get('/api.php');
  store.requests.length = 0;
  for (const path of [
    '/robots.txt',
    '/hosting/nginx/http.conf',
    '/details/id/0/7777.json',
    '/x/y',
    '/.inventory.json.gz',
  ])
    assert.equal((await gateway.get(path)).status, 404, path);
  assert.deepEqual(store.asked(), []);
  const unknown = shardPath('0'.repeat(24));
  for (let again = 0; again < 3; again += 1) assert.equal((await gateway.get(`/${unknown}`)).status, 404);
  assert.deepEqual(store.asked(), [`HEAD ${unknown}`]);
});

test('a manifest ahead of its files waits for them', async (t) => {
  const { files, start } = await bed(t);
  const gateway = start();
  const before = await (await gateway.get('/api.php')).text();
  files.set(MANIFEST, second.files.get(MANIFEST)!);
  const { dataset } = gateway;
  await dataset.refresh();
  assert.match(gateway.lines.join('\n'), /is ahead of its files/);
  replace(files, second.files);
  assert.notEqual(await (await gateway.get('/api.php')).text(), before);
  assert.equal(dataset.peek()!.manifest.dataset, second.manifest.dataset);
});

test('the cache is bounded in bytes, and the answers of the last good dataset stay in it', async (t) => {
  const { files, store, folder, start } = await bed(t);
  const total = [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  const pinned = [MANIFEST, ...Object.keys(first.manifest.answers)];
  const limit = pinned.reduce((sum, path) => sum + files.get(path)!.byteLength, 0) + total / 8;
  const gateway = start({ cacheBytes: limit });
  await gateway.get('/api.php');
  for (const name of cacheFiles(folder)) utimesSync(join(folder, name), 0, 0);
  for (const { hash } of first.manifest.shards) {
    assert.equal((await gateway.get(`/${shardPath(hash)}`)).status, 200);
    assert.ok(bytesIn(folder) <= limit, `${bytesIn(folder)} of ${limit} bytes`);
  }
  await answersOf(gateway);
  assert.ok(bytesIn(folder) <= limit);
  await store.close();
  for (const name of cacheFiles(folder)) utimesSync(join(folder, name), 0, 0);
  writeFileSync(join(folder, 'f'.repeat(24)), Buffer.alloc(limit));
  assert.equal((await start({ cacheBytes: limit }).get('/api.php')).status, 200);
  assert.ok(bytesIn(folder) <= limit);
});
