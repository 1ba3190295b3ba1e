import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { allPages, type ListBody, testGateway } from '../../support/gateway.ts';
import { naiveChanges, type Texts } from '../../support/naive-list.ts';
import fc from '../../support/property.ts';

const dataset = syntheticDataset({ seed: 7, count: 1200, segmentRows: 100 });
const unbounded = { bounds: { files: 1e6, rows: 1e9 } };
const gateway = testGateway(dataset.files, unbounded);

const target = (texts: Texts): string => `/api.php?${new URLSearchParams(texts as Record<string, string>)}`;
const itemsOf = (pages: ListBody[]): unknown[] => pages.flatMap((page) => page.earthquakes);
const naive = (texts: Texts) => naiveChanges(dataset.earthquakes, dataset.changes, texts);

const instants = fc
  .tuple(fc.constantFrom(...dataset.changes), fc.constantFrom(-1, 0, 1))
  .map(([change, offset]) => formatInstant(change.updatedAt + offset));
const filter = fc.record<Texts>(
  {
    min_magnitude: fc.constantFrom('0', '3', '5.1'),
    sources: fc.constantFrom('afad', 'historical,usgs'),
    q: fc.constantFrom('izmir', 'nowhere'),
    date_from: fc.constantFrom('2026-06-01', '1960-01-01'),
    max_depth: fc.constantFrom('10'),
    max_age: fc.constantFrom('300h', '90d'),
  },
  { requiredKeys: [] },
);

test('changes after an instant, page after page, equal those of a naive scan of the log', async () => {
  await fc.assert(
    fc.asyncProperty(instants, filter, fc.integer({ min: 3, max: 300 }), async (updated_after, texts, limit) => {
      const expected = naive({ ...texts, updated_after });
      const pages = await allPages(gateway, target({ ...texts, updated_after, limit: String(limit) }));
      assert.deepEqual(itemsOf(pages), expected);
      for (const page of pages.slice(0, -1)) assert.equal(page.count, limit);
      assert.equal(pages.length, Math.max(1, Math.ceil(expected.length / limit)));
    }),
    { numRuns: 60 },
  );
});

test('the tested log contains the difficult cases', () => {
  const all = naive({ updated_after: '2000-01-01T00:00:00Z' });
  assert.ok(all.some((item) => (item as { retracted?: boolean }).retracted === true));
  assert.ok(all.some((item) => typeof (item as { merged_into?: number }).merged_into === 'number'));
  assert.ok(all.length < dataset.changes.length - 50, 'superseded changes');
  assert.ok(dataset.manifest.segments.length > 5);
});

test('work limits truncate pages but lose and repeat nothing', async () => {
  for (const bounds of [
    { files: 1, rows: 1e6 },
    { files: 4, rows: 30 },
    { files: 1000, rows: 1 },
  ]) {
    const bounded = testGateway(dataset.files, { bounds });
    for (const texts of [
      { updated_after: '2026-06-13T00:00:00Z' },
      { updated_after: '2000-01-01T00:00:00Z', min_magnitude: '6' },
    ]) {
      const pages = await allPages(bounded, target(texts));
      assert.deepEqual(itemsOf(pages), naive(texts));
      assert.ok(pages.length > 1, 'the bounds must have cut something');
    }
  }
});

test('tombstones have their fixed form', async () => {
  const page = (await (
    await gateway.get('/api.php?updated_after=2026-06-11T00:00:00Z&q=nowhere&limit=1000')
  ).json()) as ListBody;
  assert.ok(page.count > 3);
  for (const item of page.earthquakes) {
    const { id, event_id, ...rest } = item;
    assert.ok(Number.isInteger(id));
    assert.match(String(event_id), /^[0-9a-f]{16}$/);
    assert.ok('retracted' in rest ? rest['retracted'] === true : Number.isInteger(rest['merged_into']));
    assert.equal(Object.keys(rest).length, 1);
  }
});

test('after the last change there is nothing, and its ETag does not depend on the dataset before', async () => {
  const response = await gateway.get('/api.php?updated_after=2026-07-01T12:00:00Z');
  assert.deepEqual(await response.json(), { status: 'success', count: 0, truncated: false, earthquakes: [] });
  const other = testGateway(syntheticDataset({ seed: 8, count: 300 }).files, unbounded);
  const tag = (await other.get('/api.php?updated_after=2026-07-01T12:00:00Z')).headers.get('ETag');
  assert.equal(response.headers.get('ETag'), tag);
});
