/** Puts the charges of one turn of the event loop into one batch. */
import type { QuotaRequest, Decision, Meter } from './meter.ts';

export type Take = (charge: QuotaRequest) => Promise<Decision>;

interface Waiting {
  charge: QuotaRequest;
  resolve: (decision: Decision) => void;
  reject: (error: unknown) => void;
}

/** While a batch is under way, what comes in waits for the next one, so that a slow meter gets fewer and larger ones. */
export function batched(meter: Pick<Meter, 'take'>): Take {
  let waiting: Waiting[] = [];
  let busy = false;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const decisions = await meter.take(batch.map(({ charge }) => charge));
        batch.forEach(({ resolve }, place) => resolve(decisions[place]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // What the answers just released ask for next belongs to one batch again.
      await turnEnd();
    }
    busy = false;
  };

  return (charge) =>
    new Promise((resolve, reject) => {
      waiting.push({ charge, resolve, reject });
      if (busy) return;
      busy = true;
      void turnEnd().then(run);
    });
}

/** After every request that is already there was read. */
const turnEnd = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
