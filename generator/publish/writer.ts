/** Writes into `dist/` so that readers never see half a file: temporary file, then rename. What is equal stays. */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ExpectedError } from '#core/expected-error.ts';
import { NO_LINKS, filesIn, flushPaths, keepTimesApart, sameBytes, sameFile, write } from './disk.ts';

export class PublishError extends ExpectedError {
  override name = 'PublishError';
}

/** Counts of output files; dot files and versions are not counted. */
export interface OutputCounts {
  written: number;
  unchanged: number;
  linked: number;
  removed: number;
  bytes: number;
}

/** Folder of files before their rename; emptied when a build begins. */
const TEMPORARY = '.tmp';

export interface OutputOptions {
  /** Creates a hard link; throws where the file system has none. */
  link?: (source: string, target: string) => void;
  /** Flushes files and folders to disk. @param root a folder of their file system */
  flush?: (paths: string[], root: string) => void;
  /** Called with the path before every change of the folder. */
  onChange?: (path: string) => void;
}

export class Output {
  readonly counts: OutputCounts = { written: 0, unchanged: 0, linked: 0, removed: 0, bytes: 0 };
  private readonly root: string;
  private readonly makeLink: (source: string, target: string) => void;
  private readonly flushPaths: (paths: string[], root: string) => void;
  private readonly onChange: (path: string) => void;
  private readonly claimedPaths = new Set<string>();
  private readonly createdFolders = new Set<string>();
  /** Files with content, and folders with names, that a power cut may still undo. */
  private readonly unflushed = { files: new Set<string>(), folders: new Set<string>() };

  /** Removes temporary files of an ended process: only one process at a time may write to a folder. */
  constructor(root: string, { link = linkSync, flush = flushPaths, onChange = () => {} }: OutputOptions = {}) {
    this.root = root;
    this.makeLink = link;
    this.flushPaths = flush;
    this.onChange = onChange;
    this.guard('', () => {
      rmSync(join(root, TEMPORARY), { recursive: true, force: true });
      mkdirSync(join(root, TEMPORARY), { recursive: true });
    });
  }

  /**
   * Writes a file that only one output may claim; durable after {@link flush}.
   * @throws PublishError when it cannot be written, or two outputs claim one path
   */
  put(path: string, body: string | Uint8Array): void {
    this.claim(path);
    this.putShared(path, body);
  }

  /** Replaces a file after all earlier writes are durable, and is durable itself on return. */
  putLast(path: string, body: string | Uint8Array): void {
    this.claim(path);
    this.flush();
    this.replace(path, body, true);
    this.flush();
  }

  /** @throws PublishError when another output of this build has claimed the path */
  claim(path: string): void {
    if (this.claimedPaths.has(path)) throw new PublishError(`two outputs claim ${path}`);
    this.claimedPaths.add(path);
  }

  /** Writes a file that several outputs may share, since its name is a hash of its content. */
  putShared(path: string, body: string | Uint8Array): void {
    if (!this.replace(path, body)) this.markUnflushed(path);
    else this.unflushed.files.add(path);
  }

