/** What the library leaves behind is removed when somebody registers, and at start: there is no timer. */
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';

/** How long an address that is not confirmed is kept; its last link works for a day. */
const UNCONFIRMED_KEPT = 7 * DAY;

/** Removes sessions and links that have ended, and accounts whose address was never confirmed. The library's tables hold instants as ISO 8601 texts. */
export function createPurge(db: AccountsDb): (now: EpochMs) => void {
  const sessions = db.prepare('DELETE FROM session WHERE expiresAt < ?');
  const links = db.prepare('DELETE FROM verification WHERE expiresAt < ?');
  // Passwords go with their user, by foreign key.
  const users = db.prepare('DELETE FROM user WHERE emailVerified = 0 AND createdAt < ?');
  return (now) => {
    for (const ended of [sessions, links]) ended.run(new Date(now).toISOString());
    users.run(new Date(now - UNCONFIRMED_KEPT).toISOString());
  };
}
