/** Priority levels of requests, by their attained service and by the recent service of their callers; 0 comes first. */
import { LRUCache } from 'lru-cache';
import { entryLimit } from '../http/loading-cache.ts';

/** Attained service in ms from which on a request has the next level; from the last one on it is long. */
const REQUEST_LEVELS = [0.5, 1, 2, 4, 8, 16, 32];
/** The last level. */
export const LONG = REQUEST_LEVELS.length;
/** Service in ms that work with an expensive plan starts with. */
export const EXPENSIVE_START = REQUEST_LEVELS[0]!;
/** Recent service of a caller in ms, from which on its requests have at least this level. */
const CALLER_LEVELS: [time: number, level: number][] = [
  [250, 4],
  [1000, 5],
  [4000, LONG],
];
/** Service in ms that makes work long from its beginning. */
export const LONG_START = REQUEST_LEVELS.at(-1)!;
/** Time in which a caller's recent service falls to half, in ms. */
const HALF_LIFE = 10_000;
/** Callers with recent service in memory. */
const MAX_CALLERS = 10_000;

/** The first level that the use of a caller leads to. */
const FIRST_CALLER_LEVEL = CALLER_LEVELS[0]![1];

interface Job {
  callers: ReadonlySet<string>;
  service: number;
}

export class Levels {
  readonly #recent = new LRUCache<string, { service: number; at: number }>(entryLimit(MAX_CALLERS));
  readonly #now: () => number;

  /** @param now monotonic, in ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** @param time in ms, divided among the callers of the job */
  charge(job: Job, time: number): void {
    job.service += time;
    for (const caller of job.callers)
      this.#recent.set(caller, { service: this.#recentOf(caller) + time / job.callers.size, at: this.#now() });
  }

  /** The caller with the least recent use decides: joint work is never slower than one's own. */
  of({ callers, service }: Job): number {
    const recent = this.#leastOf(callers);
    const ofCallers = CALLER_LEVELS.findLast(([time]) => recent >= time)?.[1] ?? 0;
    const own = REQUEST_LEVELS.findIndex((limit) => service < limit);
    return Math.max(ofCallers, own < 0 ? LONG : own);
  }

  /** Recent use of the callers of a job, to be compared with others' at any time: it does not fall as time goes by. */
  useOf({ callers }: Job): number {
    return Math.log2(this.#leastOf(callers)) + this.#now() / HALF_LIFE;
  }

  #leastOf(callers: ReadonlySet<string>): number {
    return Math.min(...[...callers].map((caller) => this.#recentOf(caller)));
  }

  #recentOf(caller: string): number {
    const recent = this.#recent.get(caller);
    return recent ? recent.service * 2 ** ((recent.at - this.#now()) / HALF_LIFE) : 0;
  }
}

/** The next one of a level: the oldest, or where callers' use has led there, that of the caller with the least use. */
export function takeNext<T extends { use: number }>(queue: T[], level: number): T {
  let next = 0;
  if (level >= FIRST_CALLER_LEVEL)
    for (let place = 1; place < queue.length; place += 1) if (queue[place]!.use < queue[next]!.use) next = place;
  return queue.splice(next, 1)[0]!;
}
