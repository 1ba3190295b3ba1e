/** Lists, exports and events of an area by its indexes: the answers of a scan of all rows, for less work. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agency } from '#core/agencies.ts';
import type { Order } from '#core/fdsn/event-parameters.ts';
import { planView } from '#core/fdsn/view.ts';
import type { FilterValues } from '#core/filters/table.ts';
import { searchOf } from '#core/filters/words.ts';
import { type ListPlan, planList } from '#core/plan.ts';
import type { ListPosition, ListQuery } from '#core/query.ts';
import { DAY } from '#core/time.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { EventCursor } from '../../../gateway/scan/event-cursor.ts';
import { type EventSelection, type RowRef, Tally } from '../../../gateway/scan/event-rows.ts';
import { isExpensive, Scan } from '../../../gateway/scan/scan.ts';
import { makeAreas, makeShards, memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { putManifest } from '../../support/manifest.ts';
import fc from '../../support/property.ts';
import { AS_OF, random } from '../../support/synthetic-earthquakes.ts';

const bounds = { files: Infinity, rows: Infinity };
const { signal } = new AbortController();

/** The earthquakes of the synthetic dataset, elsewhere: clusters at 180°, at the poles and in Türkiye. */
const world = await (async () => {
  const { files: regional, manifest: former, earthquakes } = syntheticDataset({ seed: 41, count: 3000 });
  const draw = random(5);
  const centres: [latitude: number, longitude: number][] = [
    [-17, 180],
    [-17, -180],
    [89.5, 20],
    [-89.9, 0],
    [38.5, 27.2],
    [37, 37],
  ];
  const rows = earthquakes.map((one) => {
    const [latitude, longitude] = centres[Math.floor(draw() * centres.length)]!;
    const around = (value: number, most: number): number =>
      Math.max(-most, Math.min(most, Number((value + (draw() - 0.5) * 6).toFixed(4))));
    return { ...one, latitude: around(latitude, 90), longitude: around(longitude, 180) };
  });
  const files = new Map(regional);
  const shards = makeShards(rows, 60, (path, body) => void files.set(path, Buffer.from(body as string)));
  const manifest = putManifest(files, { ...former, shards, areas: makeAreas(shards, files) });
  const { files: read } = await new Dataset(memoryReader(files), { pollIntervalMs: Infinity }).current();
  return { manifest, read };
})();
const { manifest, read } = world;

interface Page {
  ids: number[];
  end: ListPosition | undefined;
  opened: number;
  looked: Scan['looked'];
}

async function pageOf(plan: ListPlan, query: ListQuery): Promise<Page> {
  const scan = new Scan({ plan, query, bounds, files: read, signal });
  const ids: number[] = [];
  const steps = scan.steps((shard, row) => (ids.push(shard.id[row]!), true));
  while (!(await steps.next()).done);
  const { end, opened, looked } = scan;
  return { ids, end, opened, looked };
}

const latitude = fc.constantFrom(-90, -89.9, -17.3, -17, 37.1, 38.6, 89.4, 90);
const longitude = fc.constantFrom(-180, -179.5, -120, 0, 20, 27.2, 37, 179.8, 180);
const circle = fc.record({
  centre: fc.record({ latitude, longitude }),
  radiusKm: fc.constantFrom(0, 5, 40, 250, 900, 5000, 21_000),
});
const box = fc
  .record({ south: latitude, north: latitude, west: longitude, east: longitude })
  .map(({ south, north, west, east }) => ({
    ...{ south: Math.min(south, north), north: Math.max(south, north), west, east },
  }));
const area: fc.Arbitrary<FilterValues> = fc.oneof(
  fc.record({ circle }),
  fc.record({ box }),
  fc.record({ circle, box }),
);
const others = fc.record(
  {
    from: fc.constantFrom(AS_OF - 400 * DAY, AS_OF - 9000 * DAY),
    to: fc.constantFrom(AS_OF - 30 * DAY, AS_OF - 3000 * DAY),
    minMagnitude: fc.constantFrom(1, 2.5, 4),
    maxMagnitude: fc.constantFrom(4, 5),
    minDepthKm: fc.constantFrom(0, 8),
    agencies: fc.constantFrom<Agency[]>(['afad'], ['kandilli', 'usgs']),
    provinces: fc.constantFrom<number[]>([35], [27, 46]),
  },
  { requiredKeys: [] },
);

