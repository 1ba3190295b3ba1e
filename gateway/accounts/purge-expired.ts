/** Deletion of expired rows of the authentication library, at start and with each registration: there is no timer. */
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';

/** Retention of an unconfirmed address; its last link works for a day. */
const UNCONFIRMED_RETENTION = 7 * DAY;

/** Deletes expired sessions and links, and accounts never confirmed. The library stores instants as ISO 8601 text. */
export function createPurge(db: AccountsDb): (now: EpochMs) => void {
  const sessions = db.prepare('DELETE FROM session WHERE expiresAt < ?');
  const links = db.prepare('DELETE FROM verification WHERE expiresAt < ?');
  // Passwords are deleted with their user, by foreign key.
  const users = db.prepare('DELETE FROM user WHERE emailVerified = 0 AND createdAt < ?');
  return (now) => {
    for (const expired of [sessions, links]) expired.run(new Date(now).toISOString());
    users.run(new Date(now - UNCONFIRMED_RETENTION).toISOString());
  };
}
