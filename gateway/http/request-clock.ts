/** The time of one request. Whatever an answer reads of it bounds how long the answer may be repeated. */
import type { EpochMs } from '#core/time.ts';

export class RequestClock {
  /** The first instant at which something that was read is another; Infinity while nothing was read. */
  validUntil: EpochMs = Infinity;
  readonly #now: EpochMs;

  constructor(now: EpochMs) {
    this.#now = now;
  }

  /** The beginning of the present unit of time. @param unit in ms; an answer is repeated until its end */
  floor(unit: number): EpochMs {
    const start = Math.floor(this.#now / unit) * unit;
    this.validUntil = Math.min(this.validUntil, start + unit);
    return start;
  }
}
