/** `generate --changes FILE`: what a copy of `dist/` elsewhere lacks, in the order in which it must be published. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '#runtime/folder.ts';
import fastGlob from 'fast-glob';
import { SettingError } from '#runtime/environment.ts';
import { contentHash } from '#core/etag.ts';
import { hashInPath, MANIFEST, readCompressedPath } from '#core/paths.ts';

/** First line of each list. rclone skips lines that begin with `#`. */
const TITLE = '# Files of dist/ to publish, in this order.';
const REMOVED = '# removed: ';

/** In `dist/`: the list that has every change up to this manifest. A build that ends early leaves none. */
const LISTED = '.listed.json';

export interface ChangesSummary {
  written: number;
  removed: number;
  /** Whether every file is listed, since the list did not know an earlier build. */
  isWhole: boolean;
}

export class ChangeList {
  readonly #file: string;
  readonly #dist: string;
  readonly #paths: Set<string>;
  /** Were not there before the build: of no use to others where they go in it. */
  readonly #fresh = new Set<string>();
  readonly #isWhole: boolean;

  /**
   * Before a build.
   * @throws SettingError when the file is something else, or cannot be read
   */
  constructor(file: string, dist: string) {
    this.#file = resolve(file);
    this.#dist = dist;
    this.#paths = readList(this.#file);
    const mark = join(dist, LISTED);
    this.#isWhole = !existsSync(mark) || readFileSync(mark, 'utf8') !== this.#mark();
    rmSync(mark, { force: true });
  }

  /** Before a change of a file. @param path in `dist/` */
  readonly add = (path: string): void => {
    if (!this.#paths.has(path) && !existsSync(join(this.#dist, path))) this.#fresh.add(path);
    this.#paths.add(path);
  };

  /** After the build. What former lists have stays until somebody removes the file. */
  write(): ChangesSummary {
    const all = this.#isWhole ? fastGlob.sync('**', { cwd: this.#dist }) : [];
    const paths = [...new Set([...this.#paths, ...all])].filter((path) => !/^(?:\.|hosting\/)/.test(path));
    const [written, removed] = [true, false].map((isThere) =>
      paths.filter((path) => this.#isThere(path) === isThere).sort(byOrder),
    ) as [string[], string[]];
    replace(this.#file, [TITLE, ...written, ...removed.map((path) => `${REMOVED}${path}`), ''].join('\n'));
    writeFileSync(join(this.#dist, LISTED), this.#mark());
    return { written: written.length, removed: removed.length, isWhole: this.#isWhole };
  }

  /** Undefined for what came and went. */
  #isThere(path: string): boolean | undefined {
    return existsSync(join(this.#dist, path)) || (this.#fresh.has(path) ? undefined : false);
  }

  #mark(): string {
    const path = join(this.#dist, MANIFEST);
    return JSON.stringify({ file: this.#file, manifest: existsSync(path) ? contentHash(readFileSync(path)) : null });
  }
}

function readList(file: string): Set<string> {
  const lines = textOf(file).split('\n');
  if (lines.length > 1 && lines[0] !== TITLE)
    throw new SettingError(`--changes is ${file}, which is no list of changes: name another file; nothing was changed`);
  const paths = lines.slice(1).map((line) => (line.startsWith(REMOVED) ? line.slice(REMOVED.length) : line));
  return new Set(paths.filter((path) => path !== ''));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new SettingError(`--changes is ${file}, which cannot be read: ${(error as Error).message}`);
  }
}

/** Files named by their hash, others, compressed manifests, the manifest. */
function rankOf(path: string): number {
  const plain = readCompressedPath(path)?.path ?? path;
  if (plain === MANIFEST) return path === MANIFEST ? 3 : 2;
  return hashInPath(plain) === undefined ? 1 : 0;
}

const byOrder = (a: string, b: string): number => rankOf(a) - rankOf(b) || (a < b ? -1 : 1);

/** Durable: the mark that follows must not outlive it. */
function replace(file: string, text: string): void {
  const folder = dirname(file);
  makeFolder(folder);
  writeFileSync(`${file}.new`, text, { flush: true });
  renameSync(`${file}.new`, file);
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
}
