/** Back-off and `Retry-After`, by host. */
import { DAY, MINUTE, SECOND } from '#core/time.ts';

const FIRST_BACKOFF = SECOND;
const MAX_BACKOFF = 30 * SECOND;
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
    const longest = Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1));
    return Math.max(longest * (0.5 + this.#options.random() / 2), this.remaining(host));
  }
}

/** `Retry-After` in ms from now: seconds, or an HTTP date. */
export function parseRetryAfter(headers: Headers, now: number): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal?.addEventListener('abort', finish);
  });
}
