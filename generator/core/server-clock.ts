/** How far a reader's clock is from the server's, from the `Date` of answers. */
import { SECOND, type EpochMs } from './time.ts';

interface Received {
  /** Its `Date`: when the server wrote it, in whole seconds; NaN for none. */
  date: EpochMs;
  /** Its `Age` in seconds. */
  age: number;
  /** By the reader's clock. */
  at: EpochMs;
  /** ms from the request to its headers. */
  elapsed: number;
}

/**
 * Caches keep `Date` for the seconds of `Age`, or write their own and still send `Age`: the present is between `Date`
 * and both together.
 * @param current ms to add to the reader's clock; the result is the nearest that is possible
 */
export function correctedBy(current: number, { date, age, at, elapsed }: Received): number {
  if (Number.isNaN(date)) return current;
  const [least, most] = [date - at, date - at + elapsed + (age + 1) * SECOND];
  return Math.min(most, Math.max(least, current));
}
