/** File system operations: complete writes, comparisons, durable content and names. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Error codes of file systems without hard links, or with all links of a file used up. */
export const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS', 'EXDEV']);

export function write(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w');
  try {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at);
  } finally {
    closeSync(file);
  }
}

/**
 * Error codes of systems where a folder cannot be opened or flushed (a rename is as safe as it gets there), and of what
 * is gone already.
 */
const NO_FLUSH = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP', 'ENOENT']);

/**
 * From so many files on the whole file system is flushed at once: a thousand files one by one take thirty times as
 * long.
 */
const MANY = 50;

/** @param root a folder of the file system that the paths are on */
export function flushPaths(paths: string[], root: string): void {
  if (paths.length < MANY || !flushFileSystem(root)) for (const path of paths) flushPath(path);
}

/** @returns false where the system has no such command */
function flushFileSystem(root: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('sync', ['--file-system', root], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

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

export function sameBytes(path: string, bytes: Uint8Array): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile() || stat.size !== bytes.byteLength) return false;
  return readFileSync(path).equals(bytes);
}

/** Whether two names are links to one file. */
export function sameFile(one: string, other: string): boolean {
  const there = statSync(other, { throwIfNoEntry: false });
  const here = there && statSync(one);
  return here !== undefined && here.ino === there!.ino && here.dev === there!.dev;
}

/**
 * Moves a file's modification time past the second of the one that it will replace, where both have one size: static
 * hosts make entity tags of these two.
 */
export function keepTimesApart(former: string, next: string): void {
  const before = statSync(former, { throwIfNoEntry: false });
  const after = before && statSync(next);
  if (!before || !after || before.ino === after.ino || before.size !== after.size) return;
  const second = Math.floor(before.mtimeMs / 1000);
  if (second >= Math.floor(after.mtimeMs / 1000)) utimesSync(next, after.atime, second + 1);
}

/** Names of files right in a folder, without hidden ones; empty where there is no such folder. */
export const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((one) =>
        one.isFile() && !one.name.startsWith('.') ? one.name : [],
      )
    : [];

/** Of a folder for engines: written beside and renamed. */
export function replaceFile(path: string, put: (target: string) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  // Engines leave out names that begin so.
  const temporary = join(dirname(path), '_new');
  rmSync(temporary, { force: true });
  put(temporary);
  renameSync(temporary, path);
}
