/**
 * Whose turn it is: the work of many requests, a slice at a time. What has taken little goes before what has taken much (least attained service
 * first), and a caller whose requests took much of late goes behind the others, so that a cheap query never waits for expensive ones, however
 * many there are and wherever they come from.
 */
import { yieldTurn } from './pace.ts';
import { GatewayError } from '../http/errors.ts';
import { ClientGone } from '../http/client-gone.ts';
import type { Clocks } from './clocks.ts';
import { CLOCKS } from './clocks.ts';
import type { JointRequest } from './joint-work.ts';
import { JointWork } from './joint-work.ts';
import { EXPENSIVE_START, Levels, LONG } from './levels.ts';
import type { ConcurrencyLimits } from './concurrency-limit.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';

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
export interface WorkRequest {
  caller: string;
  signal: AbortSignal;
  /** What may take long, by its plan, comes behind what does not. */
  expensive?: boolean;
  /** Names the work, for whose result others may ask at the same time: it is done once for all of them. */
  key?: string;
}

export interface WorkLimits extends ConcurrencyLimits {
  /** Requests with work to do, of all callers together. */
  requests: number;
  /** Of these, scans and measurings that take long, in progress at once: each may hold many shards in memory. */
  long: number;
}

export const WORK_LIMITS: WorkLimits = { concurrent: 8, waiting: 32, waitTimeoutMs: 2000, requests: 512, long: 16 };

/** What is last in order has so much of the time while others wait, so that it ends some day. */
const LAST_SHARE = 1 / 8;
/** So much of it is owed at most, in ms, and so little saved. */
const MOST_DEBT = 100;
const MOST_CREDIT = 2;
/** Slices under way at once: while one waits for a file, another one computes. */
const LANES = 2;

interface Job {
  /** All whose work it is: it has the level of the best of them. */
  callers: ReadonlySet<string>;
  /** Milliseconds taken so far; what is dear begins with some. */
  taken: number;
  /** Whether it is one of the long ones in progress. */
  long: boolean;
  /** Whether its answer is on its way: it is none of the requests with work to do, and cannot be refused any more. */
  streamed: boolean;
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
  readonly #places: ConcurrencyLimit;
  readonly #levels: Slice[][] = Array.from({ length: LONG + 1 }, () => []);
  /** Wait until one of the long ones has ended. */
  readonly #parked: Slice[] = [];
  /** What one caller asks for several times at once, and what several callers do. */
  readonly #own = new JointWork<unknown>();
  readonly #shared = new JointWork<unknown>();
  readonly #order: Levels;
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
    this.#places = new ConcurrencyLimit(limits);
    this.#clocks = clocks;
    this.#order = new Levels(() => clocks.now());
  }

  /**
   * Work that an answer waits for. It holds one of the places of its caller.
   * @throws GatewayError 429 when the caller has too many requests in progress, 503 when everybody together has; ClientGone
   */
  async during<T>(asking: WorkRequest, work: (work: Work) => Promise<T>): Promise<T> {
    const { key, caller } = asking;
    if (key === undefined) return this.#inPlace(asking, () => this.#carryOut(asking, work));
    const begin = (all: JointRequest): Promise<T> => this.#carryOut({ ...asking, ...all }, work);
    // A place for each caller: nobody waits behind another caller's requests, or is refused because of them.
    const own = ({ signal }: JointRequest): Promise<unknown> =>
      this.#inPlace({ caller, signal }, (placed) => this.#shared.get(key, placed, begin));
    return (await this.#own.get(`${caller} ${key}`, asking, own)) as T;
  }

  async #inPlace<T>(asking: WorkRequest, work: (asking: WorkRequest) => Promise<T>): Promise<T> {
    await this.#places.take(asking.caller, asking.signal);
    try {
      return await work(asking);
    } finally {
      this.#places.release(asking.caller);
    }
  }

  async #carryOut<T>(asking: WorkRequest & Partial<JointRequest>, work: (work: Work) => Promise<T>): Promise<T> {
    const { caller, callers = new Set([caller]), signal, expensive: dear = false } = asking;
    if (this.#jobs >= this.#limits.requests) this.#shed();
    const job: Job = { callers, taken: dear ? EXPENSIVE_START : 0, long: false, streamed: false };
    this.#jobs += 1;
    try {
      return await work(this.#workOf(job, signal));
    } finally {
      this.#jobs -= 1;
      this.#endLong(job);
    }
  }

  /** Work at the pace of a client that takes its answer: it holds no place, and comes behind what answers wait for. */
  streaming({ caller, signal }: WorkRequest): Work {
    const job = { callers: new Set([caller]), taken: EXPENSIVE_START, long: true, streamed: true };
    return this.#workOf(job, signal);
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
    const level = this.#order.of(job);
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
          const began = this.#clocks.cpuTime();
          const done = await work().then(
            (value) => () => resolve(value),
            (error: unknown) => () => reject(error),
          );
          const time = this.#clocks.cpuTime() - began;
          this.#order.charge(job, time);
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
    const error = new GatewayError('unavailable', 'There is too much to do at this moment; please try again shortly.', {
      headers: { 'Retry-After': '5' },
    });
    for (const queue of [this.#parked, ...this.#levels.toReversed()]) {
      const place = queue.findLastIndex(({ job }) => !job.streamed);
      if (place >= 0) return queue.splice(place, 1)[0]!.refuse(error);
    }
    throw error;
  }
}
