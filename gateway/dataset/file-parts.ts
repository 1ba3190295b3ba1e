/** Parts of files. Short ones are read at once, as nginx does: handing a read to a thread takes longer than a copy. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/** Longer parts are read in a thread, in bytes. */
export const SHORT = 262_144;
/** Files of which short parts are read stay open, so many and so long (ms) after they were opened. */
const OPEN_FILES = { max: 1024, ttl: 60_000 };

/** Never follows a link, and never waits for a pipe. */
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Errors for a missing file, for a folder, link or socket instead, and for names that no file can have. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EMLINK', 'ENXIO']);

export const isAbsent = (error: unknown): boolean => ABSENT.has((error as NodeJS.ErrnoException).code ?? '');

export class FileParts {
  readonly #absoluteOf: (file: string) => string | undefined;
  /** File descriptors. They are used and closed at once, so that none is closed while it is read. */
  readonly #open = new LRUCache<string, number>({
    ...OPEN_FILES,
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
