/** Rows that an area index gives: all of a rectangle, and a few near it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRowsWithin, INDEX_ROWS, newRowSet, readAreaIndex, rowsIn, writeAreaIndex } from '#core/area-index.ts';
import { type Box, insideBox, type Point } from '#core/geo.ts';
import fc from '../support/property.ts';

const rowsWithin = (points: readonly Point[], box: Box): number[] => {
  const index = readAreaIndex(writeAreaIndex(points), points.length);
  const found = newRowSet();
  addRowsWithin(index, box, found);
  return [...rowsIn(found, 0, points.length)];
};

const point = fc.record({
  latitude: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.integer({ min: -90, max: 90 })),
  longitude: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.integer({ min: -180, max: 180 })),
});
const box = fc.tuple(point, point).map(([a, b]): Box => ({
  south: Math.min(a.latitude, b.latitude),
  north: Math.max(a.latitude, b.latitude),
  west: Math.min(a.longitude, b.longitude),
  east: Math.max(a.longitude, b.longitude),
}));

test('every row of a rectangle is found, and no row that lies far from it', () => {
  fc.assert(
    fc.property(fc.array(point, { minLength: 1, maxLength: 300 }), box, (points, area) => {
      const found = rowsWithin(points, area);
      const near: Box = {
        ...{ south: area.south - 0.02, north: area.north + 0.02 },
        ...{ west: area.west - 0.02, east: area.east + 0.02 },
      };
      const rows = [...points.keys()];
      assert.deepEqual(
        rows.filter((row) => insideBox(points[row]!, area) && !found.includes(row)),
        [],
      );
      assert.deepEqual(
        found.filter((row) => !insideBox(points[row]!, near)),
        [],
      );
    }),
    { numRuns: 500 },
  );
});

test('one place for all rows, and a rectangle that is one of the places', () => {
  const here = { latitude: 38.5, longitude: 27 };
  const only: Box = { south: 38.5, north: 38.5, west: 27, east: 27 };
  assert.deepEqual(rowsWithin([here, here, here], only), [0, 1, 2]);
  assert.deepEqual(rowsWithin([here, here], { ...only, south: 38.6, north: 39 }), []);
  assert.deepEqual(rowsWithin([here, { latitude: 41, longitude: 29 }], only), [0]);
});

test('rows of the middle of an index are counted from their shard on', () => {
  const set = newRowSet();
  for (const row of [0, 31, 32, 63, 64, INDEX_ROWS - 1]) set[row >> 5]! |= 1 << (row & 31);
  assert.deepEqual([...rowsIn(set, 31, 64)], [0, 1, 32]);
  assert.deepEqual([...rowsIn(set, 64, INDEX_ROWS)], [0, INDEX_ROWS - 65]);
  assert.deepEqual([...rowsIn(set, 1, 31)], []);
});

test('a file that is not a whole index of so many rows is refused', () => {
  const file = writeAreaIndex(Array.from({ length: 20 }, (_, row) => ({ latitude: row, longitude: -row })));
  const damaged = (at: number, value: number): Uint8Array => {
    const copy = file.slice();
    new Uint16Array(copy.buffer)[at] = value;
    return copy;
  };
  assert.throws(() => readAreaIndex(file, 21), /20 records where 21 are due/);
  assert.throws(() => readAreaIndex(file.subarray(0, -8), 20), /bytes where/);
  // The magic, the count and four numbers come before the cells.
  assert.throws(() => readAreaIndex(damaged(24, 7), 20), /cells out of order/);
  const firstRow = (16 + 32 + 2 * 4100) / 2;
  assert.throws(() => readAreaIndex(damaged(firstRow, 20), 20), /a row that is not there/);
});
