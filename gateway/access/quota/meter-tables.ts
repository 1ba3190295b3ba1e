/** The meter's tables in `accounts.db`; only the meter uses them. */
import type { Database } from 'better-sqlite3';
import { type EpochMs, MINUTE } from '#core/time.ts';
import { type KeyUse, USAGE_DAYS, type UsageCount } from './meter.ts';
import { type Counts, dayOf, minuteOf } from './windows.ts';

export type MeterTables = ReturnType<typeof meterTables>;

export function meterTables(db: Database) {
  const window = db.prepare<[string], Counts>(
    `SELECT day, day_count AS dayCount, minute, minute_count AS minuteCount FROM meter_windows WHERE caller = ?`,
  );
  const putWindow = db.prepare(
    `INSERT INTO meter_windows (caller, day, day_count, minute, minute_count)
     VALUES (:caller, :day, :dayCount, :minute, :minuteCount)
     ON CONFLICT DO UPDATE SET day = :day, day_count = :dayCount, minute = :minute, minute_count = :minuteCount`,
  );
  const addresses = db
    .prepare<[number], number>(
      `SELECT count(*) FROM meter_windows
       WHERE caller >= 'address:' AND caller < 'address;' AND caller NOT LIKE '%/48' AND day = ?`,
    )
    .pluck();
  const addUse = db.prepare(
    `INSERT INTO usage_days (account, day, endpoint, key_id, count) VALUES (:account, :day, :endpoint, :keyId, :count)
     ON CONFLICT DO UPDATE SET count = max(0, count + :count)`,
  );
  const touch = db.prepare(
    'UPDATE api_keys SET last_used_at = :at WHERE id = :keyId AND (last_used_at IS NULL OR last_used_at < :minute)',
  );
  const uses = db.prepare<[string, number], UsageCount>(
    `SELECT day, endpoint, key_id AS keyId, count FROM usage_days
     WHERE account = ? AND day > ? AND count > 0 ORDER BY day DESC, endpoint, key_id`,
  );
  return {
    window: (name: string): Counts | undefined => window.get(name),
    putWindow: (name: string, counts: Counts): void => void putWindow.run({ caller: name, ...counts }),
    /** Number of address windows of a day, without those of /48 blocks. */
    addressesOf: (day: number): number => addresses.get(day)!,
    /** Newest first. @param day today */
    uses: (account: string, day: number): UsageCount[] => uses.all(account, day - USAGE_DAYS),
    recordUse({ account, keyId, endpoint, count }: KeyUse, at: EpochMs): void {
      if (count !== 0) addUse.run({ account, day: dayOf(at), endpoint, keyId, count });
      touch.run({ keyId, at, minute: minuteOf(at) * MINUTE });
    },
    sweep: sweeper(db),
  };
}

/** Rows checked for expiry per batch. */
const SWEEP_BATCH_SIZE = 500;

/**
 * Deletes counts older than yesterday, once a day and a few rows per batch. Yesterday's are kept so that a clock
 * set back by a day does not reset a quota.
 */
function sweeper(db: Database): (at: EpochMs) => void {
  const batchEnd = db
    .prepare<[string], string>(
      `SELECT caller FROM meter_windows WHERE caller > ? ORDER BY caller LIMIT 1 OFFSET ${SWEEP_BATCH_SIZE - 1}`,
    )
    .pluck();
  const deleteRange = db.prepare('DELETE FROM meter_windows WHERE caller > ? AND caller <= ? AND day < ?');
  const deleteRest = db.prepare('DELETE FROM meter_windows WHERE caller > ? AND day < ?');
  const deleteUsage = db.prepare('DELETE FROM usage_days WHERE day <= ?');
  let sweptDay = -1;
  /** Exclusive start of the next batch; undefined when the day's sweep is complete. */
  let from: string | undefined;
  return (at) => {
    const day = dayOf(at);
    if (day > sweptDay) [sweptDay, from] = [day, ''];
    if (from === undefined) return;
    const to = batchEnd.get(from);
    if (to === undefined) {
      deleteRest.run(from, day - 1);
      deleteUsage.run(day - USAGE_DAYS);
    } else deleteRange.run(from, to, day - 1);
    from = to;
  };
}
