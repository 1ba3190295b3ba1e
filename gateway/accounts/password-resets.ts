/** Password reset links: at most one valid link per account, none after the password has changed. */
import type { SqlDatabase, Values } from '../store/sql-database.ts';
import { accountSubject, type LoginThrottle } from './login-throttle.ts';

/** The authentication library's name of a link; its value is the account's id. */
const IDENTIFIER_PREFIX = 'reset-password:';

const LINKS_OF = `DELETE FROM verification WHERE value = :id AND identifier LIKE '${IDENTIFIER_PREFIX}%'`;
const OLDER = `${LINKS_OF} AND rowid < (SELECT rowid FROM verification WHERE identifier = :identifier)`;
const ONE = 'DELETE FROM verification WHERE identifier = :identifier';

/** The methods need the authentication library's table. */
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
