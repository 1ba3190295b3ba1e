/** A worker thread that answers questions, seen from the thread that asks. */
import type { Transferable } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';

export interface WorkerOptions {
  /** Of the module that calls `answerQuestions`. */
  url: URL;
  data?: unknown;
  /** Questions under way at once; more are refused. */
  maxPending: number;
  onNotification?: (news: unknown) => void;
  /** Told why the thread ended, when nobody asked it to. */
  onExit?: (error: Error) => void;
}

/** What a thread sends. */
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number; answer: unknown }
  | { kind: 'fault'; id: number; message: string }
  | { kind: 'news'; news: unknown };

/** As many questions as may be are under way. */
export class WorkerBusy extends Error {
  override name = 'ThreadFull';
}

/** The thread ended before it answered. */
export class WorkerExited extends Error {
  override name = 'ThreadDead';
}

interface Pending {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** How long after its start a thread that died is started again at the earliest, in ms: one that dies at once takes no processor. */
const RESTART_DELAY_MS = 1000;
/** How long work under way is waited for at the end, in ms: a letter may take twenty seconds. */
const SHUTDOWN_TIMEOUT_MS = 25_000;

export class WorkerClient<Question, Answer> {
  readonly #options: WorkerOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #startedAt = 0;
  #lastId = 0;
  #closing = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Resolves when the thread takes questions. @throws Error that its module threw */
  start(): Promise<void> {
    const worker = this.#launch();
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', ({ kind }: WorkerMessage) => {
        if (kind === 'ready') resolve();
      });
    });
  }

  /** @throws ThreadFull; ThreadDead, and the next question starts another thread; Error for a fault inside */
  request(question: Question, transfer: Transferable[] = []): Promise<Answer> {
    if (this.#pending.size >= this.#options.maxPending) return Promise.reject(new WorkerBusy());
    if (this.#closing || (!this.#worker && performance.now() - this.#startedAt < RESTART_DELAY_MS))
      return Promise.reject(new WorkerExited());
    const worker = this.#worker ?? this.#launch();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ kind: 'question', id, question }, transfer);
    });
  }

  /** Lets the thread finish what is under way and end by itself; one that does not is ended. */
  async close(): Promise<void> {
    this.#closing = true;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    const timer = setTimeout(() => void worker.terminate(), SHUTDOWN_TIMEOUT_MS);
    worker.postMessage({ kind: 'close' });
    await ended;
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
    worker.once('exit', (code) => this.#exited(worker, reason ?? new Error(`a thread ended with code ${code}`)));
    return worker;
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      // It keeps no process alive that has nothing else to do.
      this.#worker?.unref();
      return;
    }
    if (message.kind === 'news') {
      this.#options.onNotification?.(message.news);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === 'answer') pending?.resolve(message.answer as never);
    else pending?.reject(new Error(message.message));
  }

  #exited(worker: Worker, reason: Error): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const { reject } of this.#pending.values()) reject(new WorkerExited());
    this.#pending.clear();
    if (!this.#closing) this.#options.onExit?.(reason);
  }
}
