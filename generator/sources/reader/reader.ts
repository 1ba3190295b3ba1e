/**
 * Reads documents in a worker thread within a deadline and a memory limit, so that no document stops other feeds, the
 * catalogue or signals. A thread that exceeds either is ended; the next document gets a new one.
 */
import type { Agency } from '#core/earthquake.ts';
import { WorkerClient } from '#runtime/threads.ts';
import { SECOND, type EpochMs } from '#core/time.ts';
import type { DocumentOutcome, FeedSelection, Task } from './perform.ts';
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

const isOutOfMemory = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

class ThreadReader implements Reader {
  readonly #deadlineMs: number;
  readonly #memoryMb: number;
  readonly #thread: WorkerClient<Task, unknown>;
  #isClosed = false;
  #lastTask: Promise<unknown> = Promise.resolve();

  constructor({ deadlineMs = DEADLINE, memoryMb = MEMORY, thread: url = THREAD }: ReaderOptions) {
    this.#deadlineMs = deadlineMs;
    this.#memoryMb = memoryMb;
    this.#thread = new WorkerClient({ url, memoryMb, restartDelayMs: 0 });
  }

  async parse(
    bytes: Uint8Array,
    selection: FeedSelection = {},
    knownTime: KnownTime | Promise<KnownTime> = () => undefined,
  ): Promise<Parsed> {
    const task: Task & { kind: 'document' } = { kind: 'document', bytes, of: selection, known: [] };
    const first = await this.#enqueue<DocumentOutcome>(task);
    if ('parsed' in first) return first.parsed;
    const timeOf = await knownTime;
    const known = first.wanted.map((event) => ({ ...event, time: timeOf(event.agency, event.key) ?? null }));
    const second = await this.#enqueue<DocumentOutcome>({ ...task, known });
    if ('parsed' in second) return second.parsed;
    throw new Error('a parser asked for the times of events twice');
  }

  stations(list: string, bytes: Uint8Array, now: EpochMs): Promise<StationList> {
    return this.#enqueue({ kind: 'stations', bytes, list, now });
  }

  close(): void {
    this.#isClosed = true;
    this.#thread.terminate();
  }

  /** One task after another: a deadline counts from the start of its task, in a thread that is ready. */
  #enqueue<T>(task: Task): Promise<T> {
    // A copy: a view on a shared buffer would be sent with the complete buffer.
    const own = { ...task, bytes: new Uint8Array(task.bytes) };
    const outcome = this.#lastTask.then(() => this.#perform(own));
    this.#lastTask = outcome.catch(() => undefined);
    return outcome as Promise<T>;
  }

  async #perform(task: Task): Promise<unknown> {
    if (this.#isClosed) throw new FeedUnavailable('reading was stopped');
    const deadline = this.#deadlineMs + Math.floor(task.bytes.byteLength / 2 ** 20) * DEADLINE_PER_MIB;
    let isLate = false;
    const expire = (): void => {
      isLate = true;
      this.#thread.terminate();
    };
    let timer: NodeJS.Timeout | undefined;
    try {
      await this.#thread.start();
      timer = setTimeout(expire, deadline);
      return await this.#thread.request(task);
    } catch (error) {
      if (this.#isClosed) throw new FeedUnavailable('reading was stopped');
      if (isLate)
        throw new DocumentError(`given up: to parse it took longer than the deadline of ${deadline / SECOND} s`);
      throw this.#causeOf(error as Error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Why the thread did not read a document. */
  #causeOf(error: Error): unknown {
    const cause = error.cause ?? error;
    if (isOutOfMemory(cause))
      return new DocumentError(`given up: to parse it took more than ${this.#memoryMb} MiB of memory`);
    return error.name === 'DocumentError' ? new DocumentError(error.message) : cause;
  }
}

export const createReader = (options: ReaderOptions = {}): Reader => new ThreadReader(options);
