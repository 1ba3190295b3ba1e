/** Which program runs: it costs 5 ms to say, where a hash of all sources takes a fifth of a second. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { contentHash } from '#core/etag.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Folders and files that a dataset is made with. npm writes the last one with every change of a package. */
const MADE_WITH = ['generator', 'data', 'docs/hosting', 'package.json', 'node_modules/.package-lock.json'];

/** Another one for every file, every size of it and every time of its change; empty where there is no such file. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? [stat.dev, stat.ino, stat.mtimeMs, stat.size].join(' ') : '';
}

function* filesOf(path: string): Generator<string> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder) return yield path;
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield join(entry.parentPath, entry.name);
}

const readStamp = (): string =>
  contentHash(
    MADE_WITH.flatMap((path) => [...filesOf(join(ROOT, path))].sort())
      .map((path) => `${path} ${stampOf(path)}`)
      .join('\n'),
  );

/** As of the start of this process, which does not follow its sources. A copy of the program has another one. */
export const PROGRAM = readStamp();
