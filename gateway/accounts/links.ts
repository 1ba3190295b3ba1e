/** The links in emails: of a confirmation, and of a password reset. */
import { signJWT, verifyJWT } from 'better-auth/crypto';
import { DAY, SECOND } from '#core/time.ts';
import type { SqlDatabase, Values } from '../store/sql-database.ts';
import { accountSubject, type LoginThrottle } from './login-throttle.ts';

interface Registered {
  id: string;
  email: string;
}

/**
 * Signed, for a day, and for one account: a later one of the same address is another.
 * @param email read from the link to fill in a form
 */
export const confirmationToken = (secret: string, { id, email }: Registered): Promise<string> =>
  signJWT({ email, confirms: id }, secret, DAY / SECOND);

/** The account's id; undefined when the token is forged, has expired, or is none of these. */
export async function accountConfirmedBy(secret: string, token: string): Promise<string | undefined> {
  const claims = await verifyJWT<{ confirms?: unknown }>(token, secret);
  return typeof claims?.confirms === 'string' ? claims.confirms : undefined;
}

/** The authentication library's name of a link; its value is the account's id. */
const IDENTIFIER_PREFIX = 'reset-password:';

const LINKS_OF = `DELETE FROM verification WHERE value = :id AND identifier LIKE '${IDENTIFIER_PREFIX}%'`;
const OLDER = `${LINKS_OF} AND rowid < (SELECT rowid FROM verification WHERE identifier = :identifier)`;
const ONE = 'DELETE FROM verification WHERE identifier = :identifier';

/** At most one valid link for each account, and none after its password has changed. */
export function createResetLinks(database: SqlDatabase, throttle: LoginThrottle) {
  const run = async (sql: string, values: Values): Promise<void> => void (await database.query(sql, values));
  return {
    /** Revokes the account's links that are older than this one. */
    revokeOlder: (id: string, token: string): Promise<void> =>
      run(OLDER, { id, identifier: IDENTIFIER_PREFIX + token }),

    /** For a link that was not sent: the previous one stays valid. */
    revoke: (token: string): Promise<void> => run(ONE, { identifier: IDENTIFIER_PREFIX + token }),

    /** Revokes the account's links and forgets its wrong passwords. */
    async passwordChanged({ id, email }: { id: string; email: string }): Promise<void> {
      await run(LINKS_OF, { id });
      await throttle.clear(accountSubject(email).key);
    },
  };
}
