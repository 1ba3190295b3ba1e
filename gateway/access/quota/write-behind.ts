/** Stores the counts of addresses once a second and at the end, and learns those of other processes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EpochMs, SECOND } from '#core/time.ts';
import { failureLog, type FailureLog, type Log } from '../../http/log.ts';
import { type AddressCounts, MAX_ADDRESSES } from './address-counts.ts';
import type { AddressStore } from './address-store.ts';
import { dayOf } from './windows.ts';

/** Windows stored in one transaction; between two of them requests are answered. */
const PART = 2000;

/** Windows that are read at the start; others are read when they are counted in. */
const MOST_LOADED = 3 * MAX_ADDRESSES;

interface WriteBehindOptions {
  counts: AddressCounts;
  store: AddressStore;
  now: () => EpochMs;
  log: Log;
}

export class WriteBehind {
  readonly #counts: AddressCounts;
  readonly #store: AddressStore;
  readonly #now: () => EpochMs;
  readonly #failures: FailureLog;
  #isLoaded = false;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ counts, store, now, log }: WriteBehindOptions) {
    this.#counts = counts;
    this.#store = store;
    this.#now = now;
    this.#failures = failureLog(log, 'storing counts');
  }

  /** Continues from what is stored; if it cannot be read, as soon as it can. */
  async start(): Promise<void> {
    await this.flush();
    this.#timer = setInterval(() => void this.flush(), SECOND).unref();
  }

  /** Resolves when what was counted before is stored, or cannot be: then it is kept for the next time. */
  flush(): Promise<void> {
    return (this.#running ??= this.#flush().finally(() => (this.#running = undefined)));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    await this.flush();
  }

  async #flush(): Promise<void> {
    try {
      if (!this.#isLoaded) await this.#load();
      for (let left = this.#counts.changed; left > 0; left -= PART) {
        await this.#storePart(Math.min(left, PART));
        if (left > PART) await nextTurn();
      }
      this.#failures.recovered();
    } catch (error) {
      this.#failures.failed(error);
    }
  }

  async #load(): Promise<void> {
    const at = this.#now();
    let loaded = 0;
    for await (const windows of this.#store.windows(at)) {
      for (const window of windows) this.#counts.adopt(window, dayOf(at));
      loaded += windows.length;
      if (loaded >= MOST_LOADED) break;
    }
    this.#isLoaded = true;
  }

  async #storePart(most: number): Promise<void> {
    const changes = this.#counts.takeChanges(most);
    try {
      const totals = await this.#store.add(changes, this.#now());
      for (const [index, { window }] of changes.entries()) window.adopt(totals[index]!);
    } catch (error) {
      for (const change of changes) this.#counts.restore(change);
      throw error;
    }
  }
}
