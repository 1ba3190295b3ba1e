/** Requests to a worker thread. */
import { type Transferable, Worker } from 'node:worker_threads';

interface WorkerOptions {
  /** Module that calls `serveRequests`. */
  url: URL;
  data?: unknown;
  /** Maximum concurrent requests. */
  maxPending: number;
  onNotification?: (notification: unknown) => void;
  /** Called when the thread ends by itself. */
  onExit?: (error: Error) => void;
}

/** Messages from the worker. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'response'; id: number; value: unknown }
  | { kind: 'error'; id: number; message: string }
  | { kind: 'notification'; value: unknown };

/** Too many concurrent requests. */
export class WorkerBusy extends Error {
  override name = 'WorkerBusy';
}

/** The thread ended before it responded. */
export class WorkerExited extends Error {
  override name = 'WorkerExited';
}

interface Pending {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** Minimum time between two starts of the thread, in ms. */
const RESTART_DELAY_MS = 1000;
/** In ms; an email may take twenty seconds. */
const SHUTDOWN_TIMEOUT_MS = 25_000;

export class WorkerClient<Input, Output> {
  readonly #options: WorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #startedAt = -Infinity;
  #lastId = 0;
  #closing = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Resolves when the thread is ready. @throws Error that its module threw */
  start(): Promise<void> {
    const worker = this.#launch();
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', ({ kind }: WorkerMessage) => {
        if (kind === 'ready') resolve();
      });
    });
  }

  /** @throws WorkerBusy; WorkerExited (the next request starts another thread); Error of the handler */
  request(request: Input, transfer: Transferable[] = []): Promise<Output> {
    if (this.#pending.size >= this.#options.maxPending) return Promise.reject(new WorkerBusy());
    if (this.#closing || (!this.#worker && performance.now() - this.#startedAt < RESTART_DELAY_MS))
      return Promise.reject(new WorkerExited());
    const worker = this.#worker ?? this.#launch();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ kind: 'request', id, request }, transfer);
    });
  }

  /** Lets the thread complete pending requests; terminates it after a timeout. */
  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    const timer = setTimeout(() => void worker.terminate(), SHUTDOWN_TIMEOUT_MS);
    worker.postMessage({ kind: 'close' });
    await exited;
    clearTimeout(timer);
  }

  #launch(): Worker {
    const { url, data } = this.#options;
    const worker = new Worker(url, { workerData: data });
    this.#worker = worker;
    this.#startedAt = performance.now();
    let reason: Error | undefined;
    worker.on('message', (message: WorkerMessage) => this.#receive(message));
    worker.on('error', (error: Error) => (reason = error));
    worker.once('exit', (code) =>
      this.#exited(worker, reason ?? new Error(`a worker thread exited with code ${code}`)),
    );
    return worker;
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      // An idle worker does not keep the process alive.
      this.#worker?.unref();
      return;
    }
    if (message.kind === 'notification') {
      this.#options.onNotification?.(message.value);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === 'response') pending?.resolve(message.value as never);
    else pending?.reject(new Error(message.message));
  }

  #exited(worker: Worker, reason: Error): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(new WorkerExited());
    this.#pending.clear();
    if (!this.#closing) this.#options.onExit?.(reason);
  }
}
