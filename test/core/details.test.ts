import assert from 'node:assert/strict';
import test from 'node:test';
import {
  DetailBucket,
  bucketOf,
  bucketsUntil,
  mergedLine,
  namesFileOf,
  readDetailLine,
  readNames,
  writeNames,
} from '#core/details.ts';
import fc from '../support/property.ts';

const goneLine = (id: number): string =>
  `${JSON.stringify({ status: 'error', code: 'gone', id, event_id: 'abc', message: '"id":9', revisions: [{ id: 8 }] })}\n`;
const bytes = (text: string): Uint8Array => Buffer.from(text);

test('a bucket holds 256 ids; the newest have none', () => {
  assert.deepEqual([0, 1, 255, 256, 1_000_000, 2 ** 40].map(bucketOf), [0, 0, 0, 1, 3906, 2 ** 32]);
  assert.deepEqual(
    [0, 4095, 4096, 4351, 4352].map((last) => bucketsUntil(last, 4096)),
    [0, 0, 1, 1, 2],
  );
});

test('a day has one names file, also one that no calendar of today has', () => {
  assert.deepEqual(['2023-02-06', '2023-02-07', '1500-02-29', '0062-02-05', '9999-12-31'].map(namesFileOf), [
    ((2023 * 12 + 2) * 31 + 6) % 1024,
    ((2023 * 12 + 2) * 31 + 7) % 1024,
    11,
    603,
    863,
  ]);
  const days = fc.record({
    year: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  });
  fc.assert(
    fc.property(days, ({ year, month, day }) => {
      const two = (value: number): string => String(value).padStart(2, '0');
      const file = namesFileOf(`${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`);
      assert.ok(Number.isInteger(file) && file >= 0 && file < 1024);
    }),
  );
});

test('a bucket finds its lines by id, whatever else they contain', () => {
  const record = '{"status":"success","earthquake":{"id":5,"location":"\\"id\\":9,","nearby":[{"id":7}]}}\n';
  const bucket = new DetailBucket(bytes(record + goneLine(6) + mergedLine(7, 5)));
  assert.deepEqual(
    Array.from(bucket.entries(), ([id]) => id),
    [5, 6, 7],
  );
  assert.deepEqual(readDetailLine(bucket.bytesOf(5)!), { kind: 'record', bytes: bytes(record) });
  assert.deepEqual(readDetailLine(bucket.bytesOf(6)!), { kind: 'gone', bytes: bytes(goneLine(6)) });
  assert.deepEqual(readDetailLine(bucket.bytesOf(7)!), { kind: 'merged', into: 5 });
  assert.equal(bucket.bytesOf(9), undefined);
});

for (const bad of ['x', '\n', '{"status":"success"}\n', goneLine(5).trimEnd(), '{"status":"merged","id":"5"}\n'])
  test(`${JSON.stringify(bad.slice(0, 40))} is no bucket`, () => {
    assert.throws(() => new DetailBucket(bytes(bad)));
  });

test('names are read as they were written', () => {
  const names = new Map([
    ['2023-02-06/van-m4-0', 7],
    ['2023-02-06/adana-m4-0', 12],
  ]);
  assert.equal(writeNames(names), '{\n"2023-02-06/adana-m4-0":12,\n"2023-02-06/van-m4-0":7\n}\n');
  assert.deepEqual(new Map([...readNames(bytes(writeNames(names)))].reverse()), names);
  assert.throws(() => readNames(bytes('{"a/b":"7"}')));
});
