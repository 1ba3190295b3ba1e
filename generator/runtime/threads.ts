/** Requests to worker threads, and their responses. */
import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

/** The thread ended before it responded; `cause` says why, if it ended by itself. */
export class WorkerExited extends Error {
  override name = 'WorkerExited';
}

type WorkerResponse = { id: number } & (
  | { value: unknown }
  | { error: { name: string; message: string; stack: string | undefined } }
);

interface WorkerOptions {
  /** Module that calls {@link serveRequests}. Node runs TypeScript by itself: it needs no loader. */
  url: URL;
  data?: unknown;
  /** MiB of the thread's heap. */
  memoryMb?: number;
  /** Minimum time between two starts of the thread, in ms. */
  restartDelayMs?: number;
  onNotification?: (notification: unknown) => void;
  /** Called when the thread ends by itself. */
  onExit?: (error: Error) => void;
}

type WorkerMessage = WorkerResponse | { notification: unknown } | 'ready';
type ClientMessage = { id: number; request: unknown } | 'close';

interface Thread {
  worker: Worker;
  ready: Promise<void>;
}

/** In ms; an email may take twenty seconds. */
const SHUTDOWN_TIMEOUT_MS = 25_000;

/** A worker thread, which a request starts again after its end. It keeps the process alive during requests only. */
export class WorkerClient<Input, Output> {
  readonly #options: WorkerOptions;
  /** Requests without a response yet, by number. */
  readonly #pending = new Map<number, PromiseWithResolvers<Output>>();
  #lastId = 0;
  #thread: Thread | undefined;
  #startedAt = -Infinity;
  #closing = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Resolves when the thread is ready. @throws Error that its module threw */
  start(): Promise<void> {
    return (this.#thread ?? this.#launch()).ready;
  }

  /** @throws WorkerExited; Error of the handler, with its name, message and stack */
  async request(request: Input): Promise<Output> {
    const { restartDelayMs = 1000 } = this.#options;
    if (this.#closing || (!this.#thread && performance.now() - this.#startedAt < restartDelayMs))
      throw new WorkerExited();
    const { worker } = this.#thread ?? this.#launch();
    worker.ref();
    const id = (this.#lastId += 1);
    worker.postMessage({ id, request } satisfies ClientMessage);
    const pending = Promise.withResolvers<Output>();
    this.#pending.set(id, pending);
    return pending.promise;
  }

  /** Ends the thread at once; the next request starts another. */
  terminate(): void {
    const ended = this.#thread;
    this.#thread = undefined;
    this.#failAll(new WorkerExited());
    void ended?.worker.terminate();
  }

  /** Lets the thread complete pending requests; terminates it after a timeout. */
  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#thread?.worker;
    if (!worker) return;
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    const timer = setTimeout(() => void worker.terminate(), SHUTDOWN_TIMEOUT_MS);
    worker.postMessage('close' satisfies ClientMessage);
    await exited;
    clearTimeout(timer);
  }

  #launch(): Thread {
    const { url, data, memoryMb, onNotification } = this.#options;
    const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(url, { workerData: data, execArgv: [], resourceLimits });
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    ready.catch(() => {});
    this.#thread = { worker, ready };
    this.#startedAt = performance.now();
    let reason: Error | undefined;
    worker.on('message', (message: WorkerMessage) => {
      if (message === 'ready') resolve();
      else if ('notification' in message) onNotification?.(message.notification);
      else this.#complete(message);
      if (this.#pending.size === 0) worker.unref();
    });
    worker.on('error', (error: Error) => (reason = error));
    worker.once('exit', (code) => {
      reason ??= new Error(`a worker thread exited with code ${code}`);
      reject(reason);
      this.#exited(worker, reason);
    });
    return this.#thread;
  }

  #complete(response: WorkerResponse): void {
    const request = this.#pending.get(response.id);
    this.#pending.delete(response.id);
    if ('value' in response) request?.resolve(response.value as Output);
    else request?.reject(Object.assign(new Error(response.error.message), response.error));
  }

  #failAll(error: Error): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }

  #exited(worker: Worker, cause: Error): void {
    if (this.#thread?.worker !== worker) return;
    this.#thread = undefined;
    this.#failAll(new WorkerExited('', { cause }));
    if (!this.#closing) this.#options.onExit?.(cause);
  }
}

interface ServeOptions {
  /** The thread's priority on Linux; a larger number is a lower priority. */
  priority?: number;
  /** Called before the thread ends. */
  close?: () => Promise<void>;
}

const send = (message: WorkerMessage): void => parentPort?.postMessage(message);

/** Sends a message that is not a response. */
export const notify = (notification: unknown): void => send({ notification });

/** In the thread. */
export function serveRequests<Input>(
  handle: (request: Input) => unknown,
  { priority, close = async () => {} }: ServeOptions = {},
): void {
  if (priority !== undefined) lowerPriority(priority);
  let pending = 0;
  let closing = false;
  const endWhenDone = (): void => {
    if (closing && pending === 0) void close().then(() => parentPort?.close());
  };
  parentPort?.on('message', async (message: ClientMessage) => {
    if (message === 'close') closing = true;
    else {
      pending += 1;
      const { id, request } = message;
      try {
        send({ id, value: await handle(request as Input) });
      } catch (error) {
        // Also where no message can carry the value.
        const { name, message, stack } = error as Error;
        send({ id, error: { name, message, stack } });
      }
      pending -= 1;
    }
    endWhenDone();
  });
  send('ready');
  flushCompileCache();
}

/** On Linux priorities belong to threads: the serving thread runs before this one. */
function lowerPriority(priority: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, priority);
  } catch {
    // Not permitted: all threads have the same priority.
  }
}
