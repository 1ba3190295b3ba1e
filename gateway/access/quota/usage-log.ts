/** Uses of keys in the database of accounts. */
import { type EpochMs, MINUTE } from '#core/time.ts';
import { insertAll, query, type SqlDatabase, type Work } from '../../store/sql-database.ts';
import { type KeyUse, USAGE_DAYS, type UsageCount, type UsageLog } from './meter.ts';
import { dayOf, minuteOf } from './windows.ts';

const ADD = `INSERT INTO usage_days (account, day, endpoint, key_id, count)
  VALUES (:account, :day, :endpoint, :keyId, :count)
  ON CONFLICT (account, day, endpoint, key_id) DO UPDATE SET count =
    CASE WHEN usage_days.count + excluded.count < 0 THEN 0 ELSE usage_days.count + excluded.count END`;
const OF_ACCOUNT = `SELECT day, endpoint, key_id AS "keyId", count FROM usage_days
  WHERE account = :account AND day > :before AND count > 0 ORDER BY day DESC, endpoint, key_id`;
const DELETE_OLD = 'DELETE FROM usage_days WHERE day <= :day';
const touch = (locking: string): string => `UPDATE api_keys SET last_used_at = :at WHERE id IN (
  SELECT id FROM api_keys WHERE id IN (SELECT key FROM json_each(:keys))
    AND (last_used_at IS NULL OR last_used_at < :minute) ${locking})`;
/** A key that its owner changes at the moment is touched with its next use. */
const TOUCH = { sqlite: touch(''), postgres: touch('ORDER BY id FOR UPDATE SKIP LOCKED') };

const inOrder = (one: KeyUse, other: KeyUse): number =>
  one.keyId < other.keyId || (one.keyId === other.keyId && one.endpoint < other.endpoint) ? -1 : 1;

interface DatabaseUsageLog extends UsageLog {
  /** As `record`, in a transaction of the caller. */
  recording(uses: readonly KeyUse[], at: EpochMs): Work<void>;
}

export function usageLog(database: SqlDatabase): DatabaseUsageLog {
  /** Keys that this process has marked as used in that minute. */
  let touched = { minute: -1, keys: new Set<string>() };
  let sweptDay = -1;

  function* recording(uses: readonly KeyUse[], at: EpochMs): Work<void> {
    const [minute, day] = [minuteOf(at), dayOf(at)];
    if (touched.minute !== minute) touched = { minute, keys: new Set() };
    const keys = uses.map(({ keyId }) => keyId).filter((id) => !touched.keys.has(id));
    if (keys.length > 0) {
      const json = JSON.stringify(Object.fromEntries(keys.map((id) => [id, 0])));
      yield* query(TOUCH[database.kind], { keys: json, at, minute: minute * MINUTE });
      for (const id of keys) touched.keys.add(id);
    }
    const counted = uses.filter(({ count }) => count !== 0).map((use) => ({ ...use, day }));
    // In one order, so that gateways never lock each other out.
    yield* insertAll(ADD, counted.toSorted(inOrder));
    if (day <= sweptDay) return;
    yield* query(DELETE_OLD, { day: day - USAGE_DAYS });
    sweptDay = day;
  }

  return {
    recording,
    // Callers without a key are counted while the database is away.
    record: async (uses, at) => {
      if (uses.length > 0) await database.transaction(() => recording(uses, at), 'uses');
    },
    of: async (account, day) =>
      (await database.query<UsageCount>(OF_ACCOUNT, { account, before: day - USAGE_DAYS })).rows,
  };
}
