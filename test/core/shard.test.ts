import assert from 'node:assert/strict';
import test from 'node:test';
import fc from '../support/property.ts';
import type { Bucket } from '#core/shard.ts';
import {
  BANDS,
  ROOT_LEVEL,
  SHARD_ROWS,
  ShardFormatError,
  agencyBits,
  bandOf,
  bucketFrom,
  bucketKey,
  bucketTo,
  lineOffsets,
  partition,
  readShard,
} from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR, parseCivil, parseDay } from '#core/time.ts';

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

/** Counts by looking at every time; each time stands for `weight` earthquakes, so that few make a full shard. */
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
      const leaves = partition(2, count);
      const spans = leaves.map((leaf) => [bucketFrom(leaf), bucketTo(leaf)] as const);
      spans.forEach(([from], index) => assert.ok(index === 0 || spans[index - 1]![1] <= from, 'ascending, disjoint'));
      for (const time of times) assert.equal(spans.filter(([from, to]) => time >= from && time < to).length, 1);
      for (const leaf of leaves) {
        const rows = count(bucketFrom(leaf), bucketTo(leaf));
        assert.ok(rows > 0);
        assert.ok(rows <= SHARD_ROWS || leaf.level === 0);
        if (leaf.level < ROOT_LEVEL) assert.ok(rowsOf(count, parentOf(leaf)) > SHARD_ROWS, 'as wide as it can be');
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
      const keys = (of: EpochMs[]): string[] => partition(1, counter(of, 700)).map(bucketKey);
      assert.deepEqual(keys(shuffled), keys(times));
    }),
    { numRuns: 30 },
  );
});

test('an hour that is too full stays one shard', () => {
  const leaves = partition(1, counter([HOUR + 1, 2 * HOUR - 1], SHARD_ROWS));
  assert.deepEqual(leaves, [{ band: 1, level: 0, index: 1 }]);
});

test('agencies make a bit set', () => {
  assert.equal(agencyBits([]), 0);
  assert.equal(agencyBits(['kandilli', 'usgs', 'kandilli']), 0b101);
});

const item = (id: number, more: object = {}): object => ({
  id,
  event_id: `00000000000000${10 + id}`,
  occurred_at: '2023-02-06 01:17:32',
  latitude: 37.2,
  longitude: 37,
  depth_km: null,
  magnitude: null,
  location: 'Şehitkamil (Gaziantep)',
  source: 'afad',
  updated_at: '2023-02-06T01:30:00.5Z',
  ...more,
});
const shardOf = (...items: object[]): string =>
  `{"status":"success","count":${items.length},"earthquakes":[\n${items.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a shard is read into columns and the bytes of its lines', () => {
  const rich = item(2, {
    depth_km: -1.5,
    magnitude: 7.7,
    event_type: 'quarry blast',
    sources: [{ name: 'usgs', magnitude: 7.8 }],
  });
  const columns = readShard(bytesOf(shardOf(item(1), rich)), 2);
  assert.equal(columns.rows, 2);
  assert.deepEqual([...columns.id], [1, 2]);
  assert.deepEqual([...columns.time], [1675646252000, 1675646252000]);
  assert.deepEqual([...columns.depthKm], [NaN, -1.5]);
  assert.deepEqual([...columns.magnitude], [NaN, 7.7]);
  assert.deepEqual([...columns.updatedAt], [1675647000500, 1675647000500]);
  assert.deepEqual([...columns.agencies], [agencyBits(['afad']), agencyBits(['afad', 'usgs'])]);
  assert.deepEqual(columns.eventType, ['earthquake', 'quarry blast']);
  assert.equal(columns.folded(0), 'sehitkamil (gaziantep)');
  const lines = [0, 1].map((row) =>
    new TextDecoder().decode(columns.bytes.subarray(columns.lineStart[row], columns.lineEnd[row])),
  );
  assert.deepEqual(lines, [JSON.stringify(item(1)), JSON.stringify(rich)]);
});

test('a shard without rows is read', () => assert.equal(readShard(bytesOf(shardOf()), 0).rows, 0));

test('part of a larger buffer is read as well', () => {
  const whole = bytesOf(`xx${shardOf(item(1))}`);
  assert.deepEqual([...readShard(whole.subarray(2), 1).id], [1]);
});

const good = shardOf(item(1), item(2));
const BROKEN: [string, string, number, RegExp][] = [
  ['nothing', '', 1, /ends after 0 of 1/],
  ['no line', '{"earthquakes":[]}', 1, /ends after 0 of 1/],
  ['a cut file', good.slice(0, 200), 2, /ends after 0 of 2/],
  ['a file cut at a line', good.slice(0, good.lastIndexOf('\n]}') + 1), 2, /not JSON/],
  ['fewer rows than due', good, 3, /line 2 does not hold one record/],
  ['more rows than due', good, 1, /2 records where 1 are due|line 1/],
  ['a flipped byte', good.replace('"status"', '"status'), 2, /not JSON/],
  ['another document', '{"status":"error"}\n{"a":1}\n', 1, /not JSON/],
  ['JSON of another shape', '\n{"count":\n{},\n"x":[]}\n', 1, /./],
  ['no list', '{"earthquakes":\n{}\n}\n', 1, /no records where 1 are due/],
  ['records of another shape', '{"earthquakes":[\n{},\n{}\n]}\n', 2, /record 1 is not an earthquake/],
  ['no records', '{"earthquakes":[\n0,\n{}\n]}\n', 2, /line 1 does not hold one record/],
  ['several records in a line', '{"earthquakes":[{},\n{}\n]}\n', 2, /./],
  ['null', 'null\n{}\n', 1, /./],
];
for (const [what, text, rows, message] of BROKEN)
  test(`${what} is refused as a shard`, () => {
    assert.throws(() => readShard(bytesOf(text), rows), { name: 'ShardFormatError', message });
  });

test('whatever byte of a shard is lost, it is refused', () => {
  const bytes = bytesOf(good);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: bytes.length - 2 }), (length) => {
      assert.throws(() => readShard(bytes.subarray(0, length), 2), ShardFormatError);
    }),
  );
});

test('lines are found in a companion too', () => {
  const { lineStart, lineEnd } = lineOffsets(bytesOf('{"earthquakes":[\n{"id":1},\n{"id":2}\n]}\n'), 2);
  assert.deepEqual([...lineStart, ...lineEnd], [17, 27, 25, 35]);
});
