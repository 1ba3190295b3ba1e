/** Deletion of accounts, and of what has expired. */
import { DAY, type EpochMs } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { ACCOUNT_ROWS, valuesOf } from './account-rows.ts';

/** Deletes all data of an account in one transaction. Its windows in Redis expire at the end of the following day. */
export const eraseAccount = (database: SqlDatabase, id: string): Promise<void> => database.transaction(() => erase(id));

function* erase(id: string): Work<void> {
  for (const { rows } of ACCOUNT_ROWS) yield* query(`DELETE FROM ${rows}`, valuesOf(id));
}

/** Retention of an address that a former version registered and nobody confirmed. */
const UNCONFIRMED_RETENTION = 7 * DAY;

const EXPIRED = [
  'DELETE FROM session WHERE "expiresAt" < :now',
  'DELETE FROM verification WHERE "expiresAt" < :now',
  'DELETE FROM "user" WHERE NOT "emailVerified" AND "createdAt" < :unconfirmedSince',
];

/**
 * Deletes expired sessions and codes, and accounts never confirmed. The library's
 * instants are ISO 8601 in SQLite. It runs at start and when a code is asked for: there is no timer.
 */
export async function purgeExpired(database: SqlDatabase, now: EpochMs): Promise<void> {
  const values = {
    now: new Date(now).toISOString(),
    unconfirmedSince: new Date(now - UNCONFIRMED_RETENTION).toISOString(),
  };
  for (const sql of EXPIRED) await database.query(sql, values);
}
