/** `accounts.db`: one embedded file for accounts, keys, plans, bounds and usage, open in the gateway and in the operator's commands at once. */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { forgetCounted } from '../meter/meter-tables.ts';
import { MIGRATIONS } from './schema.ts';

export type AccountsDb = Database.Database;

export class AccountsError extends Error {
  override name = 'AccountsError';
}

export interface AccountsOptions {
  /** How long a statement waits, and the whole process with it, for another process's transaction; in ms. */
  wait?: number;
  /** Told every statement that is run, with its values. */
  onStatement?: (text: string) => void;
}

export const accountsPath = (dataDir: string): string => join(dataDir, 'accounts.db');

/** The number that marks a file as ours: "zela" in ASCII. */
const APPLICATION = 0x7a656c61;

/**
 * Opens the file, and makes it with our tables where there is none; only its owner may read it.
 * @param path a file, or `:memory:`
 * @throws AccountsError in words for an operator: no such file can be made or written, it is broken, newer, or something else's
 */
export function openAccounts(path: string, { wait = 5000, onStatement }: AccountsOptions = {}): AccountsDb {
  let db: AccountsDb | undefined;
  try {
    if (path !== ':memory:') {
      mkdirSync(dirname(path), { recursive: true });
      makePrivately(path);
    }
    db = new Database(path, {
      timeout: wait,
      ...(onStatement ? { verbose: (text) => onStatement(String(text)) } : {}),
    });
    prepareTables(db, path);
    db.pragma('journal_mode = WAL');
    // The end of the process loses no commit; a power cut may lose the last ones, but for those made by `durably`.
    db.pragma('synchronous = NORMAL');
    return db;
  } catch (error) {
    db?.close();
    if (error instanceof AccountsError) throw error;
    const reason = (error as Error).message;
    throw new AccountsError(
      `${path} cannot be opened for accounts and metering: ${reason}. The folder (DATA_DIR) and the file must be writable.`,
    );
  }
}

/**
 * An empty file for its owner alone, where there is none. One that is there is not opened: to close it would end every lock that this process holds
 * on it (fcntl, POSIX.1-2017), and another process that closes the database would then remove the journal that this one goes on to write.
 */
function makePrivately(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Brings our tables to this program's version, all or nothing. */
function prepareTables(db: AccountsDb, path: string): void {
  db.transaction(() => {
    const version = db.pragma('user_version', { simple: true }) as number;
    const application = db.pragma('application_id', { simple: true }) as number;
    const known = MIGRATIONS.length;
    const foreign = db.prepare<[], string>('SELECT name FROM sqlite_schema LIMIT 1').pluck().get();
    if (application !== APPLICATION && (foreign !== undefined || application !== 0 || version !== 0))
      throw new AccountsError(
        `${path} is a database of something else (it has ${foreign ?? 'another mark'}), not of accounts.`,
      );
    if (version > known)
      throw new AccountsError(`${path} has version ${version}, from a newer program; this one reads up to ${known}.`);
    for (const step of MIGRATIONS.slice(version)) db.exec(step);
    if (version === known) return;
    db.pragma(`application_id = ${APPLICATION}`);
    db.pragma(`user_version = ${known}`);
  }).immediate();
}

/** Runs a transaction whose commit outlives a power cut, not only the end of the process. Not to be called within another one. */
export function durably<T>(db: AccountsDb, work: () => T): T {
  db.pragma('synchronous = FULL');
  try {
    return db.transaction(work).immediate();
  } finally {
    db.pragma('synchronous = NORMAL');
  }
}

/** Removes everything of ours that is kept of an account; the authentication library removes its own. */
export function forgetAccount(db: AccountsDb, account: string): void {
  durably(db, () => {
    for (const table of ['api_keys', 'plans', 'stripe_subscriptions'])
      db.prepare(`DELETE FROM ${table} WHERE account = ?`).run(account);
    forgetCounted(db, account);
  });
}
