/** Checks that an open database file has not been removed or replaced: writes to it would be lost silently. */
import { statSync } from 'node:fs';
import type { AccountsDb } from './database.ts';

class FileReplaced extends Error {
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
    const current = identityOf(name);
    if (current === opened) return;
    throw new FileReplaced(
      `${name} was ${current === undefined ? 'removed' : 'replaced'}; put the opened file back or restart the gateway`,
    );
  };
}
