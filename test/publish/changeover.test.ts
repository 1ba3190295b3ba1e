/** A dataset changes over as a whole or not at all. Builds ended and copied at their changes: test/slow. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'node:test';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { AS_OF, buildInto, treeOf, usgsSays } from '../support/build.ts';
import { NOON, testCatalog } from '../support/catalog.ts';
import { answersOf, buildAfter, catalogAfter, targetsOf } from '../support/changeover.ts';
import { numbered } from '../support/publisher.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('everything that the manifest names is flushed before it comes, its folders too, and so is what follows', (t) => {
  const dist = temporaryFolder(t);
  const events: string[] = [];
  const output = {
    onChange: (path: string) => void events.push(path),
    flush: (paths: string[]) => void events.push(...paths.map((path) => `flushed ${relative(dist, path)}`)),
  };
  buildAfter(dist, 0, { detailFiles: 'none', output });
  events.length = 0;
  buildAfter(dist, 1, { detailFiles: 'none', output });
  const manifest = events.indexOf('manifest.json');
  const before = new Set(events.slice(0, manifest));
  const written = [...before].filter((path) => /^(shards|changes|details|versions|\.changeover)/.test(path));
  assert.ok(written.length > 10, String(written.length));
  const linked = (path: string): boolean => !before.has(`flushed ${path}`);
  // What is only another name of a file that was there before needs its folder flushed, not its content.
  assert.ok(written.filter(linked).every((path) => path.startsWith('versions/')));
  for (const folder of ['shards', 'changes', 'details/index', 'versions', ''])
    assert.ok(before.has(`flushed ${folder}`), folder);
  assert.deepEqual(events.slice(manifest, manifest + 3), ['manifest.json', 'flushed .tmp/next', 'flushed ']);
  const after = events.slice(manifest + 3);
  const end = after.indexOf('.changeover.json');
  for (const folder of ['details/newest', 'details/names', ''])
    assert.ok(after.slice(0, end).includes(`flushed ${folder}`), folder);
});

test('a reader of the manifest before finds what it names while the new one stands', async (t) => {
  const dist = temporaryFolder(t);
  buildAfter(dist, 0, { detailFiles: 'none' });
  const targets = targetsOf(catalogAfter(0));
  const dataset = new Dataset(folderReader(dist), { pollIntervalMs: Infinity });
  const app = createApp({ dataset, now: () => AS_OF });
  const answer = async (target: string): Promise<string> => (await app.request(target)).text();
  const expected = await answersOf(dist, targets);
  await dataset.current();
  buildAfter(dist, 1, { detailFiles: 'none' });
  for (const target of targets) assert.equal(`200 ${await answer(target)}`, expected.get(target), target);
  await dataset.refresh();
  assert.equal(await answer('/manifest.json'), readFileSync(join(dist, 'manifest.json'), 'utf8'));
});

test('what a build behind its manifest left to do outlives a further one that ends before its own manifest', (t) => {
  for (const [former, files] of [
    ['all', 'all'],
    ['none', 'all'],
    ['all', 'none'],
  ] as const) {
    const [dist, expected] = [temporaryFolder(t), temporaryFolder(t)];
    buildAfter(dist, 0, { detailFiles: former });
    buildAfter(expected, 2, { detailFiles: files });
    let published = false;
    const afterManifest = (path: string): void => {
      if (published && /^details\/(id|date)/.test(path)) throw new Error('ended');
      published ||= path === 'manifest.json';
    };
    const beforeManifest = (path: string): void => {
      if (path === 'manifest.json') throw new Error('ended');
    };
    assert.throws(() => buildAfter(dist, 1, { detailFiles: files, output: { onChange: afterManifest } }), /ended/);
    assert.throws(() => buildAfter(dist, 2, { detailFiles: files, output: { onChange: beforeManifest } }), /ended/);
    buildAfter(dist, 2, { detailFiles: files });
    assert.deepEqual(treeOf(dist), treeOf(expected), `${former}, then ${files}`);
  }
});

test('what an ended build wrote and did not flush is flushed by the next one, though it is as it should be', (t) => {
  for (const end of ['.changeover.json', 'list.json.gz']) {
    const dist = temporaryFolder(t);
    buildAfter(dist, 0, { detailFiles: 'none' });
    const unflushed = new Set<string>();
    const onChange = (path: string): void => {
      if (path === end) throw new Error('ended');
      if (path === 'manifest.json') unflushed.clear();
      if (/^(shards|changes|details)\//.test(path)) unflushed.add(path);
    };
    assert.throws(() => buildAfter(dist, 1, { detailFiles: 'none', output: { onChange } }), /ended/);
    assert.ok(unflushed.size > 3);
    const flush = (paths: string[]): void => paths.forEach((path) => unflushed.delete(relative(dist, path)));
    buildAfter(dist, 1, { detailFiles: 'none', output: { flush } });
    assert.deepEqual([...unflushed], [], `after an end before ${end}`);
  }
});

test('compressed answers of an ended build are written by the next one, though their earthquakes did not change', (t) => {
  const [dist, expected] = [temporaryFolder(t), temporaryFolder(t)];
  const catalog = testCatalog();
  catalog.now = NOON;
  const built = (folder: string, output = {}) => buildInto(folder, catalog.db, { asOf: catalog.now, output });
  built(dist);
  usgsSays(catalog, ...Array.from({ length: 3 }, (_, n) => numbered(n, 4.2)));
  let isPublished = false;
  const onChange = (path: string): void => {
    if (isPublished && /\.(?:br|gz)$/.test(path)) throw new Error('ended');
    isPublished ||= path === 'manifest.json';
  };
  assert.throws(() => built(dist, { onChange }), /ended/);
  built(dist);
  built(expected);
  const tree = treeOf(expected);
  assert.ok(tree.keys().some((path) => /^cap\/.*\.cap\.gz$/.test(path)));
  assert.deepEqual(treeOf(dist), tree);
});
