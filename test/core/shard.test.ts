import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/property.ts';
import {
  BANDS,
  ROOT_LEVEL,
  RECENT_SHARD_ROWS,
  SHARD_ROWS,
  agencyBits,
  bandOf,
  bucketFrom,
  bucketKey,
  bucketTo,
  mostRows,
  partition,
  type Bucket,
} from '#core/shard.ts';
import { DAY, HOUR, parseCivil, parseDay, type EpochMs } from '#core/time.ts';

const BANDED: [number | null, number][] = [
  [null, 0],
  [-1, 1],
  [0, 1],
  [1.99, 1],
  [2, 2],
  [2.9, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [5.99, 5],
  [6, 6],
  [9.5, 6],
];
for (const [magnitude, band] of BANDED)
  test(`magnitude ${magnitude} is of band ${band} of ${BANDS}`, () => {
    assert.equal(bandOf(magnitude), band);
    assert.ok(band < BANDS);
  });

/** The bucket of a level that holds an instant. */
const bucketAt = (band: number, level: number, time: number) => ({
  band,
  level,
  index: Math.floor(time / (2 ** level * HOUR)),
});

test('a bucket holds the times that lead to it', () => {
  const times = fc.integer({ min: parseDay('0001-01-01')!, max: parseCivil('9999-12-31 23:59:59')! });
  fc.assert(
    fc.property(times, fc.integer({ min: 0, max: ROOT_LEVEL }), (time, level) => {
      const bucket = bucketAt(3, level, time);
      assert.ok(bucketFrom(bucket) <= time && time < bucketTo(bucket));
      assert.equal(bucketTo(bucket) - bucketFrom(bucket), 2 ** level * HOUR);
      assert.equal(bucketAt(3, level, bucketFrom(bucket)).index, bucket.index);
    }),
  );
});

/** Counts by looking at every time; each time counts for `weight` earthquakes, so that few make a full shard. */
const counter =
  (times: EpochMs[], weight: number) =>
  (from: EpochMs, to: EpochMs): number =>
    weight * times.filter((time) => time >= from && time < to).length;

/** Times in crowds: around a few centres, within minutes to centuries of them. */
const crowds = fc
  .array(
    fc.record({
      centre: fc.integer({ min: parseDay('0100-01-01')!, max: parseDay('2100-01-01')! }),
      apart: fc.constantFrom(60_000, HOUR, DAY, 365 * DAY),
      steps: fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 30 }),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.flatMap(({ centre, apart, steps }) => steps.map((step) => centre + step * apart)));

test('the leaves are disjoint, hold every time, are small or narrow, and no two of them could be one', () => {
  fc.assert(
    fc.property(crowds, fc.constantFrom(100, 500, 2000), (times, weight) => {
      const count = counter(times, weight);
      const newest = Math.max(...times, -Infinity);
      const leaves = partition(2, { count, newest });
      const spans = leaves.map((leaf) => [bucketFrom(leaf), bucketTo(leaf)] as const);
      spans.forEach(([from], index) => assert.ok(index === 0 || spans[index - 1]![1] <= from, 'ascending, disjoint'));
      for (const time of times) assert.equal(spans.filter(([from, to]) => time >= from && time < to).length, 1);
      for (const leaf of leaves) {
        const rows = count(bucketFrom(leaf), bucketTo(leaf));
        assert.ok(rows > 0);
        assert.ok(rows <= mostRows(leaf, newest) || leaf.level === 0);
        const parent = parentOf(leaf);
        if (leaf.level < ROOT_LEVEL)
          assert.ok(rowsOf(count, parent) > mostRows(parent, newest), 'as wide as it can be');
      }
    }),
    { numRuns: 60 },
  );
});

const parentOf = ({ band, level, index }: Bucket): Bucket => ({ band, level: level + 1, index: Math.floor(index / 2) });
const rowsOf = (count: (from: EpochMs, to: EpochMs) => number, bucket: Bucket): number =>
  count(bucketFrom(bucket), bucketTo(bucket));

test('the partition depends on the set of times alone', () => {
  fc.assert(
    fc.property(crowds, fc.integer(), (times, seed) => {
      const shuffled = times.toSorted((a, b) => ((a ^ seed) % 101) - ((b ^ seed) % 101));
      const keys = (of: EpochMs[]): string[] =>
        partition(1, { count: counter(of, 700), newest: Math.max(...of, -Infinity) }).map(bucketKey);
      assert.deepEqual(keys(shuffled), keys(times));
    }),
    { numRuns: 30 },
  );
});

test('an hour that is too full stays one shard', () => {
  const leaves = partition(1, { count: counter([HOUR + 1, 2 * HOUR - 1], SHARD_ROWS), newest: 2 * HOUR - 1 });
  assert.deepEqual(leaves, [{ band: 1, level: 0, index: 1 }]);
});

test('the last two days of a full band are in small shards, and all that is older in large ones', () => {
  const newest = parseCivil('2026-06-30 12:00:00')!;
  const times = Array.from({ length: 20_000 }, (_, n) => newest - n * 10 * 60_000);
  const count = (from: EpochMs, to: EpochMs): number => times.filter((time) => time >= from && time < to).length;
  const leaves = partition(1, { count, newest });
  const last = leaves.at(-1)!;
  assert.ok(count(bucketFrom(last), bucketTo(last)) <= RECENT_SHARD_ROWS);
  for (const leaf of leaves) if (bucketTo(leaf) > newest - 2 * DAY) assert.ok(rowsOf(count, leaf) <= RECENT_SHARD_ROWS);
  // Without small shards they are 8 for 20,000 rows; each halving down to 256 rows adds one at most.
  assert.ok(leaves.length <= 8 + 2 * Math.log2(SHARD_ROWS / RECENT_SHARD_ROWS), `${leaves.length} shards`);
});

test('agencies make a bit set', () => {
  assert.equal(agencyBits([]), 0);
  assert.equal(agencyBits(['kandilli', 'usgs', 'kandilli']), 0b101);
});
