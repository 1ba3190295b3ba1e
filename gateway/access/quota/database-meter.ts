/** The meter in the database of accounts: one transaction per batch, exact for any number of processes. */
import type { EpochMs } from '#core/time.ts';
import { insertAll, type SqlDatabase } from '../../store/sql-database.ts';
import { Batch } from './batch.ts';
import type { Meter, QuotaRequest } from './meter.ts';
import { usageLog } from './usage-log.ts';
import { accountWindow, countsAt, dayOf, type WindowCounts } from './windows.ts';
import { named, PUT_WINDOWS, storedWindows, sweeping, WINDOWS } from './windows-table.ts';

interface MeterOptions {
  database: SqlDatabase;
  /** Read inside the transaction, so that minutes are in order across processes. */
  now: () => EpochMs;
}

export function databaseMeter({ database, now }: MeterOptions): Meter {
  const usage = usageLog(database);
  const sweep = sweeping();

  function* decide(requests: readonly QuotaRequest[]) {
    const at = now();
    const stored = yield* storedWindows(new Set(requests.map(({ key }) => accountWindow(key.account))));
    const batch = new Batch(at, (name) => stored.get(name));
    const decisions = requests.map((request) => batch.decide(request));
    yield* insertAll(PUT_WINDOWS, batch.changed());
    yield* usage.recording(batch.uses(), at);
    yield* sweep(dayOf(at));
    return decisions;
  }

  return {
    take: async (requests) => (requests.length === 0 ? [] : database.transaction(() => decide(requests), 'windows')),
    async usedBy(account) {
      const at = now();
      const [{ rows }, uses] = await Promise.all([
        database.query<WindowCounts>(WINDOWS, named([accountWindow(account)])),
        usage.of(account, dayOf(at)),
      ]);
      return { counts: countsAt(rows[0], at), uses };
    },
  };
}
