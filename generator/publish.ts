/** Writing into `dist/` so that a reader never sees half a file: written apart, renamed, unchanged files left alone. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export class PublishError extends Error {
  override name = 'PublishError';
}

/** Files under a dotted name and versions are bookkeeping, not output, and are not counted. */
export interface OutputCounts {
  written: number;
  unchanged: number;
  linked: number;
  removed: number;
  bytes: number;
}

/** Where files are written before they are renamed into their place; emptied when the next build begins. */
const WORKPLACE = '.tmp';

export interface OutputOptions {
  /** Makes a hard link; throws where the file system has none. */
  link?: (source: string, target: string) => void;
  /** Called before every change of the folder, with the path that it is about. */
  onChange?: (path: string) => void;
}

export class Output {
  readonly counts: OutputCounts = { written: 0, unchanged: 0, linked: 0, removed: 0, bytes: 0 };
  private readonly root: string;
  private readonly makeLink: (source: string, target: string) => void;
  private readonly onChange: (path: string) => void;
  private readonly claimed = new Set<string>();
  private readonly made = new Set<string>();
  /** Files with content, and folders with names, that a power cut may still take back. */
  private readonly unflushed = { files: new Set<string>(), folders: new Set<string>() };

  /** What an ended process left half written is removed: only one process at a time may write to a folder. */
  constructor(root: string, { link = linkSync, onChange = () => {} }: OutputOptions = {}) {
    this.root = root;
    this.makeLink = link;
    this.onChange = onChange;
    this.guard('', () => {
      rmSync(join(root, WORKPLACE), { recursive: true, force: true });
      mkdirSync(join(root, WORKPLACE), { recursive: true });
    });
  }

  /**
   * A file that only one output may claim, safe against a power cut after {@link flush}.
   * @throws PublishError when it cannot be written, or two outputs claim one path
   */
  put(path: string, body: string | Uint8Array): void {
    this.claim(path);
    this.keep(path, body);
  }

  /** One that takes another's place at once: all that was written before is safe then, and so is this. */
  putLast(path: string, body: string | Uint8Array): void {
    this.claim(path);
    this.flush();
    this.replace(path, body, fsyncSync);
    this.flush();
  }

  /** @throws PublishError when another output of this build has claimed the path */
  claim(path: string): void {
    if (this.claimed.has(path)) throw new PublishError(`two outputs claim ${path}`);
    this.claimed.add(path);
  }

  /** A file whose path more than one output may have a use for: it is named by its content. */
  keep(path: string, body: string | Uint8Array): void {
    if (this.replace(path, body)) this.unflushed.files.add(path);
  }

  /** One of very many small files, which are not flushed. @returns whether it was written */
  putDetail(path: string, body: string | Uint8Array): boolean {
    return this.replace(path, body);
  }

  private replace(path: string, body: string | Uint8Array, flush?: (file: number) => void): boolean {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return this.guard(path, () => {
      if (sameBytes(join(this.root, path), bytes)) {
        this.count(path, 'unchanged');
        return false;
      }
      this.rename(path, (beside) => write(beside, bytes, flush));
      this.count(path, 'written', bytes.byteLength);
      return true;
    });
  }

  /** A second name of a file: a hard link where the file system has them, a copy elsewhere. */
  link(path: string, second: string): void {
    this.guard(second, () => {
      if (sameFile(join(this.root, path), join(this.root, second))) return;
      if (this.linked(path, second)) this.count(second, 'linked');
      else this.replace(second, readFileSync(join(this.root, path)));
    });
  }

  /** Puts a file of this folder under another name as well, where another file may stand. */
  place(path: string, target: string): void {
    this.guard(target, () => {
      if (!this.linked(path, target)) {
        this.rename(target, (beside) => write(beside, this.readBytes(path)!));
        this.unflushed.files.add(target);
      }
      this.count(target, 'written', statSync(join(this.root, target)).size);
    });
  }

  /** @returns false where the file system has no links */
  private linked(path: string, second: string): boolean {
    try {
      this.rename(second, (beside) => this.makeLink(join(this.root, path), beside));
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

  /** Makes everything until now safe against a power cut. Files together: each alone would wait for the disk as long as all. */
  flush(): void {
    const { files, folders } = this.unflushed;
    for (const path of files) this.guard(path, () => flushPath(join(this.root, path)));
    for (const folder of folders) this.guard('', () => flushPath(folder));
    files.clear();
    folders.clear();
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** In bytes; 0 when there is no such file. */
  sizeOf(path: string): number {
    return statSync(join(this.root, path), { throwIfNoEntry: false })?.size ?? 0;
  }

  /** The text of a file, or undefined when it is not there. */
  read(path: string): string | undefined {
    return this.readBytes(path)?.toString('utf8');
  }

  readBytes(path: string): Buffer | undefined {
    return this.guard(path, () => (this.exists(path) ? readFileSync(join(this.root, path)) : undefined), 'read');
  }

  /** Makes a file in the workplace and moves it to its place; what fails leaves nothing behind. */
  private rename(path: string, make: (beside: string) => void): void {
    const target = join(this.root, path);
    this.makeFolder(dirname(target));
    const beside = join(this.root, WORKPLACE, 'next');
    this.onChange(path);
    try {
      make(beside);
      renameSync(beside, target);
      this.unflushed.folders.add(dirname(target));
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
  }

  private makeFolder(folder: string): void {
    if (this.made.has(folder)) return;
    this.made.add(folder);
    const first = mkdirSync(folder, { recursive: true });
    if (first === undefined) return;
    // A new folder is a name in the one above it.
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

/** Error codes of file systems without hard links, or with all links of a file used up. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV']);

function write(path: string, bytes: Uint8Array, flush?: (file: number) => void): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at);
    flush?.(file);
  } finally {
    closeSync(file);
  }
}

/** Error codes of systems where a folder cannot be opened or flushed (a rename is as safe as it gets there), and of what is gone already. */
const NO_FLUSH = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOENT']);

function flushPath(path: string): void {
  try {
    const file = openSync(path, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!NO_FLUSH.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function sameBytes(path: string, bytes: Uint8Array): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== bytes.byteLength) return false;
  return readFileSync(path).equals(bytes);
}

/** Whether two names are links to one file. */
function sameFile(one: string, other: string): boolean {
  const there = statSync(other, { throwIfNoEntry: false });
  const here = there && statSync(one);
  return here !== undefined && here.ino === there!.ino && here.dev === there!.dev;
}
