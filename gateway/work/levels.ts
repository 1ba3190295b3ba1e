/** Whose turn comes first: the level of a request by the time that it has taken, and by what its callers' requests took of late. */
import { LRUCache } from 'lru-cache';

/** Time taken, in ms, from which on a request has a worse level. From the last one on it takes long. */
const REQUEST_LEVELS = [0.5, 1, 2, 4, 8, 16, 32];
/** The last level. */
export const LONG = REQUEST_LEVELS.length;
/** What is dear by its plan begins as if it had taken so much, in ms. */
export const EXPENSIVE_START = REQUEST_LEVELS[0]!;
/** Time that a caller's requests took of late, in ms, from which on all of them have at least such a level. */
const CALLER_LEVELS: [time: number, level: number][] = [
  [250, 4],
  [1000, 5],
  [4000, LONG],
];
/** Half of what a caller's requests took is forgotten in this time, in ms. */
const HALF_LIFE = 10_000;
/** Callers whose use is remembered. */
const CALLERS = 10_000;

interface Job {
  callers: ReadonlySet<string>;
  taken: number;
}

export class Levels {
  readonly #recent = new LRUCache<string, { taken: number; at: number }>({ max: CALLERS });
  readonly #now: () => number;

  /** @param now in ms, never going back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time, in ms, is shared out among all whose work it is. */
  charge(job: Job, time: number): void {
    job.taken += time;
    for (const caller of job.callers)
      this.#recent.set(caller, { taken: this.#recentOf(caller) + time / job.callers.size, at: this.#now() });
  }

  /** Of several callers the one who took least of late decides: nobody's work is held up because somebody else wants it too. */
  of({ callers, taken }: Job): number {
    const recent = Math.min(...[...callers].map((caller) => this.#recentOf(caller)));
    const ofCallers = CALLER_LEVELS.findLast(([time]) => recent >= time)?.[1] ?? 0;
    const own = REQUEST_LEVELS.findIndex((bound) => taken < bound);
    return Math.max(ofCallers, own < 0 ? LONG : own);
  }

  #recentOf(caller: string): number {
    const recent = this.#recent.get(caller);
    return recent ? recent.taken * 2 ** ((recent.at - this.#now()) / HALF_LIFE) : 0;
  }
}
