/** The meter in `accounts.db`: one transaction per batch, also with several processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '#core/time.ts';
import type { AccountsDb } from '../../store/database.ts';
import { fileWatch } from './file-watch.ts';
import type { QuotaRequest, QuotaKey, Decision, Meter, Window } from './meter.ts';
import { accountWindow } from './meter.ts';
import type { MeterTables } from './meter-tables.ts';
import { meterTables } from './meter-tables.ts';
import type { Counts } from './windows.ts';
import type { Policy } from '../../http/errors.ts';
import { countsAt, dayOf, exhaustedPolicy, quotaStatusOf } from './windows.ts';

/** Attempts and delay in ms between them while another process holds the lock. */
const MAX_ATTEMPTS = 10;
const RETRY_DELAY_MS = 50;

/** Maximum windows of single addresses per day and process; with their blocks, at most three times as many rows. */
const MAX_ADDRESSES = 50_000;

interface MeterOptions {
  db: AccountsDb;
  /** Read inside the transaction, so that minutes are in order across processes. */
  now: () => EpochMs;
  /** Address windows per day before new addresses share a window with their block. */
  addresses?: number;
}

export function sqliteMeter({ db, now, addresses = MAX_ADDRESSES }: MeterOptions): Meter {
  const tables = meterTables(db);
  const checkFile = fileWatch(db);
  const run = batchOf(db, tables, { now, addresses });
  return {
    async take(requests) {
      for (let attempt = 1; ; attempt += 1)
        try {
          checkFile();
          return run(requests);
        } catch (error) {
          if (attempt === MAX_ATTEMPTS || !isBusy(error)) throw error;
          await sleep(RETRY_DELAY_MS);
        }
    },
    async usedBy(account) {
      const at = now();
      return { counts: countsAt(tables.window(accountWindow(account)), at), uses: tables.uses(account, dayOf(at)) };
    },
  };
}

const isBusy = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY');

function batchOf(db: AccountsDb, tables: MeterTables, { now, addresses }: Required<Omit<MeterOptions, 'db'>>) {
  /** Address windows of that day known to this process. */
  let known = { day: NaN, windows: 0 };
  const run = db.transaction((requests: readonly QuotaRequest[]) => {
    const batch = new Batch(tables, now(), addresses, known);
    const decisions = requests.map((request) => batch.decide(request));
    batch.write();
    return { decisions, known: batch.addresses };
  }).immediate;
  return (requests: readonly QuotaRequest[]): Decision[] => {
    const result = run(requests);
    ({ known } = result);
    return result.decisions;
  };
}

type LoadedCounts = Counts & { changed: boolean };

/** The quota requests of one transaction. */
class Batch {
  addresses: { day: number; windows: number };
  readonly #tables: MeterTables;
  readonly #at: EpochMs;
  readonly #maxAddresses: number;
  readonly #windows = new Map<string, LoadedCounts>();
  readonly #uses = new Map<string, QuotaKey & { count: number }>();

  constructor(tables: MeterTables, at: EpochMs, maxAddresses: number, known: Batch['addresses']) {
    this.#tables = tables;
    this.#at = at;
    this.#maxAddresses = maxAddresses;
    const day = dayOf(at);
    this.addresses = known.day >= day ? { ...known } : { day, windows: tables.addressesOf(day) };
  }

  decide(request: QuotaRequest): Decision {
    const { operation, key } = request;
    const windows = this.#windowsFor(request).map(({ name, limits }) => ({ limits, counts: this.#load(name) }));
    const [own] = windows as [(typeof windows)[number]];
    // If several limits are reached, the longest is reported; the wider block's only if no other is.
    const reached = (policy: Policy) =>
      windows.find(({ counts, limits }) => operation === 'count' && exhaustedPolicy(counts, limits) === policy);
    const exhausted = reached('daily') ?? reached('burst');
    const change = exhausted || operation === 'peek' ? 0 : settle(operation, own.counts);
    if (change !== 0 && operation !== 'peek') for (const { counts } of windows.slice(1)) settle(operation, counts);
    if (change === 1 && request.shared && own.counts.dayCount === 1) this.addresses.windows += 1;
    if (key) addUse(this.#uses, key, change);
    const { counts, limits } = exhausted ?? own;
    return {
      ...quotaStatusOf(counts, limits, this.#at),
      window: { day: counts.day, minute: counts.minute },
      refused: exhausted && exhaustedPolicy(counts, limits),
    };
  }

  write(): void {
    for (const [name, { changed, ...counts }] of this.#windows) if (changed) this.#tables.putWindow(name, counts);
    for (const use of this.#uses.values()) this.#tables.recordUse(use, this.#at);
    this.#tables.sweep(this.#at);
  }

  /** The caller's own window and that of its block; one shared window instead when the day has too many. */
  #windowsFor({ own, wider, shared = [] }: QuotaRequest): Window[] {
    if (shared.length === 0 || this.#hasRoom(own.name, 1)) return wider ? [own, wider] : [own];
    return [shared.find(({ name }) => this.#hasRoom(name, 2)) ?? shared.at(-1)!];
  }

  #hasRoom(name: string, factor: number): boolean {
    return this.addresses.windows < this.#maxAddresses * factor || this.#load(name).dayCount > 0;
  }

  #load(name: string): LoadedCounts {
    return this.#windows.getOrInsertComputed(name, () => ({
      ...countsAt(this.#tables.window(name), this.#at),
      changed: false,
    }));
  }
}

/** Counts or refunds one response. @returns the change of the count: 1, 0 or -1 */
function settle(operation: Exclude<QuotaRequest['operation'], 'peek'>, counts: LoadedCounts): number {
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

function addUse(uses: Map<string, QuotaKey & { count: number }>, key: QuotaKey, change: number): void {
  const name = `${key.keyId} ${key.endpoint}`;
  const use = uses.get(name);
  if (use) use.count += change;
  else uses.set(name, { ...key, count: change });
}
