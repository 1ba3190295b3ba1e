import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solutionItem } from '#core/record/items.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { allPages, type ListBody, testGateway } from '../../support/gateway.ts';
import { naiveList } from '../../support/naive-list.ts';

const dataset = syntheticDataset();
const gateway = testGateway(dataset.files);

const itemsOf = (pages: ListBody[]): unknown[] => pages.flatMap((page) => page.earthquakes);

test('expand=sources adds every solution of each agency, page after page', async () => {
  const texts = { min_magnitude: '2', date_from: '2026-05-01' };
  const pages = await allPages(
    gateway,
    `/api.php?${new URLSearchParams({ ...texts, limit: '70', expand: 'sources' })}`,
  );
  const plain = naiveList(dataset.earthquakes, texts) as { id: number; location: string }[];
  const solutions = new Map(dataset.earthquakes.map((one) => [one.id, one.solutions.map(solutionItem)]));
  const times = new Map(dataset.earthquakes.map(({ id, time }) => [id, time]));
  const expected = plain.map((item) => ({
    ...item,
    display_location: item.location,
    is_primary: true,
    tsunami: null,
    sources: solutions.get(item.id)!.map((source) => ({
      ...source,
      time_diff: (Date.parse(source.occurred_at_utc) - times.get(item.id)!) / 1000,
    })),
  }));
  assert.deepEqual(itemsOf(pages), expected);
  assert.ok(pages.length > 1 && expected.some(({ sources }) => sources.some(({ time_diff: after }) => after !== 0)));
});

test('expanded changes keep their tombstones, and another representation has another tag', async () => {
  const path = '/api.php?updated_after=2026-05-01T00:00:00Z&limit=1000';
  type Item = { id: number; magnitude?: number; sources?: { event_id?: string }[] };
  const plain = itemsOf(await allPages(gateway, path)) as Item[];
  const expanded = itemsOf(await allPages(gateway, `${path}&expand=sources`)) as Item[];
  const [records, tombstones] = [plain, plain].map((items, index) =>
    items.filter(({ magnitude }) => (magnitude === undefined) === (index === 1)),
  );
  assert.ok(records!.length > 0 && tombstones!.length > 0);
  assert.deepEqual(
    expanded.filter(({ magnitude }) => magnitude === undefined),
    tombstones,
  );
  assert.deepEqual(
    expanded.map(({ id }) => id),
    plain.map(({ id }) => id),
  );
  assert.ok(
    expanded.every(({ magnitude, sources }) => magnitude === undefined || sources!.every((one) => one.event_id)),
  );
  const [tag, other] = await Promise.all([gateway.get(path), gateway.get(`${path}&expand=sources`)]);
  assert.notEqual(tag.headers.get('ETag'), other.headers.get('ETag'));
});
