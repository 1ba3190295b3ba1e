/**
 * Whose turn it is: the work of many requests, a slice at a time. What has taken little goes before what has taken much (least attained service
 * first), and a caller whose requests took much of late goes behind the others, so that a cheap query never waits for expensive ones, however
 * many there are and wherever they come from.
 */
import { LRUCache } from 'lru-cache';
import { yieldTurn } from './pace.ts';
import { GatewayError } from '../http/errors.ts';
import { ClientGone } from '../http/client-gone.ts';
import type { Clocks } from './clocks.ts';
import { CLOCKS } from './clocks.ts';
import type { PlaceLimits } from './concurrency-limit.ts';
import { Places } from './concurrency-limit.ts';

/** The work of one request. */
export interface Work {
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /** Carries out the steps of a generator to its end, each when it is this request's turn. @throws ClientGone, GatewayError 503 */
  run(steps: AsyncGenerator<unknown, void, void>): Promise<void>;
  /** The same for one step. @returns whether it was the last one */
  step(steps: AsyncGenerator<unknown, void, void>): Promise<boolean>;
}

/** Whose work it is. */
export interface Asking {
  caller: string;
  signal: AbortSignal;
  /** What may take long, by its plan, comes behind what does not. */
  dear?: boolean;
}

export interface WorkLimits extends PlaceLimits {
  /** Requests with work to do, of all callers together. */
  requests: number;
  /** Of these, scans and measurings that take long, in progress at once: each may hold many shards in memory. */
  long: number;
}

export const WORK_LIMITS: WorkLimits = { atOnce: 8, waiting: 32, patience: 2000, requests: 512, long: 16 };

/** Time taken, in ms, from which on a request has a worse level. From the last one on it takes long. */
const REQUEST_LEVELS = [0.5, 1, 2, 4, 8, 16, 32];
const LONG = REQUEST_LEVELS.length;
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
/** What is last in order has so much of the time while others wait, so that it ends some day. */
const LAST_SHARE = 1 / 8;
/** So much of it is owed at most, in ms, and so little saved. */
const MOST_DEBT = 100;
const MOST_CREDIT = 2;
/** Slices under way at once: while one waits for a file, another one computes. */
const LANES = 2;

interface Job {
  caller: string;
  /** Milliseconds taken so far; what is dear begins with some. */
  taken: number;
  /** Whether it is one of the long ones in progress. */
  long: boolean;
}

interface Slice {
  job: Job;
  /** Where it waits. */
  queue: Slice[];
  /** @returns the time that it took, in ms */
  run(): Promise<number>;
  refuse(error: Error): void;
}

export class WorkQueue {
  /** Slices run so far, for tests. */
  slices = 0;
  readonly #limits: WorkLimits;
  readonly #places: Places;
  readonly #levels: Slice[][] = Array.from({ length: LONG + 1 }, () => []);
  /** Wait until one of the long ones has ended. */
  readonly #parked: Slice[] = [];
  readonly #recent = new LRUCache<string, { taken: number; at: number }>({ max: CALLERS });
  readonly #clocks: Clocks;
  #jobs = 0;
  #long = 0;
  #lanes = 0;
  /** Time that what is last in order may have next, in ms. */
  #credit = 0;
  /** Whether a slice of what takes long is under way. */
  #longRuns = false;

  constructor(limits: WorkLimits = WORK_LIMITS, clocks: Clocks = CLOCKS) {
    this.#limits = limits;
    this.#places = new Places(limits);
    this.#clocks = clocks;
  }

