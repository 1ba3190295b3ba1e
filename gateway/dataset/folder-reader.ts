/** Reads a dataset from a folder. */
import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFile,
  readFileSync,
  realpathSync,
  constants,
  readSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Manifest } from '#core/manifest.ts';

/** Longer parts are read in a thread, in bytes. */
const SHORT = 262_144;
/** Files of which short parts are read stay open, so long (ms) after they were opened. */
const OPEN_MS = 60_000;

/** At most so many: the buckets of two million earthquakes, and a quarter of what a process may open. */
const MOST_OPEN = 8192;

/** @param limits what Linux says of a process (`/proc/self/limits`); for another text, 4,096 are taken as the bound */
export function mostOpen(limits: string | undefined): number {
  const [, files] = /^Max open files +(\d+|unlimited) /m.exec(limits ?? '') ?? [];
  if (files === 'unlimited') return MOST_OPEN;
  return Math.max(1, Math.min(MOST_OPEN, Math.floor(Number(files ?? 4096) / 4)));
}

function ownLimits(): string | undefined {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return undefined;
  }
}

/** Never follows a link, and never waits for a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Errors for a missing file, for a folder, link or socket instead, and for names that no file can have. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EMLINK', 'ENXIO']);

const isAbsent = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code ?? '');

export class FileParts {
  readonly #absoluteOf: (file: string) => string | undefined;
  /** File descriptors. They are used and closed at once, so that none is closed while it is read. */
  readonly #open = new LRUCache<string, number>({
    ...{ max: mostOpen(ownLimits()), ttl: OPEN_MS },
    ttlAutopurge: true,
    dispose: (descriptor) => closeSync(descriptor),
  });

  /** Memory of brief reads. */
  #brief: Buffer | undefined;

  constructor(absoluteOf: (file: string) => string | undefined) {
    this.#absoluteOf = absoluteOf;
  }

  /**
   * Bytes [from, to), fewer where the file ends before; undefined when there is no such regular file.
   * @param isBrief whether bytes given at once may change with the next such read
   */
  read(
    file: string,
    from: number,
    to: number,
    isBrief = false,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined> {
    if (to - from > SHORT) return this.#readLong(file, from, to);
    try {
      const descriptor = this.#open.get(file) ?? this.#openShort(file);
      if (descriptor === undefined) return undefined;
      const bytes = isBrief ? (this.#brief ??= Buffer.allocUnsafe(SHORT)) : Buffer.allocUnsafe(to - from);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, to - from, from));
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  /** For a file that has been replaced. */
  close(file: string): void {
    this.#open.delete(file);
  }

  #openShort(file: string): number | undefined {
    const absolute = this.#absoluteOf(file);
    if (absolute === undefined) return undefined;
    const descriptor = openSync(absolute, OPEN_FLAGS);
    if (fstatSync(descriptor).isFile()) {
      this.#open.set(file, descriptor);
      return descriptor;
    }
    closeSync(descriptor);
    return undefined;
  }

  async #readLong(file: string, from: number, to: number): Promise<Uint8Array | undefined> {
    try {
      const absolute = this.#absoluteOf(file);
      if (absolute === undefined) return undefined;
      await using handle = await open(absolute, OPEN_FLAGS);
      if (!(await handle.stat()).isFile()) return undefined;
      const bytes = Buffer.allocUnsafeSlow(to - from);
      return bytes.subarray(0, (await handle.read(bytes, 0, to - from, from)).bytesRead);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }
}

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
  /** Absolute path of a folder, if neither it nor one above it is a link. The root itself may be one. */
  const realOf = (file: string): string | undefined => {
    const known = folders.get(file);
    if (known !== undefined) return known;
    const real = file === '.' ? realpathSync(root) : absoluteOf(file);
    if (real === undefined || !lstatSync(real).isDirectory()) return undefined;
    // No longer than the folder above it.
    folders.set(file, real, { ttl: folders.getRemainingTTL(path.dirname(file)) || KNOWN_FOLDERS.ttl });
    return real;
  };
  const absoluteOf = (file: string): string | undefined => {
    const parent = realOf(path.dirname(file));
    return parent === undefined ? undefined : path.join(parent, path.basename(file));
  };
  /** Undefined for what is not to be read, too. */
  const safeOf = (file: string): string | undefined => (isSafePath(file) ? absoluteOf(file) : undefined);
  const parts = new FileParts(safeOf);
  return {
    readPart: parts.read.bind(parts),
    async read(file, maxBytes = MAX_FILE_BYTES) {
      return absentAsUndefined(async () => {
        const absolute = safeOf(file);
        return absolute === undefined ? undefined : readRegular(absolute, maxBytes);
      });
    },
    async stamp(file) {
      return absentAsUndefined(async () => {
        const absolute = safeOf(file);
        const stats = absolute === undefined ? undefined : lstatSync(absolute, { bigint: true });
        return stats?.isFile() ? `${stats.ino}-${stats.size}-${stats.mtimeNs}` : undefined;
      });
    },
  };
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
