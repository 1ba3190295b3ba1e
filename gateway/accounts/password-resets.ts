/** Links for a new password: an account has one that works at most, and none once it has another password. */
import type { AccountsDb } from '../store/database.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { accountSubject } from './login-throttle.ts';

/** How the authentication library names them; their value is the account's id. */
const IDENTIFIER_PREFIX = 'reset-password:';

/** Over the authentication library's table, which has to be there when one of these is called. */
export function createResetLinks(db: AccountsDb, pauses: LoginThrottle) {
  const run = (text: string, ...values: string[]): void => void db.prepare(text).run(...values);
  return {
    /** Ends the links of an account that are older than this one. */
    revokeOlder(id: string, token: string): void {
      run(
        `DELETE FROM verification WHERE value = ? AND identifier GLOB '${IDENTIFIER_PREFIX}*'
         AND rowid < (SELECT rowid FROM verification WHERE identifier = ?)`,
        id,
        IDENTIFIER_PREFIX + token,
      );
    },

    /** The letter with this link was not sent: the one before goes on to work. */
    revoke: (token: string): void => run('DELETE FROM verification WHERE identifier = ?', IDENTIFIER_PREFIX + token),

    /** The account has another password: no link works, and wrong passwords of before do not count. */
    passwordChanged({ id, email }: { id: string; email: string }): void {
      run(`DELETE FROM verification WHERE value = ? AND identifier GLOB '${IDENTIFIER_PREFIX}*'`, id);
      pauses.clear(accountSubject(email).key);
    },
  };
}
