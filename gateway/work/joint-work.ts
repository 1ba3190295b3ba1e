/** One piece of work for all who ask for the same at the same time; it is given up when the last of them has left. */
import { ClientGone } from '../http/client-gone.ts';

/** What the work is done for. */
export interface JointRequest {
  /** All who have asked for it so far. */
  callers: ReadonlySet<string>;
  /** Aborted when the last of them has left. */
  signal: AbortSignal;
}

interface Running<V> {
  callers: Set<string>;
  result: Promise<V>;
  leaving: AbortController;
  waiting: number;
}

export class JointWork<V> {
  readonly #running = new Map<string, Running<V>>();

  /** @throws ClientGone when `signal` is aborted first, and whatever `make` throws */
  async get(
    key: string,
    { caller, signal }: { caller: string; signal: AbortSignal },
    make: (asked: JointRequest) => Promise<V>,
  ): Promise<V> {
    if (signal.aborted) throw new ClientGone();
    const running = this.#running.getOrInsertComputed(key, () => this.#start(key, caller, make));
    running.callers.add(caller);
    running.waiting += 1;
    const gone = Promise.withResolvers<never>();
    const leave = (): void => gone.reject(new ClientGone());
    signal.addEventListener('abort', leave);
    try {
      return await Promise.race([running.result, gone.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      running.waiting -= 1;
      if (running.waiting === 0) this.#end(key, running);
    }
  }

  #start(key: string, caller: string, make: (asked: JointRequest) => Promise<V>): Running<V> {
    const leaving = new AbortController();
    const callers = new Set([caller]);
    const running = { callers, result: make({ callers, signal: leaving.signal }), leaving, waiting: 0 };
    const end = (): void => this.#end(key, running);
    running.result.then(end, end);
    return running;
  }

  /** Who asks from now on begins anew. */
  #end(key: string, running: Running<V>): void {
    if (this.#running.get(key) === running) this.#running.delete(key);
    running.leaving.abort();
  }
}
