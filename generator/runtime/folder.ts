/** Folders that a setting names. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it that are missing. `mkdir` with `recursive` never ends where a file system knows
 * no new folders, as /proc.
 * @param mode permissions of those that it creates
 * @throws Error of the system when one cannot be created; a file of that name is left to be found by its use
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (existsSync(folder)) return;
    const above = dirname(folder);
    if (existsSync(above) || above === folder) throw error;
    makeFolder(above, mode);
    makeFolder(folder, mode);
  }
}
