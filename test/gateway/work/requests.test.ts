/** Work through the gateway: by rows looked at, ended with its client, bounded for each caller. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { searchOf } from '#core/filters/words.ts';
import { planChanges, planList } from '#core/plan.ts';
import { LIST_FOOT } from '#core/wire.ts';
import { readChanges } from '../../../gateway/scan/changes-reader.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import type { DatasetFiles } from '../../../gateway/dataset/files.ts';
import { readList } from '../../../gateway/scan/scan.ts';
import { LOOK_AHEAD } from '../../../gateway/scan/merge.ts';
import { SLICE_OPENS, SLICE_ROWS } from '../../../gateway/work/slices.ts';
import type { Work } from '../../../gateway/work/work-queue.ts';
import { WORK_LIMITS } from '../../../gateway/work/admission.ts';
import { big, COUNT } from '../../support/big-dataset.ts';
import { send } from '../../support/clients.ts';
import { memoryReader } from '../../support/dataset.ts';
import { type ListBody, testGateway } from '../../support/gateway.ts';
import { countsOf, testMetering, UNLIMITED } from '../../support/metering.ts';

const { files, manifest, changes } = big;
const unbounded = { files: 1e6, rows: 1e9 };

/** Work that is done at once, and how many rows and shards each slice of it looked at. */
function counted() {
  const looked = { rows: 0, opens: 0 };
  const dataset = new Dataset(memoryReader(files));
  const shard: DatasetFiles['shard'] = async (entry) => {
    looked.opens += 1;
    const opened = await (await dataset.current()).files.shard(entry);
    const get = (numbers: typeof opened.text, key: string): unknown => {
      if (/^\d+$/.test(key)) looked.rows += 1;
      return Reflect.get(numbers, key, numbers);
    };
    return { ...opened, text: new Proxy(opened.text, { get }) };
  };
  const read: Pick<DatasetFiles, 'shard' | 'areaIndex' | 'segment' | 'lines' | 'copyLines'> = {
    shard,
    areaIndex: (area) => {
      throw new Error(`no area is asked for, but index ${area.hash} is read`);
    },
    segment: async (entry) => (await dataset.current()).files.segment(entry),
    lines: async (...lines) => (await dataset.current()).files.lines(...lines),
    copyLines: async (...lines) => (await dataset.current()).files.copyLines(...lines),
  };
  const slices: { rows: number; opens: number }[] = [];
  const work: Work = {
    signal: new AbortController().signal,
    async step(steps) {
      const before = { ...looked };
      const { done = false } = await steps.next();
      slices.push({ rows: looked.rows - before.rows, opens: looked.opens - before.opens });
      return done;
    },
    async run(steps) {
      while (!(await work.step(steps)));
    },
  };
  return { read, work, slices, looked };
}

test('a list without matches yields by rows examined', async () => {
  const { read, work, slices, looked } = counted();
  const query = { limit: 100, place: searchOf('no such place') };
  const scan = { plan: planList(manifest, query), query, bounds: unbounded, files: read };
  const { body } = await readList({ ...scan, headOf: (count) => `${count} of ` }, work);
  assert.equal(Buffer.from(body).toString(), `0 of ${LIST_FOOT}`);
  assert.ok(looked.rows > COUNT * 0.7, `${looked.rows} rows looked at`);
  for (const { rows, opens } of slices)
    assert.ok(rows < SLICE_ROWS + LOOK_AHEAD && opens <= SLICE_OPENS, `${rows} ${opens}`);
});

test('changes without matches yield by changes examined', async () => {
  const { read, work, slices, looked } = counted();
  const query = { limit: 100, updatedAfter: 0, place: searchOf('no such place') };
  const plan = planChanges(manifest, query);
  await readChanges({ plan, query, bounds: unbounded, files: read, headOf: () => '' }, work);
  assert.ok(looked.rows > COUNT * 0.7, `${looked.rows} rows looked at`);
  assert.ok(slices.length > changes.length / SLICE_ROWS);
  for (const { rows, opens } of slices) assert.ok(rows <= SLICE_ROWS && opens <= SLICE_OPENS, `${rows} ${opens}`);
});

async function settled(count: () => number): Promise<number> {
  for (let last = -1; ; await wait(60)) {
    if (count() === last) return last;
    last = count();
  }
}

const DEAR = ['/api.php?q=nowhere', '/api.php?updated_after=2000-01-01T00:00:00Z&q=nowhere', '/export.php?q=nowhere'];

for (const path of DEAR)
  for (const method of ['GET', 'HEAD'])
    test(`a disconnected client ends the work of ${method} ${path}, and it stays counted`, async () => {
      const metering = testMetering({ limits: UNLIMITED });
      const { app, get, dataset, lines } = testGateway(files, { metering, bounds: unbounded, cacheBytes: 1000 });
      const leaving = new AbortController();
      const pending = app.request(path, { method, signal: leaving.signal });
      while (dataset.files.loads < 5) await turn();
      leaving.abort();
      await pending;
      const opened = await settled(() => dataset.files.loads);
      // Those of the slice that reaches five, and of the one after it.
      assert.ok(opened <= 5 + 2 * SLICE_OPENS, `${opened} opened`);
      assert.equal((await countsOf(metering, 'address:unknown'))!.day_count, 1);
      assert.deepEqual(
        lines.filter((line) => line.includes('fault')),
        [],
      );
      assert.match(lines.at(-1)!, / 499 /);
      // The next one gets everything.
      assert.equal((await get(path)).status, 200);
      assert.ok(dataset.files.loads - opened > 20);
    });

