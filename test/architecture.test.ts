import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { breaches, circles } from './support/architecture.ts';
import { temporaryFolder } from './support/temporary.ts';

const repository = join(import.meta.dirname, '..');

test('imports follow the layout, pure code is pure, and no file is too long or badly named', () => {
  assert.deepEqual(breaches(repository), []);
});

/** Files that break the rules, each with the expected reports. */
const WRONG: [string, string, string[]][] = [
  ['generator/core/a.ts', "import '../sources/b.ts';", ['core may not import ../sources/b.ts of sources']],
  ['generator/core/g.ts', "import '#runtime/a.ts';", ['core may not import #runtime/a.ts of runtime']],
  ['generator/core/h.ts', "import '#seismology/a.ts';", ['core may not import #seismology/a.ts of seismology']],
  ['generator/outputs/d.ts', "import '#runtime/a.ts';", ['outputs may not import #runtime/a.ts of runtime']],
  ['generator/seismology/b.ts', "import 'node:fs';", ['pure code may not import node:fs']],
  [
    'gateway/alerts/a.ts',
    "import type { X } from '../accounts/x.ts';",
    ['alerts may not import ../accounts/x.ts of accounts'],
  ],
  ['generator/core/b.ts', "import { readFileSync } from 'node:fs';", ['pure code may not import node:fs']],
  ['generator/core/c.ts', 'export const at = (): number => Date.now();', ['pure code may not use Date (line 1)']],
  ['generator/core/d.ts', '\nexport const at = new Date();', ['pure code may not use Date (line 2)']],
  ['generator/core/e.ts', 'export const dice = Math.random();', ['pure code may not use random (line 1)']],
  [
    'generator/core/f.ts',
    "export * from '../../gateway/app.ts';",
    ['core may not import ../../gateway/app.ts of gateway'],
  ],
  [
    'generator/outputs/a.ts',
    "import type { X } from '../catalog/x.ts';",
    ['outputs may not import ../catalog/x.ts of store'],
  ],
  ['generator/outputs/b.ts', "import 'better-sqlite3';", ['pure code may not import better-sqlite3']],
  [
    'generator/outputs/c.ts',
    "export const low = 'I'.toLocaleLowerCase();",
    ['pure code may not use toLocaleLowerCase (line 1)'],
  ],
  ['generator/sources/a.ts', "import '../catalog/b.ts';", ['sources may not import ../catalog/b.ts of store']],
  [
    'generator/catalog/documents/b.ts',
    "import type { X } from '../../sources/registry.ts';",
    ['documents may not import ../../sources/registry.ts of sources'],
  ],
  [
    'generator/catalog/association/b.ts',
    "import type { X } from '../publication/commit.ts';",
    ['association may not import ../publication/commit.ts of publication'],
  ],
  [
    'generator/sources/afad/b.ts',
    "import '../kandilli/live-page.ts';",
    ['afad may not import ../kandilli/live-page.ts of kandilli'],
  ],
  ['gateway/http/b.ts', "import '../access/caller.ts';", ['http may not import ../access/caller.ts of access']],
  ['gateway/dataset/b.ts', "import '../accounts/auth.ts';", ['dataset may not import ../accounts/auth.ts of accounts']],
  ['generator/publish/a.ts', "import '../sources/feed.ts';", ['publish may not import ../sources/feed.ts of feed']],
  ['generator/publish/b.ts', "import '../cli/main.ts';", ['publish may not import ../cli/main.ts of generator']],
  ['generator/main.ts', "import '../scripts/a.ts';", ['generator may not import ../scripts/a.ts of scripts']],
  ['generator/cli/y.ts', "import '../../bin/start.ts';", ['generator may not import ../../bin/start.ts of bin']],
  [
    'bin/a.ts',
    "import '../generator/publish/publish.ts';",
    ['bin may not import ../generator/publish/publish.ts of publish'],
  ],
  [
    'generator/x.ts',
    "await import('../test/support/a.ts');",
    ['generator may not import ../test/support/a.ts of test'],
  ],
  [
    'gateway/a.ts',
    "import { build } from '../generator/publish/publish.ts';",
    ['gateway may not import ../generator/publish/publish.ts of publish'],
  ],
  [
    'gateway/b.ts',
    "type X = import('../generator/config.ts').Config;",
    ['gateway may not import ../generator/config.ts of generator'],
  ],
  ['gateway/utils.ts', '', ['the name says nothing of what is inside']],
  ['scripts/long.ts', '// line\n'.repeat(251), ['251 lines; at most 250 are allowed']],
];

/** Files that follow the rules. */
const RIGHT: [string, string][] = [
  ['generator/core/z.ts', "import { createHash } from 'node:crypto';\nexport const Z = { Date: 1 };\nimport './y.ts';"],
  ['generator/runtime/z.ts', "import 'node:fs';\nimport 'better-sqlite3';\nimport '#core/y.ts';"],
  ['gateway/store/y.ts', "import '#runtime/z.ts';\nimport '#seismology/z.ts';"],
  ['generator/catalog/documents/z.ts', "import { FEEDS } from '../../sources/feed.ts';\nimport '#core/y.ts';"],
  ['generator/catalog/publication/z.ts', "import '../documents/z.ts';\nimport '../association/z.ts';"],
  ['generator/sources/z.ts', "import { readFileSync } from 'node:fs';\nexport const at = Date.now;"],
  ['generator/publish/z.ts', "import '../catalog/read.ts';\nimport '../outputs/z.ts';"],
  ['bin/z.ts', "import '../generator/cli/watch.ts';\nimport '../gateway/config.ts';"],
  ['gateway/z.ts', "import '#core/y.ts';\nimport './endpoints/z.ts';\nimport 'hono';"],
  ['scripts/z.ts', "import '../generator/cli/watch.ts';\nimport '../gateway/app.ts';\nimport '../test/support/z.ts';"],
  ['test/z.test.ts', "import '../scripts/z.ts';"],
  ['scripts/exact.ts', '// line\n'.repeat(250)],
];

test('every forbidden import of a tree is reported, and nothing else', (t) => {
  const root = temporaryFolder(t);
  for (const [file, text] of [...WRONG, ...RIGHT]) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const expected = WRONG.flatMap(([file, , faults]) => faults.map((fault) => `${file}: ${fault}`));
  assert.deepEqual(breaches(root).sort(), expected.sort());
});

test('no imports are circular, types included', () => {
  assert.deepEqual(circles(repository), []);
});

test('every import circle is reported', (t) => {
  const root = temporaryFolder(t);
  const tree = {
    'gateway/a.ts': "import './b.ts';",
    'gateway/b.ts': "export type { X } from './c.ts';",
    'gateway/c.ts': "type Y = import('./a.ts').Y;",
    'gateway/d.ts': "import './a.ts';",
    'generator/core/e.ts': "import '#core/f.ts';",
    'generator/core/f.ts': "import './e.ts';",
  };
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  assert.deepEqual(circles(root), [
    'gateway/a.ts gateway/b.ts gateway/c.ts',
    'generator/core/e.ts generator/core/f.ts',
  ]);
});

const COMMANDS = ['start', 'ingest', 'generate', 'serve', 'watch', 'synthesize', 'bench', 'check', 'test'];

test('package.json has the commands, and each starts an existing file', () => {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const command of COMMANDS) assert.ok(scripts[command], `npm run ${command}`);
  for (const command of ['start', 'ingest', 'generate', 'serve', 'watch']) {
    const [file] = /\S+\.ts/.exec(scripts[command]!) ?? [];
    assert.ok(readFileSync(join(repository, file!), 'utf8').length > 0);
  }
});
