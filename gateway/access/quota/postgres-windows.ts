/** Quota windows in PostgreSQL; only the meter uses them. */
import type { Pool, PoolClient } from 'pg';
import type { Counts } from './windows.ts';

export async function windowsOf(client: Pool | PoolClient, names: string[]): Promise<Map<string, Counts>> {
  const { rows } = await client.query<Counts & { caller: string }>(
    `SELECT caller, day, day_count AS "dayCount", minute, minute_count AS "minuteCount"
     FROM meter_windows WHERE caller = ANY ($1)`,
    [names],
  );
  return new Map(rows.map(({ caller, ...counts }) => [caller, counts]));
}

/** Number of address windows of a day, without those of /48 blocks. */
export async function addressesOf(client: PoolClient, day: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*) FROM meter_windows WHERE caller LIKE 'address:%' AND caller NOT LIKE '%/48' AND day = $1`,
    [day],
  );
  return rows[0]!.count;
}

export async function putWindows(client: PoolClient, windows: [name: string, counts: Counts][]): Promise<void> {
  if (windows.length === 0) return;
  const column = (name: keyof Counts): number[] => windows.map(([, counts]) => counts[name]);
  await client.query(
    `INSERT INTO meter_windows (caller, day, day_count, minute, minute_count)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
     ON CONFLICT (caller) DO UPDATE SET day = excluded.day, day_count = excluded.day_count,
       minute = excluded.minute, minute_count = excluded.minute_count`,
    [windows.map(([name]) => name), column('day'), column('dayCount'), column('minute'), column('minuteCount')],
  );
}

/** Rows deleted with one batch of requests. */
const SWEEP_BATCH_SIZE = 500;

/**
 * Deletes some windows of days before `day`. Yesterday's are kept so that a clock set back by a day resets no quota.
 * @returns whether these were the last
 */
export async function deleteOldWindows(client: PoolClient, day: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `DELETE FROM meter_windows
     WHERE caller = ANY (ARRAY (SELECT caller FROM meter_windows WHERE day < $1 LIMIT ${SWEEP_BATCH_SIZE}))`,
    [day],
  );
  return (rowCount ?? 0) < SWEEP_BATCH_SIZE;
}
