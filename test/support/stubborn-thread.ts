/** A reader thread that fails on marked documents: it hangs, exhausts memory or crashes. */
import { parentPort } from 'node:worker_threads';
import { perform, type Task } from '../../generator/sources/reader/perform.ts';

/** Markers in a document's bytes. */
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
