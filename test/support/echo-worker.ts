/** A worker for the tests of the worker client. */
import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { serveRequests } from '#runtime/threads.ts';

if (workerData === 'fail') throw new Error('cannot be started here');

serveRequests(async (question: string) => {
  if (question === 'throw') throw new Error('synthetic fault');
  if (question === 'die')
    setImmediate(() => {
      throw new Error('synthetic death');
    });
  await wait(question === 'slow' || question === 'die' ? 300 : 0);
  return question.toUpperCase();
});
