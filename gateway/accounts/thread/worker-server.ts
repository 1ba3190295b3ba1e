/** The inside of a thread that answers questions. */
import { setPriority } from 'node:os';
import type { Transferable } from 'node:worker_threads';
import { parentPort } from 'node:worker_threads';
import type { WorkerMessage } from './worker-client.ts';

interface HandlerResult {
  answer: unknown;
  transfer?: Transferable[];
}

type ClientMessage = { kind: 'question'; id: number; question: unknown } | { kind: 'close' };

const send = (message: WorkerMessage, transfer: Transferable[] = []): void =>
  parentPort?.postMessage(message, transfer);

/** Something that the thread that asks should know, without being asked. */
export const notify = (news: unknown): void => send({ kind: 'news', news });

/** @param close what is to be done before the thread ends */
export function serveRequests<Question>(
  answer: (question: Question) => Promise<HandlerResult>,
  close: () => Promise<void> = () => Promise.resolve(),
): void {
  lowerPriority();
  let open = 0;
  let closing = false;
  const endWhenDone = (): void => {
    if (closing && open === 0) void close().then(() => parentPort?.close());
  };
  parentPort?.on('message', async (message: ClientMessage) => {
    if (message.kind === 'close') {
      closing = true;
      endWhenDone();
      return;
    }
    open += 1;
    try {
      const { answer: given, transfer } = await answer(message.question as Question);
      send({ kind: 'answer', id: message.id, answer: given }, transfer);
    } catch (error) {
      send({ kind: 'fault', id: message.id, message: (error as Error).message });
    }
    open -= 1;
    endWhenDone();
  });
  send({ kind: 'ready' });
}

/** On Linux a priority belongs to a thread: what serves data gets the processor before this one. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, 10);
  } catch {
    // Where that is not allowed all threads are equal.
  }
}
