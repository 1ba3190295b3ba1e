/** A work queue with a clock that the test moves. */
import { WORK_LIMITS } from '../../gateway/work/admission.ts';
import { WorkQueue } from '../../gateway/work/work-queue.ts';

export const STAYING = new AbortController().signal;

/** A queue with a clock that only work advances: each slice takes its stated time. */
export function queueWith(limits: Partial<typeof WORK_LIMITS> = {}) {
  const clock = { now: 0 };
  const queue = new WorkQueue({ ...WORK_LIMITS, ...limits }, () => clock.now);
  const order: string[] = [];
  /** So many slices of so many ms. */
  async function* slices(name: string, count: number, cost: number): AsyncGenerator<void, void, void> {
    for (let done = 0; done < count; done += 1) {
      order.push(name);
      clock.now += cost;
      yield;
    }
  }
  const submit = (caller: string, name: string, [count, cost]: [count: number, cost: number], signal = STAYING) =>
    queue.during({ caller, signal }, (work) => work.run(slices(name, count, cost)));
  return { clock, queue, order, submit };
}
