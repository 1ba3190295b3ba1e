/** Batches the quota requests of one event loop turn. */
import type { QuotaRequest, Decision, Meter } from './meter.ts';

export type DecideQuota = (request: QuotaRequest) => Promise<Decision>;

interface PendingRequest extends PromiseWithResolvers<Decision> {
  request: QuotaRequest;
}

/** Requests that arrive while a batch runs wait for the next one: a slow meter gets fewer, larger batches. */
export function batched(meter: Pick<Meter, 'take'>): DecideQuota {
  let waiting: PendingRequest[] = [];
  let busy = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const decisions = await meter.take(batch.map(({ request }) => request));
        for (const [index, { resolve }] of batch.entries()) resolve(decisions[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // Let the requests that follow these decisions join one batch.
      await turnEnd();
    }
    busy = false;
  };

  return (request) => {
    const pending = { request, ...Promise.withResolvers<Decision>() };
    waiting.push(pending);
    if (!busy) {
      busy = true;
      void turnEnd().then(run);
    }
    return pending.promise;
  };
}

/** Resolves after all requests already received have been read. */
const turnEnd = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
