/** Files by the hash of their content in a folder, bounded in bytes. Several processes may share it. */
import { readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#runtime/folder.ts';
import { contentHash } from '#core/etag.ts';
import type { Log } from '../../http/log.ts';
import { FileParts } from '../folder-reader.ts';

interface DiskCacheOptions {
  folder: string;
  /** Size of all files together. */
  maxBytes: number;
  log: Log;
}

/** Share of the limit that may be written between two sweeps, and that a sweep leaves free. */
const SLACK = 0.2;
/** A file is marked as used at most so often, in ms. */
const TOUCH_INTERVAL = 60_000;
/** Temporary files of processes that have ended are this old, in ms. */
const ABANDONED = 3_600_000;

const HASH = /^[0-9a-f]{24}$/;

export class DiskCache {
  readonly #options: DiskCacheOptions;
  readonly #parts: FileParts;
  #pinned: ReadonlySet<string> = new Set();
  readonly #touched = new Map<string, number>();
  #written = 0;
  #files = 0;
  #isFull = false;
  /** Undefined: not tried, or without success. */
  #isFolderMade = false;
  #sweeping: Promise<void> | undefined;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#parts = new FileParts((hash) => (this.#touch(hash), this.#pathOf(hash)));
  }

  /** The content with this hash. What is damaged is removed. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    const bytes = await readFile(this.#pathOf(hash)).catch(() => undefined);
    if (!bytes) return undefined;
    if (contentHash(bytes) === hash) {
      this.#touch(hash);
      return bytes;
    }
    this.#parts.close(hash);
    await unlink(this.#pathOf(hash)).catch(() => undefined);
    return undefined;
  }

  /** Bytes [from, to) of the content with this hash. */
  readPart(...part: Parameters<FileParts['read']>): ReturnType<FileParts['read']> {
    return this.#parts.read(...part);
  }

  async has(hash: string): Promise<boolean> {
    return stat(this.#pathOf(hash)).then(
      () => true,
      () => false,
    );
  }

  /** Never fails: without room the caller goes on with what it has. */
  async write(hash: string, bytes: Uint8Array): Promise<void> {
    await this.#put(hash, bytes);
    this.#written += bytes.byteLength;
    if (this.#written >= this.#options.maxBytes * SLACK) await this.sweep();
  }

  /** Files with these hashes are not removed, however long they are not used. */
  pin(hashes: Iterable<string>): void {
    this.#pinned = new Set(hashes);
  }

  /** Keeps a file under a name of its own. Never fails. */
  keep(name: string, bytes: Uint8Array): Promise<void> {
    return this.#put(name, bytes);
  }

  async kept(name: string): Promise<Uint8Array | undefined> {
    return readFile(this.#pathOf(name)).catch(() => undefined);
  }

  /** Removes what was not used for longest, until there is room again. Never fails. */
  sweep(): Promise<void> {
    this.#written = 0;
    return (this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = undefined)));
  }

  async #put(name: string, bytes: Uint8Array): Promise<void> {
    const temporary = this.#pathOf(`.${process.pid}-${(this.#files += 1)}`);
    try {
      if (!this.#isFolderMade) makeFolder(this.#options.folder);
      this.#isFolderMade = true;
      await writeFile(temporary, bytes);
      await rename(temporary, this.#pathOf(name));
      this.#isFull = false;
    } catch (error) {
      if (!this.#isFull)
        this.#options.log(`dataset: ${this.#options.folder} keeps no files: ${(error as Error).message}`);
      this.#isFull = true;
      this.#isFolderMade = false;
      await unlink(temporary).catch(() => undefined);
    }
  }

  async #sweep(): Promise<void> {
    const { folder, maxBytes } = this.#options;
    const names = await readdir(folder).catch(() => []);
    const files = (await Promise.all(names.map((name) => this.#describe(name)))).filter((file) => file !== undefined);
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    for (const { name, size, usedAt } of files.sort((a, b) => a.usedAt - b.usedAt)) {
      const isAbandoned = name.startsWith('.') && Date.now() - usedAt > ABANDONED;
      if (!isAbandoned && (bytes <= maxBytes * (1 - SLACK) || !HASH.test(name) || this.#pinned.has(name))) continue;
      await unlink(this.#pathOf(name)).catch(() => undefined);
      bytes -= size;
    }
    this.#touched.clear();
  }

  async #describe(name: string): Promise<{ name: string; size: number; usedAt: number } | undefined> {
    const stats = await stat(this.#pathOf(name)).catch(() => undefined);
    return stats && { name, size: stats.size, usedAt: stats.mtimeMs };
  }

  #touch(hash: string): void {
    const now = Date.now();
    if (now - (this.#touched.get(hash) ?? -Infinity) < TOUCH_INTERVAL) return;
    this.#touched.set(hash, now);
    void utimes(this.#pathOf(hash), new Date(now), new Date(now)).catch(() => undefined);
  }

  #pathOf(name: string): string {
    return path.join(this.#options.folder, name);
  }
}
