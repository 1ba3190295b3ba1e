/** The meter in PostgreSQL: one transaction per batch, one after another over all gateways. */
import type { EpochMs } from '#core/time.ts';
import type { PostgresEngine } from '../../store/sql-database.ts';
import { Batch, MAX_ADDRESSES } from './batch.ts';
import { accountWindow, type Meter, type QuotaRequest } from './meter.ts';
import { addressesOf, deleteOldWindows, putWindows, windowsOf } from './postgres-windows.ts';
import { postgresUsageLog, recordUses } from './postgres-usage.ts';
import { countsAt, dayOf } from './windows.ts';

interface MeterOptions {
  database: PostgresEngine;
  /** Read inside the transaction, so that minutes are in order across gateways. */
  now: () => EpochMs;
  /** Address windows per day, known to this process, before new addresses share a window with their block. */
  addresses?: number;
}

export function postgresMeter({ database, now, addresses: maxAddresses = MAX_ADDRESSES }: MeterOptions): Meter {
  const { pool } = database;
  const usage = postgresUsageLog(pool);
  /** Address windows of that day known to this process. */
  let known = { day: NaN, windows: 0 };
  /** The day whose older windows are deleted. */
  let sweptDay = -1;
  return {
    async take(requests) {
      if (requests.length === 0) return [];
      return database.counting(async (client) => {
        const at = now();
        const day = dayOf(at);
        const stored = await windowsOf(client, namesOf(requests));
        const { day: counted, windows } = known.day >= day ? known : { day, windows: await addressesOf(client, day) };
        const batch = new Batch({ at, stored: (name) => stored.get(name), addresses: windows, maxAddresses });
        const decisions = requests.map((request) => batch.decide(request));
        await putWindows(client, batch.changed());
        await recordUses(client, batch.uses(), at);
        if (day > sweptDay && (await deleteOldWindows(client, day - 1))) sweptDay = day;
        known = { day: counted, windows: batch.addresses };
        return decisions;
      });
    },
    async usedBy(account) {
      const at = now();
      const name = accountWindow(account);
      const [stored, uses] = await Promise.all([windowsOf(pool, [name]), usage.of(account, dayOf(at))]);
      return { counts: countsAt(stored.get(name), at), uses };
    },
  };
}

/** Every window that a batch may look at. */
function namesOf(requests: readonly QuotaRequest[]): string[] {
  const names = new Set<string>();
  for (const { own, wider, shared = [] } of requests)
    for (const window of [own, wider, ...shared]) if (window) names.add(window.name);
  return [...names];
}
