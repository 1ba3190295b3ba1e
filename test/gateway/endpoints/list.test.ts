import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS } from '#core/paths.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { allPages, testGateway } from '../../support/gateway.ts';
import type { ListBody } from '../../support/gateway.ts';
import { testMetering } from '../../support/metering.ts';
import { filters } from '../../support/list-filters.ts';
import type { Texts } from '../../support/naive-list.ts';
import { naiveList } from '../../support/naive-list.ts';
import fc from '../../support/property.ts';

const dataset = syntheticDataset();
const unbounded = { bounds: { files: 1e6, rows: 1e9 } };
const gateway = testGateway(dataset.files, unbounded);

const target = (texts: Texts): string => `/api.php?${new URLSearchParams(texts as Record<string, string>)}`;
const itemsOf = (pages: ListBody[]): unknown[] => pages.flatMap((page) => page.earthquakes);

test('every filter, page after page, gives the records of a naive scan', async () => {
  let matched = 0;
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 5, max: 400 }), async (texts, limit) => {
      const expected = naiveList(dataset.earthquakes, texts);
      const pages = await allPages(gateway, target({ ...texts, limit: String(limit) }));
      assert.deepEqual(itemsOf(pages), expected);
      for (const [index, page] of pages.entries()) {
        assert.equal(page.count, page.earthquakes.length);
        assert.equal(page.truncated, page.next !== undefined);
        if (index < pages.length - 1) assert.equal(page.count, limit);
      }
      assert.equal(pages.length, Math.max(1, Math.ceil(expected.length / limit)));
      if (expected.length > 0) matched += 1;
    }),
    { numRuns: 150 },
  );
  assert.ok(matched > 30, `only ${matched} queries matched anything: the property says too little`);
});

test('work limits truncate pages but lose and repeat nothing', async () => {
  for (const bounds of [
    { files: 1, rows: 1e6 },
    { files: 3, rows: 40 },
    { files: 1000, rows: 1 },
  ]) {
    const bounded = testGateway(dataset.files, { bounds });
    for (const texts of [
      { q: 'igdir', date_from: '2026-05-01' },
      { min_magnitude: '5' },
      { event_type: 'explosion', date_from: '2026-06-20' },
    ]) {
      const pages = await allPages(bounded, target(texts));
      assert.deepEqual(itemsOf(pages), naiveList(dataset.earthquakes, texts));
      assert.ok(pages.length > 1, 'the bounds must have cut something');
    }
  }
});

test('an early end is marked by truncated, next and a Link header, even without a match', async () => {
  const bounded = testGateway(dataset.files, { bounds: { files: 2, rows: 50 } });
  const response = await bounded.get('/api.php?event_type=explosion');
  const page = (await response.json()) as ListBody;
  assert.deepEqual([page.count, page.truncated], [0, true]);
  assert.ok(response.headers.get('Link')!.startsWith(`<${page.next}>; rel="next", <`));
});

test('the last page has no next, neither in its body nor in its header', async () => {
  const response = await gateway.get('/api.php?min_magnitude=7.9&limit=1000');
  const page = (await response.json()) as ListBody;
  assert.deepEqual(
    [page.truncated, 'next' in page, /rel="next"/.test(response.headers.get('Link')!)],
    [false, false, false],
  );
});

test('limit + 1 matches are truncated, exactly limit are not', async () => {
  const texts = { min_magnitude: '5.5' };
  const total = naiveList(dataset.earthquakes, texts).length;
  const truncated = async (limit: number) =>
    ((await (await gateway.get(target({ ...texts, limit: String(limit) }))).json()) as ListBody).truncated;
  assert.ok(total > 2);
  assert.deepEqual([await truncated(total - 1), await truncated(total)], [true, false]);
});

test('the stored default list is byte for byte what the plan gives', async () => {
  const stored = Buffer.from(dataset.files.get(ANSWERS.list)!).toString('utf8');
  const files = new Map(dataset.files);
  files.delete(ANSWERS.list);
  const derived = testGateway(files);
  assert.equal(await (await derived.get('/api.php')).text(), stored);
  assert.equal(await (await gateway.get('/api.php?limit=100&utm=1')).text(), stored);
  assert.ok(derived.lines.some((line) => /opened=[1-9]/.test(line)));
});

test('one week at M >= 5 opens at most the two bands, one shard each', async () => {
  const files = syntheticDataset({ count: 1500, shardRows: 4096 }).files;
  const big = testGateway(files);
  await big.get('/api.php?min_magnitude=5&date_from=2026-06-24&date_to=2026-06-30');
  assert.match(big.lines.at(-1)!, / 200 .* opened=2$/);
  assert.equal(big.dataset.loads, 2);
});

test('a first page of everything opens few of the many shards', async () => {
  await gateway.get('/api.php?limit=99');
  const opened = Number(/opened=(\d+)$/.exec(gateway.lines.at(-1)!)![1]);
  assert.ok(dataset.manifest.shards.length > 60);
  assert.ok(opened >= 1 && opened <= 15, `${opened} opened`);
});

test('equal queries share an ETag however they are spelled, and other queries do not', async () => {
  const metering = testMetering();
  const { key } = await metering.keys.issue('account', 'of this test');
  const keyed = testGateway(dataset.files, { ...unbounded, metering });
  const tag = async (query: string) => (await keyed.get(`/api.php?${query}`)).headers.get('ETag');
  const one = await tag('sources=afad,usgs&q=%C4%B0zmir&limit=5');
  assert.match(one!, /^"/);
  const spelled = 'x=y&limit=05&q=IZMIR&sources=USGS,%20Afad';
  assert.equal(await tag(spelled), one);
  assert.equal(await tag(`${spelled}&api_key=${key}`), one!.replace(/"$/, '-key"'));
  assert.notEqual(await tag('sources=afad,usgs&q=izmir&limit=6'), one);
});

test('a revalidated response opens no shard', async () => {
  const query = '/api.php?min_magnitude=3&q=crete';
  const tag = (await gateway.get(query)).headers.get('ETag')!;
  const fresh = testGateway(dataset.files, unbounded);
  const response = await fresh.get(query, { 'If-None-Match': tag });
  assert.equal(response.status, 304);
  assert.equal(fresh.dataset.loads, 0);
});

test("a filter's ETag changes only with its own shards", async () => {
  const files = new Map(dataset.files);
  const own = testGateway(files);
  const tag = async (query: string) => (await own.get(query)).headers.get('ETag');
  const [high, all] = ['/api.php?min_magnitude=5&limit=9', '/api.php?limit=9'];
  const before = [await tag(high), await tag(all)];
  const low = dataset.earthquakes.find(({ magnitude }) => magnitude !== null && magnitude < 2)!;
  const changed = syntheticDataset({ without: low.id });
  files.clear();
  for (const [name, bytes] of changed.files) files.set(name, bytes);
  const after = [await tag(high), await tag(all)];
  assert.equal(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
});
