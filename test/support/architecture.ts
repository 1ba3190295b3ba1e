/** The rules of imports and of pure code, as a function of a source tree. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import fastGlob from 'fast-glob';
import ts from 'typescript';
import { type Zone, ZONES } from './zones.ts';

/** Packages and built-in modules without effects, which pure code may use. */
const PURE_MODULES = new Set([
  'node:crypto',
  'node:zlib',
  'hono/html',
  'xmlbuilder2',
  'kdbush',
  'hyparquet-writer',
  'lru-cache',
]);

const IMPURE = new Set([
  'Date',
  'process',
  'performance',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'console',
  'crypto',
]);
const IMPURE_MEMBERS = /^(?:random|localeCompare|toLocale\w*|randomUUID|randomBytes|randomInt)$/;

const BAD_NAMES = /^(?:utils?|helpers?|types?|common|misc|shared)(?:\.test)?\.ts$/;
const MOST_LINES = 250;

/** Every import circle, types included, as its files in order of their names. */
export function circles(root: string): string[] {
  const files = sourceFiles(root).filter((file) => !file.startsWith('test/'));
  const imports = new Map(files.map((file) => [file, targetsOf(root, file).filter((to) => files.includes(to))]));
  const reach = (from: string): Set<string> => {
    const seen = new Set<string>();
    const open = [...imports.get(from)!];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      if (!seen.has(next)) {
        seen.add(next);
        open.push(...imports.get(next)!);
      }
    return seen;
  };
  const reached = new Map(files.map((file) => [file, reach(file)]));
  const around = files
    .filter((file) => reached.get(file)!.has(file))
    .map((file) => [...reached.get(file)!].filter((other) => reached.get(other)!.has(file)).sort());
  return [...new Set(around.map((circle) => circle.join(' ')))];
}

export const sourceFiles = (root: string): string[] =>
  fastGlob.sync('{bin,generator,gateway,scripts,test}/**/*.ts', { cwd: root, ignore: ['test/golden/**'] }).sort();

function targetsOf(root: string, file: string): string[] {
  return importsOf(readFileSync(join(root, file), 'utf8')).flatMap((one) => targetOf(file, one) ?? []);
}

/** Every violation of the rules in the tree, as `file: reason`. */
export function breaches(root: string): string[] {
  return sourceFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const zone = zoneOf(file);
    const breaches = importsOf(text).flatMap((one) => importBreach(file, zone, one));
    if (zone?.pure) breaches.push(...impurities(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)));
    if (BAD_NAMES.test(basename(file))) breaches.push('the name says nothing of what is inside');
    const lines = text.trimEnd().split('\n').length;
    const wide = text.split('\n').findIndex((line) => line.length > 120 && /^\s*(?:\/\*|\*|\/\/)/.test(line));
    if (wide >= 0) breaches.push(`the comment in line ${wide + 1} is longer than 120 characters`);
    if (lines > MOST_LINES) breaches.push(`${lines} lines; at most ${MOST_LINES} are allowed`);
    return breaches.map((what) => `${file}: ${what}`);
  });
}

const zoneOf = (file: string): Zone | undefined => ZONES.find(({ path }) => file.startsWith(path));

function importBreach(file: string, zone: Zone | undefined, specifier: string): string[] {
  const target = targetOf(file, specifier);
  if (target === undefined)
    return zone?.pure && !PURE_MODULES.has(specifier) ? [`pure code may not import ${specifier}`] : [];
  const other = zoneOf(target);
  if (!zone || !other) return [`${specifier} lies outside of the layout`];
  if (zone.name === other.name || !zone.imports || zone.imports.includes(other.name)) return [];
  return [`${zone.name} may not import ${specifier} of ${other.name}`];
}

/** Path in the tree of what a specifier names; undefined for packages and built-in modules. */
export function targetOf(file: string, specifier: string): string | undefined {
  const shared = /^#(core|http|runtime|seismology)\/(.*)/.exec(specifier);
  if (shared) return `generator/${shared[1]}/${shared[2]}`;
  return specifier.startsWith('.') ? posix.join(dirname(file), specifier) : undefined;
}

/** Specifiers of imports, re-exports and imported types. */
export const importsOf = (text: string): string[] =>
  ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);

function impurities(source: ts.SourceFile): string[] {
  const breaches: string[] = [];
  visit(source, (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent, text } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const isName = isMember || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent);
    const impure = isMember ? IMPURE_MEMBERS.test(text) : !isName && IMPURE.has(text);
    if (impure) breaches.push(`pure code may not use ${text} (line ${lineOf(source, node)})`);
  });
  return breaches;
}

const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

export function visit(node: ts.Node, call: (node: ts.Node) => void): void {
  call(node);
  ts.forEachChild(node, (child) => visit(child, call));
}
