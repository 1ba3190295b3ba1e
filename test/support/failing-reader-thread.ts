/** A reader thread that fails on marked documents: it hangs, exhausts memory or crashes. */
import { serveRequests } from '#runtime/threads.ts';
import { perform, type Task } from '../../generator/sources/reader/perform.ts';

/** Markers in a document's bytes. */
const HANG = 'FAILING-HANG';
const HOARD = 'FAILING-HOARD';
const BREAK = 'FAILING-BREAK';

const crash = (): void => {
  throw new Error('the thread broke');
};

serveRequests(async (task: Task) => {
  const bytes = Buffer.from(task.bytes);
  while (bytes.includes(HANG));
  for (const hoard: number[][] = []; bytes.includes(HOARD);) hoard.push(Array.from({ length: 10_000 }, Math.random));
  if (bytes.includes(BREAK)) {
    setImmediate(crash);
    await new Promise(() => {});
  }
  return perform(task);
});
