/** The meter's tables in `accounts.db`; nobody else reads or writes them. */
import type { Database } from 'better-sqlite3';
import type { EpochMs } from '#core/time.ts';
import { MINUTE } from '#core/time.ts';
import type { QuotaKey, Use } from './meter.ts';
import { accountWindow, USAGE_DAYS } from './meter.ts';
import type { Counts } from './windows.ts';
import { dayOf, minuteOf } from './windows.ts';

export type MeterTables = ReturnType<typeof meterTables>;

export function meterTables(db: Database) {
  const window = db.prepare<[string], Counts>(
    `SELECT day, day_count AS dayCount, minute, minute_count AS minuteCount FROM meter_windows WHERE caller = ?`,
  );
  const putWindow = db.prepare(
    `INSERT INTO meter_windows (caller, day, day_count, minute, minute_count) VALUES (:caller, :day, :dayCount, :minute, :minuteCount)
     ON CONFLICT DO UPDATE SET day = :day, day_count = :dayCount, minute = :minute, minute_count = :minuteCount`,
  );
  const addresses = db
    .prepare<[number], number>(
      `SELECT count(*) FROM meter_windows WHERE caller >= 'address:' AND caller < 'address;' AND caller NOT LIKE '%/48' AND day = ?`,
    )
    .pluck();
  const addUse = db.prepare(
    `INSERT INTO usage_days (account, day, endpoint, key_id, count) VALUES (:account, :day, :endpoint, :keyId, :count)
     ON CONFLICT DO UPDATE SET count = max(0, count + :count)`,
  );
  const touch = db.prepare(
    'UPDATE api_keys SET last_used_at = :at WHERE id = :keyId AND (last_used_at IS NULL OR last_used_at < :minute)',
  );
  const uses = db.prepare<[string, number], Use>(
    `SELECT day, endpoint, key_id AS keyId, count FROM usage_days
     WHERE account = ? AND day > ? AND count > 0 ORDER BY day DESC, endpoint, key_id`,
  );
  return {
    window: (name: string): Counts | undefined => window.get(name),
    putWindow: (name: string, counts: Counts): void => void putWindow.run({ caller: name, ...counts }),
    /** Windows of addresses, those of /48 blocks not counted, in which something was counted on a day. */
    addressesOf: (day: number): number => addresses.get(day)!,
    /** Newest first. @param day today */
    uses: (account: string, day: number): Use[] => uses.all(account, day - USAGE_DAYS),
    recordUse({ account, keyId, endpoint, count }: QuotaKey & { count: number }, at: EpochMs): void {
      if (count !== 0) addUse.run({ account, day: dayOf(at), endpoint, keyId, count });
      touch.run({ keyId, at, minute: minuteOf(at) * MINUTE });
    },
    sweep: sweeper(db),
  };
}

/** Removes what was counted for an account; within a transaction of the caller's. */
export function forgetCounted(db: Database, account: string): void {
  db.prepare('DELETE FROM usage_days WHERE account = ?').run(account);
  db.prepare('DELETE FROM meter_windows WHERE caller = ?').run(accountWindow(account));
}

/** Rows looked at in one batch for being out of date. */
const SWEPT = 500;

/**
 * Once a day goes through the counts and forgets those of before yesterday, a little in each batch: addresses are not kept longer than that, and
 * a clock that was a day ahead for a while gives no allowance anew.
 */
function sweeper(db: Database): (at: EpochMs) => void {
  const edge = db
    .prepare<[string], string>(
      `SELECT caller FROM meter_windows WHERE caller > ? ORDER BY caller LIMIT 1 OFFSET ${SWEPT - 1}`,
    )
    .pluck();
  const forget = db.prepare('DELETE FROM meter_windows WHERE caller > ? AND caller <= ? AND day < ?');
  const forgetRest = db.prepare('DELETE FROM meter_windows WHERE caller > ? AND day < ?');
  const forgetUsage = db.prepare('DELETE FROM usage_days WHERE day <= ?');
  let sweeping = -1;
  /** Where the next batch goes on; undefined when the day's sweep is done. */
  let from: string | undefined;
  return (at) => {
    const day = dayOf(at);
    if (day > sweeping) [sweeping, from] = [day, ''];
    if (from === undefined) return;
    const to = edge.get(from);
    if (to === undefined) {
      forgetRest.run(from, day - 1);
      forgetUsage.run(day - USAGE_DAYS);
    } else forget.run(from, to, day - 1);
    from = to;
  };
}
