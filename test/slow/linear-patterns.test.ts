/** That the lint rules for code which reads outside text find the patterns that once hung, and unsafe look-ups. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unsafeLookUps } from '../../scripts/lint/own-lookups.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Each hung the updater, or could have, in an earlier form of the parsers' patterns. */
const FORMER_PATTERNS = [
  String.raw`/^\s*-?\s*$/`,
  String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/`,
  String.raw`/<pre\b[^>]*>/i`,
  String.raw`/<title[^>]*>([^<]{0,100})/i`,
  String.raw`/<(title|h1|h2)[^>]*>([^<]*)</i`,
  String.raw`/^[\s-]*-{5}[\s-]*$/`,
  String.raw`/^\s*(\S+)\s+(\S+)(?:\s+(.*))?$/`,
  String.raw`/Bulunan\s*:?\s*(\d{1,7})/`,
  String.raw`/^\s*No\s*([\t,;])\s*"?Deprem Kodu/i`,
  String.raw`/\s*\[[^[\]]{0,60}\bkm\b[^[\]]{0,40}\]?\s*$/`,
  String.raw`/^(.*?)\s*(?:I?lksel|Quick|(REVI[ZS]E)\s*(\d{1,2})?\s*(?:\(\s*([^()]*?)\s*\)?)?)\s*$/`,
  String.raw`/[([].*?[)\]]/g`,
  String.raw`/charset\s*=\s*["']?\s*(windows-1254|iso-8859-9)/i`,
  String.raw`/^[^ ]+T.+Z$/`,
  String.raw`new RegExp('^a*' + 'a*$')`,
];

/** A folder with `code` in a file that reads outside text. */
function folderOf(t: TestContext, code: string): string {
  const folder = temporaryFolder(t);
  const file = join(folder, 'generator/sources/parsing/rows.ts');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  return folder;
}

test('the lint rules reject every pattern that once took exponential time', (t) => {
  const cwd = folderOf(t, FORMER_PATTERNS.map((pattern, at) => `export const P${at} = ${pattern};`).join('\n'));
  for (const name of ['.oxlintrc.json', 'node_modules', 'scripts']) symlinkSync(resolve(name), join(cwd, name));
  const command = [resolve('node_modules/oxlint/bin/oxlint'), '--format', 'unix', 'generator'];
  const { stdout } = spawnSync(process.execPath, command, { cwd, encoding: 'utf8' });
  const reports = stdout.matchAll(/rows\.ts:(\d+):.*\b(?:redos|regexp|local)\(/g);
  const lines = [...reports].map(([, line]) => Number(line));
  assert.deepEqual(
    FORMER_PATTERNS.filter((_, at) => !lines.includes(at + 1)),
    [],
  );
});

const LOOK_UPS: [code: string, found: boolean][] = [
  ['NAMES[word]', true],
  ['NAMES[word.toLowerCase()]!', true],
  ['(NAMES as { [name: string]: string } | undefined)?.[word]', true],
  ["(NAMES[word] ??= 'ML')", true],
  ["(NAMES[word] += 'ML')", true],
  ['word in KNOWN', true],
  ["(NAMES[word] = 'ML')", false],
  ["'ml' in KNOWN", false],
  ['KNOWN[word as keyof typeof KNOWN]', false],
  ["NAMES['ml']", false],
  ['LIST[count]', false],
  ['NAMES[count]', false],
  ['JSON_BODY[word]', false],
  ['TABLE.get(word)', false],
  ['Object.hasOwn(NAMES, word) ? NAMES[word] : undefined', false],
];

test('a word from outside is looked up in a Map, not in an object', (t) => {
  const before = [
    "const KNOWN = { ml: 'ML' } as const;",
    'const NAMES: Record<string, string> = KNOWN;',
    'const LIST = [KNOWN];',
    'const JSON_BODY: Record<string, unknown> = KNOWN;',
    'const TABLE = new Map(Object.entries(KNOWN));',
    'export const found = (word: string, count: number): unknown[] => {',
    'const values: unknown[] = [];',
  ];
  const code = [...before, ...LOOK_UPS.map(([look]) => `values.push(${look});`), 'return values;', '};'].join('\n');
  const folder = folderOf(t, code);
  writeFileSync(join(folder, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"esnext","types":[]}}');
  const lines = unsafeLookUps(join(folder, 'tsconfig.json')).map((found) => Number(/:(\d+): /.exec(found)![1]));
  assert.deepEqual(
    lines.map((line) => LOOK_UPS[line - before.length - 1]![0]),
    LOOK_UPS.filter(([, found]) => found).map(([look]) => look),
  );
});
