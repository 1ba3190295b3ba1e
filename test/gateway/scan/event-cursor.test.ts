/** Rows of an event query from a place on: in the order of a naive scan, whatever is forgotten between them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order } from '#core/fdsn/event-parameters.ts';
import { planView, type View } from '#core/fdsn/view.ts';
import type { ListFilter } from '#core/query.ts';
import { DAY } from '#core/time.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { EventCursor } from '../../../gateway/scan/event-cursor.ts';
import { type EventSelection, type RowRef, Tally } from '../../../gateway/scan/event-rows.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { naiveEvents } from '../../support/naive-fdsn.ts';
import fc from '../../support/property.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const { files, manifest, earthquakes } = syntheticDataset({ seed: 21, count: 900 });
const bounds = { files: Infinity, rows: Infinity };
const signal = new AbortController().signal;

async function selection(order: Order, view: View = {}, filter: ListFilter = {}) {
  const looked = { shards: 0 };
  const { files: read } = await new Dataset(memoryReader(files), { pollIntervalMs: Infinity }).current();
  const counted: EventSelection['files'] = {
    shard: (entry) => ((looked.shards += 1), read.shard(entry)),
    solutions: (entry) => read.solutions(entry),
    areaIndex: (entry) => read.areaIndex(entry),
  };
  const all = { includeUnrated: true as const, ...filter };
  return { files: counted, plan: planView(manifest, all, view), filter: all, view, order, looked };
}

async function tallied(selected: EventSelection, maxRows: number): Promise<Tally> {
  const tally = new Tally(selected, { maxRows, bounds });
  const steps = tally.steps(signal);
  while (!(await steps.next()).done);
  return tally;
}

/** Ids of the rows at some rows, and whose they are. */
const idsOf = async ({ files: read }: EventSelection, rows: RowRef[]) =>
  Promise.all(rows.map(async ({ entry, row, agency }) => [(await read.shard(entry)).id[row]!, agency]));

const ORDERS: Order[] = ['time', 'time-asc', 'magnitude', 'magnitude-asc'];
const VIEWS: View[] = [{}, { agency: 'afad' }, { magnitudeType: 'ml' }, { agencies: ['kandilli', 'afad'] }];

test('each part of each order is that of a naive scan, also when all but the position is forgotten after each row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ORDERS),
      fc.constantFrom(...VIEWS),
      fc.nat({ max: 700 }),
      fc.integer({ min: 1, max: 60 }),
      async (order, view, skip, limit) => {
        const selected = await selection(order, view);
        const tally = await tallied(selected, skip + limit);
        const count = Math.min(limit, tally.matched - skip);
        if (count <= 0) return;
        const cursor = new EventCursor(selected, tally, { skip, count });
        const rows: RowRef[] = [];
        for (let isLast = false; !isLast;) {
          const before = rows.length;
          isLast = await cursor.advance(rows, before + 1);
          if (rows.length > before) cursor.forget();
        }
        const texts = {
          orderby: order,
          ...(view.agency ? { catalog: view.agency } : view.agencies ? { catalog: view.agencies.join() } : {}),
          ...(view.magnitudeType ? { magnitudetype: view.magnitudeType } : {}),
        };
        const due = naiveEvents(earthquakes, texts).slice(skip, skip + limit);
        assert.deepEqual(
          await idsOf(selected, rows),
          due.map(({ earthquake, solution }) => [earthquake.id, view.agencies && solution!.agency]),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('what the spans of shards prove to match is counted unopened', async () => {
  const month = await selection('time', {}, { from: AS_OF - 1000 * DAY, minMagnitude: 2 });
  const { matched } = await tallied(month, Infinity);
  const due = naiveEvents(earthquakes, { minmagnitude: '2' }).filter(({ time }) => time >= AS_OF - 1000 * DAY);
  assert.equal(matched, due.length);
  assert.ok(month.plan.shards.length > 6 && month.looked.shards < month.plan.shards.length, `${month.looked.shards}`);
  const all = await selection('time');
  assert.equal((await tallied(all, Infinity)).matched, earthquakes.length);
  assert.equal(all.looked.shards, 0);
});

test('an order by magnitude counts no shard with later magnitudes', async () => {
  const greatest = await selection('magnitude');
  await tallied(greatest, 10);
  assert.ok(greatest.looked.shards < manifest.shards.length / 2, `${greatest.looked.shards}`);
});
