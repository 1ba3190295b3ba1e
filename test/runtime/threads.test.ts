/** Worker threads: messages in both directions, and a crash. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkerClient, WorkerExited } from '#runtime/threads.ts';

const CHILD = new URL('../support/echo-worker.ts', import.meta.url);

const refusedAs = (type: new () => Error) => (error: unknown) => error instanceof type;

test('a worker answers in any order, and finishes started requests', async () => {
  const worker = new WorkerClient<string, string>({ url: CHILD });
  await worker.start();
  const [slow, quick] = [worker.request('slow'), worker.request('quick')];
  assert.equal(await quick, 'QUICK');
  await assert.rejects(worker.request('throw'), /synthetic fault/);
  const last = worker.request('slow');
  await worker.close();
  assert.deepEqual(await Promise.all([slow, last]), ['SLOW', 'SLOW']);
  await assert.rejects(worker.request('late'), refusedAs(WorkerExited));
});

test('the first request starts the worker at once, also in a thread that is new itself', async (t) => {
  const worker = new WorkerClient<string, string>({ url: CHILD });
  // The clock of a thread starts at 0.
  const clock = t.mock.method(performance, 'now', () => 5);
  const response = worker.request('quick');
  clock.mock.restore();
  assert.equal(await response, 'QUICK');
  await worker.close();
});

test('when a worker exits its requests fail, the reason is reported, and a later request starts another', async () => {
  const deaths: string[] = [];
  const onDeath = ({ message }: Error): void => void deaths.push(message);
  const worker = new WorkerClient<string, string>({ url: CHILD, onExit: onDeath });
  await worker.start();
  const lost = worker.request('slow');
  await assert.rejects(worker.request('die'), refusedAs(WorkerExited));
  await assert.rejects(lost, refusedAs(WorkerExited));
  assert.deepEqual(deaths, ['synthetic death']);
  for (;;)
    try {
      assert.equal(await worker.request('again'), 'AGAIN');
      break;
    } catch (error) {
      assert.ok(error instanceof WorkerExited, 'not before a moment has passed');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  await worker.close();
});

test('a worker that cannot start reports why', async () => {
  const worker = new WorkerClient({ url: CHILD, data: 'fail' });
  await assert.rejects(worker.start(), /cannot be started here/);
});
