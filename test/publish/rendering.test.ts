/** A change of what renders makes a full build: no file is left that the former sources rendered. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { shardPath } from '#core/paths.ts';
import type * as Publish from '../../generator/publish/publish.ts';
import { PAGE_SOURCES, RENDERING, RENDERING_PACKAGES, RENDERING_SOURCES } from '../../generator/publish/rendering.ts';
import { importsOf, targetOf } from '../support/architecture.ts';
import { AS_OF, manifestOf, sampleCatalog } from '../support/build.ts';
import { ADDED_FIELD, type Edit, programCopy, REPOSITORY } from '../support/program-copy.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A build of a copy of the program, with one of its files changed. */
async function buildOf(t: TestContext, dist: string, edit: Edit = SAME) {
  const { load, isEdited } = programCopy(t, edit);
  const { build } = await load<typeof Publish>('generator/publish/publish.ts');
  const { db } = sampleCatalog();
  const settings = { serviceName: 'Synthetic', baseUrl: 'http://quakes.example' };
  const summary = build({ db, dist, asOf: AS_OF, settings, output: { flush: () => {} } });
  return { ...summary, isEdited };
}

const SAME: Edit = { file: 'generator/core/wire.ts', edit: (text) => text };

test('a field added to a renderer is in every file after the next build', async (t) => {
  const dist = temporaryFolder(t);
  const first = await buildOf(t, dist);
  assert.equal((await buildOf(t, dist)).mode, 'incremental', 'another copy of the same sources');
  const { mode, isEdited, dataset } = await buildOf(t, dist, ADDED_FIELD);
  assert.deepEqual([mode, isEdited], ['full', true]);
  assert.notEqual(dataset, first.dataset);
  const paths = ['list.json', ...manifestOf(dist).shards.map(({ hash }) => shardPath(hash))];
  assert.ok(paths.length > 2);
  for (const path of paths) {
    const { earthquakes } = JSON.parse(readFileSync(join(dist, path), 'utf8')) as { earthquakes: { added?: string }[] };
    assert.ok(earthquakes.length > 0 && earthquakes.every(({ added }) => added === 'field'), path);
  }
});

test('a change of a constant makes a full build; line ends do not', async (t) => {
  const dist = temporaryFolder(t);
  await buildOf(t, dist);
  assert.equal(
    (await buildOf(t, dist, { ...SAME, edit: (text) => text.replaceAll('\n', '\r\n') })).mode,
    'incremental',
  );
  const other = await buildOf(t, dist, {
    file: 'generator/core/aftershock-windows.ts',
    edit: (text) => text.replace('0.1238', '0.1239'),
  });
  assert.deepEqual([other.mode, other.isEdited], ['full', true]);
});

/** What every build renders anew, how the catalogue is opened, and feeds, whose answers every build writes. */
const ENDS =
  /^generator\/(?:publish\/answers|hosting\/hosting|catalog\/database|catalog\/documents\/feed-(?:groups|states))\.ts$/;
/** Without influence on the bytes of files, or only on those of assets and pictures, which are named by hashes. */
const NEUTRAL = /^(?:node:.*|lru-cache|fast-glob|better-sqlite3|esbuild|@resvg\/resvg-wasm)$/;

test('every source and package that a reused file depends on is in the hash', () => {
  const [files, packages] = [new Set<string>(), new Set<string>()];
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (ENDS.test(file)) return;
    for (const specifier of importsOf(readFileSync(join(REPOSITORY, file), 'utf8'))) {
      const target = targetOf(file, specifier);
      if (target === undefined) packages.add(specifier.replace(/^hono\/html$/, 'hono'));
      else visit(target);
    }
  };
  visit('generator/publish/publish.ts');
  const isHashed = (file: string): boolean =>
    [...RENDERING_SOURCES, ...PAGE_SOURCES].some(({ folder, recursive }) => {
      const inside = file.startsWith(`generator/${folder}/`) && file.slice(`generator/${folder}/`.length);
      return inside && (recursive || !inside.includes('/'));
    });
  assert.ok(files.size > 50);
  assert.deepEqual(
    [...files].filter((file) => !isHashed(file) && !ENDS.test(file)),
    [],
  );
  assert.deepEqual([...packages].filter((name) => !NEUTRAL.test(name)).sort(), RENDERING_PACKAGES);
  assert.match(RENDERING, /^[0-9a-f]{24}$/);
});
