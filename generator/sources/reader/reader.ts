/**
 * Reads documents in a worker thread within a deadline and a memory limit, so that no document stops other feeds, the
 * catalogue or signals. A thread that exceeds either is ended; the next document gets a new one.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Agency } from '#core/earthquake.ts';
import { SECOND, type EpochMs } from '#core/time.ts';
import type { FeedSelection, Outcome, Task } from './perform.ts';
import { DocumentError, FeedUnavailable, type Parsed } from '../feed.ts';
import type { StationList } from '../stations/station-list.ts';

export interface ReaderOptions {
  /** ms for one document, and {@link DEADLINE_PER_MIB} more by its size: many times what real ones take. */
  deadlineMs?: number;
  /** MiB of the thread's heap; all but the largest real documents need less than 256. */
  memoryMb?: number;
  /** Module that the thread runs. */
  thread?: URL;
}

export type KnownTime = (agency: Agency, key: string) => EpochMs | undefined;

/** Each method throws DocumentError for a document that cannot be used, FeedUnavailable once the reader is closed. */
export interface Reader {
  /** @param knownTime or a promise of it, when earlier documents must be stored first */
  parse(bytes: Uint8Array, selection?: FeedSelection, knownTime?: KnownTime | Promise<KnownTime>): Promise<Parsed>;
  stations(list: string, bytes: Uint8Array, now: EpochMs): Promise<StationList>;
  /** Stops the current document at once. */
  close(): void;
}

const DEADLINE = 30 * SECOND;
/** ms for each MiB of the document. */
const DEADLINE_PER_MIB = 1 * SECOND;
const MEMORY = 2048;
const THREAD = new URL('./reader-thread.ts', import.meta.url);

interface Thread {
  worker: Worker;
  /** Resolves with its first message: it has loaded its modules. */
  loaded: Promise<unknown>;
}

/** Node runs TypeScript by itself: the thread needs no loader. */
function startThread(module: URL, memoryMb: number, closing: AbortSignal): Thread {
  const worker = new Worker(module, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  return { worker, loaded: once(worker, 'message', { signal: closing }) };
}

const isOutOfMemory = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

function valueOf<T>(outcome: Outcome): T {
  if ('value' in outcome) return outcome.value as T;
  if ('refused' in outcome) throw new DocumentError(outcome.refused);
  throw new Error('fault' in outcome ? outcome.fault : 'a parser asked for the times of events twice');
}

class ThreadReader implements Reader {
  readonly #options: Required<ReaderOptions>;
  readonly #closing = new AbortController();
  #thread: Thread | undefined;
  #lastTask: Promise<unknown> = Promise.resolve();

  constructor({ deadlineMs = DEADLINE, memoryMb = MEMORY, thread = THREAD }: ReaderOptions) {
    this.#options = { deadlineMs, memoryMb, thread };
  }

  async parse(
    bytes: Uint8Array,
    selection: FeedSelection = {},
    knownTime: KnownTime | Promise<KnownTime> = () => undefined,
  ): Promise<Parsed> {
    const task: Task & { kind: 'document' } = { kind: 'document', bytes, of: selection, known: [] };
    const first = await this.#enqueue(task);
    if (!('wanted' in first)) return valueOf(first);
    const timeOf = await knownTime;
    const known = first.wanted.map((event) => ({ ...event, time: timeOf(event.agency, event.key) ?? null }));
    return valueOf(await this.#enqueue({ ...task, known }));
  }

  async stations(list: string, bytes: Uint8Array, now: EpochMs): Promise<StationList> {
    return valueOf(await this.#enqueue({ kind: 'stations', bytes, list, now }));
  }

  close(): void {
    this.#closing.abort();
    if (this.#thread) this.#discard(this.#thread);
  }

  /** One task after another: a deadline counts from the start of its task, in a thread that is ready. */
  #enqueue(task: Task): Promise<Outcome> {
    // A copy: a view on a shared buffer would be sent with the complete buffer.
    const own = { ...task, bytes: new Uint8Array(task.bytes) };
    const outcome = this.#lastTask.then(() => this.#perform(own));
    this.#lastTask = outcome.catch(() => undefined);
    return outcome;
  }

  async #perform(task: Task): Promise<Outcome> {
    const closing = this.#closing.signal;
    if (closing.aborted) throw new FeedUnavailable('reading was stopped');
    const deadline = this.#options.deadlineMs + Math.floor(task.bytes.byteLength / 2 ** 20) * DEADLINE_PER_MIB;
    const thread = this.#requireThread();
    thread.worker.ref();
    try {
      await thread.loaded;
      const signal = AbortSignal.any([AbortSignal.timeout(deadline), closing]);
      const answer = once(thread.worker, 'message', { signal });
      thread.worker.postMessage(task);
      return ((await answer) as [Outcome])[0];
    } catch (error) {
      this.#discard(thread);
      throw this.#causeOf(error, deadline);
    } finally {
      thread.worker.unref();
    }
  }

  #requireThread(): Thread {
    if (this.#thread) return this.#thread;
    const started = startThread(this.#options.thread, this.#options.memoryMb, this.#closing.signal);
    // A thread that fails between two tasks is replaced; during a task, the task reports it.
    started.worker.on('error', () => this.#discard(started));
    this.#thread = started;
    return started;
  }

  #discard(ended: Thread): void {
    if (this.#thread === ended) this.#thread = undefined;
    void ended.worker.terminate();
  }

  /** Why a thread ended during a task. */
  #causeOf(error: unknown, deadline: number): Error {
    if (this.#closing.signal.aborted) return new FeedUnavailable('reading was stopped');
    if (error instanceof Error && error.name === 'AbortError')
      return new DocumentError(`given up: to parse it took longer than the deadline of ${deadline / SECOND} s`);
    if (isOutOfMemory(error))
      return new DocumentError(`given up: to parse it took more than ${this.#options.memoryMb} MiB of memory`);
    return error as Error;
  }
}

export const createReader = (options: ReaderOptions = {}): Reader => new ThreadReader(options);
