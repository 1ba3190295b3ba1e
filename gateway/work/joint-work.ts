/** One execution for concurrent requests with the same key; aborted when the last of them is. */
import { ClientGone } from '../http/errors.ts';

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
