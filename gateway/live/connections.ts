/** Connections that stay open: counted for each caller and in all, and woken when another dataset is served. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR, SECOND } from '#core/time.ts';
import { GatewayError, OverloadError } from '../http/errors.ts';

export interface ConnectionLimits {
  /** Connections of one caller, in this process. */
  caller: number;
  /** Of all callers, in this process. */
  all: number;
}

export interface StreamTimes {
  /** Between two signs of life, in ms. */
  beat: number;
  /** After which the caller is authenticated and counted once more, in ms. */
  renewal: number;
  /** Within which every gateway has read what one of them has sent, in ms. */
  lag: number;
}

const STREAM_TIMES: StreamTimes = { beat: 15 * SECOND, renewal: HOUR, lag: 10 * SECOND };

export const CONNECTION_LIMITS: ConnectionLimits = { caller: 20, all: 5000 };

/** Woken in one turn of the event loop; other requests run between the turns. */
const WOKEN_AT_ONCE = 20;

export class Connections {
  /** Open now. */
  open = 0;
  /** Whether the server stops: clients continue elsewhere. */
  isStopping = false;
  readonly times: StreamTimes;
  readonly #limits: ConnectionLimits;
  readonly #callers = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  constructor(limits: ConnectionLimits = CONNECTION_LIMITS, times: Partial<StreamTimes> = {}) {
    this.#limits = limits;
    this.times = { ...STREAM_TIMES, ...times };
  }

  /** @throws GatewayError 429, 503 where no further connection may be opened */
  admit(caller: string): void {
    if (this.#isFullFor(caller))
      throw new GatewayError(
        'rate_limited',
        `${this.#limits.caller} streams are open; close one of them, or cover several areas with one stream.`,
        { policy: 'burst', headers: { 'Retry-After': '30' } },
      );
    if (this.#isFull()) throw new OverloadError('Too many streams are open; please try again shortly.');
  }

  #isFullFor(caller: string): boolean {
    return (this.#callers.get(caller) ?? 0) >= this.#limits.caller;
  }

  #isFull(): boolean {
    return this.open >= this.#limits.all || this.isStopping;
  }

  /** Counts a connection until the returned function is called. Undefined: others were faster than this one. */
  enter(caller: string): (() => void) | undefined {
    if (this.#isFullFor(caller) || this.#isFull()) return undefined;
    this.#count(caller, 1);
    return () => this.#count(caller, -1);
  }

  #count(caller: string, sign: 1 | -1): void {
    this.open += sign;
    const count = (this.#callers.get(caller) ?? 0) + sign;
    if (count > 0) this.#callers.set(caller, count);
    else this.#callers.delete(caller);
  }

  /** Resolves after so long (ms), or earlier: when woken, or when the client disconnects. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(1, ms)).unref();
      this.#waiting.add(end);
      signal.addEventListener('abort', end);
    });
  }

  async wake(): Promise<void> {
    let count = 0;
    for (const end of [...this.#waiting]) {
      end();
      count += 1;
      if (count % WOKEN_AT_ONCE === 0) await nextTurn();
    }
  }

  stop(): void {
    this.isStopping = true;
    void this.wake();
  }
}
