/**
 * The first index from which on a condition holds, by bisection; `length` when it never does.
 * @param holds false for every index before some point, true for every one after it
 */
export function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
