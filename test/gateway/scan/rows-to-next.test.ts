import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsToNext, type OpenedList } from '../../../gateway/scan/merge.ts';

/** A shard of 100 rows at one of them, of which some pass. */
const openedAt = (at: number, passing: number[], rows?: Uint32Array): OpenedList =>
  ({ at, rows, keys: new Float64Array(100), passes: (row: number) => passing.includes(row) }) as OpenedList;

test('rows that do not pass are left at once: up to the next that does, 32 rows, or the end of the shard', () => {
  assert.equal(rowsToNext(openedAt(0, [5])), 5);
  assert.equal(rowsToNext(openedAt(0, [1])), 1);
  assert.equal(rowsToNext(openedAt(0, [60])), 32);
  assert.equal(rowsToNext(openedAt(90, [])), 10);
  assert.equal(rowsToNext(openedAt(99, [])), 1);
  assert.equal(rowsToNext(openedAt(1, [7], Uint32Array.of(9, 8, 6, 7, 5))), 2, 'in the order of the list');
});
