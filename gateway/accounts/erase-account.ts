/** Deletion of accounts, and of what has expired. */
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { ACCOUNT_ROWS, valuesOf } from './account-rows.ts';

/** Deletes all data of an account in one transaction. Its windows in Redis expire at the end of the following day. */
export const eraseAccount = (database: SqlDatabase, id: string): Promise<void> => database.transaction(() => erase(id));

/** Deletes an unconfirmed account that has no password: the library writes both one after the other. */
export async function eraseHalfMade(database: SqlDatabase, email: string, now: EpochMs): Promise<void> {
  // Another gateway may be writing it.
  await database.query(HALF_MADE, { email, before: new Date(now - MINUTE).toISOString() });
}

const HALF_MADE = `DELETE FROM "user" WHERE email = :email AND NOT "emailVerified" AND "createdAt" < :before
  AND NOT EXISTS (SELECT 1 FROM account WHERE "userId" = "user".id)`;

function* erase(id: string): Work<void> {
  for (const { rows } of ACCOUNT_ROWS) yield* query(`DELETE FROM ${rows}`, valuesOf(id));
}

/** Retention of an unconfirmed address; its last link works for a day. */
const UNCONFIRMED_RETENTION = 7 * DAY;

/** Passwords are deleted with their user, by foreign key. */
const EXPIRED = [
  'DELETE FROM session WHERE "expiresAt" < :now',
  'DELETE FROM verification WHERE "expiresAt" < :now',
  'DELETE FROM "user" WHERE NOT "emailVerified" AND "createdAt" < :unconfirmedSince',
];

/**
 * Deletes expired sessions and links, and accounts never confirmed. The library's
 * instants are ISO 8601 in SQLite. It runs at start and with each registration: there is no timer.
 */
export async function purgeExpired(database: SqlDatabase, now: EpochMs): Promise<void> {
  const values = {
    now: new Date(now).toISOString(),
    unconfirmedSince: new Date(now - UNCONFIRMED_RETENTION).toISOString(),
  };
  for (const sql of EXPIRED) await database.query(sql, values);
}
