/**
 * Schedules the work of all requests in slices, least attained service first. Callers with much recent use come after
 * the others, so that a cheap query never waits for expensive ones.
 */
import { SLICE_TIME, yieldTurn, EXPENSIVE_START, Levels, LONG, LONG_START, takeNext } from './slices.ts';
import { ClientGone, OverloadError } from '../http/errors.ts';
import { type JointRequest, JointWork, ConcurrencyLimit, WORK_LIMITS, type WorkLimits } from './admission.ts';

/** The work of one request. */
export interface Work {
  /** Aborted when no request needs the result. */
  readonly signal: AbortSignal;
  /** Runs a generator to its end, each step as one slice. @throws ClientGone, OverloadError */
  run(steps: AsyncGenerator<unknown, void, void>): Promise<void>;
  /** Runs one step. @returns whether it was the last one */
  step(steps: AsyncGenerator<unknown, void, void>): Promise<boolean>;
}

interface WorkRequest {
  caller: string;
  signal: AbortSignal;
  /** Whether its plan is expensive: it is scheduled after cheap work. */
  expensive?: boolean;
  /** Concurrent requests with the same key share one execution. */
  key?: string;
}

/** Share of the time that the lowest priority gets while others wait, so that it finishes eventually. */
const LAST_SHARE = 1 / 8;
/** Limits of the credit that the lowest priority accumulates, in ms. */
const [MAX_DEBT, MAX_CREDIT] = [100, 2];
/**
 * Most time that is charged for one slice, in ms: beyond it other processes ran, or other requests while it waited for
 * a file. (The CPU time of a thread is counted in steps of 4 ms on some systems: too coarse for slices.)
 */
const MAX_CHARGE = SLICE_TIME;
/** Concurrent slices: while one waits for a file, another one computes. */
const LANES = 2;

interface Job {
  /** All callers of the work; it has the best level of them. */
  callers: ReadonlySet<string>;
  /** Attained service in ms; expensive work starts with some. */
  service: number;
  /** Whether it is one of the long ones in progress. */
  long: boolean;
  /** Whether its response has started: it can no longer be rejected. */
  streamed: boolean;
  /** Why it ends before its result. */
  end: () => Error;
}

interface Slice {
  job: Job;
  /** Recent use of its callers. */
  use: number;
  /** The queue that it is in. */
  queue: Slice[];
  /** @returns its time in ms */
  run(): Promise<number>;
  reject(error: Error): void;
}

export class WorkQueue {
  /** Slices run so far, for tests. */
  slices = 0;
  readonly #limits: WorkLimits;
  readonly #concurrency: ConcurrencyLimit;
  readonly #levels: Slice[][] = Array.from({ length: LONG + 1 }, () => []);
  /** Waiting for a long one to end. */
  readonly #parked: Slice[] = [];
  /** Joint work of one caller's requests, and of several callers'. */
  readonly #own = new JointWork<unknown>();
  readonly #shared = new JointWork<unknown>();
  readonly #order: Levels;
  readonly #now: () => number;
  #jobs = 0;
  #long = 0;
  #lanes = 0;
  /** Time that the lowest priority may use next, in ms. */
  #credit = 0;
  /** Whether a slice of long work is running. */
  #isLongRunning = false;

  /** @param now monotonic, in ms */
  constructor(limits: WorkLimits = WORK_LIMITS, now = (): number => performance.now()) {
    this.#limits = limits;
    this.#concurrency = new ConcurrencyLimit(limits);
    this.#now = now;
    this.#order = new Levels(now);
  }

  /**
   * Runs the work of one response, within the concurrency limit of its caller.
   * @throws GatewayError 429 for too many requests of the caller in progress, 503 for too many of all; ClientGone
   */
  async during<T>(request: WorkRequest, work: (work: Work) => Promise<T>): Promise<T> {
    const { key, caller } = request;
    if (key === undefined) return this.#limited(request, () => this.#execute(request, work));
    const start = (joint: JointRequest): Promise<T> => this.#execute({ ...request, ...joint }, work);
    // Each caller counts against its own limit, so that no caller waits for, or is rejected because of, another one.
    const own = ({ signal }: JointRequest): Promise<unknown> =>
      this.#limited({ caller, signal }, (admitted) => this.#shared.get(key, admitted, start));
    return (await this.#own.get(`${caller} ${key}`, request, own)) as T;
  }

  async #limited<T>(request: WorkRequest, work: (request: WorkRequest) => Promise<T>): Promise<T> {
    await this.#concurrency.acquire(request.caller, request.signal);
    try {
      return await work(request);
    } finally {
      this.#concurrency.release(request.caller);
    }
  }

