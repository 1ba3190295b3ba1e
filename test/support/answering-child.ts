/** A thread for tests of how threads are asked. */
import { setTimeout as wait } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../gateway/accounts/thread/answer-questions.ts';

if (workerData === 'fail') throw new Error('cannot be started here');

answerQuestions(async (question: string) => {
  if (question === 'throw') throw new Error('synthetic fault');
  if (question === 'die')
    setImmediate(() => {
      throw new Error('synthetic death');
    });
  await wait(question === 'slow' || question === 'die' ? 300 : 0);
  return { answer: question.toUpperCase() };
});
