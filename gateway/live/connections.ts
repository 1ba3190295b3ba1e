/** Connections that stay open: counted for each caller and in all, and woken when another dataset is served. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { HOUR, SECOND } from '#core/time.ts';
import type { Origins } from '../access/caller.ts';
import { shareOf, UsedSlots } from '../access/shares.ts';
import { GatewayError, OverloadError } from '../http/errors.ts';

interface ConnectionLimits {
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
  readonly #used = new UsedSlots();
  readonly #waiting = new Set<() => void>();

  constructor(limits: Partial<ConnectionLimits> = {}, times: Partial<StreamTimes> = {}) {
    this.#limits = { ...CONNECTION_LIMITS, ...limits };
    this.times = { ...STREAM_TIMES, ...times };
  }

  /** @throws GatewayError 429, 503 where no further connection may be opened */
  admit({ caller, network }: Origins): void {
    if (this.#isFullFor(caller))
      throw new GatewayError(
        'rate_limited',
        `${this.#limits.caller} streams are open; close one of them, or cover several areas with one stream.`,
        { policy: 'burst', headers: { 'Retry-After': '30' } },
      );
    if (this.#isFull(network)) throw new OverloadError('Too many streams are open; please try again shortly.');
  }

  #isFullFor(caller: string): boolean {
    return this.#used.of(caller) >= this.#limits.caller;
  }

  /** A network may have what one caller may, and a tenth of all. */
  #isFull(network: string): boolean {
    const { all, caller } = this.#limits;
    const ofNetwork = Math.max(caller, shareOf(all));
    return this.open >= all || this.#used.of(network) >= ofNetwork || this.isStopping;
  }

  /** Counts a connection until the returned function is called. Undefined: others were faster than this one. */
  enter(origins: Origins): (() => void) | undefined {
    if (this.#isFullFor(origins.caller) || this.#isFull(origins.network)) return undefined;
    this.#count(origins, 1);
    return () => this.#count(origins, -1);
  }

  #count({ caller, network }: Origins, change: 1 | -1): void {
    this.open += change;
    this.#used.add(caller, change);
    this.#used.add(network, change);
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
