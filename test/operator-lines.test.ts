/** Every command and file of configuration of the operator's documents is run by a test, or says why not. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMAT } from '#core/manifest-checksum.ts';
import { MIGRATIONS } from '../gateway/store/schema.ts';
import { POSTGRES_MIGRATIONS } from '../gateway/store/postgres-schema.ts';
import { FIRST_VERSION, UPGRADES } from '../generator/catalog/migrations/schema.ts';
import { blocksOf, commandsInProse } from './support/document-lines.ts';
import { BLOCKS, COMMANDS, FILES, type Place, WHOLE } from './support/operator-lines.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = [
  'docs/hosting.md',
  'docs/operations.md',
  ...globSync('docs/operations/*.md', { cwd: ROOT }),
].toSorted();

/** What is in one list alone. */
const difference = (one: Iterable<string>, other: Iterable<string>): string[] => [
  ...new Set(one).symmetricDifference(new Set(other)),
];

test('each block of code has its place, and each place its block', () => {
  const numbers = new Map<string, number>();
  for (const document of DOCUMENTS.filter((one) => one !== WHOLE))
    for (const { heading, language } of blocksOf(document)) {
      const name = `${document}#${heading} ${language}`;
      numbers.set(name, (numbers.get(name) ?? 0) + 1);
    }
  const places = Object.entries(BLOCKS).map(([name, { length }]) => `${name}: ${length}`);
  assert.deepEqual(
    difference(
      [...numbers].map(([name, count]) => `${name}: ${count}`),
      places,
    ),
    [],
  );
  assert.deepEqual(new Set(blocksOf(WHOLE).map(({ language }) => language)), new Set(['sh']), 'the test runs no other');
});

test('each command of a sentence has its place, and each place its command', () => {
  assert.deepEqual(difference(DOCUMENTS.flatMap(commandsInProse), Object.keys(COMMANDS)), []);
});

test('each file of configuration has its place', () => {
  const files = globSync(['docs/hosting/*/*', 'docs/operations/**/*'], {
    cwd: ROOT,
    exclude: ['**/*.md'],
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1));
  assert.deepEqual(difference(files, Object.keys(FILES)), []);
});

test('upgrading.md ends at the versions of this program', () => {
  const text = readFileSync(join(ROOT, 'docs/operations/upgrading.md'), 'utf8');
  const latest = (pattern: RegExp): number =>
    Math.max(...[...text.matchAll(pattern)].map(([, version]) => Number(version)));
  assert.equal(latest(/`catalog\.db` migrates from version \d+ to (\d+)/g), FIRST_VERSION + UPGRADES.length);
  assert.equal(latest(/`accounts\.db` migrates to version (\d+)/g), MIGRATIONS.length);
  assert.equal(latest(/PostgreSQL to version (\d+)/g), POSTGRES_MIGRATIONS.length);
  assert.equal(latest(/`dist\/` changes (?:from format \d+ )?to (?:format )?(\d+)/g), FORMAT);
});

test('the tests that are named exist', () => {
  const places: Place[] = [...Object.values(BLOCKS).flat(), ...Object.values(COMMANDS), ...Object.values(FILES)];
  for (const place of places) if ('test' in place) assert.ok(existsSync(join(ROOT, place.test)), place.test);
});
