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
