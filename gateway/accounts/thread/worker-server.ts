/** The worker thread's side of `WorkerClient`. */
import { setPriority } from 'node:os';
import { parentPort, type Transferable } from 'node:worker_threads';
import type { WorkerMessage } from './worker-client.ts';

interface HandlerResult {
  value: unknown;
  transfer?: Transferable[];
}

type ClientMessage = { kind: 'request'; id: number; request: unknown } | { kind: 'close' };

const send = (message: WorkerMessage, transfer: Transferable[] = []): void =>
  parentPort?.postMessage(message, transfer);

/** Sends a message that is not a response. */
export const notify = (value: unknown): void => send({ kind: 'notification', value });

/** @param close called before the thread ends */
export function serveRequests<Input>(
  handle: (request: Input) => Promise<HandlerResult>,
  close: () => Promise<void> = () => Promise.resolve(),
): void {
  lowerPriority();
  let pending = 0;
  let closing = false;
  const endWhenDone = (): void => {
    if (closing && pending === 0) void close().then(() => parentPort?.close());
  };
  parentPort?.on('message', async (message: ClientMessage) => {
    if (message.kind === 'close') {
      closing = true;
      endWhenDone();
      return;
    }
    pending += 1;
    try {
      const { value, transfer } = await handle(message.request as Input);
      send({ kind: 'response', id: message.id, value }, transfer);
    } catch (error) {
      send({ kind: 'error', id: message.id, message: (error as Error).message });
    }
    pending -= 1;
    endWhenDone();
  });
  send({ kind: 'ready' });
}

/** On Linux priorities belong to threads: the serving thread runs before this one. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, 10);
  } catch {
    // Not permitted: all threads have the same priority.
  }
}
