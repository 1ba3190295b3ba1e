/** Writing into `dist/` so that a reader never sees half a file: written beside, renamed, unchanged files left alone. */
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

export interface OutputCounts {
  written: number;
  unchanged: number;
  linked: number;
  removed: number;
  bytes: number;
}

export class Output {
  readonly counts: OutputCounts = { written: 0, unchanged: 0, linked: 0, removed: 0, bytes: 0 };
  private readonly root: string;
  private readonly claimed = new Set<string>();
  private readonly made = new Set<string>();

  constructor(root: string) {
    this.root = root;
    this.guard('', () => mkdirSync(root, { recursive: true }));
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
        this.counts.unchanged += 1;
        return false;
      }
      this.makeFolder(dirname(target));
      const beside = `${target}.${process.pid}.tmp`;
      const file = openSync(beside, 'w');
      try {
        for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at);
        if (flush) fsyncSync(file);
      } catch (error) {
        rmSync(beside, { force: true });
        throw error;
      } finally {
        closeSync(file);
      }
      renameSync(beside, target);
      this.counts.written += 1;
      this.counts.bytes += bytes.byteLength;
      return true;
    });
  }

  /** A second name of a file: a hard link where the file system has them, a copy elsewhere. */
  link(path: string, second: string): void {
    this.guard(second, () => {
      const source = join(this.root, path);
      const target = join(this.root, second);
      const there = statSync(target, { throwIfNoEntry: false });
      if (there && there.ino === statSync(source).ino) return;
      this.makeFolder(dirname(target));
      const beside = `${target}.${process.pid}.tmp`;
      rmSync(beside, { force: true });
      try {
        linkSync(source, beside);
      } catch (error) {
        if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
        this.replace(second, readFileSync(source), false);
        return;
      }
      renameSync(beside, target);
      this.counts.linked += 1;
    });
  }

  remove(path: string): void {
    this.guard(path, () => {
      const target = join(this.root, path);
      if (!existsSync(target)) return;
      rmSync(target);
      this.counts.removed += 1;
    });
  }

  exists(path: string): boolean {
    return existsSync(join(this.root, path));
  }

  /** The text of a file, or undefined when it is not there. */
  read(path: string): string | undefined {
    return this.guard(path, () => (this.exists(path) ? readFileSync(join(this.root, path), 'utf8') : undefined));
  }

  private makeFolder(folder: string): void {
    if (this.made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    this.made.add(folder);
  }

  private guard<T>(path: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof PublishError) throw error;
      throw new PublishError(`cannot write ${join(this.root, path)}: ${(error as Error).message}`);
    }
  }
}

/** Error codes of file systems without hard links, or with all links of a file used up. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV']);

function sameBytes(path: string, bytes: Uint8Array): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== bytes.byteLength) return false;
  return readFileSync(path).equals(bytes);
}
