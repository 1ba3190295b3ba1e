/** The quota requests of one transaction, decided one after another; and those of one turn of the event loop. */
import type { EpochMs } from '#core/time.ts';
import type { Decision, KeyUse, QuotaKey, QuotaRequest, Meter } from './meter.ts';
import { accountWindow, type WindowCounts, countsAt, exhaustedPolicy, quotaStatusOf } from './windows.ts';
import type { StoredCounts } from './windows-table.ts';

interface LoadedCounts extends WindowCounts {
  caller: string;
  changed: boolean;
}

export class Batch {
  readonly #at: EpochMs;
  readonly #stored: (name: string) => WindowCounts | undefined;
  readonly #windows = new Map<string, LoadedCounts>();
  readonly #uses = new KeyUses();

  /** @param stored the counts of a window before the batch */
  constructor(at: EpochMs, stored: (name: string) => WindowCounts | undefined) {
    this.#at = at;
    this.#stored = stored;
  }

  decide({ operation, key, limits }: QuotaRequest): Decision {
    const counts = this.#load(accountWindow(key.account));
    const refused = operation === 'count' ? exhaustedPolicy(counts, limits) : undefined;
    this.#uses.add(key, refused || operation === 'peek' ? 0 : apply(operation, counts));
    return {
      ...quotaStatusOf(counts, limits, this.#at),
      window: { day: counts.day, minute: counts.minute },
      refused,
    };
  }

  /** Windows with counts to write. */
  changed(): StoredCounts[] {
    return [...this.#windows.values()].filter(({ changed }) => changed);
  }

  uses(): KeyUse[] {
    return this.#uses.all();
  }

  #load(name: string): LoadedCounts {
    return this.#windows.getOrInsertComputed(name, () => ({
      caller: name,
      ...countsAt(this.#stored(name), this.#at),
      changed: false,
    }));
  }
}

/** Counted responses by key and endpoint. */
export class KeyUses {
  readonly #uses = new Map<string, KeyUse>();

  /** @param change of the count: 0 for a key that was used without being counted */
  add(key: QuotaKey, change: number): void {
    const name = `${key.keyId} ${key.endpoint}`;
    const use = this.#uses.get(name);
    if (use) use.count += change;
    else this.#uses.set(name, { ...key, count: change });
  }

  all(): KeyUse[] {
    return [...this.#uses.values()];
  }
}

/** Counts or refunds one response. @returns the change of the count: 1, 0 or -1 */
function apply(operation: Exclude<QuotaRequest['operation'], 'peek'>, counts: LoadedCounts): number {
  if (operation === 'count') {
    counts.dayCount += 1;
    counts.minuteCount += 1;
    counts.changed = true;
    return 1;
  }
  const { day, minute } = operation.refund;
  if (day !== counts.day || counts.dayCount === 0) return 0;
  counts.dayCount -= 1;
  if (minute === counts.minute) counts.minuteCount = Math.max(0, counts.minuteCount - 1);
  counts.changed = true;
  return -1;
}

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
