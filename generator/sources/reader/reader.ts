/**
 * Reads documents in a thread of its own, within a deadline and a bound on memory: whatever an agency answers, the feeds beside it, the catalogue and
 * signals go on. A thread that exceeds either is ended, and the next document gets a new one.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Agency } from '#core/earthquake.ts';
import { SECOND, type EpochMs } from '#core/time.ts';
import type { FeedSelection, Outcome, Task } from './perform.ts';
import { DocumentError, FeedUnavailable, type FeedName, type PageMeasure, type Parsed } from '../feed.ts';
import type { StationList } from '../stations/station-list.ts';

export interface ReaderOptions {
  /** ms that one document may take, and {@link DEADLINE_PER_MIB} more by its size: many times what real ones take. */
  deadlineMs?: number;
  /** MiB of the thread's heap; all but the largest real documents need less than 256. */
  memoryMb?: number;
  /** Module that the thread runs. */
  thread?: URL;
}

export type KnownTime = (agency: Agency, key: string) => EpochMs | undefined;

/** Each method throws DocumentError for a document that cannot be used, FeedUnavailable once the reader is closed. */
export interface Reader {
  parse(bytes: Uint8Array, of?: FeedSelection, knownTime?: KnownTime): Promise<Parsed>;
  measure(feed: FeedName, bytes: Uint8Array): Promise<PageMeasure | undefined>;
  stations(list: string, bytes: Uint8Array, now: EpochMs): Promise<StationList>;
  /** Ends what is being read at once. */
  close(): void;
}

const DEADLINE = 30 * SECOND;
/** More for each MiB of the document, in ms. */
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

const isMemory = (error: unknown): boolean => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY';

function valueOf<T>(outcome: Outcome): T {
  if ('value' in outcome) return outcome.value as T;
  if ('refused' in outcome) throw new DocumentError(outcome.refused);
  throw new Error('fault' in outcome ? outcome.fault : 'a parser asked for the times of events twice');
}

export function createReader(options: ReaderOptions = {}): Reader {
  const { deadlineMs = DEADLINE, memoryMb = MEMORY, thread = THREAD } = options;
  const closing = new AbortController();
  let current: Thread | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function threadAtHand(): Thread {
    if (current) return current;
    const started = startThread(thread, memoryMb, closing.signal);
    // A thread that breaks between two tasks is replaced; during one, the task tells.
    started.worker.on('error', () => discard(started));
    current = started;
    return started;
  }

  function discard(ended: Thread): void {
    if (current === ended) current = undefined;
    void ended.worker.terminate();
  }

  /** What the end of a thread in the middle of a task means. */
  function causeOf(error: unknown, deadline: number): Error {
    if (closing.signal.aborted) return new FeedUnavailable('reading was stopped');
    if (error instanceof Error && error.name === 'AbortError')
      return new DocumentError(`given up: to parse it took longer than the deadline of ${deadline / SECOND} s`);
    if (isMemory(error)) return new DocumentError(`given up: to parse it took more than ${memoryMb} MiB of memory`);
    return error as Error;
  }

  async function perform(task: Task): Promise<Outcome> {
    if (closing.signal.aborted) throw new FeedUnavailable('reading was stopped');
    const deadline = deadlineMs + Math.floor(task.bytes.byteLength / 2 ** 20) * DEADLINE_PER_MIB;
    const at = threadAtHand();
    at.worker.ref();
    try {
      await at.loaded;
      const signal = AbortSignal.any([AbortSignal.timeout(deadline), closing.signal]);
      const answer = once(at.worker, 'message', { signal });
      at.worker.postMessage(task);
      return ((await answer) as [Outcome])[0];
    } catch (error) {
      discard(at);
      throw causeOf(error, deadline);
    } finally {
      at.worker.unref();
    }
  }

  /** One task after another: a deadline counts from the beginning of its task, in a thread that is ready. */
  function queued(task: Task): Promise<Outcome> {
    // A view of its own: a view on a shared buffer would be sent with all of it.
    const own = { ...task, bytes: new Uint8Array(task.bytes) };
    const outcome = last.then(() => perform(own));
    last = outcome.catch(() => undefined);
    return outcome;
  }

  return {
    async parse(bytes, of = {}, knownTime = () => undefined) {
      const task: Task & { kind: 'document' } = { kind: 'document', bytes, of, known: [] };
      const first = await queued(task);
      if (!('wanted' in first)) return valueOf(first);
      const known = first.wanted.map((event) => ({ ...event, time: knownTime(event.agency, event.key) ?? null }));
      return valueOf(await queued({ ...task, known }));
    },
    measure: async (feed, bytes) => valueOf(await queued({ kind: 'page', bytes, feed })),
    stations: async (list, bytes, now) => valueOf(await queued({ kind: 'stations', bytes, list, now })),
    close() {
      closing.abort();
      if (current) discard(current);
    },
  };
}
