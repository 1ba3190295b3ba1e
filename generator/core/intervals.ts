import { firstIndex } from './bisect.ts';

/** Closed intervals of numbers, such as spans of time in ms. */
export interface Interval {
  from: number;
  to: number;
}

/**
 * The intervals, each wider by `margin` at both ends, as few disjoint ones in ascending order; those that touch are
 * joined.
 */
export function mergeIntervals(intervals: Interval[], margin: number): Interval[] {
  const sorted = intervals
    .map(({ from, to }) => ({ from: from - margin, to: to + margin }))
    .sort((a, b) => a.from - b.from);
  const merged: Interval[] = [];
  for (const interval of sorted) {
    const last = merged.at(-1);
    if (last && interval.from <= last.to) last.to = Math.max(last.to, interval.to);
    else merged.push(interval);
  }
  return merged;
}

/** The first of some merged intervals that does not end before a number. */
const endingAfter = (merged: readonly Interval[], value: number): Interval | undefined =>
  merged[firstIndex(merged.length, (index) => merged[index]!.to >= value)];

/** Whether an interval has a number in common with one of some merged intervals. */
export const touches = (merged: readonly Interval[], { from, to }: Interval): boolean =>
  (endingAfter(merged, from)?.from ?? Infinity) <= to;

/** Whether a number lies in one of some merged intervals. */
export const within = (merged: readonly Interval[], value: number): boolean =>
  touches(merged, { from: value, to: value });

/** Whether an interval lies in one of some merged intervals. */
export function covers(merged: readonly Interval[], { from, to }: Interval): boolean {
  const one = endingAfter(merged, from);
  return one !== undefined && one.from <= from && one.to >= to;
}
