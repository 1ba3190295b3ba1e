/** A file of a folder for engines, written beside and renamed. */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function replaceFile(path: string, put: (target: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  // Engines leave out names that begin so.
  const temporary = join(dirname(path), '_new');
  rmSync(temporary, { force: true });
  put(temporary);
  renameSync(temporary, path);
}
