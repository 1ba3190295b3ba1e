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

/** What every part of the log-in app may use. */
const ACCOUNT_BASE = ['core', 'http', 'accounts-db', 'access', 'quota'];
const ACCOUNTS = [...ACCOUNT_BASE, 'accounts', 'account-threads', 'account-routes', 'billing'];

/** Every room of the house, in the order of a report's and a request's way. The first zone whose path a file begins with is its own. */
const ZONES: Zone[] = [
  { name: 'sqlite', path: 'generator/core/sqlite.ts', imports: [] },
  { name: 'core', path: 'generator/core/', imports: [], pure: true },

  { name: 'feed', path: 'generator/sources/feed.ts', imports: ['core'] },
  { name: 'bounds', path: 'generator/sources/limits.ts', imports: ['core', 'feed'] },
  { name: 'parsing', path: 'generator/sources/parsing/', imports: ['core', 'feed', 'bounds'] },
  { name: 'fetching', path: 'generator/sources/fetching/', imports: ['core', 'feed', 'bounds', 'parsing'] },
  ...['kandilli', 'afad', 'usgs', 'turhec', 'gcmt', 'historical', 'stations'].map((agency) => ({
    name: agency,
    path: `generator/sources/${agency}/`,
    imports: ['core', 'feed', 'bounds', 'parsing', 'fetching'],
  })),
  {
    name: 'sources',
    path: 'generator/sources/',
    imports: [
      ...['core', 'feed', 'bounds', 'parsing', 'fetching'],
      ...['kandilli', 'afad', 'usgs', 'turhec', 'gcmt', 'historical', 'stations'],
    ],
  },

  { name: 'places', path: 'generator/places/', imports: ['core'], pure: true },
  { name: 'documents', path: 'generator/catalog/documents/', imports: ['core', 'feed', 'store'] },
  { name: 'association', path: 'generator/catalog/association/', imports: ['core', 'store', 'documents'] },
  {
    name: 'publication',
    path: 'generator/catalog/publication/',
    imports: ['core', 'store', 'documents', 'association'],
  },
  {
    name: 'explain',
    path: 'generator/catalog/explain.ts',
    imports: ['core', 'store', 'documents', 'association', 'publication', 'read'],
  },
  { name: 'read', path: 'generator/catalog/read.ts', imports: ['core', 'store', 'documents'] },
  { name: 'store', path: 'generator/catalog/', imports: ['core', 'sqlite'] },
  { name: 'outputs', path: 'generator/outputs/', imports: ['core'], pure: true },
  { name: 'site', path: 'generator/site/', imports: ['core'] },
  { name: 'publish', path: 'generator/publish/', imports: ['core', 'store', 'documents', 'read', 'outputs', 'site'] },

  {
    name: 'ingest',
    path: 'generator/ingest.ts',
    imports: ['core', 'feed', 'parsing', 'sources', 'store', 'documents', 'publication'],
  },
  {
    name: 'shipped',
    path: 'generator/shipped.ts',
    imports: ['read', 'core', 'ingest', 'places', 'publication', 'stations', 'documents', 'store'],
  },
  {
    name: 'polling',
    path: 'generator/polling/',
    imports: ['core', 'feed', 'fetching', 'stations', 'usgs', 'sources', 'store', 'documents', 'ingest'],
  },
  {
    name: 'generator',
    path: 'generator/',
    imports: [
      ...[
        'core',
        'feed',
        'parsing',
        'sources',
        'places',
        'store',
        'documents',
        'association',
        'publication',
        'explain',
        'read',
      ],
      ...['outputs', 'publish', 'ingest', 'shipped', 'polling'],
    ],
  },

  { name: 'http', path: 'gateway/http/', imports: ['core'] },
  { name: 'accounts-db', path: 'gateway/store/', imports: ['core', 'sqlite'] },
  { name: 'quota', path: 'gateway/access/quota/', imports: ['core', 'http', 'accounts-db'] },
  { name: 'access', path: 'gateway/access/', imports: ['core', 'http', 'accounts-db', 'quota'] },
  { name: 'query', path: 'gateway/query/', imports: ['core', 'http'] },
  { name: 'dataset', path: 'gateway/dataset/', imports: ['core', 'http'] },
  { name: 'work', path: 'gateway/work/', imports: ['core', 'http'] },
  { name: 'scan', path: 'gateway/scan/', imports: ['core', 'query', 'dataset', 'work'] },
  {
    name: 'endpoints',
    path: 'gateway/endpoints/',
    imports: ['core', 'http', 'access', 'quota', 'query', 'dataset', 'work', 'scan'],
  },
  { name: 'account-composition', path: 'gateway/accounts/accounts.ts', imports: ACCOUNTS },
  { name: 'account-composition', path: 'gateway/accounts/accounts-thread.ts', imports: ACCOUNTS },
  { name: 'account-composition', path: 'gateway/accounts/start-accounts.ts', imports: ACCOUNTS },
  { name: 'account-threads', path: 'gateway/accounts/thread/', imports: ['core', 'http'] },
  {
    name: 'account-routes',
    path: 'gateway/accounts/routes/',
    imports: [...ACCOUNT_BASE, 'accounts', 'account-pages', 'billing'],
  },
  { name: 'account-pages', path: 'gateway/accounts/pages/', imports: [...ACCOUNT_BASE, 'accounts'] },
  { name: 'billing', path: 'gateway/accounts/billing/', imports: [...ACCOUNT_BASE, 'accounts'] },
  { name: 'accounts', path: 'gateway/accounts/', imports: [...ACCOUNT_BASE, 'account-threads'] },
  { name: 'config', path: 'gateway/config.ts', imports: ['core', 'quota', 'http'] },
  {
    name: 'operator',
    path: 'gateway/cli/',
    imports: ['core', 'config', 'accounts', 'access', 'quota', 'accounts-db', 'http'],
  },
  {
    name: 'gateway',
    path: 'gateway/',
    imports: [
      ...['core', 'config', 'http', 'accounts-db', 'access', 'quota', 'query', 'dataset', 'work', 'scan', 'endpoints'],
      ...['accounts', 'account-composition'],
    ],
  },
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

/** Every circle of imports, types included, as the files that it goes through in order of their names. */
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
  fastGlob.sync('{generator,gateway,scripts,test}/**/*.ts', { cwd: root, ignore: ['test/golden/**'] }).sort();

function targetsOf(root: string, file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return importsOf(source).flatMap((one) => targetOf(file, one) ?? []);
}

/** Every breach of the rules in the tree, as `file: what is wrong`; empty when there is none. */
export function breaches(root: string): string[] {
  return sourceFiles(root).flatMap((file) => {
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
  if (zone.name === other.name || !zone.imports || zone.imports.includes(other.name)) return [];
  if (zone.files?.includes(target)) return [];
  return [`${zone.name} may not import ${specifier} of ${other.name}`];
}

/** Path in the tree of what a specifier names; undefined for packages and built-in modules. */
export function targetOf(file: string, specifier: string): string | undefined {
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

export function visit(node: ts.Node, call: (node: ts.Node) => void): void {
  call(node);
  ts.forEachChild(node, (child) => visit(child, call));
}
