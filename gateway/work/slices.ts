/** Slices of work: when one ends, and which is next. */
import { LRUCache } from 'lru-cache';
import { entryLimit } from '../http/loading-cache.ts';

/** Rows tested after which a slice ends: about 0.2 ms where none of them matches. */
export const SLICE_ROWS = 2048;
/** Shards opened in one slice at most; reading the columns of one (1 ms) ends the slice. */
export const SLICE_OPENS = 4;
/** In ms. The first slices are shorter: cheap work ends in them, and many expensive requests delay no cheap one. */
export const SLICE_TIME = 1;
const FIRST_SLICE_TIME = 0.25;
const ROWS_A_CLOCK_READING = 32;

/** Decides when a slice of work is long enough to yield to other requests. */
export class Pace {
  #rows = 0;
  #opens = 0;
  /** Rows of the slice at which the clock is read next. */
  #nextReading = ROWS_A_CLOCK_READING;
  #time = FIRST_SLICE_TIME;
  /** Undefined between two slices. */
  #start: number | undefined;

  /** Starts the clock before work that may be slow. */
  startSlice(): void {
    this.#start ??= performance.now();
  }

  /** Counts a row. @returns whether the slice ends with it */
  countRow(): boolean {
    return this.countRows(1);
  }

  countRows(count: number): boolean {
    this.#rows += count;
    this.#start ??= performance.now();
    if (this.#rows >= SLICE_ROWS) return this.#ends(true);
    if (this.#rows < this.#nextReading) return false;
    this.#nextReading = this.#rows + ROWS_A_CLOCK_READING;
    return this.#ends(this.#isLate(this.#start));
  }

  /** Counts a shard opened. @returns whether the slice ends with it */
  countShard(): boolean {
    this.#opens += 1;
    this.#start ??= performance.now();
    return this.#ends(this.#opens >= SLICE_OPENS || this.#isLate(this.#start));
  }

  /** Counts a look into an index. @returns whether the slice ends with it */
  countSearch(): boolean {
    return this.#ends(this.#isLate((this.#start ??= performance.now())));
  }

  #isLate(start: number): boolean {
    return performance.now() - start >= this.#time;
  }

  #ends(ends: boolean): boolean {
    if (!ends) return false;
    [this.#rows, this.#opens, this.#start] = [0, 0, undefined];
    this.#nextReading = ROWS_A_CLOCK_READING;
    this.#time = Math.min(SLICE_TIME, this.#time * 2);
    return true;
  }
}

/** Lets pending I/O and other requests run. */
export const yieldTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Attained service in ms from which on a request has the next level; from the last one on it is long. Within the first
 * level lists of all kinds take turns: a list that needs 1 ms must not wait for all that need half of it.
 */
const REQUEST_LEVELS = [2, 4, 8, 16, 32];
/** The last level. */
export const LONG = REQUEST_LEVELS.length;
/** Service in ms that work with an expensive plan starts with. */
export const EXPENSIVE_START = REQUEST_LEVELS[0]!;
/** Recent service of a caller in ms, from which on its requests have at least this level. */
const CALLER_LEVELS: [time: number, level: number][] = [
  [250, 2],
  [1000, 3],
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

/**
 * Priority levels of requests, by their attained service and by the recent service of their callers; 0 comes first.
 */
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
