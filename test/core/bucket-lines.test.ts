import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import {
  bucketRows,
  idsInLineFile,
  lineFileOf,
  linesOfBucket,
  placeOf,
  readBucketLines,
  writeBucketLines,
} from '#core/bucket-lines.ts';
import { DetailBucket, mergedLine } from '#core/details.ts';
import fc from '../support/property.ts';

const bodyOf = (ids: Iterable<number>): Buffer => Buffer.from([...ids].map((id) => mergedLine(id, 1)).join(''));

/** Ids of bucket n that have lines. */
const idsOf = (bucket: number): fc.Arbitrary<number[]> =>
  fc
    .uniqueArray(fc.nat({ max: 255 }), { maxLength: 20 })
    .map((ids) => ids.sort((a, b) => a - b).map((id) => bucket * 256 + id));

test('each line of 66 buckets is where its file says, and no other is', () => {
  fc.assert(
    fc.property(fc.tuple(...Array.from({ length: 66 }, (_, bucket) => idsOf(bucket))), (ids) => {
      const bodies = ids.map(bodyOf);
      for (const file of [0, 1]) {
        const rows = idsInLineFile(file, bodies.length);
        const bytes = writeBucketLines(rows, (nth) => linesOfBucket(bodies[file * 64 + nth]!));
        const lines = readBucketLines(bytes, rows);
        assert.equal(bytes.byteLength, 16 + 12 * rows);
        for (let id = file * 16_384; id < file * 16_384 + rows; id += 1) {
          const bucket = Math.floor(id / 256);
          assert.equal(lineFileOf(bucket), file);
          const place = placeOf(lines, id);
          const line = new DetailBucket(bodies[bucket]!).bytesOf(id);
          assert.equal(place === undefined, line === undefined);
          if (!place || !line) continue;
          assert.deepEqual(bodies[bucket]!.subarray(place.start, place.end), line);
          assert.equal(place.checksum, crc32(line));
        }
        const again = writeBucketLines(rows, (nth) => bucketRows(lines, nth));
        assert.deepEqual(again, bytes);
      }
    }),
    { numRuns: 3 },
  );
});

test('a line file of other rows, cut off, of another kind or with ends before starts is refused', () => {
  const rows = idsInLineFile(0, 2);
  const bytes = writeBucketLines(rows, () => linesOfBucket(bodyOf([3, 5])));
  assert.throws(() => readBucketLines(bytes, 256), /512 records where 256 are due/);
  assert.throws(() => readBucketLines(bytes.subarray(0, -8), rows), /bytes where/);
  assert.throws(() => readBucketLines(bytes.with(0, 0), rows), /does not begin with hipolin1/);
  const reversed = new Uint8Array(bytes);
  reversed.set([255, 255], 16 + 4 * 3);
  assert.throws(() => readBucketLines(reversed, rows), /ends before/);
});
