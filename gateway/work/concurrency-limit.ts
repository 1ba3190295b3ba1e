/** Limits the concurrent requests of each caller: some run, some wait for a while, others are rejected with 429. */
import { ClientGone, GatewayError } from '../http/errors.ts';

export interface ConcurrencyLimits {
  /** Running requests of one caller. */
  concurrent: number;
  /** Waiting requests of one caller. */
  waiting: number;
  /** How long they wait, in ms. */
  waitTimeoutMs: number;
}

interface Waiter {
  admit(): void;
}

interface CallerRequests {
  running: number;
  readonly waiting: Set<Waiter>;
}

export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits;
  readonly #callers = new Map<string, CallerRequests>();

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  /** @throws GatewayError 429 when the caller has too many requests in progress, ClientGone */
  async acquire(caller: string, signal: AbortSignal): Promise<void> {
    const requests = this.#callers.getOrInsertComputed(caller, () => ({ running: 0, waiting: new Set() }));
    if (requests.running < this.#limits.concurrent) requests.running += 1;
    else if (requests.waiting.size >= this.#limits.waiting) throw this.#tooMany();
    else await this.#wait(requests, signal);
  }

  /** Admits the caller's longest waiting request. */
  release(caller: string): void {
    const requests = this.#callers.get(caller)!;
    const [next] = requests.waiting;
    if (next) return next.admit();
    requests.running -= 1;
    if (requests.running === 0) this.#callers.delete(caller);
  }

  #wait({ waiting }: CallerRequests, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => (): void => {
        waiting.delete(waiter);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        settle();
      };
      const waiter: Waiter = { admit: end(resolve) };
      const onAbort = end(() => reject(new ClientGone()));
      const timer = setTimeout(
        end(() => reject(this.#tooMany())),
        this.#limits.waitTimeoutMs,
      );
      if (signal.aborted) return onAbort();
      waiting.add(waiter);
      signal.addEventListener('abort', onAbort);
    });
  }

  #tooMany(): GatewayError {
    const message =
      `At most ${this.#limits.concurrent} requests of one caller are processed at a ` +
      `time; retry after their responses.`;
    return new GatewayError('rate_limited', message, { policy: 'burst', headers: { 'Retry-After': '1' } });
  }
}
