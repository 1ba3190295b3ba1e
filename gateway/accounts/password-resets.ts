/** Links for a new password: an account has one that works at most, and none once it has another password. */
import type { AccountsDb } from '../store/database.ts';
import type { Pauses } from './login-throttle.ts';
import { accountSuspect } from './login-throttle.ts';

/** How the authentication library names them; their value is the account's id. */
const NAME = 'reset-password:';

/** Over the authentication library's table, which has to be there when one of these is called. */
export function createResets(db: AccountsDb, pauses: Pauses) {
  const run = (text: string, ...values: string[]): void => void db.prepare(text).run(...values);
  return {
    /** Ends the links of an account that are older than this one. */
    keepOnly(id: string, token: string): void {
      run(
        `DELETE FROM verification WHERE value = ? AND identifier GLOB '${NAME}*'
         AND rowid < (SELECT rowid FROM verification WHERE identifier = ?)`,
        id,
        NAME + token,
      );
    },

    /** The letter with this link was not sent: the one before goes on to work. */
    drop: (token: string): void => run('DELETE FROM verification WHERE identifier = ?', NAME + token),

    /** The account has another password: no link works, and wrong passwords of before do not count. */
    done({ id, email }: { id: string; email: string }): void {
      run(`DELETE FROM verification WHERE value = ? AND identifier GLOB '${NAME}*'`, id);
      pauses.clear(accountSuspect(email).who);
    },
  };
}
