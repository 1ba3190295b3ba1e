/** Password reset links: at most one valid link per account, none after the password has changed. */
import type { AccountsDb } from '../store/database.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { accountSubject } from './login-throttle.ts';

/** The authentication library's name of a link; its value is the account's id. */
const IDENTIFIER_PREFIX = 'reset-password:';

/** The methods need the authentication library's table. */
export function createResetLinks(db: AccountsDb, throttle: LoginThrottle) {
  const run = (sql: string, ...values: string[]): void => void db.prepare(sql).run(...values);
  return {
    /** Revokes the account's links that are older than this one. */
    revokeOlder(id: string, token: string): void {
      run(
        `DELETE FROM verification WHERE value = ? AND identifier GLOB '${IDENTIFIER_PREFIX}*'
         AND rowid < (SELECT rowid FROM verification WHERE identifier = ?)`,
        id,
        IDENTIFIER_PREFIX + token,
      );
    },

    /** For a link that was not sent: the previous one stays valid. */
    revoke: (token: string): void => run('DELETE FROM verification WHERE identifier = ?', IDENTIFIER_PREFIX + token),

    /** Revokes the account's links and forgets its wrong passwords. */
    passwordChanged({ id, email }: { id: string; email: string }): void {
      run(`DELETE FROM verification WHERE value = ? AND identifier GLOB '${IDENTIFIER_PREFIX}*'`, id);
      throttle.clear(accountSubject(email).key);
    },
  };
}
