/** Reads a dataset from a folder. */
import { closeSync, fstatSync, openSync, readFile, readFileSync, realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Manifest } from '#core/manifest.ts';
import { FileParts, isAbsent, OPEN_FLAGS, SHORT } from './file-parts.ts';

/** A source of files. Paths are relative, with `/` as separator. */
export interface Reader {
  /** The content; undefined when there is no such file. @throws Error when it has more than `maxBytes` */
  read(path: string, maxBytes?: number): Promise<Uint8Array | undefined>;
  /**
   * Bytes [from, to), fewer where the file ends before; undefined when there is no such file. Short ones at once.
   * @param isBrief whether bytes given at once may change with the next such read
   */
  readPart(
    path: string,
    from: number,
    to: number,
    isBrief?: boolean,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** A text that changes whenever the file does; undefined when there is none. Cheaper than reading. */
  stamp(path: string): Promise<string | undefined>;
  /** For files that are not on this machine. */
  readonly remote?: RemoteSource;
}

/** What keeps requests for remote files few. */
export interface RemoteSource {
  /** The content with this hash, if it is on this machine. */
  cached(hash: string): Promise<Uint8Array | undefined>;
  /** Whether there is a file that is named by its hash, or is the manifest. */
  exists(path: string): Promise<boolean>;
  /** Those of some files named by their hash that are known not to be there. */
  missing(paths: string[]): Promise<string[]>;
  /** Keeps a whole dataset's manifest, and the contents that every start needs, for one without the source. */
  keep(manifest: Manifest, bytes: Uint8Array): Promise<void>;
}

/** Far more than any file of a dataset; than the manifest of ten million earthquakes. */
export const MAX_FILE_BYTES = 64e6;
export const MAX_MANIFEST_BYTES = 8e6;

/** Folders that are no links, for so long (ms). */
const KNOWN_FOLDERS = { max: 100, ttl: 1000 };

/** Reads regular files below a folder: no links, pipes, sockets, devices or hidden files. */
export function folderReader(folder: string): Reader {
  const root = path.resolve(folder);
  const folders = new LRUCache<string, string>(KNOWN_FOLDERS);
  /** Absolute path, if no folder below the root is a link. The root itself may be one. */
  const absoluteOf = (file: string): string | undefined => {
    const parent = path.dirname(file);
    const known = folders.get(parent) ?? realFolder(root, parent);
    if (known === undefined) return undefined;
    folders.set(parent, known, { noUpdateTTL: true });
    return path.join(known, path.basename(file));
  };
  const parts = new FileParts(absoluteOf);
  return {
    readPart(file, from, to, isBrief) {
      return isSafePath(file) ? parts.read(file, from, to, isBrief) : undefined;
    },
    async read(file, maxBytes = MAX_FILE_BYTES) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const absolute = absoluteOf(file);
        return absolute === undefined ? undefined : readRegular(absolute, maxBytes);
      });
    },
    async stamp(file) {
      if (!isSafePath(file)) return undefined;
      return absentAsUndefined(async () => {
        const absolute = absoluteOf(file);
        const stats = absolute === undefined ? undefined : await lstat(absolute, { bigint: true });
        return stats?.isFile() ? `${stats.ino}-${stats.size}-${stats.mtimeNs}` : undefined;
      });
    },
  };
}

function realFolder(root: string, folder: string): string | undefined {
  const [top, real] = [realpathSync(root), realpathSync(path.join(root, folder))];
  return real === path.join(top, folder) ? real : undefined;
}

const readLong = promisify(readFile);

/** Undefined for what is no regular file. */
async function readRegular(absolute: string, maxBytes: number): Promise<Uint8Array | undefined> {
  const descriptor = openSync(absolute, OPEN_FLAGS);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return undefined;
    const { size } = stats;
    if (size > maxBytes) throw new Error(`has ${size} bytes; at most ${maxBytes} are read`);
    return size > SHORT ? await readLong(descriptor) : readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a relative path stays inside: no empty, `.`, `..` or hidden part, backslash, colon or control character. */
export const isSafePath = (file: string): boolean =>
  file.length <= 1000 &&
  !/[\\:\x00-\x1f\x7f]/.test(file) &&
  file.split('/').every((part) => part !== '' && !part.startsWith('.'));

async function absentAsUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}
