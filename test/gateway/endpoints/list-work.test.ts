/** Forged cursors, possible since the checksum has no key, cost no more than their complete query. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCursor } from '#core/cursor.ts';
import { parseDay, SECOND, wholeSecond } from '#core/time.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import fc from '../../support/property.ts';

const dataset = syntheticDataset({ seed: 21, count: 900, shardRows: 10, segmentRows: 50 });

const times = dataset.earthquakes.map(({ time }) => wholeSecond(time));
const time = fc.oneof(
  fc.constantFrom(...times),
  fc.integer({ min: Math.min(...times) / SECOND, max: Math.max(...times) / SECOND }).map((second) => second * SECOND),
  fc.constantFrom(parseDay('0001-01-01')!, parseDay('9999-12-31')!, 0),
);
const number = fc.oneof(fc.integer({ min: 1, max: 1200 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
const cursor = fc.oneof(
  fc.tuple(time, number).map(([at, id]) => writeCursor({ by: 'time', position: { time: at, id } })),
  number.map((sequence) => writeCursor({ by: 'sequence', sequence })),
);
const filter = fc.constantFrom('', '&q=izmir', '&min_magnitude=4', '&sources=usgs', '&q=nowhere', '&max_depth=5');

/** More files than magnitude bands, so that a page can begin anywhere. */
const BOUNDS = { files: 20, rows: 100 };

/** Requests a page. @returns the number of files opened and of records */
async function work(gateway: ReturnType<typeof testGateway>, target: string) {
  gateway.lines.length = 0;
  const response = await gateway.get(target);
  assert.equal(response.status, 200, target);
  const { count } = (await response.json()) as { count: number };
  return { opened: Number(/opened=(\d+)$/.exec(gateway.lines.at(-1)!)![1]), count };
}

const CHANGES = 'updated_after=1970-01-01T00:00:00Z';

test('a page after a cursor opens no more than the complete query, and never more than the limits', async () => {
  const unbounded = testGateway(dataset.files, { bounds: { files: 10_000, rows: 1e6 } });
  const bounded = testGateway(dataset.files, { bounds: BOUNDS });
  /** Requested once: a repetition is answered from memory. */
  const ordinary = new Map<string, ReturnType<typeof work>>();
  let most = 0;
  await fc.assert(
    fc.asyncProperty(cursor, filter, async (text, more) => {
      const changes = Buffer.from(text, 'base64url').toString('latin1').startsWith('s');
      const pageUrl = (limit: number): string => `/api.php?limit=${limit}${changes ? `&${CHANGES}` : ''}${more}`;
      const all = await ordinary.getOrInsertComputed(pageUrl(1000), (target) => work(unbounded, target));
      const page = await work(unbounded, `${pageUrl(1000)}&cursor=${text}`);
      assert.ok(page.opened <= all.opened, `${page.opened} of ${all.opened}`);
      assert.ok(page.count <= all.count);
      most = Math.max(most, page.opened);
      // A segment of the change log is opened before the shard of its first change.
      assert.ok((await work(bounded, `${pageUrl(5)}&cursor=${text}`)).opened <= BOUNDS.files + 1);
    }),
    { numRuns: 250 },
  );
  assert.ok(most > 2 * BOUNDS.files, `${most}: the property says too little`);
});
