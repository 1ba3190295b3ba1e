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
const TRIES = 10;
const PAUSE = 50;

/** Maximum windows of single addresses per day and process; with their blocks, at most three times as many rows. */
const ADDRESSES = 50_000;

interface MeterOptions {
  db: AccountsDb;
  /** Read inside the transaction, so that minutes are in order across processes. */
  now: () => EpochMs;
  /** Address windows per day before new addresses share a window with their block. */
  addresses?: number;
}

export function sqliteMeter({ db, now, addresses = ADDRESSES }: MeterOptions): Meter {
  const tables = meterTables(db);
  const mustBeInPlace = fileWatch(db);
  const run = batchOf(db, tables, { now, addresses });
  return {
    async take(charges) {
      for (let tries = 1; ; tries += 1)
        try {
          mustBeInPlace();
          return run(charges);
        } catch (error) {
          if (tries === TRIES || !isBusy(error)) throw error;
          await sleep(PAUSE);
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
  const run = db.transaction((charges: readonly QuotaRequest[]) => {
    const batch = new Batch(tables, now(), addresses, known);
    const decisions = charges.map((charge) => batch.decide(charge));
    batch.write();
    return { decisions, known: batch.addresses };
  }).immediate;
  return (charges: readonly QuotaRequest[]): Decision[] => {
    const done = run(charges);
    ({ known } = done);
    return done.decisions;
  };
}

type Held = Counts & { changed: boolean };

/** The quota requests of one transaction. */
class Batch {
  addresses: { day: number; windows: number };
  readonly #tables: MeterTables;
  readonly #at: EpochMs;
  readonly #most: number;
  readonly #windows = new Map<string, Held>();
  readonly #uses = new Map<string, QuotaKey & { count: number }>();

  constructor(tables: MeterTables, at: EpochMs, most: number, known: Batch['addresses']) {
    this.#tables = tables;
    this.#at = at;
    this.#most = most;
    const day = dayOf(at);
    this.addresses = known.day >= day ? { ...known } : { day, windows: tables.addressesOf(day) };
  }

  decide(charge: QuotaRequest): Decision {
    const { what, key } = charge;
    const windows = this.#chosen(charge).map(({ name, bounds }) => ({ bounds, counts: this.#held(name) }));
    const [own] = windows as [(typeof windows)[number]];
    // If several limits are reached, the longest is reported; the wider block's only if no other is.
    const reached = (policy: Policy) =>
      windows.find(({ counts, bounds }) => what === 'count' && exhaustedPolicy(counts, bounds) === policy);
    const spent = reached('daily') ?? reached('burst');
    const used = spent || what === 'look' ? 0 : settle(what, own.counts);
    if (used !== 0 && what !== 'look') for (const { counts } of windows.slice(1)) settle(what, counts);
    if (used === 1 && charge.shared && own.counts.dayCount === 1) this.addresses.windows += 1;
    if (key) addUse(this.#uses, key, used);
    const { counts, bounds } = spent ?? own;
    return {
      ...quotaStatusOf(counts, bounds, this.#at),
      window: { day: counts.day, minute: counts.minute },
      refused: spent && exhaustedPolicy(counts, bounds),
    };
  }

  write(): void {
    for (const [name, { changed, ...counts }] of this.#windows) if (changed) this.#tables.putWindow(name, counts);
    for (const use of this.#uses.values()) this.#tables.recordUse(use, this.#at);
    this.#tables.sweep(this.#at);
  }

  /** The caller's own window and that of its block; one shared window instead when the day has too many. */
  #chosen({ own, wider, shared = [] }: QuotaRequest): Window[] {
    const none = shared.length === 0 || this.#hasRoom(own.name, 1);
    if (none) return wider ? [own, wider] : [own];
    return [shared.find(({ name }) => this.#hasRoom(name, 2)) ?? shared.at(-1)!];
  }

  #hasRoom(name: string, times: number): boolean {
    return this.addresses.windows < this.#most * times || this.#held(name).dayCount > 0;
  }

  #held(name: string): Held {
    return this.#windows.getOrInsertComputed(name, () => ({
      ...countsAt(this.#tables.window(name), this.#at),
      changed: false,
    }));
  }
}

/** Counts or refunds one response. @returns the change of the count: 1, 0 or -1 */
function settle(what: Exclude<QuotaRequest['what'], 'look'>, counts: Held): number {
  if (what === 'count') {
    counts.dayCount += 1;
    counts.minuteCount += 1;
    counts.changed = true;
    return 1;
  }
  const { day, minute } = what.giveBack;
  if (day !== counts.day || counts.dayCount === 0) return 0;
  counts.dayCount -= 1;
  if (minute === counts.minute) counts.minuteCount = Math.max(0, counts.minuteCount - 1);
  counts.changed = true;
  return -1;
}

function addUse(uses: Map<string, QuotaKey & { count: number }>, key: QuotaKey, used: number): void {
  const name = `${key.keyId} ${key.endpoint}`;
  const use = uses.get(name);
  if (use) use.count += used;
  else uses.set(name, { ...key, count: used });
}