test('of two equal requests the second is answered when the first one disconnects', async () => {
  const { app, dataset } = testGateway(files, { bounds: unbounded, cacheBytes: 1000 });
  const leaving = new AbortController();
  const first = app.request(DEAR[0]!, { signal: leaving.signal });
  const second = app.request(DEAR[0]!);
  while (dataset.files.loads < 5) await turn();
  leaving.abort();
  assert.equal((await first).status, 499);
  assert.deepEqual(((await (await second).json()) as ListBody).truncated, false);
  assert.equal(dataset.files.loads, planList(manifest, { limit: 100, place: searchOf('nowhere') }).shards.length);
});

test('a caller with too many requests in progress is refused uncounted; others are answered', async () => {
  const metering = testMetering({ limits: UNLIMITED });
  const { from, get } = testGateway(files, {
    metering,
    bounds: unbounded,
    workLimits: { ...WORK_LIMITS, waitTimeoutMs: 60_000 },
  });
  const responses = Array.from({ length: 60 }, (_, number) => from('192.0.2.1', `/api.php?q=nowhere%20${number}`));
  const other = await from('192.0.2.2', '/api.php?limit=7');
  assert.equal(other.status, 200);
  const settled = await Promise.all(responses);
  const statuses = settled.map(({ status }) => status);
  assert.deepEqual([statuses.filter((status) => status === 200).length, new Set(statuses).size], [40, 2]);
  const refused = settled.find(({ status }) => status === 429)!;
  assert.equal(refused.headers.get('Retry-After'), '1');
  assert.equal(((await refused.json()) as { policy: string }).policy, 'burst');
  assert.equal((await countsOf(metering, 'address:192.0.2.1'))!.day_count, 40);
  // What is at hand needs no place.
  await get('/api.php?limit=7');
});

test('an export is counted once: by HEAD, completely, in ranges, for others and at the same time', async () => {
  const { get, app, dataset } = testGateway(files, { exportRows: () => 100_000, cacheBytes: 1000 });
  const heads = await Promise.all(['a', 'b', 'c'].map(() => app.request('/export.php', { method: 'HEAD' })));
  const { length } = manifest.shards;
  assert.deepEqual(
    [dataset.files.loads, new Set(heads.map(({ headers }) => headers.get('Content-Length'))).size],
    [length, 1],
  );
  await get('/export.php', {}, 'HEAD');
  const part = await get('/export.php', { Range: 'bytes=0-99' });
  assert.equal(dataset.files.loads, length, 'nothing is read before the body is');
  await part.arrayBuffer();
  assert.ok(dataset.files.loads < length + 20, `${dataset.files.loads - length} shards for the first 100 bytes`);
});

test('no caller is refused because another one with the same query has too many requests in progress', async () => {
  const workLimits = { ...WORK_LIMITS, concurrent: 1, waiting: 5, waitTimeoutMs: 300 };
  const reader = memoryReader(files);
  let untilHeld = Infinity;
  let blocked = Promise.withResolvers<void>();
  const read: typeof reader.read = async (path) => {
    if (path.startsWith('shards/') && (untilHeld -= 1) === 0) await blocked.promise;
    return reader.read(path);
  };
  const metering = testMetering({ limits: UNLIMITED });
  const { from } = testGateway(files, { reader: { ...reader, read }, metering, workLimits, cacheBytes: 1000 });
  await from('192.0.2.3', '/api.php?limit=1');
  for (const path of ['/api.php?limit=500', '/export.php?format=csv']) {
    // An old shard, which the other one does not need.
    [untilHeld, blocked] = [20, Promise.withResolvers<void>()];
    const first = from('192.0.2.1', `/api.php?q=nowhere${path.length}`);
    while (untilHeld > 0) await turn();
    const waiting = from('192.0.2.1', path);
    await wait(20);
    const other = await from('192.0.2.2', path);
    assert.equal(other.status, 200);
    await other.text();
    const refused = (await waiting).status;
    blocked.resolve();
    await first;
    assert.equal(refused, 429, 'its own caller exceeds its requests in progress');
  }
});

test('over a socket: a request without its file is 503 before its connection is idle for too long', async () => {
  const blocked = Promise.withResolvers<void>();
  const reader = memoryReader(files);
  const read: typeof reader.read = async (path) => {
    if (path.endsWith('.columns')) await blocked.promise;
    return reader.read(path);
  };
  const workLimits = { ...WORK_LIMITS, timeoutMs: 300 };
  const { app } = testGateway(files, { reader: { ...reader, read }, workLimits });
  const timeouts = { headers: 20_000, request: 60_000, idle: 2000 };
  const { url, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {}, timeouts });
  const paths = ['/api.php?limit=7', '/export.php?format=csv', '/fdsnws/event/1/query?minlatitude=39', ...DEAR];
  for (const { status, headers } of await Promise.all(paths.map((path) => send(url, { path }))))
    assert.deepEqual([status, headers['retry-after']], [503, '5']);
  blocked.resolve();
  assert.equal((await send(url, { path: paths[0]! })).status, 200);
  await stop(0);
});
