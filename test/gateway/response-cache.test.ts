/** Repeated requests answered from the cache: the same responses, counts and log lines as those of the endpoints. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { indexPath } from '#core/paths.ts';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { type PlanLimits, readPlanLimits } from '../../gateway/access/quota/limits.ts';
import { createRequestGuard } from '../../gateway/access/guard.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { RequestLog } from '../../gateway/request-log.ts';
import { ResponseCache } from '../../gateway/response-cache.ts';
import { startServer } from '../../gateway/http/server.ts';
import { dataset as contractDataset, TABLE } from '../contract/table.ts';
import { type DatasetFiles, memoryReader, syntheticDataset } from '../support/dataset.ts';
import { testMetering, UNLIMITED } from '../support/metering.ts';
import { PipelinedClient, type PlainResponse } from '../support/pipelined-client.ts';
import { replaceFiles } from '../support/gateway.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const indexFile = indexPath(contractDataset.manifest.details.hash);

interface Options {
  files?: DatasetFiles;
  limits?: PlanLimits;
  withCache?: boolean;
  now?: () => EpochMs;
  maxBytes?: number;
}

/** A gateway on a socket; `passed` counts the requests that were not in the cache. */
async function gateway(t: TestContext, options: Options = {}) {
  const { files = contractDataset.files, limits = UNLIMITED, withCache = true } = options;
  const { now = () => AS_OF, maxBytes } = options;
  const metering = testMetering({ limits, now });
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const dataset = new Dataset(memoryReader(files), { log, pollIntervalMs: Infinity });
  await dataset.refresh();
  const requestLog = new RequestLog({ log, now, monotonicNow: () => 0 });
  const shared = { dataset, now, log, guard: createRequestGuard({ metering, now, log }), requestLog };
  const cache = new ResponseCache({ ...shared, ...(maxBytes === undefined ? {} : { maxBytes }) });
  let [passed, sent] = [0, 0];
  const find = cache.find.bind(cache);
  cache.find = (request) => {
    const found = find(request);
    if (!found) passed += 1;
    return found;
  };
  const app = createApp({ ...shared, metering, ...(withCache ? { cache } : {}) });
  const server = await startServer({ app, port: 0, host: '127.0.0.1', log });
  // Fewer connections than the kernel queues: beyond, it drops some, and each is tried again a second later.
  const clients = await Promise.all(Array.from({ length: 64 }, () => PipelinedClient.connect(server.url)));
  t.after(async () => {
    for (const client of clients) client.close();
    await server.stop(0);
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<PlainResponse> => {
    const client = clients[(sent += 1) % clients.length]!;
    const [response] = await client.send({ path, headers, method });
    delete response!.headers['date'];
    return response!;
  };
  return { get, dataset, files, lines, metering, cache, passed: () => passed, sent: () => sent };
}

test('the contract table, each request repeated: the same bytes with the cache and without it', async (t) => {
  const [plain, fast] = [await gateway(t, { withCache: false }), await gateway(t)];
  const keys = await Promise.all([plain, fast].map(({ metering }) => metering.keys.issue('account', 'x')));
  for (const { path } of TABLE)
    for (const [method, headers] of [
      ['GET', {}],
      ['GET', { 'Accept-Encoding': 'br' }],
      ['GET', { 'Accept-Encoding': 'gzip, identity;q=0' }],
      ['HEAD', {}],
      ['GET', { 'If-None-Match': '*' }],
      ['GET', { 'If-None-Match': '"none"' }],
      ['GET', { Range: 'bytes=0-9' }],
      ['POST', {}],
    ] as [string, Record<string, string>][]) {
      const expected = await plain.get(path, headers, method);
      for (let repeat = 0; repeat < 3; repeat += 1)
        assert.deepEqual(
          await fast.get(path, headers, method),
          expected,
          `${method} ${path} ${JSON.stringify(headers)}`,
        );
      const { etag } = expected.headers;
      if (expected.status !== 200 || etag === undefined) continue;
      const held = { ...headers, 'If-None-Match': etag };
      assert.deepEqual(await fast.get(path, held, method), await plain.get(path, held, method), `304 of ${path}`);
      const [one, other] = keys.map(({ key }) => ({ ...headers, Authorization: `Bearer ${key}` }));
      assert.deepEqual(await fast.get(path, other, method), await plain.get(path, one, method), `keyed ${path}`);
      assert.deepEqual(await fast.get(path, other, method), await plain.get(path, one, method), `keyed again ${path}`);
    }
  assert.ok(fast.passed() < fast.sent() - 200, `${fast.passed()} of ${fast.sent()} reached the app`);
});

test('a repeated request reaches no endpoint; an unusual one does', async (t) => {
  const { get, passed, lines } = await gateway(t);
  const first = await get('/api.php?limit=3');
  assert.equal(first.status, 200);
  for (const [headers, method] of [
    [{}, 'GET'],
    [{}, 'HEAD'],
    [{ 'If-None-Match': first.headers.etag! }, 'GET'],
  ] as const)
    await get('/api.php?limit=3', headers, method);
  assert.equal(passed(), 1);
  assert.deepEqual(
    lines.filter((line) => line.includes('/api.php')).map((line) => line.replace(/ opened=\d+/, '')),
    ['GET', 'GET', 'HEAD', 'GET'].map(
      (method, index) => `2026-07-01T12:00:00Z ${method} /api.php?limit=3 ${index === 3 ? 304 : 200} 0.0ms`,
    ),
  );
  let expected = 1;
  for (const headers of [
    { Range: 'bytes=0-5' },
    { 'If-None-Match': '"other"' },
    { 'If-None-Match': `${first.headers.etag}, "other"` },
    { 'Accept-Encoding': 'gzip' },
    { Authorization: 'Basic x' },
    { Host: 'other.example' },
  ] as Record<string, string>[]) {
    await get('/api.php?limit=3', headers);
    assert.equal(passed(), (expected += 1), JSON.stringify(headers));
  }
  for (const path of ['/status', '/usage', '/', '/nothing', `/${indexFile}`])
    for (let repeat = 0; repeat < 2; repeat += 1) {
      await get(path);
      assert.equal(passed(), (expected += 1), path);
    }
  for (const path of ['/stats_api.php', '/manifest.json', '/fdsnws/event/1/count'])
    for (let repeat = 0; repeat < 2; repeat += 1) assert.equal((await get(path)).status, 200);
  assert.equal(passed(), expected + 3);
});

test('an answer that depends on the time is repeated until that time has passed, its 304 too', async (t) => {
  let at = AS_OF;
  const { get, passed } = await gateway(t, { now: () => at });
  const first = await get('/stats_api.php');
  const held = { 'If-None-Match': first.headers.etag! };
  at = AS_OF + MINUTE - 1;
  assert.deepEqual((await get('/stats_api.php')).body, first.body);
  assert.equal((await get('/stats_api.php', held)).status, 304);
  assert.equal(passed(), 1, 'within the minute');
  // A day later no earthquake is of today.
  for (const day of [1, 2]) {
    at = AS_OF + day * DAY;
    assert.equal((await get('/stats_api.php', held)).status, 200);
    const { today } = JSON.parse((await get('/stats_api.php')).body.toString()) as { today: number };
    assert.equal(today, 0);
    assert.equal(passed(), 1 + day);
  }
  assert.notEqual((JSON.parse(first.body.toString()) as { today: number }).today, 0);
});

test('an answer relative to the time is never that of a minute ago, and a following page is for the dataset', async (t) => {
  let at = AS_OF;
  const { get, passed } = await gateway(t, { now: () => at });
  const ask = async (path: string) => JSON.parse((await get(path)).body.toString()) as { count: number; next?: string };
  const path = '/api.php?max_age=24h&limit=1000';
  const first = await ask(path);
  assert.deepEqual([await ask(path), passed()], [first, 1]);
  at += DAY;
  assert.ok((await ask(path)).count < first.count, 'a day later');
  const { next } = await ask('/api.php?max_age=90d&limit=5');
  const page = await ask(next!);
  at += DAY;
  assert.deepEqual([await ask(next!), passed()], [page, 4]);
});

test('a 304 is repeated before its 200 was sent, and does not replace it', async (t) => {
  const path = '/api.php?limit=3';
  const { headers, body } = await (await gateway(t)).get(path);
  const { get, passed } = await gateway(t);
  const held = { 'If-None-Match': headers.etag! };
  const list = { 'If-None-Match': `"other", ${headers.etag}` };
  const answers: [number, number][] = [];
  for (const sent of [held, held, {}, {}, list, held, {}]) answers.push([(await get(path, sent)).status, passed()]);
  assert.deepEqual(answers, [
    [304, 1],
    [304, 1],
    [200, 2],
    [200, 2],
    [304, 3],
    [304, 3],
    [200, 3],
  ]);
  assert.deepEqual((await get(path)).body, body);
});

test('counts and refusals are those of the endpoint', async (t) => {
  const { get, metering, passed } = await gateway(t, { limits: readPlanLimits('free.daily=5,free.burst=none') });
  const { key } = await metering.keys.issue('account', 'x');
  const keyed = { Authorization: `Bearer ${key}` };
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) statuses.push((await get('/api.php?limit=3')).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  assert.equal(passed(), 1);
  const { etag } = (await get('/api.php?limit=3', keyed)).headers;
  const remaining: unknown[] = [];
  for (let count = 0; count < 5; count += 1)
    remaining.push((await get('/api.php?limit=3', keyed)).headers.ratelimit?.toString().match(/r=(\d+)/)?.[1]);
  assert.deepEqual(remaining, ['3', '2', '1', '0', '0']);
  assert.equal((await get('/api.php?limit=3', { ...keyed, 'If-None-Match': etag! })).status, 304, 'free of quota');
  await metering.keys.revoke('account', (await metering.keys.list('account'))[0]!.id);
  assert.equal((await get('/api.php?limit=3', keyed)).status, 401, 'a revoked key');
  assert.equal(passed(), 2);
});

test('a key in the query is in no entry of the cache', async (t) => {
  const { get, metering, cache, passed } = await gateway(t);
  const { key } = await metering.keys.issue('account', 'x');
  for (let count = 0; count < 2; count += 1)
    assert.match((await get(`/api.php?limit=3&api_key=${key}`)).headers['cache-control']!, /private/);
  assert.deepEqual([cache.size, passed()], [0, 2]);
});

test('10,000 requests while a dataset follows the other: none is older than what is served', async (t) => {
  const files = new Map(syntheticDataset({ count: 100 }).files);
  const { get, dataset, passed } = await gateway(t, { files });
  const newest = async (): Promise<string> => (await get('/api.php?limit=1')).body.toString();
  for (let version = 0; version < 10; version += 1) {
    const { files: next } = syntheticDataset({ count: 100 + version, seed: version + 2 });
    replaceFiles(files, next);
    const publishing = dataset.refresh();
    const during = await Promise.all(Array.from({ length: 100 }, newest));
    await publishing;
    const current = await newest();
    const after = new Set(await Promise.all(Array.from({ length: 900 }, newest)));
    assert.deepEqual([...after], [current]);
    assert.ok(new Set(during).size <= 2);
  }
  assert.ok(passed() < 1500, `${passed()} reached the app`);
});

test('memory is bounded, keys counted in', async (t) => {
  const { get, cache } = await gateway(t, { maxBytes: 200_000 });
  const padding = 'x'.repeat(10_000);
  for (let limit = 1; limit <= 100; limit += 1) await get(`/api.php?limit=${limit}`);
  assert.ok(cache.size > 0 && cache.size < 100, `${cache.size} entries`);
  for (let n = 1; n <= 50; n += 1) assert.equal((await get(`/api.php?limit=1&n=${n}&x=${padding}`)).status, 200);
  assert.ok(cache.size > 0 && cache.size < 10, `${cache.size} entries of long targets`);
});
