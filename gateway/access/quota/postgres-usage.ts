/** Uses of keys in PostgreSQL. */
import type { Pool, PoolClient } from 'pg';
import { type EpochMs, MINUTE } from '#core/time.ts';
import { type KeyUse, USAGE_DAYS, type UsageCount, type UsageLog } from './meter.ts';
import { dayOf, minuteOf } from './windows.ts';

/** Where windows are counted elsewhere, too. */
export function postgresUsageLog(pool: Pool): UsageLog {
  return {
    record: (uses, at) => recordUses(pool, uses, at),
    async of(account, day) {
      const { rows } = await pool.query<UsageCount>(
        `SELECT day, endpoint, key_id AS "keyId", count FROM usage_days
         WHERE account = $1 AND day > $2 AND count > 0 ORDER BY day DESC, endpoint, key_id`,
        [account, day - USAGE_DAYS],
      );
      return rows;
    },
  };
}

/** In one statement. Rows are written in the order of their keys, so that gateways never lock each other out. */
export async function recordUses(client: Pool | PoolClient, uses: readonly KeyUse[], at: EpochMs): Promise<void> {
  if (uses.length === 0) return;
  const text = (name: 'account' | 'endpoint' | 'keyId'): string[] => uses.map((use) => use[name]);
  await client.query(
    `WITH used AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS one (account, endpoint, key_id, count)
     ), touched AS (
       UPDATE api_keys SET last_used_at = $6 WHERE id IN (
         SELECT id FROM api_keys WHERE id IN (SELECT key_id FROM used) AND (last_used_at IS NULL OR last_used_at < $7)
         ORDER BY id FOR UPDATE SKIP LOCKED)
     ), old AS (
       DELETE FROM usage_days WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM usage_days WHERE day <= $8 LIMIT 500 FOR UPDATE SKIP LOCKED)))
     INSERT INTO usage_days (account, day, endpoint, key_id, count)
     SELECT account, $5, endpoint, key_id, count FROM used WHERE count <> 0 ORDER BY account, endpoint, key_id
     ON CONFLICT (account, day, endpoint, key_id)
       DO UPDATE SET count = greatest(0, usage_days.count + excluded.count)`,
    [
      ...[text('account'), text('endpoint'), text('keyId'), uses.map(({ count }) => count)],
      ...[dayOf(at), at, minuteOf(at) * MINUTE, dayOf(at) - USAGE_DAYS],
    ],
  );
}
