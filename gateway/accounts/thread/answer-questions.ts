/** The inside of a thread that answers questions. */
import { setPriority } from 'node:os';
import type { Transferable } from 'node:worker_threads';
import { parentPort } from 'node:worker_threads';
import type { FromThread } from './answering-thread.ts';

interface Answered {
  answer: unknown;
  transfer?: Transferable[];
}

type ToThread = { kind: 'question'; id: number; question: unknown } | { kind: 'close' };

const send = (message: FromThread, transfer: Transferable[] = []): void => parentPort?.postMessage(message, transfer);

/** Something that the thread that asks should know, without being asked. */
export const tell = (news: unknown): void => send({ kind: 'news', news });

/** @param close what is to be done before the thread ends */
export function answerQuestions<Question>(
  answer: (question: Question) => Promise<Answered>,
  close: () => Promise<void> = () => Promise.resolve(),
): void {
  yieldToServing();
  let open = 0;
  let closing = false;
  const endWhenDone = (): void => {
    if (closing && open === 0) void close().then(() => parentPort?.close());
  };
  parentPort?.on('message', async (message: ToThread) => {
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
function yieldToServing(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, 10);
  } catch {
    // Where that is not allowed all threads are equal.
  }
}
