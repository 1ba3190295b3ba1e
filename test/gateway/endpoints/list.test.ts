import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWERS } from '#core/paths.ts';
import { DAY, HOUR } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { allPages, type ListBody, replaceFiles, testGateway } from '../../support/gateway.ts';
import { testMetering } from '../../support/metering.ts';
import { filters } from '../../support/list-filters.ts';
import { naiveChanges, naiveList, type Texts } from '../../support/naive-list.ts';
import fc from '../../support/property.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const dataset = syntheticDataset();
const unbounded = { bounds: { files: 1e6, rows: 1e9 } };
const gateway = testGateway(dataset.files, unbounded);

const target = (texts: Texts): string => `/api.php?${new URLSearchParams(texts as Record<string, string>)}`;
const orders = fc.constantFrom<Texts[]>({}, {}, { order: 'time' }, { order: 'magnitude' }, { order: 'magnitude' });
const itemsOf = (pages: ListBody[]): unknown[] => pages.flatMap((page) => page.earthquakes);

test('every filter, page after page, gives the records of a naive scan', async () => {
  let matched = 0;
  await fc.assert(
    fc.asyncProperty(filters, orders, fc.integer({ min: 5, max: 400 }), async (some, order, limit) => {
      const texts = { ...some, ...order };
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
      { q: 'igdir', date_from: '2026-05-01', order: 'magnitude' },
      { max_age: '300d', min_magnitude: '3', order: 'magnitude' },
      { max_age: '40d', q: 'igdir' },
      { province: '35', date_from: '2026-05-01' },
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
  assert.equal(big.dataset.files.loads, 2);
});

test('a province opens the shards that hold a record of it, and one without records none', async () => {
  const openedFor = async (province: string): Promise<number> => {
    await gateway.get(`/api.php?limit=1000&province=${province}`);
    return Number(/opened=(\d+)$/.exec(gateway.lines.at(-1)!)![1]);
  };
  for (const [province, code] of [
    ['izmir', 35n],
    ['TR-41', 41n],
  ] as const) {
    const due = dataset.manifest.shards.filter(({ provinces }) => (provinces >> code) & 1n);
    assert.ok(due.length < dataset.manifest.shards.length);
    assert.equal(await openedFor(province), due.filter(({ band }) => band > 0).length);
  }
  assert.equal(await openedFor('81'), 0);
});

test('a first page of everything opens few of the many shards', async () => {
  await gateway.get('/api.php?limit=99');
  const opened = Number(/opened=(\d+)$/.exec(gateway.lines.at(-1)!)![1]);
  assert.ok(dataset.manifest.shards.length > 60);
  assert.ok(opened >= 1 && opened <= 15, `${opened} opened`);
});

test('a first page by magnitude opens the shards of the greatest ones alone, a later one none before its cursor', async () => {
  const openedBy = (): number => Number(/opened=(\d+)$/.exec(gateway.lines.at(-1)!)![1]);
  const query = '/api.php?order=magnitude&limit=20';
  const { next } = (await (await gateway.get(query)).json()) as ListBody;
  assert.ok(openedBy() <= dataset.manifest.shards.length / 4, `${openedBy()} opened`);
  await gateway.get(next!);
  const { magnitude } = naiveList(dataset.earthquakes, { order: 'magnitude' })[19]!;
  const due = dataset.manifest.shards.filter((shard) => shard.magnitude && shard.magnitude[0] <= magnitude!);
  assert.ok(openedBy() <= due.length / 4, `${openedBy()} opened`);
  await gateway.get('/api.php?order=magnitude&max_magnitude=2.5&limit=5');
  assert.ok(openedBy() <= due.length / 4, `${openedBy()} opened below a bound`);
});

test('an age opens no shard that ends before it', async () => {
  for (const order of ['time', 'magnitude']) {
    await gateway.get(`/api.php?max_age=10d&limit=1000&order=${order}`);
    const due = dataset.manifest.shards.filter(({ time, magnitude }) => magnitude && time[1] >= AS_OF - 10 * DAY);
    assert.ok(due.length < dataset.manifest.shards.length / 4);
    assert.match(gateway.lines.at(-1)!, new RegExp(` opened=${due.length}$`));
  }
});

test('a year among the words opens no shard of other years', async () => {
  for (const order of ['time', 'magnitude']) {
    await gateway.get(`/api.php?q=nowhere%202025&order=${order}`);
    const due = dataset.manifest.shards.filter(
      ({ time, magnitude }) => magnitude && time[1] >= Date.UTC(2025, 0) && time[0] < Date.UTC(2026, 0),
    );
    assert.ok(due.length > 0 && due.length < dataset.manifest.shards.filter(({ magnitude }) => magnitude).length);
    assert.match(gateway.lines.at(-1)!, new RegExp(` opened=${due.length}$`));
  }
});

/** Every link of a walk, with what it answers, while an hour passes between each two requests. */
async function slowWalk(first: string): Promise<{ link: string; page: ListBody; tag: string }[]> {
  const clock = { now: AS_OF + 59_999 };
  const slow = testGateway(dataset.files, { ...unbounded, now: () => clock.now });
  const pages: { link: string; page: ListBody; tag: string }[] = [];
  for (let link: string | undefined = first; link !== undefined; clock.now += HOUR) {
    const response = await slow.get(link);
    const page = (await response.json()) as ListBody;
    pages.push({ link, page, tag: response.headers.get('ETag')! });
    link = page.next;
  }
  return pages;
}

test('the pages of one walk count an age from the minute of the first, however long it takes', async () => {
  for (const order of ['time', 'magnitude']) {
    const texts = { max_age: '20d', order };
    const pages = await slowWalk(target({ ...texts, limit: '7' }));
    assert.deepEqual(itemsOf(pages.map(({ page }) => page)), naiveList(dataset.earthquakes, texts));
    assert.ok(pages.length > 5);
    for (const { link } of pages.slice(1)) assert.match(link, /max_age=20d/);
  }
  const updated_after = '2026-06-12T00:00:00Z';
  const changes = await slowWalk(target({ max_age: '20d', updated_after, limit: '7' }));
  const texts = { max_age: '20d', updated_after };
  assert.deepEqual(itemsOf(changes.map(({ page }) => page)), naiveChanges(dataset.earthquakes, dataset.changes, texts));
  assert.ok(changes.length > 2);
});

test('an ETag of an age holds for a minute, and of a following page as long as its shards', async () => {
  const clock = { now: AS_OF };
  const own = testGateway(dataset.files, { ...unbounded, now: () => clock.now });
  const first = '/api.php?max_age=20d&limit=7';
  const response = await own.get(first);
  const next = ((await response.json()) as ListBody).next!;
  const tags = [response.headers.get('ETag')!, (await own.get(next)).headers.get('ETag')!];
  const again = (tag: number) => own.get(tag === 0 ? first : next, { 'If-None-Match': tags[tag]! });
  clock.now += 59_999;
  assert.deepEqual([(await again(0)).status, (await again(1)).status], [304, 304]);
  clock.now += 1;
  assert.deepEqual([(await again(0)).status, (await again(1)).status], [200, 304]);
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
  assert.equal(fresh.dataset.files.loads, 0);
});

test("a filter's ETag changes only with its own shards", async () => {
  const files = new Map(dataset.files);
  const own = testGateway(files);
  const tag = async (query: string) => (await own.get(query)).headers.get('ETag');
  const [high, all] = ['/api.php?min_magnitude=5&limit=9', '/api.php?limit=9'];
  const before = [await tag(high), await tag(all)];
  const low = dataset.earthquakes.find(({ magnitude }) => magnitude !== null && magnitude < 2)!;
  const changed = syntheticDataset({ without: low.id });
  replaceFiles(files, changed.files);
  const after = [await tag(high), await tag(all)];
  assert.equal(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
});
