/** What the documents and the tree say of each other, and exports that nobody imports. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import fastGlob from 'fast-glob';
import { filesOf, LANES } from '../scripts/test.ts';
import { unusedExports } from './support/unused-exports.ts';
import { temporaryFolder } from './support/temporary.ts';

const repository = join(import.meta.dirname, '..');

test('every export of the program is imported by another file', () => {
  assert.deepEqual(unusedExports(repository), []);
});

test('every test file is run in one lane', () => {
  const files = fastGlob.sync('test/**/*.test.ts', { cwd: repository });
  assert.deepEqual(LANES.flatMap(filesOf).sort(), files.sort());
});

test('every unused export is found, and no other', (t) => {
  const root = temporaryFolder(t);
  const tree = {
    'gateway/a.ts':
      'export const used = 1, unused = 2;\nexport type { B } from "./b.ts";\nexport function called() {}\nexport type T = 1;',
    'gateway/b.ts': 'import { used as other } from "./a.ts";\nexport type B = typeof other;\nexport default class C {}',
    'gateway/c.ts': "await import('./d.ts');\ntype X = import('./a.ts').T;\nexport { called } from './a.ts';",
    'gateway/d.ts': 'export interface D {}',
    'generator/core/e.ts': 'export const e = 1;\nexport enum F { A }',
    'test/f.ts': "import { e } from '#core/e.ts';\nimport * as all from '../gateway/g.ts';\nexport const free = 1;",
    'gateway/g.ts': 'export const g = 1;',
  };
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  assert.deepEqual(unusedExports(root), [
    'gateway/a.ts: unused',
    'gateway/a.ts: B',
    'gateway/b.ts: default',
    'gateway/c.ts: called',
    'generator/core/e.ts: F',
  ]);
});

test('the picture in docs/architecture.md has the folders of the tree, and no other', () => {
  const [, picture = ''] = /```\n(bin\/[^`]*)```/.exec(readFileSync(join(repository, 'docs/architecture.md'), 'utf8'))!;
  const path: string[] = [];
  const drawn = picture.split('\n').flatMap((line) => {
    const match = /^( *)((?:[\w.-]+\/? {1,2})*[\w-]+\/)(?: |$)/.exec(line);
    if (!match) return [];
    path.length = match[1]!.length / 2;
    const parents = path.join('');
    const names = match[2]!.split(/\s+/).filter((name) => name.endsWith('/'));
    path.push(names.at(-1)!);
    return names.map((name) => `${parents}${name}`);
  });
  const [generator, gateway] = ['generator', 'gateway'].map((cwd) =>
    fastGlob.sync('*', { cwd: join(repository, cwd), onlyDirectories: true }).map((name) => `${cwd}/${name}/`),
  );
  const catalog = fastGlob
    .sync('*', { cwd: join(repository, 'generator/catalog'), onlyDirectories: true })
    .map((name) => `generator/catalog/${name}/`);
  const expected = ['bin/', 'generator/', 'gateway/', ...generator!, ...gateway!, ...catalog];
  assert.deepEqual(drawn.toSorted(), expected.toSorted());
});
