import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS, columnsPath } from '#core/paths.ts';
import { DAY, formatInstant, HOUR, MINUTE, wholeSecond } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const dataset = syntheticDataset({ seed: 3, count: 900 });

interface Stats {
  total: number;
  today: number;
  last_24h: number;
  [field: string]: unknown;
}

test('today and the last 24 hours are counted at the moment of the answer, the rest is as stored', async () => {
  let now = AS_OF;
  const { get } = testGateway(dataset.files, { now: () => now });
  const stored = JSON.parse(Buffer.from(dataset.files.get(ANSWERS.stats)!).toString()) as Stats;
  const listed = dataset.earthquakes.filter(({ magnitude }) => magnitude !== null).map(({ time }) => wholeSecond(time));
  const etags = new Set<string>();
  for (const offset of [0, MINUTE, 13 * HOUR, -30 * HOUR, 40 * DAY, -60 * 365 * DAY]) {
    now = AS_OF + offset;
    const stats = (await (await get('/stats_api.php')).json()) as Stats;
    const day = Math.floor(now / DAY) * DAY;
    const today = listed.filter((time) => time >= day && time < day + DAY).length;
    const last24h = listed.filter((time) => time > now - DAY && time < now + MINUTE).length;
    assert.deepEqual(stats, { ...stored, today, last_24h: last24h });
    etags.add(`${today} ${last24h}`);
  }
  assert.ok(etags.size > 3, 'the counts must differ between the moments');
  assert.equal(stored.total, listed.length);
});

test('the ETag is of the body: the same in the next minute where the counts are', async () => {
  let now = AS_OF + 40 * DAY;
  const { get } = testGateway(dataset.files, { now: () => now });
  const tag = (await get('/stats_api.php')).headers.get('ETag')!;
  now += MINUTE;
  assert.equal((await get('/stats_api.php', { 'If-None-Match': tag })).status, 304);
  now = AS_OF;
  assert.equal((await get('/stats_api.php', { 'If-None-Match': tag })).status, 200);
});

test('a count that failed is tried again in the same minute', async () => {
  const files = new Map(dataset.files);
  const { get } = testGateway(files);
  const newest = dataset.manifest.shards.filter(({ band }) => band > 0).toSorted((a, b) => b.time[1] - a.time[1])[0]!;
  const path = columnsPath(newest.columnsHash);
  files.delete(path);
  assert.equal((await get('/stats_api.php')).status, 503);
  files.set(path, dataset.files.get(path)!);
  assert.equal((await get('/stats_api.php')).status, 200);
});

test('states of the sources follow the clock', async () => {
  let now = AS_OF;
  const { get } = testGateway(dataset.files, { now: () => now });
  const states = async (): Promise<Record<string, string>> => {
    const { sources } = (await (await get('/status')).json()) as { sources: { name: string; state: string }[] };
    return Object.fromEntries(sources.map(({ name, state }) => [name, state]));
  };
  assert.deepEqual(await states(), { kandilli: 'ok', afad: 'stale', usgs: 'down', turhec: 'idle', historical: 'ok' });
  now = AS_OF + 14 * MINUTE;
  assert.deepEqual(await states(), { kandilli: 'ok', afad: 'down', usgs: 'down', turhec: 'idle', historical: 'ok' });
  now = AS_OF + 15 * MINUTE;
  assert.deepEqual(await states(), { kandilli: 'stale', afad: 'down', usgs: 'down', turhec: 'idle', historical: 'ok' });
});

test('the agencies together are late 10 minutes after the newest answer of a live one', async () => {
  let now = AS_OF;
  const { get } = testGateway(dataset.files, { now: () => now });
  const own = async (): Promise<unknown> => {
    const { state, last_success } = (await (await get('/status')).json()) as Record<string, unknown>;
    return [state, last_success];
  };
  const newest = formatInstant(AS_OF - MINUTE);
  assert.deepEqual(await own(), ['current', newest]);
  now = AS_OF + 9 * MINUTE;
  assert.deepEqual(await own(), ['late', newest]);
});
