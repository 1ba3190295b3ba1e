/** One writer a folder: held by the process, released by the operating system however it ends. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

export class LockedError extends Error {
  override name = 'LockedError';
}

/** @returns a function that releases the lock. @throws LockedError when another process holds it */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  // SQLite's file lock is the one lock that ends with its process on every system that better-sqlite3 runs on.
  const lock = new Database(join(folder, '.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new LockedError(`another zelzele process is writing to ${folder}; stop it first, or choose another DATA_DIR`);
  }
  return () => lock.close();
}
