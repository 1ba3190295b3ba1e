/** Reads a dataset from a folder. */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** A source of files. Paths are relative, with `/` as separator. */
export interface Reader {
  /** The content; undefined when there is no such file. @throws Error when it has more than `maxBytes` */
  read(path: string, maxBytes?: number): Promise<Uint8Array | undefined>;
  /** Bytes [from, to), fewer where the file ends before; undefined when there is no such file. */
  readPart(path: string, from: number, to: number): Promise<Uint8Array | undefined>;
  /** A text that changes whenever the file does; undefined when there is none. Cheaper than reading. */
  stamp(path: string): Promise<string | undefined>;
}

/** Far more than any file of a dataset. */
const MAX_FILE_BYTES = 64e6;

/** Files of which parts are read stay open, so many and so long (ms) after they were opened. */
const OPEN_FILES = { max: 256, ttl: 60_000 };

/** Never follows a link, and never waits for a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads regular files below a folder: no links, pipes, sockets, devices or hidden files. */
export function folderReader(folder: string): Reader {
  const root = path.resolve(folder);
  /** Absolute path, if no folder below the root is a link. The root itself may be one. */
  const absoluteOf = async (file: string): Promise<string | undefined> => {
    const [top, parent] = await Promise.all([realpath(root), realpath(path.join(root, path.dirname(file)))]);
    return parent === path.join(top, path.dirname(file)) ? path.join(parent, path.basename(file)) : undefined;
  };
  const openFiles = new LRUCache<string, FileHandle>({
    ...OPEN_FILES,
    ttlAutopurge: true,
    // It waits for reads in progress.
    dispose: (handle) => void handle.close().catch(() => {}),
  });
  const openFile = async (file: string): Promise<FileHandle | undefined> => {
    const absolute = await absoluteOf(file);
    const handle = absolute === undefined ? undefined : await openRegular(absolute);
    if (handle) openFiles.set(file, handle);
    return handle;
  };
  return {
    async readPart(file, from, to) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const handle = openFiles.get(file) ?? (await openFile(file));
        return handle && partOf(handle, from, to);
      });
    },
    async read(file, maxBytes = MAX_FILE_BYTES) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const absolute = await absoluteOf(file);
        return absolute === undefined ? undefined : readRegular(absolute, maxBytes);
      });
    },
    async stamp(file) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const absolute = await absoluteOf(file);
        const stats = absolute === undefined ? undefined : await lstat(absolute, { bigint: true });
        return stats?.isFile() ? `${stats.ino}-${stats.size}-${stats.mtimeNs}` : undefined;
      });
    },
  };
}

async function readRegular(absolute: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const file = await openRegular(absolute);
  try {
    return file && (await contentOf(file, maxBytes));
  } finally {
    await file?.close();
  }
}

/** Undefined for what is no regular file. */
async function openRegular(absolute: string): Promise<FileHandle | undefined> {
  const file = await open(absolute, OPEN_FLAGS);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

async function contentOf(file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const { size } = await file.stat();
  if (size > maxBytes) throw new Error(`has ${size} bytes; at most ${maxBytes} are read`);
  return file.readFile();
}

async function partOf(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(to - from);
  const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, from);
  return bytes.subarray(0, bytesRead);
}

/** Whether a relative path stays inside: no empty, `.`, `..` or hidden part, backslash, colon or control character. */
export const isSafePath = (file: string): boolean =>
  file.length <= 1000 &&
  !/[\\:\x00-\x1f\x7f]/.test(file) &&
  file.split('/').every((part) => part !== '' && !part.startsWith('.'));

/** Errors for a missing file, for a folder, link or socket instead, and for names that no file can have. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EMLINK', 'ENXIO']);

async function absentAsUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
