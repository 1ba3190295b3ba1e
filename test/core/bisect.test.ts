import assert from 'node:assert/strict';
import test from 'node:test';
import { firstIndex } from '#core/bisect.ts';
import { mergeIntervals } from '#core/intervals.ts';
import fc from '../support/property.ts';

test('bisection finds the first index from which on a condition holds', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 })), fc.integer({ min: -1, max: 21 }), (values, least) => {
      const sorted = values.toSorted((a, b) => a - b);
      const expected = sorted.findIndex((value) => value >= least);
      assert.equal(
        firstIndex(sorted.length, (index) => sorted[index]! >= least),
        expected < 0 ? sorted.length : expected,
      );
    }),
  ));

test('merged intervals cover the same numbers, ascending and apart from each other', () => {
  const intervals = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 100 }), fc.nat(10)).map(([from, length]) => ({ from, to: from + length })),
  );
  fc.assert(
    fc.property(intervals, fc.nat(3), (spans, margin) => {
      const merged = mergeIntervals(spans, margin);
      for (let at = -5; at <= 120; at += 0.5)
        assert.equal(
          merged.some(({ from, to }) => at >= from && at <= to),
          spans.some(({ from, to }) => at >= from - margin && at <= to + margin),
        );
      for (const [index, { from }] of merged.entries()) assert.ok(index === 0 || from > merged[index - 1]!.to);
    }),
  );
});
