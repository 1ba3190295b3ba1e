/** The access log: one line per response. */
import { type EpochMs, formatInstant } from '#core/time.ts';
import type { Log } from './http/log.ts';
import type { RequestCounts, RouteCounts } from './metrics/request-counts.ts';
import { formatRequestLine, type RequestLine } from './query/request-line.ts';

interface RequestLogOptions {
  log: Log;
  now: () => EpochMs;
  /** A monotonic clock in ms. */
  monotonicNow?: () => number;
  /** One response in so many is logged; 0: none. Those with a status of 400 or more always are. */
  every?: number;
  format?: (line: RequestLine) => string;
  /** Where every response is counted, logged or not. */
  counts?: RequestCounts | undefined;
}

type Entry = Omit<RequestLine, 'at' | 'took' | 'target'> & {
  /** Value of {@link RequestLog.start}. */
  start: number;
  /** Value of {@link RequestLog.routeOf}. */
  route?: RouteCounts | undefined;
  /** The target as `loggedTarget` shows it. */
  target: () => string;
};

export class RequestLog {
  readonly #log: Log;
  readonly #now: () => EpochMs;
  readonly #every: number;
  readonly #format: (line: RequestLine) => string;
  readonly #counts: RequestCounts | undefined;
  readonly start: () => number;
  #count = 0;
  #last = { at: NaN, text: '' };

  constructor({ log, now, ...options }: RequestLogOptions) {
    const { monotonicNow = () => performance.now(), every = 1, format = formatRequestLine, counts } = options;
    this.#log = log;
    this.#now = now;
    this.#every = every;
    this.#format = format;
    this.#counts = counts;
    this.start = monotonicNow;
  }

  /** @param target path and query */
  routeOf(target: string): RouteCounts | undefined {
    return this.#counts?.of(target);
  }

  write({ start, route, target, ...entry }: Entry): void {
    const isDue = this.#isDue(entry.status);
    if (!isDue && !route) return;
    const took = this.start() - start;
    route?.add(entry.status, took);
    if (isDue) this.#log(this.#format({ ...entry, at: this.#instant(), took, target: target() }));
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
