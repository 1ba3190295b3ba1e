/** The thread of a reader that gives way to documents which ask for it: one that never ends, one that takes all memory, one that breaks the thread. */
import { parentPort } from 'node:worker_threads';
import { perform, type Task } from '../../generator/sources/reader/perform.ts';

/** What a document's bytes hold for one of these. */
const HANG = 'STUBBORN-HANG';
const HOARD = 'STUBBORN-HOARD';
const BREAK = 'STUBBORN-BREAK';

function act(task: Task): void {
  const bytes = Buffer.from(task.bytes);
  while (bytes.includes(HANG));
  for (const hoard: number[][] = []; bytes.includes(HOARD);) hoard.push(Array.from({ length: 10_000 }, Math.random));
  if (bytes.includes(BREAK)) throw new Error('the thread broke');
  parentPort!.postMessage(perform(task));
}

parentPort!.on('message', act);
parentPort!.postMessage('loaded');