  /**
   * Work that an answer waits for. It holds one of the places of its caller.
   * @throws GatewayError 429 when the caller has too many requests in progress, 503 when everybody together has; ClientGone
   */
  async during<T>({ caller, signal, dear = false }: Asking, work: (work: Work) => Promise<T>): Promise<T> {
    await this.#places.take(caller, signal);
    const job: Job = { caller, taken: dear ? REQUEST_LEVELS[0]! : 0, long: false };
    try {
      if (this.#jobs >= this.#limits.requests) this.#shed();
      this.#jobs += 1;
      try {
        return await work(this.#workOf(job, signal));
      } finally {
        this.#jobs -= 1;
        this.#endLong(job);
      }
    } finally {
      this.#places.release(caller);
    }
  }

  /** Work at the pace of a client that takes its answer: it holds no place, and comes behind what answers wait for. */
  streaming({ caller, signal }: Asking): Work {
    return this.#workOf({ caller, taken: REQUEST_LEVELS[0]!, long: true }, signal);
  }

  #workOf(job: Job, signal: AbortSignal): Work {
    const step = async (steps: AsyncGenerator<unknown, void, void>): Promise<boolean> => {
      const { done = false } = await this.#slice(job, signal, () => steps.next());
      // Steps that end because of the signal are not at their end.
      if (done && signal.aborted) throw new ClientGone();
      return done;
    };
    return {
      signal,
      step,
      async run(steps) {
        while (!(await step(steps)));
      },
    };
  }

  #slice<T>(job: Job, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const level = this.#levelOf(job);
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const place = slice.queue.indexOf(slice);
        if (place >= 0) slice.queue.splice(place, 1);
        reject(new ClientGone());
      };
      const slice: Slice = {
        job,
        queue: level === LONG && !this.#beginLong(job) ? this.#parked : this.#levels[level]!,
        run: async () => {
          signal.removeEventListener('abort', leave);
          const began = this.#clocks.taken();
          const done = await work().then(
            (value) => () => resolve(value),
            (error: unknown) => () => reject(error),
          );
          const time = this.#clocks.taken() - began;
          this.#charge(job, time);
          done();
          return time;
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave);
      slice.queue.push(slice);
      if (this.#lanes < LANES) void this.#lane();
    });
  }

  async #lane(): Promise<void> {
    this.#lanes += 1;
    for (let next = this.#next(); next; next = this.#next()) {
      const { slice, isLong, share } = next;
      if (isLong) this.#longRuns = true;
      const time = await slice.run();
      if (isLong) this.#longRuns = false;
      this.#credit = Math.min(MOST_CREDIT, Math.max(-MOST_DEBT, this.#credit + time * share));
      await yieldTurn();
    }
    this.#lanes -= 1;
  }

  /** What has taken least; now and then what has taken most, for which the former saves. One of what takes long at a time: a lane stays free. */
  #next(): { slice: Slice; isLong: boolean; share: number } | undefined {
    const long = this.#levels[LONG]!;
    const ready = (level: Slice[]): boolean => level.length > 0 && !(level === long && this.#longRuns);
    const [best, worst] = [this.#levels.find(ready), this.#levels.findLast(ready)];
    if (!best || !worst) return undefined;
    const level = this.#credit > 0 ? worst : best;
    this.slices += 1;
    const share = best === worst ? 0 : level === worst ? -1 : LAST_SHARE;
    return { slice: level.shift()!, isLong: level === long, share };
  }

  #charge(job: Job, time: number): void {
    job.taken += time;
    this.#recent.set(job.caller, { taken: this.#recentOf(job.caller) + time, at: this.#clocks.now() });
  }

  #recentOf(caller: string): number {
    const recent = this.#recent.get(caller);
    return recent ? recent.taken * 2 ** ((recent.at - this.#clocks.now()) / HALF_LIFE) : 0;
  }

  #levelOf(job: Job): number {
    const recent = this.#recentOf(job.caller);
    const ofCaller = CALLER_LEVELS.findLast(([time]) => recent >= time)?.[1] ?? 0;
    const own = REQUEST_LEVELS.findIndex((bound) => job.taken < bound);
    return Math.max(ofCaller, own < 0 ? LONG : own);
  }

  /** @returns whether the job may go on as one of the long ones */
  #beginLong(job: Job): boolean {
    if (job.long) return true;
    if (this.#long >= this.#limits.long) return false;
    this.#long += 1;
    return (job.long = true);
  }

  #endLong(job: Job): void {
    if (!job.long) return;
    this.#long -= 1;
    const next = this.#parked.shift();
    if (!next) return;
    this.#beginLong(next.job);
    next.queue = this.#levels[LONG]!;
    next.queue.push(next);
    if (this.#lanes < LANES) void this.#lane();
  }

  /** When there is too much to do for everybody together, what is last gives way. @throws GatewayError 503 when nothing else does */
  #shed(): void {
    const last = this.#parked.pop() ?? this.#levels.findLast((level) => level.length > 0)?.pop();
    const error = new GatewayError('unavailable', 'There is too much to do at this moment; please try again shortly.', {
      headers: { 'Retry-After': '5' },
    });
    if (!last) throw error;
    last.refuse(error);
  }
}
