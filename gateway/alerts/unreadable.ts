/** Changes that cannot be read: a file is damaged or missing. They are read again, and at last passed over. */
import { type EpochMs, SECOND } from '#core/time.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { faultLine, type Log } from '../http/log.ts';

/** Within 5 minutes the next publication has usually written the file anew. */
export const ATTEMPTS = { most: 30, interval: 10 * SECOND };

export class Unreadable {
  /** Changes that were passed over. */
  passedOver = 0;
  readonly #log: Log;
  #attempt = 0;
  #attemptedAt: EpochMs = -Infinity;
  #snapshot: Snapshot | undefined;
  /** In this attempt, with the error of each. */
  #errors = new Map<string, unknown>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Whether an attempt on a dataset should wait. */
  isWaiting(snapshot: Snapshot, now: EpochMs): boolean {
    const isRecent = Math.abs(now - this.#attemptedAt) < ATTEMPTS.interval;
    return this.#attempt > 0 && this.#snapshot === snapshot && isRecent;
  }

  begin(snapshot: Snapshot, now: EpochMs): void {
    this.#attempt += 1;
    this.#attemptedAt = now;
    this.#snapshot = snapshot;
    this.#errors = new Map();
  }

  /** @param change its number */
  add(change: string, error: unknown): undefined {
    this.#errors.set(change, error);
  }

  /** Whether no change so far is left for the next attempt. */
  get isDone(): boolean {
    return this.#errors.size === 0 || this.#attempt >= ATTEMPTS.most;
  }

  /** @returns whether another attempt is needed */
  end(): boolean {
    const { size } = this.#errors;
    const { isDone } = this;
    if (size > 0 && (isDone || this.#attempt === 1)) {
      const [[change, error]] = [...this.#errors] as [[string, unknown]];
      const files = this.#snapshot!.faults.slice(0, 3).join(', ') || faultLine(error);
      const end = isDone ? 'passed over' : `to be read again, ${ATTEMPTS.most - 1} times`;
      this.#log(`alerts: ${size} unreadable changes, such as ${change}, are ${end}: ${files}`);
    }
    if (!isDone) return true;
    this.#attempt = 0;
    this.passedOver += size;
    return false;
  }
}
