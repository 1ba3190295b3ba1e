/** Deletion of expired rows of the authentication library, at start and with each registration: there is no timer. */
import { DAY, type EpochMs } from '#core/time.ts';
import type { SqlDatabase } from '../store/sql-database.ts';

/** Retention of an unconfirmed address; its last link works for a day. */
const UNCONFIRMED_RETENTION = 7 * DAY;

/** Passwords are deleted with their user, by foreign key. */
const EXPIRED = [
  'DELETE FROM session WHERE "expiresAt" < :now',
  'DELETE FROM verification WHERE "expiresAt" < :now',
  'DELETE FROM "user" WHERE NOT "emailVerified" AND "createdAt" < :unconfirmedSince',
];

/** Deletes expired sessions and links, and accounts never confirmed. The library's instants are ISO 8601 in SQLite. */
export function createPurge(database: SqlDatabase): (now: EpochMs) => Promise<void> {
  return async (now) => {
    const values = {
      now: new Date(now).toISOString(),
      unconfirmedSince: new Date(now - UNCONFIRMED_RETENTION).toISOString(),
    };
    for (const sql of EXPIRED) await database.query(sql, values);
  };
}
