/** Checks that an open database file has not been removed or replaced: writes to it would be lost silently. */
import { statSync } from 'node:fs';
import type { AccountsDb } from '../../store/database.ts';

export class FileGone extends Error {
  override name = 'FileGone';
}

const identityOf = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.dev}-${stats.ino}`;
};

/** @returns a check that throws FileGone when the file was removed or replaced; in-memory databases always pass */
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
