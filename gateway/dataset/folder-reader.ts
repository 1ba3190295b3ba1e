/** How the gateway reads a dataset: two methods, so that a folder can be exchanged for a base URL. */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, realpath } from 'node:fs/promises';
import path from 'node:path';

/** Paths are relative, with `/` between their parts. */
export interface Reader {
  /** The whole file; undefined when there is none. @throws Error when it has more than `most` bytes */
  read(path: string, most?: number): Promise<Uint8Array | undefined>;
  /** A text that changes whenever the file does; undefined when there is none. Cheaper than reading. */
  stamp(path: string): Promise<string | undefined>;
}

/** No file of a dataset comes near this size, in bytes. */
export const MAX_FILE_BYTES = 64e6;

/** Never follows a link, and never waits for the other end of a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads regular files below a folder: nothing through a link inside it, no pipe, socket or device, no name that begins with a dot. */
export function folderReader(folder: string): Reader {
  const root = path.resolve(folder);
  /** Where a file lies, if no folder on the way to it is a link. The root itself may be one. */
  const placeOf = async (file: string): Promise<string | undefined> => {
    const [top, parent] = await Promise.all([realpath(root), realpath(path.join(root, path.dirname(file)))]);
    return parent === path.join(top, path.dirname(file)) ? path.join(parent, path.basename(file)) : undefined;
  };
  return {
    async read(file, most = MAX_FILE_BYTES) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const place = await placeOf(file);
        return place === undefined ? undefined : readRegular(place, most);
      });
    },
    async stamp(file) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const place = await placeOf(file);
        const stats = place === undefined ? undefined : await lstat(place, { bigint: true });
        return stats?.isFile() ? `${stats.ino}-${stats.size}-${stats.mtimeNs}` : undefined;
      });
    },
  };
}

async function readRegular(place: string, most: number): Promise<Uint8Array | undefined> {
  const file = await open(place, OPEN_FLAGS);
  try {
    return await contentOf(file, most);
  } finally {
    await file.close();
  }
}

async function contentOf(file: FileHandle, most: number): Promise<Uint8Array | undefined> {
  const stats = await file.stat();
  if (!stats.isFile()) return undefined;
  if (stats.size > most) throw new Error(`has ${stats.size} bytes; at most ${most} are read`);
  return file.readFile();
}

/** Whether a relative path stays where it is joined to: no empty, `.`, `..` or hidden part, no backslash, colon or control character. */
export const isSafePath = (file: string): boolean =>
  file.length <= 1000 &&
  !/[\\:\x00-\x1f\x7f]/.test(file) &&
  file.split('/').every((part) => part !== '' && !part.startsWith('.'));

/** What says that there is no such file: a folder, a link or a socket in its place, and names that no file can have included. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EMLINK', 'ENXIO']);

async function absentAsUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
