/** Hosts that give no answer: one bound for the waiting of a run, whatever the number of feeds and attempts. */
import { MINUTE } from '#core/time.ts';

export class HostSilence {
  /** ms for which a first answer of a host is awaited, retries included. */
  readonly boundMs: number;
  readonly #now: () => number;
  /** By host: when it last answered anything. */
  readonly #answered = new Map<string, number>();
  readonly #silent = new Set<string>();

  /** @param now of a clock that nobody sets */
  constructor({ boundMs = MINUTE, now = () => performance.now() }: { boundMs?: number; now?: () => number } = {}) {
    this.boundMs = boundMs;
    this.#now = now;
  }

  /** Hosts that were silent are requested again. */
  beginRun(): void {
    this.#silent.clear();
  }

  now(): number {
    return this.#now();
  }

  noteAnswer(host: string): void {
    this.#answered.set(host, this.#now());
    this.#silent.delete(host);
  }

  /** A request that began at `began` was given up. */
  noteGivenUp(host: string, began: number): void {
    if (!this.hasAnswered(host, began)) this.#silent.add(host);
  }

  hasAnswered(host: string, since: number): boolean {
    return (this.#answered.get(host) ?? -Infinity) >= since;
  }

  isSilent(host: string): boolean {
    return this.#silent.has(host);
  }
}
