/** Which work begins: so many requests of each caller, and equal ones together. */
import { ClientGone, GatewayError } from '../http/errors.ts';

/** How much work is in progress and waits. */
export interface WorkLimits {
  /** Running requests of one caller. */
  concurrent: number;
  /** Waiting requests of one caller. */
  waiting: number;
  /** How long they wait, in ms. */
  waitTimeoutMs: number;
  /** Unfinished requests of all callers. */
  requests: number;
  /** Long requests in progress at once: each may hold many shards in memory. */
  long: number;
  /** Longest time until an answer begins, in ms: less than a connection may be idle. */
  timeoutMs: number;
}

export const WORK_LIMITS: WorkLimits = {
  ...{ concurrent: 8, waiting: 32, waitTimeoutMs: 2000 },
  ...{ requests: 512, long: 16, timeoutMs: 30_000 },
};

/** Maximum work of one request; a response that reaches it ends early, with `next`. */
export interface WorkBounds {
  /** Shards and segments opened. */
  files: number;
  /** Rows or changes tested. */
  rows: number;
}

/** About half a second of one core when every shard is cold. */
export const WORK_BOUNDS: WorkBounds = { files: 512, rows: 2_000_000 };

interface Waiter {
  admit(): void;
}

interface CallerRequests {
  running: number;
  readonly waiting: Set<Waiter>;
}

/** Some requests of a caller run, some wait for a while, others are rejected with 429. */
export class ConcurrencyLimit {
  readonly #limits: WorkLimits;
  readonly #callers = new Map<string, CallerRequests>();

  constructor(limits: WorkLimits) {
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

export interface JointRequest {
  /** Callers of the requests so far. */
  callers: ReadonlySet<string>;
  /** Aborted when the last request is. */
  signal: AbortSignal;
}

interface Running<V> {
  callers: Set<string>;
  result: Promise<V>;
  controller: AbortController;
  waiting: number;
}

/** One execution for concurrent requests with the same key; aborted when the last of them is. */
export class JointWork<V> {
  readonly #running = new Map<string, Running<V>>();

  /** @throws ClientGone when `signal` is aborted first, and whatever `work` throws */
  async get(
    key: string,
    { caller, signal }: { caller: string; signal: AbortSignal },
    work: (joint: JointRequest) => Promise<V>,
  ): Promise<V> {
    if (signal.aborted) throw new ClientGone();
    const running = this.#running.getOrInsertComputed(key, () => this.#start(key, caller, work));
    running.callers.add(caller);
    running.waiting += 1;
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(new ClientGone());
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([running.result, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      running.waiting -= 1;
      // Nobody needs the result of an execution that goes on.
      if (running.waiting === 0 && this.#forget(key, running)) running.controller.abort();
    }
  }

  #start(key: string, caller: string, work: (joint: JointRequest) => Promise<V>): Running<V> {
    const controller = new AbortController();
    const callers = new Set([caller]);
    const running = { callers, result: work({ callers, signal: controller.signal }), controller, waiting: 0 };
    const end = (): void => void this.#forget(key, running);
    running.result.then(end, end);
    return running;
  }

  /** Later requests start a new execution. @returns whether it was still going on */
  #forget(key: string, running: Running<V>): boolean {
    return this.#running.get(key) === running && this.#running.delete(key);
  }
}
