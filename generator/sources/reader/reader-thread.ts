/** The thread of `reader.ts`: one task at a time. */
import { parentPort } from 'node:worker_threads';
import { perform, type Outcome, type Task } from './perform.ts';

parentPort!.on('message', (task: Task) => {
  try {
    parentPort!.postMessage(perform(task));
  } catch (error) {
    // A value that no message can carry.
    parentPort!.postMessage({ fault: (error as Error).stack ?? String(error) } satisfies Outcome);
  }
});
parentPort!.postMessage('loaded');
