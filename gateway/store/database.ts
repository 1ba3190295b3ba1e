/** `accounts.db`: one embedded file for accounts, keys, plans, bounds and usage, open in the gateway and in the operator's commands at once. */
import { join } from 'node:path';
import type { DatabaseKind, Db } from '#core/sqlite.ts';
import { openDatabase } from '#core/sqlite.ts';
import { MIGRATIONS } from './schema.ts';

export type AccountsDb = Db;

export class AccountsError extends Error {
  override name = 'AccountsError';
}

export interface OpenAccountsOptions {
  /** How long a statement waits, and the whole process with it, for another process's transaction; in ms. */
  busyTimeoutMs?: number;
  /** Told every statement that is run, with its values. */
  onStatement?: (text: string) => void;
}

export const accountsPath = (dataDir: string): string => join(dataDir, 'accounts.db');

const ACCOUNTS: DatabaseKind = {
  name: 'a database of accounts and metering',
  // "zela" in ASCII.
  application: 0x7a656c61,
  firstVersion: 1,
  steps: MIGRATIONS,
  failure: AccountsError,
};

/**
 * Opens the file, and makes it with our tables where there is none; only its owner may read it.
 * @param path a file, or `:memory:`
 * @throws AccountsError in words for an operator: no such file can be made or written, it is broken, newer, or something else's
 */
export function openAccounts(
  path: string,
  { busyTimeoutMs: wait = 5000, onStatement }: OpenAccountsOptions = {},
): AccountsDb {
  return openDatabase(path, ACCOUNTS, {
    timeout: wait,
    ownerOnly: true,
    ...(onStatement ? { verbose: (text: unknown) => onStatement(String(text)) } : {}),
  });
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

/** Whether another process's transaction kept a statement from its work. */
export const isLocked = (error: unknown): boolean =>
  String((error as { code?: unknown } | null)?.code).startsWith('SQLITE_BUSY');