  async #execute<T>(request: WorkRequest & Partial<JointRequest>, work: (work: Work) => Promise<T>): Promise<T> {
    const { caller, callers = new Set([caller]), signal, expensive = false } = request;
    if (this.#jobs >= this.#limits.requests) this.#shed();
    const service = expensive ? EXPENSIVE_START : 0;
    const job: Job = { callers, service, long: false, streamed: false, end: () => new ClientGone() };
    const ending = new AbortController();
    const end = (): void => ending.abort();
    if (signal.aborted) end();
    const timer = setTimeout(() => ((job.end = () => new OverloadError()), end()), this.#limits.timeoutMs);
    signal.addEventListener('abort', end);
    this.#jobs += 1;
    try {
      return await work(this.#workOf(job, ending.signal));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.#jobs -= 1;
      this.#endLong(job);
    }
  }

  /** Work at the pace of a client that reads its response: without concurrency limit, at the lowest priority. */
  streaming({ caller, signal }: WorkRequest): Work {
    const started = { long: true, streamed: true, end: () => new ClientGone() };
    return this.#workOf({ callers: new Set([caller]), service: LONG_START, ...started }, signal);
  }

  #workOf(job: Job, signal: AbortSignal): Work {
    const step = async (steps: AsyncGenerator<unknown, void, void>): Promise<boolean> => {
      const { done = false } = await this.#slice(job, signal, () => steps.next());
      // Steps that stop because of the signal are not complete.
      if (done && signal.aborted) throw job.end();
      return done;
    };
    const run = async (steps: AsyncGenerator<unknown, void, void>): Promise<void> => {
      while (!(await step(steps)));
    };
    return { signal, step, run };
  }

  #slice<T>(job: Job, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const level = this.#order.of(job);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        const place = slice.queue.indexOf(slice);
        if (place >= 0) slice.queue.splice(place, 1);
        reject(job.end());
      };
      const slice: Slice = {
        job,
        use: this.#order.useOf(job),
        queue: level === LONG && !this.#startLong(job) ? this.#parked : this.#levels[level]!,
        run: async () => {
          const start = this.#now();
          const settle = await work().then(
            (value) => () => resolve(value),
            (error: unknown) => () => reject(error),
          );
          const time = Math.min(MAX_CHARGE, this.#now() - start);
          this.#order.charge(job, time);
          signal.removeEventListener('abort', onAbort);
          settle();
          return time;
        },
        reject: (error) => {
          signal.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      slice.queue.push(slice);
      if (this.#lanes < LANES) void this.#lane();
    });
  }

  async #lane(): Promise<void> {
    this.#lanes += 1;
    for (let next = this.#next(); next; next = this.#next()) {
      const { slice, isLong, share } = next;
      if (isLong) this.#isLongRunning = true;
      const time = await slice.run();
      if (isLong) this.#isLongRunning = false;
      this.#credit = Math.min(MAX_CREDIT, Math.max(-MAX_DEBT, this.#credit + time * share));
      await yieldTurn();
    }
    this.#lanes -= 1;
  }

  /** The best level, or the worst one while it has credit. Long work runs in one lane only: the other stays free. */
  #next(): { slice: Slice; isLong: boolean; share: number } | undefined {
    const long = this.#levels[LONG]!;
    const ready = (level: Slice[]): boolean => level.length > 0 && !(level === long && this.#isLongRunning);
    const [best, worst] = [this.#levels.find(ready), this.#levels.findLast(ready)];
    if (!best || !worst) return undefined;
    const level = this.#credit > 0 ? worst : best;
    this.slices += 1;
    const share = best === worst ? 0 : level === worst ? -1 : LAST_SHARE;
    return { slice: takeNext(level, this.#levels.indexOf(level)), isLong: level === long, share };
  }

  /** @returns whether the job may continue as a long one */
  #startLong(job: Job): boolean {
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
    this.#startLong(next.job);
    next.queue = this.#levels[LONG]!;
    next.queue.push(next);
    if (this.#lanes < LANES) void this.#lane();
  }

  /** Rejects the last slice in the order. @throws GatewayError 503 when there is none */
  #shed(): void {
    for (const queue of [this.#parked, ...this.#levels.toReversed()]) {
      const place = queue.findLastIndex(({ job }) => !job.streamed);
      if (place >= 0) return queue.splice(place, 1)[0]!.reject(new OverloadError());
    }
    throw new OverloadError();
  }
}
