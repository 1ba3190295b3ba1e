/** The access log: one line per response. */
import type { EpochMs } from '#core/time.ts';
import { formatInstant } from '#core/time.ts';
import type { Log } from './http/log.ts';
import type { RequestLine } from './query/request-line.ts';
import { formatRequestLine } from './query/request-line.ts';

interface RequestLogOptions {
  log: Log;
  now: () => EpochMs;
  /** A monotonic clock in ms. */
  monotonicNow?: () => number;
  /** One response in so many is logged; 0: none. Those with a status of 400 or more always are. */
  every?: number;
}

type Entry = Omit<RequestLine, 'at' | 'took' | 'target'> & {
  /** Of {@link RequestLog.start}. */
  start: number;
  /** As `loggedTarget` shows it. */
  target: () => string;
};

export class RequestLog {
  readonly #log: Log;
  readonly #now: () => EpochMs;
  readonly #every: number;
  readonly start: () => number;
  #count = 0;
  #last = { at: NaN, text: '' };

  constructor({ log, now, monotonicNow = () => performance.now(), every = 1 }: RequestLogOptions) {
    this.#log = log;
    this.#now = now;
    this.#every = every;
    this.start = monotonicNow;
  }

  write({ start, target, ...entry }: Entry): void {
    if (!this.#isDue(entry.status)) return;
    const took = this.start() - start;
    this.#log(formatRequestLine({ ...entry, at: this.#instant(), took, target: target() }));
  }

  /** Written once for all responses of a millisecond. */
  #instant(): string {
    const at = this.#now();
    if (at !== this.#last.at) this.#last = { at, text: formatInstant(at) };
    return this.#last.text;
  }

  #isDue(status: number): boolean {
    if (status >= 400 || this.#every === 1) return true;
    return this.#every > 0 && this.#count++ % this.#every === 0;
  }
}
