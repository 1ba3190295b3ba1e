/** What a module computes with: the hash of its source and of all that it imports. No number is raised by hand. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { contentHash } from './etag.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SPECIFIER = /\b(?:from|import) '([^'\n]{1,200})';$/gm;

const read = new Map<string, string>();

/**
 * Read when the program is loaded: a running program does not follow its sources. Neither line ends nor the place of a
 * checkout change it.
 * @param modules paths from the root of the program
 */
export function sourceHash(...modules: string[]): string {
  const texts = new Map<string, string>();
  const visit = (file: string): void => {
    if (texts.has(file)) return;
    const text = read.getOrInsertComputed(file, () => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
    texts.set(file, text);
    for (const [, specifier = ''] of text.matchAll(SPECIFIER)) {
      if (specifier.startsWith('#core/')) visit(join(ROOT, 'generator/core', specifier.slice('#core/'.length)));
      else if (specifier.startsWith('.')) visit(join(dirname(file), specifier));
    }
  };
  for (const module of modules) visit(join(ROOT, module));
  const named = [...texts].map(([file, text]) => `${relative(ROOT, file)}\n${text}`);
  return contentHash(named.sort().join('\n'));
}
