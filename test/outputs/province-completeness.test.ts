/** Since when the counts of a province show that no earthquakes of a class of magnitude are missing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSince } from '../../generator/outputs/province.ts';

/** @param perYear counts from band 2 up */
const years = (from: number, to: number, perYear: readonly number[]) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap((year) =>
    perYear.map((count, index) => ({ year, band: index + 2, count })),
  );

test('a class is complete back to the years in which it is less than three times as frequent as larger ones', () => {
  const counts = [
    ...years(1970, 1989, [0, 4, 3]),
    ...years(1990, 2004, [20, 20, 3]),
    ...years(2005, 2025, [90, 20, 3]),
  ];
  assert.deepEqual(completeSince(counts), [
    { minMagnitude: 2, year: 2005 },
    { minMagnitude: 3, year: 1990 },
  ]);
});

test('a year without small earthquakes ends what is complete, and smaller ones are not complete before larger ones', () => {
  const gap = [...years(1990, 2016, [90, 20, 3]), ...years(2017, 2017, [0, 1, 7]), ...years(2018, 2025, [90, 20, 3])];
  assert.deepEqual(
    completeSince(gap).map(({ year }) => year),
    [2018, 2018],
  );
});

test('too few earthquakes tell nothing, and a run with none of the class does not reach back', () => {
  assert.deepEqual(completeSince([]), []);
  const few = [...years(1990, 2025, [3]), ...years(2022, 2025, [0, 1])];
  assert.deepEqual(completeSince(few), [], 'fewer than five larger ones in twenty years');
  const late = [...years(2000, 2000, [0, 0, 1]), ...years(2016, 2025, [20, 4])];
  assert.deepEqual(completeSince(late), [{ minMagnitude: 2, year: 2016 }]);
});
