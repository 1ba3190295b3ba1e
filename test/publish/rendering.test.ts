/** A change of what renders makes a full build: no file is left that the former sources rendered. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { shardPath } from '#core/paths.ts';
import { sourcesOf } from '#runtime/source-hash.ts';
import type * as Publish from '../../generator/publish/publish.ts';
import { PAGE_RENDERERS, RENDERERS } from '../../generator/publish/rendering.ts';
import { sourceFiles } from '../support/architecture.ts';
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
    file: 'generator/seismology/aftershock-windows.ts',
    edit: (text) => text.replace('0.1238', '0.1239'),
  });
  assert.deepEqual([other.mode, other.isEdited], ['full', true]);
});

/** What every build renders anew, and what decides about no bytes of its files. */
const ANEW = [
  ...['answers', 'base', 'clock', 'home', 'previews', 'prove', 'publish', 'statistics', 'status', 'verify', 'writer'],
  ...['delta', 'disk', 'quiet', 'releases', 'standing', 'sweep', 'tables', 'write-release', 'year-statistics'],
].map((name) => `generator/publish/${name}.ts`);
const ANEW_OUTPUTS = [
  'answers',
  'fdsn',
  'recent',
  'release/changes',
  'release/texts',
  'research/completeness-map',
  'status',
].map((name) => `generator/outputs/${name}.ts`);

test('every module of outputs and publish is of a reused file, or makes what every build renders anew', () => {
  const reused = sourcesOf(...RENDERERS, ...PAGE_RENDERERS);
  const others = sourceFiles(REPOSITORY).filter(
    (file) => /^generator\/(?:outputs|publish)\//.test(file) && !reused.has(file),
  );
  assert.deepEqual(others, [...ANEW, ...ANEW_OUTPUTS].sort());
});
