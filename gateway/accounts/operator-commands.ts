/** `npm run accounts -- create` and `-- password`: what needs the authentication library, which is loaded only for them. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { AccountsDb } from './database.ts';
import type { MadeAccount, Operator } from './operator.ts';

interface Tools {
  /** Gives the opened file to the work, and closes it after. */
  withDatabase<T>(work: (db: AccountsDb) => Promise<T>): Promise<T>;
  /** Shows a result: as JSON where that is asked for, else the text. */
  show(result: object, text: string): void;
  /** The whole of the standard input. */
  input?: () => string;
}

interface Options {
  passwordStdin?: true;
}

/** Adds the subcommands to `accounts`. Their actions throw SettingError in words for the operator. */
export function addOperatorCommands(accounts: Command, tools: Tools): void {
  const { withDatabase, show, input = () => readFileSync(0, 'utf8') } = tools;
  const one = (
    name: string,
    description: string,
    work: (operator: Operator, email: string, password?: string) => Promise<MadeAccount>,
  ): void => {
    accounts
      .command(`${name} <email>`)
      .description(description)
      .option('--password-stdin', 'take the password from the standard input instead of making one')
      .action(async (email: string, { passwordStdin }: Options) => {
        const given = passwordStdin ? input().replace(/\r?\n$/, '') : undefined;
        const { password, ...made } = await withDatabase(async (db) => {
          const { openOperator } = await import('./operator.ts');
          return work(await openOperator(db, () => {}), email, given);
        });
        // What was given is known already.
        const told = given === undefined ? { ...made, password } : made;
        show(told, given === undefined ? `${made.email}  password: ${password}` : made.email);
      });
  };
  one('create', 'an account whose address needs no letter', (operator, ...rest) => operator.create(...rest));
  one('password', 'a new password; the sessions of the account end', (operator, ...rest) =>
    operator.setPassword(...rest),
  );
}
