/** The meter in `accounts.db`: one transaction per batch, exact for any number of processes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EpochMs } from '#core/time.ts';
import { type AccountsDb, isLocked } from '../../store/database.ts';
import { fileWatch } from '../../store/file-watch.ts';
import { Batch, MAX_ADDRESSES } from './batch.ts';
import { type MeterTables, meterTables } from './meter-tables.ts';
import { accountWindow, type Decision, type KeyUse, type Meter, type QuotaRequest, type UsageLog } from './meter.ts';
import { countsAt, dayOf } from './windows.ts';

/** Attempts and delay in ms between them while another process holds the lock. */
const MAX_ATTEMPTS = 10;
const RETRY_DELAY_MS = 50;

interface MeterOptions {
  db: AccountsDb;
  /** Read inside the transaction, so that minutes are in order across processes. */
  now: () => EpochMs;
  /** Address windows per day, known to this process, before new addresses share a window with their block. */
  addresses?: number;
}

export function sqliteMeter({ db, now, addresses = MAX_ADDRESSES }: MeterOptions): Meter {
  const tables = meterTables(db);
  const run = batchOf(db, tables, { now, addresses });
  const whenUnlocked = untilUnlocked(db);
  return {
    take: (requests) => whenUnlocked(() => run(requests)),
    async usedBy(account) {
      const at = now();
      return { counts: countsAt(tables.window(accountWindow(account)), at), uses: tables.uses(account, dayOf(at)) };
    },
  };
}

/** The uses of keys alone, where windows are counted elsewhere. */
export function sqliteUsageLog(db: AccountsDb): UsageLog {
  const tables = meterTables(db);
  const whenUnlocked = untilUnlocked(db);
  const record = db.transaction((uses: readonly KeyUse[], at: EpochMs) => {
    for (const use of uses) tables.recordUse(use, at);
    tables.sweep(at);
  }).immediate;
  return {
    record: (uses, at) => whenUnlocked(() => record(uses, at)),
    of: async (account, day) => tables.uses(account, day),
  };
}

/** Runs a transaction, again while another process holds the lock. */
function untilUnlocked(db: AccountsDb): <T>(transaction: () => T) => Promise<T> {
  const checkFile = fileWatch(db);
  return async (transaction) => {
    for (let attempt = 1; ; attempt += 1)
      try {
        checkFile();
        return transaction();
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isLocked(error)) throw error;
        await sleep(RETRY_DELAY_MS);
      }
  };
}

function batchOf(db: AccountsDb, tables: MeterTables, { now, addresses }: Required<Omit<MeterOptions, 'db'>>) {
  /** Address windows of that day known to this process. */
  let known = { day: NaN, windows: 0 };
  const run = db.transaction((requests: readonly QuotaRequest[]) => {
    const at = now();
    const day = dayOf(at);
    const { day: counted, windows } = known.day >= day ? known : { day, windows: tables.addressesOf(day) };
    const batch = new Batch({ at, stored: tables.window, addresses: windows, maxAddresses: addresses });
    const decisions = requests.map((request) => batch.decide(request));
    for (const [name, counts] of batch.changed()) tables.putWindow(name, counts);
    for (const use of batch.uses()) tables.recordUse(use, at);
    tables.sweep(at);
    return { decisions, known: { day: counted, windows: batch.addresses } };
  }).immediate;
  return (requests: readonly QuotaRequest[]): Decision[] => {
    const result = run(requests);
    ({ known } = result);
    return result.decisions;
  };
}
