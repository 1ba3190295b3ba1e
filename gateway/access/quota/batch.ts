/** The quota requests of one transaction, decided one after another; and those of one turn of the event loop. */
import type { EpochMs } from '#core/time.ts';
import type { Policy } from '../../http/errors.ts';
import type { Decision, KeyUse, QuotaKey, QuotaRequest, Window, Meter } from './meter.ts';
import { type WindowCounts, countsAt, exhaustedPolicy, quotaStatusOf } from './windows.ts';

/** Maximum windows of single addresses per day; with their blocks, at most three times as many rows. */
export const MAX_ADDRESSES = 50_000;

interface BatchOptions {
  at: EpochMs;
  /** The counts of a window before the batch. */
  stored: (name: string) => WindowCounts | undefined;
  /** Address windows of the day. */
  addresses: number;
  maxAddresses: number;
}

/** The counts of a caller's window. */
export type StoredCounts = Pick<WindowCounts, keyof WindowCounts> & { caller: string };

interface LoadedCounts extends WindowCounts {
  caller: string;
  changed: boolean;
}

export class Batch {
  /** Address windows of the day, with the new ones. */
  addresses: number;
  readonly #options: BatchOptions;
  readonly #windows = new Map<string, LoadedCounts>();
  readonly #uses = new KeyUses();

  constructor(options: BatchOptions) {
    this.#options = options;
    this.addresses = options.addresses;
  }

  decide(request: QuotaRequest): Decision {
    const { operation, key } = request;
    const windows = this.#windowsFor(request).map(({ name, limits }) => ({ limits, counts: this.#load(name) }));
    const [own] = windows as [(typeof windows)[number]];
    // If several limits are reached, the longest is reported; the wider block's only if no other is.
    const reached = (policy: Policy) =>
      windows.find(({ counts, limits }) => operation === 'count' && exhaustedPolicy(counts, limits) === policy);
    const exhausted = reached('daily') ?? reached('burst');
    const change = exhausted || operation === 'peek' ? 0 : apply(operation, own.counts);
    if (change !== 0 && operation !== 'peek') for (const { counts } of windows.slice(1)) apply(operation, counts);
    if (change === 1 && request.shared && own.counts.dayCount === 1) this.addresses += 1;
    if (key) this.#uses.add(key, change);
    const { counts, limits } = exhausted ?? own;
    return {
      ...quotaStatusOf(counts, limits, this.#options.at),
      window: { day: counts.day, minute: counts.minute },
      refused: exhausted && exhaustedPolicy(counts, limits),
    };
  }

  /** Windows with counts to write. */
  changed(): StoredCounts[] {
    return [...this.#windows.values()].filter(({ changed }) => changed);
  }

  uses(): KeyUse[] {
    return this.#uses.all();
  }

  /** The caller's own window and that of its block; one shared window instead when the day has too many. */
  #windowsFor({ own, wider, shared = [] }: QuotaRequest): Window[] {
    if (shared.length === 0 || this.#hasRoom(own.name, 1)) return wider ? [own, wider] : [own];
    return [shared.find(({ name }) => this.#hasRoom(name, 2)) ?? shared.at(-1)!];
  }

  #hasRoom(name: string, factor: number): boolean {
    return this.addresses < this.#options.maxAddresses * factor || this.#load(name).dayCount > 0;
  }

  #load(name: string): LoadedCounts {
    const { stored, at } = this.#options;
    return this.#windows.getOrInsertComputed(name, () => ({
      caller: name,
      ...countsAt(stored(name), at),
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