test('an indexed list has the rows and the end of one without an index, page by page', async () => {
  let [pages, indexed] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      area,
      others,
      fc.record({ limit: fc.constantFrom(1, 7, 100), order: fc.constantFrom(undefined, 'magnitude' as const) }),
      fc.constantFrom(true, undefined),
      async (here, rest, { limit, order }, includeUnrated) => {
        let after: ListPosition | undefined;
        for (let page = 0; page < 3; page += 1) {
          const query: ListQuery = {
            ...{ ...here, ...rest, limit },
            ...(order && { order }),
            ...(includeUnrated && { includeUnrated }),
            ...(after && { after }),
          };
          const { area: plan, ...whole } = planList(manifest, query);
          const expected = await pageOf(whole, query);
          for (const mergedRows of [0, 10]) {
            const found = await pageOf({ ...whole, area: { ...plan!, mergedRows } }, query);
            assert.deepEqual([found.ids, found.end], [expected.ids, expected.end]);
            assert.ok(found.opened <= expected.opened, 'no shard is opened for an index');
            pages += 1;
            if (found.looked.inIndexes > 0) indexed += 1;
          }
          after = expected.end;
          if (!after) break;
        }
      },
    ),
    { numRuns: 1500 },
  );
  assert.ok(indexed > pages / 3, `${indexed} of ${pages} pages by an index`);
});

test('indexed events are those of a scan, in every order', async () => {
  await fc.assert(
    fc.asyncProperty(
      area,
      others,
      fc.constantFrom<Order>('time', 'time-asc', 'magnitude', 'magnitude-asc'),
      async (here, rest, order) => {
        const filter = { ...here, ...rest, includeUnrated: true as const };
        const { area: plan, ...whole } = planView(manifest, filter, {});
        const selection = { files: read, filter, view: {}, order };
        const events = async (selected: EventSelection): Promise<unknown[]> => {
          const tally = new Tally(selected, { bounds });
          const steps = tally.steps(signal);
          while (!(await steps.next()).done);
          const cursor = new EventCursor(selected, tally, { skip: 0, count: tally.matched });
          const rows: RowRef[] = [];
          while (!(await cursor.advance(rows, rows.length + 50)));
          return [tally.matched, rows.map(({ entry, row }) => [entry.hash, row])];
        };
        const expected = await events({ ...selection, plan: whole });
        assert.deepEqual(await events({ ...selection, plan: { ...whole, area: plan! } }), expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('views of agencies and of types of magnitude have no index: it knows the places of the records', () => {
  const filter = { circle: { centre: { latitude: 38.5, longitude: 27.2 }, radiusKm: 50 } };
  assert.ok(planView(manifest, filter, {}).area);
  for (const view of [{ agency: 'afad' as const }, { magnitudeType: 'ml' }])
    assert.equal(planView(manifest, filter, view).area, undefined);
});

test('a small circle opens the shards of its earthquakes alone; one that holds most of them asks no index', async () => {
  const centre = { latitude: 38.5, longitude: 27.2 };
  const small: ListQuery = { limit: 100, circle: { centre, radiusKm: 12 } };
  const { area: plan, ...whole } = planList(manifest, small);
  assert.equal(plan?.mergedRows, 0);
  const [scanned, indexed] = [await pageOf(whole, small), await pageOf({ ...whole, area: plan }, small)];
  assert.ok(indexed.ids.length > 0);
  assert.ok(indexed.opened < scanned.opened / 2, `${indexed.opened} of ${scanned.opened} shards`);
  assert.ok(indexed.looked.rows < scanned.looked.rows / 2, `${indexed.looked.rows} of ${scanned.looked.rows} rows`);

  const large: ListQuery = { limit: 5, circle: { centre, radiusKm: 21_000 } };
  const merged = planList(manifest, large);
  assert.ok(merged.area!.mergedRows > 0);
  const page = await pageOf(merged, large);
  assert.deepEqual([page.ids.length, page.looked.inIndexes], [5, 0]);
  assert.ok(page.looked.rows < 40);
});

test('a list of an area with an index is no expensive one, nor one of a frequent agency; one of words is', () => {
  const expensive = (query: Omit<ListQuery, 'limit'>, limit = 100): boolean =>
    isExpensive(planList(manifest, { ...query, limit }), { ...query, limit });
  const here = { circle: { centre: { latitude: 38.5, longitude: 27.2 }, radiusKm: 50 } };
  assert.equal(expensive(here), false);
  assert.equal(
    isExpensive(planList({ ...manifest, shards: [...manifest.shards], areas: [] }, { ...here, limit: 1 }), {
      ...here,
      limit: 1,
    }),
    true,
  );
  assert.equal(expensive(here, 5000), true);
  assert.equal(expensive({ agencies: ['afad'] }), false);
  assert.equal(expensive({ agencies: [] }), false, 'no shard is planned');
  assert.equal(expensive({ agencies: ['historical'] }), false, 'few shards are');
  assert.equal(expensive({ place: searchOf('nowhere') }), true);
});