  /** Schedules a flush of an unchanged file: the build that wrote it may have ended before its own. */
  markUnflushed(path: string): void {
    this.unflushed.files.add(path);
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      this.unflushed.folders.add(join(this.root, folder));
      if (folder === '.') return;
    }
  }

  /** Writes one of very many small files, which are not flushed. @returns whether it was written */
  putDetail(path: string, body: string | Uint8Array): boolean {
    return this.replace(path, body);
  }

  private replace(path: string, body: string | Uint8Array, flush = false): boolean {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return this.guard(path, () => {
      if (sameBytes(join(this.root, path), bytes)) {
        this.count(path, 'unchanged');
        return false;
      }
      this.rename(path, (temporary) => {
        write(temporary, bytes);
        if (flush) this.flushPaths([temporary], this.root);
      });
      this.count(path, 'written', bytes.byteLength);
      return true;
    });
  }

  /** Gives a file a second name: a hard link where the file system has them, a copy elsewhere. */
  link(path: string, second: string): void {
    this.guard(second, () => {
      if (sameFile(join(this.root, path), join(this.root, second))) return;
      if (this.tryLink(path, second)) this.count(second, 'linked');
      else this.replace(second, readFileSync(join(this.root, path)));
    });
  }

  /** Like {@link link}, but replaces any other file of that name. */
  putAlias(path: string, target: string): void {
    this.guard(target, () => {
      if (!this.tryLink(path, target)) {
        this.rename(target, (temporary) => write(temporary, this.readBytes(path)!));
        this.unflushed.files.add(target);
      }
      this.count(target, 'written', statSync(join(this.root, target)).size);
    });
  }

  /** @returns false where the file system has no links */
  private tryLink(path: string, second: string): boolean {
    try {
      this.rename(second, (temporary) => this.makeLink(join(this.root, path), temporary));
      return true;
    } catch (error) {
      if (NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) return false;
      throw error;
    }
  }

  remove(path: string): void {
    this.guard(path, () => {
      const target = join(this.root, path);
      if (!existsSync(target)) return;
      this.onChange(path);
      rmSync(target);
      this.unflushed.folders.add(dirname(target));
      this.count(path, 'removed');
    });
  }

  /** Removes a file, and the folders that are empty then. */
  removeWithFolders(path: string): void {
    if (!this.exists(path)) return;
    this.remove(path);
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      try {
        rmdirSync(join(this.root, folder));
      } catch {
        return;
      }
      this.createdFolders.delete(join(this.root, folder));
      this.unflushed.folders.delete(join(this.root, folder));
    }
  }

  /** Makes all writes so far durable. */
  flush(): void {
    const { files, folders } = this.unflushed;
    const paths = [...[...files].map((path) => join(this.root, path)), ...folders];
    if (paths.length > 0) this.guard('', () => this.flushPaths(paths, this.root));
    files.clear();
    folders.clear();
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** Paths of the files in a folder, without hidden ones: one look for many. Empty where there is no such folder. */
  pathsIn(folder: string): Set<string> {
    return new Set(filesIn(join(this.root, folder)).map((name) => `${folder}/${name}`));
  }

  /** In bytes; 0 when there is no such file. */
  sizeOf(path: string): number {
    return statSync(join(this.root, path), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** The text of a file; undefined when it is missing. */
  read(path: string): string | undefined {
    return this.readBytes(path)?.toString('utf8');
  }

  readBytes(path: string): Buffer | undefined {
    return this.guard(path, () => (this.exists(path) ? readFileSync(join(this.root, path)) : undefined), 'read');
  }

  /** Writes a temporary file and renames it; leaves nothing behind on failure. */
  private rename(path: string, make: (temporary: string) => void): void {
    const target = join(this.root, path);
    this.makeFolder(dirname(target));
    const temporary = join(this.root, TEMPORARY, 'next');
    this.onChange(path);
    try {
      make(temporary);
      keepTimesApart(target, temporary);
      renameSync(temporary, target);
      this.unflushed.folders.add(dirname(target));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  private makeFolder(folder: string): void {
    if (this.createdFolders.has(folder)) return;
    this.createdFolders.add(folder);
    const first = mkdirSync(folder, { recursive: true });
    if (first === undefined) return;
    // A new folder changes its parent.
    for (let above = dirname(folder); above.length >= dirname(first).length; above = dirname(above))
      this.unflushed.folders.add(above);
  }

  private count(path: string, what: 'written' | 'unchanged' | 'linked' | 'removed', bytes = 0): void {
    if (path.startsWith('.') || path.startsWith('versions/')) return;
    this.counts[what] += 1;
    this.counts.bytes += bytes;
  }

  private guard<T>(path: string, work: () => T, verb = 'write'): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof PublishError) throw error;
      throw new PublishError(`cannot ${verb} ${join(this.root, path)}: ${(error as Error).message}`, { cause: error });
    }
  }
}
