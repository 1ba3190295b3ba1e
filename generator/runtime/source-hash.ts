/** What a module computes with: the hash of its source and of all that it imports. No number is raised by hand. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { contentHash } from '#core/etag.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** Types compute nothing. */
const IMPORT = /^(?:(?:import|export) (?!type )[^;']*from|import) '([^'\n]{1,200})';$/gm;

const read = new Map<string, string>();

/** A source, or the package with its version; undefined for Node.js itself. */
function fileOf(specifier: string, importer: string): string | undefined {
  if (specifier.startsWith('#')) return join(ROOT, 'generator', specifier.slice(1));
  if (specifier.startsWith('.')) return join(dirname(importer), specifier);
  if (specifier.startsWith('node:')) return undefined;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
  return join(ROOT, 'node_modules', name, 'package.json');
}

/**
 * Path from the root of the program → text of all that modules compute with. Read when the program is loaded: a running
 * program does not follow its sources. Neither line ends nor the place of a checkout change it.
 * @param modules paths from the root of the program
 */
export function sourcesOf(...modules: string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const visit = (file: string): void => {
    const path = relative(ROOT, file);
    if (texts.has(path)) return;
    const text = read.getOrInsertComputed(file, () => readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
    texts.set(path, text);
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const imported = fileOf(specifier, file);
      if (imported !== undefined) visit(imported);
    }
  };
  for (const module of modules) visit(join(ROOT, module));
  return texts;
}

/** @param modules paths from the root of the program */
export const sourceHash = (...modules: string[]): string =>
  contentHash(
    Array.from(sourcesOf(...modules), ([path, text]) => `${path}\n${text}`)
      .sort()
      .join('\n'),
  );
