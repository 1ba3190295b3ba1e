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

/** Files under a dotted name are bookkeeping, not output, and are not counted. */
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
}

export class Output {
  readonly counts: OutputCounts = { written: 0, unchanged: 0, linked: 0, removed: 0, bytes: 0 };
  private readonly root: string;
  private readonly makeLink: (source: string, target: string) => void;
  private readonly claimed = new Set<string>();
  private readonly made = new Set<string>();

  /** What an ended process left half written is removed: only one process at a time may write to a folder. */
  constructor(root: string, { link = linkSync }: OutputOptions = {}) {
    this.root = root;
    this.makeLink = link;
    this.guard('', () => {
      rmSync(join(root, WORKPLACE), { recursive: true, force: true });
      mkdirSync(join(root, WORKPLACE), { recursive: true });
    });
  }

  /**
   * A file that only one output may claim, safe against a power cut once this returns.
   * @throws PublishError when it cannot be written, or two outputs claim one path
   */
  put(path: string, body: string | Uint8Array): void {
    if (this.claimed.has(path)) throw new PublishError(`two outputs claim ${path}`);
    this.claimed.add(path);
    this.replace(path, body, true);
  }

  /** One of very many small files; not flushed one by one. @returns whether it was written */
  putDetail(path: string, body: string): boolean {
    return this.replace(path, body, false);
  }

  private replace(path: string, body: string | Uint8Array, flush: boolean): boolean {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    return this.guard(path, () => {
      const target = join(this.root, path);
      if (sameBytes(target, bytes)) {
        this.count(path, 'unchanged');
        return false;
      }
      this.rename(target, (beside) => write(beside, bytes, flush));
      this.count(path, 'written', bytes.byteLength);
      return true;
    });
  }

  /** A second name of a file: a hard link where the file system has them, a copy elsewhere. */
  link(path: string, second: string): void {
    this.guard(second, () => {
      const source = join(this.root, path);
      const target = join(this.root, second);
      if (sameFile(source, target)) return;
      try {
        this.rename(target, (beside) => this.makeLink(source, beside));
        this.count(second, 'linked');
      } catch (error) {
        if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        this.replace(second, readFileSync(source), false);
      }
    });
  }

  remove(path: string): void {
    this.guard(path, () => {
      const target = join(this.root, path);
      if (!existsSync(target)) return;
      rmSync(target);
      this.count(path, 'removed');
    });
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** The text of a file, or undefined when it is not there. */
  read(path: string): string | undefined {
    return this.guard(
      path,
      () => (this.exists(path) ? readFileSync(join(this.root, path), 'utf8') : undefined),
      'read',
    );
  }

  /** Makes a file in the workplace and moves it to its place; what fails leaves nothing behind. */
  private rename(target: string, make: (beside: string) => void): void {
    const folder = dirname(target);
    if (!this.made.has(folder)) mkdirSync(folder, { recursive: true });
    this.made.add(folder);
    const beside = join(this.root, WORKPLACE, 'next');
    try {
      make(beside);
      renameSync(beside, target);
    } catch (error) {
      rmSync(beside, { force: true });
      throw error;
    }
  }

  private count(path: string, what: 'written' | 'unchanged' | 'linked' | 'removed', bytes = 0): void {
    if (path.startsWith('.')) return;
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

function write(path: string, bytes: Uint8Array, flush: boolean): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at);
    if (flush) fsyncSync(file);
  } finally {
    closeSync(file);
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
