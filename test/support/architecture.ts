/** The rules about who may import whom, and what pure code may not touch, as a function of a source tree. */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import fastGlob from 'fast-glob';
import ts from 'typescript';

interface Zone {
  name: string;
  /** Folder (with a slash at its end) or file. */
  path: string;
  /** Zones that it may import besides itself; undefined for anything. */
  imports: string[] | undefined;
  /** Single files that it may import besides: vocabulary. */
  files?: string[];
  /** No clock, no chance, no process, no files, no network, no locale. */
  pure?: boolean;
}

/** The first zone whose path a file begins with is its own. */
const ZONES: Zone[] = [
  // Both sides open their database by the same rules, and core is all that they share: the rest of core stays pure and may not import it.
  { name: 'sqlite', path: 'generator/core/sqlite.ts', imports: [] },
  { name: 'core', path: 'generator/core/', imports: [], pure: true },
  { name: 'sources', path: 'generator/sources/', imports: ['core'] },
  { name: 'places', path: 'generator/places/', imports: ['core'], pure: true },
  { name: 'catalog', path: 'generator/catalog/', imports: ['core', 'sqlite'], files: ['generator/sources/report.ts'] },
  { name: 'outputs', path: 'generator/outputs/', imports: ['core'], pure: true },
  { name: 'site', path: 'generator/site/', imports: ['core'] },
  { name: 'publish', path: 'generator/publish', imports: ['core'] },
  { name: 'build', path: 'generator/build/', imports: ['core', 'catalog', 'outputs', 'site', 'publish'] },
  {
    name: 'generator',
    path: 'generator/',
    imports: ['core', 'sources', 'places', 'catalog', 'outputs', 'site', 'publish', 'build'],
  },
  { name: 'gateway', path: 'gateway/', imports: ['core', 'sqlite'] },
  { name: 'scripts', path: 'scripts/', imports: undefined },
  { name: 'test', path: 'test/', imports: undefined },
];

/** Packages and built-in modules that pure code may use: none of them has an effect. */
const PURE_MODULES = new Set(['node:crypto', 'xmlbuilder2']);

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
const MOST_LINES = 300;

/** Every breach of the rules in the tree, as `file: what is wrong`; empty when there is none. */
export function breaches(root: string): string[] {
  const files = fastGlob.sync('{generator,gateway,scripts,test}/**/*.ts', { cwd: root, ignore: ['test/golden/**'] });
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const zone = zoneOf(file);
    const found = importsOf(source).flatMap((one) => importBreach(file, zone, one));
    if (zone?.pure) found.push(...impurities(source));
    if (BAD_NAMES.test(basename(file))) found.push('the name says nothing of what is inside');
    const lines = text.trimEnd().split('\n').length;
    if (lines > MOST_LINES) found.push(`${lines} lines; at most ${MOST_LINES} are allowed`);
    return found.map((what) => `${file}: ${what}`);
  });
}

const zoneOf = (file: string): Zone | undefined => ZONES.find(({ path }) => file.startsWith(path));

function importBreach(file: string, zone: Zone | undefined, specifier: string): string[] {
  const target = targetOf(file, specifier);
  if (target === undefined)
    return zone?.pure && !PURE_MODULES.has(specifier) ? [`pure code may not import ${specifier}`] : [];
  const other = zoneOf(target);
  if (!zone || !other) return [`${specifier} lies outside of the layout`];
  if (zone === other || !zone.imports || zone.imports.includes(other.name)) return [];
  if (zone.files?.includes(target)) return [];
  return [`${zone.name} may not import ${specifier} of ${other.name}`];
}

/** Path in the tree of what a specifier names; undefined for packages and built-in modules. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#core/')) return `generator/core/${specifier.slice('#core/'.length)}`;
  return specifier.startsWith('.') ? posix.join(dirname(file), specifier) : undefined;
}

function importsOf(source: ts.SourceFile): string[] {
  const found: (ts.Node | undefined)[] = [];
  visit(source, (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) found.push(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) found.push(node.argument.literal);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push(node.arguments[0]);
  });
  return found.flatMap((node) => (node && ts.isStringLiteral(node) ? [node.text] : []));
}

function impurities(source: ts.SourceFile): string[] {
  const found: string[] = [];
  visit(source, (node) => {
    if (!ts.isIdentifier(node)) return;
    const { parent, text } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const isName = isMember || ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent);
    const impure = isMember ? IMPURE_MEMBERS.test(text) : !isName && IMPURE.has(text);
    if (impure) found.push(`pure code may not use ${text} (line ${lineOf(source, node)})`);
  });
  return found;
}

const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart()).line + 1;

function visit(node: ts.Node, call: (node: ts.Node) => void): void {
  call(node);
  ts.forEachChild(node, (child) => visit(child, call));
}
