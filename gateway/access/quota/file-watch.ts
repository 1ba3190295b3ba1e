/** Whether a database file is still the one under its path: what is written to a file that was removed is lost in silence. */
import { statSync } from 'node:fs';
import type { AccountsDb } from '../../store/database.ts';

export class FileGone extends Error {
  override name = 'FileGone';
}

const identityOf = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}-${stats.ino}`;
};

/** @returns what throws FileGone while the file is not in its place; nothing for a database in memory */
export function fileWatch({ memory, name }: AccountsDb): () => void {
  if (memory || name === '' || name === ':memory:') return () => {};
  const opened = identityOf(name);
  return () => {
    const found = identityOf(name);
    if (found === opened) return;
    throw new FileGone(
      `${name} ${found === undefined ? 'was removed' : 'is another file now'}; put the file back that was opened, or start the gateway anew`,
    );
  };
}
