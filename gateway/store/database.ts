/** `accounts.db`: accounts, keys, plans, quotas and usage in SQLite, shared by gateways and operator commands. */
import { join } from 'node:path';
import { type DatabaseKind, type Db, openDatabase, type Step } from '#runtime/sqlite.ts';
import { MIGRATIONS, type SchemaStep } from './schema.ts';

export type AccountsDb = Db;

export class AccountsError extends Error {
  override name = 'AccountsError';
}

interface OpenAccountsOptions {
  /** Wait for another process's transaction, in ms; blocks the whole process. */
  busyTimeoutMs?: number;
  /** Called with every statement, values included. */
  onStatement?: (sql: string) => void;
}

export const accountsPath = (dataDir: string): string => join(dataDir, 'accounts.db');

const stepOf = (step: SchemaStep): Step =>
  typeof step === 'string'
    ? step
    : (db) => {
        // What is deleted is overwritten.
        db.pragma('secure_delete = ON');
        if (db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(step.where)) db.exec(step.sql);
      };

const ACCOUNTS: DatabaseKind = {
  name: 'a database of accounts and metering',
  // Never changed: it is in every file that was written.
  application: 0x7a656c61,
  firstVersion: 1,
  steps: MIGRATIONS.map(stepOf),
  failure: AccountsError,
};

/**
 * Opens or creates the file and applies migrations; only its owner may read it.
 * @param path a file, or `:memory:`
 * @throws AccountsError for the operator: not creatable or writable, damaged, newer, or another program's file
 */
export function openAccounts(
  path: string,
  { busyTimeoutMs = 5000, onStatement }: OpenAccountsOptions = {},
): AccountsDb {
  return openDatabase(path, ACCOUNTS, {
    timeout: busyTimeoutMs,
    ownerOnly: true,
    ...(onStatement ? { verbose: (sql: unknown) => onStatement(String(sql)) } : {}),
  });
}

/** Runs a transaction; its commit survives a power failure. Must not be nested. */
export function durably<T>(db: AccountsDb, work: () => T): T {
  db.pragma('synchronous = FULL');
  try {
    return db.transaction(work).immediate();
  } finally {
    db.pragma('synchronous = NORMAL');
  }
}

/** Whether a statement failed because of another process's transaction. */
export const isLocked = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');

const UNWRITABLE = /^(?:SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)|ENOSPC|EDQUOT|EROFS|EACCES|EPERM)/;

/** Whether the disk is full, fails, or may not be written: of a statement, or where the file could not be opened. */
export function isUnwritable(error: unknown): boolean {
  const { code } = ((error instanceof AccountsError ? error.cause : error) ?? {}) as { code?: unknown };
  return typeof code === 'string' && UNWRITABLE.test(code);
}
