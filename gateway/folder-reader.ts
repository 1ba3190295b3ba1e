/** How the gateway reads a dataset: two methods, so that a folder can be exchanged for a base URL. */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';

/** Paths are relative, with `/` between their parts. */
export interface Reader {
  /** The whole file; undefined when there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** A text that changes whenever the file does; undefined when there is none. Cheaper than reading. */
  stamp(path: string): Promise<string | undefined>;
}

/** Reads files below a folder, never outside of it and never names that begin with a dot. */
export function folderReader(folder: string): Reader {
  const root = path.resolve(folder);
  return {
    async read(file) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(readFile(path.join(root, file)));
    },
    async stamp(file) {
      if (!isSafePath(file)) return undefined;
      const stats = await absentAsUndefined(stat(path.join(root, file), { bigint: true }));
      return stats?.isFile() ? `${stats.ino}-${stats.size}-${stats.mtimeNs}` : undefined;
    },
  };
}

/** Whether a relative path stays where it is joined to: no empty, `.`, `..` or hidden part, no backslash, colon or control character. */
export const isSafePath = (file: string): boolean =>
  file.length <= 1000 &&
  !/[\\:\x00-\x1f\x7f]/.test(file) &&
  file.split('/').every((part) => part !== '' && !part.startsWith('.'));

/** What says that there is no such file, a folder in its place and names that no file can have included. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);

async function absentAsUndefined<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
