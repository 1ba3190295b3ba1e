/** The thread of `reader.ts`: one task at a time. */
import { parentPort } from 'node:worker_threads';
import { perform, type Task } from './perform.ts';

parentPort!.on('message', (task: Task) => parentPort!.postMessage(perform(task)));
parentPort!.postMessage('loaded');
