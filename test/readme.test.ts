import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { PARAMETERS } from '../gateway/query/parameters.ts';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
/** README and what it leads to. */
const README = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('../docs', import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
  .map(read)
  .join('\n');
const named = (name: string): boolean => README.includes(`\`${name}\``) || new RegExp(`\\b${name}\\b`).test(README);

test('the documentation names every parameter', () => {
  const names = PARAMETERS.map(({ name }) => name);
  assert.ok(names.length >= 20, names.join(' '));
  assert.deepEqual(
    names.filter((name) => !named(name)),
    [],
  );
});

test('the documentation names every setting', () => {
  const settings = [
    'generator/runtime/environment.ts',
    'generator/cli/config.ts',
    'gateway/config.ts',
    'gateway/accounts/settings.ts',
  ]
    .flatMap((path) => [...read(path).matchAll(/'([A-Z]+(?:_[A-Z]+)*)'/g)].map(([, name]) => name!))
    // A form of Unicode.
    .filter((name) => name !== 'NFC');
  assert.ok(settings.includes('PORT') && settings.includes('DATA_DIR'), settings.join(' '));
  assert.deepEqual(
    [...new Set(settings)].filter((name) => !named(name)),
    [],
  );
});

test('the documentation names every command, and every command that it names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const documented = new Set(
    [...README.matchAll(/(?:`|&& )npm (?:run )?([a-z]+(?:[-:][a-z]+)*)/g)].map(([, name]) => name!),
  );
  for (const command of ['ci', 'install', 'run']) documented.delete(command);
  assert.deepEqual([...documented].filter((name) => !scripts[name]).toSorted(), []);
  assert.deepEqual(
    Object.keys(scripts).filter((name) => !documented.has(name)),
    [],
  );
});

test('README is short, and every file that the documentation links to exists', () => {
  const text = read('README.md');
  assert.ok(text.split('\n').length <= 120 && Buffer.byteLength(text) <= 7 * 1024);
  for (const [from, body] of [
    ['', text],
    ['', read('CONTRIBUTING.md')],
    ...readdirSync(new URL('../docs', import.meta.url))
      .filter((name) => name.endsWith('.md'))
      .map((name) => ['docs/', read(`docs/${name}`)] as const),
  ] as const)
    for (const [, target] of body.matchAll(/\]\((?!https?:)([^)#]+)\)/g))
      assert.ok(existsSync(new URL(`../${from}${target}`, import.meta.url)), `${from} leads to ${target}`);
});
