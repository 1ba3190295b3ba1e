/** `METRICS_PORT` and `LOG_FORMAT=json` of one process. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ENDPOINT_PATHS } from '#core/endpoints.ts';
import { shardPath } from '#core/paths.ts';
import { LATENCY_BOUNDS, RequestCounts } from '../../../gateway/metrics/request-counts.ts';
import { RequestLog } from '../../../gateway/request-log.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../../support/gateway-child.ts';
import { scrape } from '../../support/metrics.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const KEY = `sk_${'a'.repeat(40)}`;
const dataset = syntheticDataset({ count: 300 });
let folder: string;
let gateway: GatewayChild;

before(async () => {
  folder = await mkdtemp(join(TEMPORARY, 'metrics-'));
  gateway = await startGatewayChild({
    ...{ DIST_DIR: join(folder, 'dist'), DATA_DIR: join(folder, 'data') },
    ...{ METRICS_PORT: '0', LOG_FORMAT: 'json', PLAN_LIMITS: 'free.daily=none,free.burst=6' },
  });
  while (!gateway.output().includes('Metrics at')) await wait(20);
});
after(async () => {
  gateway.child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const statusOf = async (url: string, init?: RequestInit): Promise<number> => {
  const response = await fetch(url, init);
  await response.arrayBuffer();
  return response.status;
};

test('without a dataset the process is healthy and not ready; with one it is both', async () => {
  const { url, sample } = await scrape(gateway);
  assert.deepEqual([await statusOf(`${url}/healthz`), await statusOf(`${url}/readyz`)], [200, 503]);
  assert.equal(sample('hiposantr_dataset_as_of_seconds'), undefined);
  await writeDist(dataset.files, join(folder, 'dist'));
  while ((await statusOf(`${url}/readyz`)) !== 200) await wait(20);
  assert.equal(await statusOf(`${url}/nothing`), 404);
  assert.equal(await statusOf(`${url}/metrics`, { method: 'POST' }), 405);
  assert.equal(await statusOf(`${gateway.url}/metrics`), 404, 'not on the public port');
});

test('while dist/ or a shard of it is gone the process is healthy and not ready, and ready once it is back', async () => {
  const { url } = await scrape(gateway);
  const shard = shardPath(dataset.manifest.shards.at(-1)!.hash);
  for (const [gone, reason] of [
    ['dist', 'manifest.json is missing\n'],
    [`dist/${shard}`, `${shard} is missing\n`],
  ] as const) {
    await rename(join(folder, gone), join(folder, 'away'));
    while ((await statusOf(`${url}/readyz`)) !== 503) await wait(20);
    assert.equal(await (await fetch(`${url}/readyz`)).text(), reason);
    assert.equal(await statusOf(`${url}/healthz`), 200);
    await rename(join(folder, 'away'), join(folder, gone));
    while ((await statusOf(`${url}/readyz`)) !== 200) await wait(20);
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test(
  'promtool finds nothing wrong with the metrics',
  { skip: hasPromtool ? false : 'promtool is not there' },
  async () => {
    const { text } = await scrape(gateway);
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    // Node.js' own names are those of its library.
    const ours = `${stdout}${stderr}`.split('\n').filter((line) => !/^nodejs_|^$/.test(line));
    assert.deepEqual(ours, [], String(status));
    assert.match(text, /^# TYPE hiposantr_source_rows_read_total counter$/m);
  },
);

test('every response is counted once: by route, status and time; decisions, shards and sources too', async () => {
  const first = await scrape(gateway);
  const expected: [path: string, status: number][] = [
    ...Array.from({ length: 3 }, (): [string, number] => ['/api.php?limit=5&min_magnitude=4', 200]),
    ['/api.php?limit=x', 400],
    ['/deprem_api.php?id=1', 200],
    [`/api.php?limit=2&api_key=${KEY}`, 401],
    ['/status', 200],
    ['/nothing', 404],
    ['/rss', 200],
    ['/api.php?limit=6', 429],
  ];
  for (const [path, status] of expected) assert.equal(await statusOf(`${gateway.url}${path}`), status, path);
  const { sample, samples } = await scrape(gateway);
  const added = (name: string): number => (sample(name) ?? 0) - (first.sample(name) ?? 0);
  const requests = (route: string, status: number): number =>
    added(`hiposantr_requests_total{route="${route}",status="${status}"}`);
  assert.deepEqual(
    [200, 400, 401, 429].map((status) => requests('/api.php', status)),
    [3, 1, 1, 1],
  );
  assert.deepEqual([requests('/deprem_api.php', 200), requests('/status', 200), requests('files', 404)], [1, 1, 1]);
  assert.equal(added('hiposantr_request_duration_seconds_count{route="/api.php"}'), 6);
  assert.equal(added('hiposantr_request_duration_seconds_bucket{le="+Inf",route="/api.php"}'), 6);
  assert.equal(added('hiposantr_quota_decisions_total{decision="allowed"}'), 6);
  assert.equal(added('hiposantr_quota_decisions_total{decision="burst"}'), 1);
  assert.ok(added('hiposantr_shard_loads_total') > 0);
  assert.ok(added('hiposantr_shard_requests_total') >= added('hiposantr_shard_loads_total'));
  assert.ok(sample('hiposantr_dataset_cache_bytes')! > 0);
  assert.equal(sample('hiposantr_dataset_as_of_seconds'), AS_OF / 1000);
  assert.equal(sample('hiposantr_dataset_faults'), 0);
  assert.ok(sample('process_resident_memory_bytes')! > 1e6);
  const times = [...samples].filter(([name]) => /duration_seconds_bucket\{.*"\/api\.php/.test(name));
  assert.deepEqual(
    times.map(([, value]) => value).toSorted((a, b) => a - b),
    times.map(([, value]) => value),
    'cumulative',
  );
});

test('each line of the log is a JSON object, without keys', async () => {
  gateway.child.kill('SIGTERM');
  assert.equal(await exitOf(gateway.child), 0);
  const lines = gateway
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const list = entries.find(({ target }) => target === '/api.php?limit=5&min_magnitude=4')!;
  const { time, ms, opened, ...rest } = list;
  assert.deepEqual(rest, {
    level: 'info',
    method: 'GET',
    network: '127.0.0.0/24',
    target: list['target'],
    status: 200,
  });
  assert.match(String(time), /^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
  assert.ok(typeof ms === 'number' && typeof opened === 'number');
  assert.ok(entries.some(({ message }) => /^Serving .* at http/.test(String(message))));
  assert.ok(entries.some(({ message }) => /^dataset: serving/.test(String(message))));
  assert.ok(!gateway.output().includes(KEY) && gateway.output().includes('api_key=***'));
  assert.deepEqual(
    gateway
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{')),
    [
      `There is no dataset in ${join(folder, 'dist')} (DIST_DIR): npm start creates one. Until then, data requests get 503.`,
    ],
  );
});

test('responses that are not logged are counted', async () => {
  const lines: string[] = [];
  const counts = new RequestCounts(ENDPOINT_PATHS);
  const log = new RequestLog({ log: (line) => lines.push(line), now: Date.now, every: 0, counts });
  const request = { method: 'GET', target: '/rss', incoming: undefined, header: () => undefined };
  for (const status of [200, 200, 503])
    log.write({ start: log.start(), request, target: undefined, status, opened: 0 });
  const { values } = await counts.responses.get();
  assert.deepEqual([values.map(({ value }) => value), lines.length], [[2, 1], 1]);
});

test('a time belongs to the first bound that it does not exceed; a path to its endpoint, or to the files', async () => {
  const counts = new RequestCounts(ENDPOINT_PATHS);
  for (const took of [0, LATENCY_BOUNDS[0]!, LATENCY_BOUNDS[0]! + 1e-9, LATENCY_BOUNDS.at(-1)!, 1e9])
    counts.add('/api.php?q=1', 200, took);
  const { values } = await counts.durations.get();
  const upTo = (le: number | string) => values.find(({ labels }) => (labels as { le?: unknown }).le === le)?.value;
  const bounds = [...LATENCY_BOUNDS.map((bound) => bound / 1000), '+Inf'];
  assert.deepEqual(
    [0, 1, -2, -1].map((index) => upTo(bounds.at(index)!)),
    [2, 3, 4, 5],
  );
  const nameOf = (target: string): string => counts.routeOf(target);
  const targets = ['/api.php', '/account', '/account/keys?x', '/accounting', '/shards/x', '/', '/api.php/x'];
  assert.deepEqual(targets.map(nameOf), ['/api.php', '/account/', '/account/', 'files', 'files', 'files', 'files']);
});
