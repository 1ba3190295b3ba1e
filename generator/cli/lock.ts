/** One writer for a folder: the operating system releases the lock however the process ends. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { ExpectedError } from '#core/expected-error.ts';
import { SettingError } from '#runtime/environment.ts';
import { makeFolder } from '#runtime/folder.ts';

class LockedError extends ExpectedError {
  override name = 'LockedError';
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code);

/**
 * @param setting name of the variable that chose the folder, for messages
 * @returns a function that releases the lock
 * @throws LockedError when another process holds it, SettingError when the folder cannot be created or written to
 */
export function lockFolder(folder: string, setting: string): () => void {
  try {
    makeFolder(folder);
    return takeLock(join(folder, '.lock'));
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY'))
      throw new LockedError(
        `another hiposantr process is writing to ${folder}; stop it first, or choose another folder with ${setting}`,
      );
    throw new SettingError(`${setting} is ${folder}, which cannot be written to: ${(error as Error).message}`);
  }
}

function takeLock(path: string): () => void {
  // SQLite's file lock is the one lock that ends with its process on every system that better-sqlite3 runs on.
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
