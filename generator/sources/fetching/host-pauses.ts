/** Back-off and `Retry-After`, by host. */
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import { backoff } from '#http/retry.ts';

const PAUSES = { first: SECOND, growth: 2, longest: 30 * SECOND };
/** A longer Retry-After is not waited for: requests fail until it is over (a day at most). */
const MAX_WAIT = 2 * MINUTE;

interface HostPausesOptions {
  now: () => number;
  /** 0 inclusive to 1 exclusive, for jitter. */
  random: () => number;
  /** By host: the instant before which no request may be sent. */
  retryNotBefore: Map<string, number>;
}

export class HostPauses {
  readonly #options: HostPausesOptions;

  constructor(options: HostPausesOptions) {
    this.#options = options;
  }

  /** ms until requests to the host are allowed. */
  remaining(host: string): number {
    const { now, retryNotBefore } = this.#options;
    return Math.max(0, (retryNotBefore.get(host) ?? 0) - now());
  }

  isTooLong(host: string): boolean {
    return this.remaining(host) > MAX_WAIT;
  }

  recordRetryAfter(host: string, retryAfterMs: number | null): void {
    if (!retryAfterMs) return;
    const { now, retryNotBefore } = this.#options;
    retryNotBefore.set(host, Math.max(retryNotBefore.get(host) ?? 0, now() + Math.min(retryAfterMs, DAY)));
  }

  /** ms: half to all of an exponentially growing pause, and no less than Retry-After. @param attempt 1-based */
  backoff(attempt: number, host: string): number {
    return Math.max(backoff(attempt, PAUSES, this.#options.random()), this.remaining(host));
  }
}
