/** Publishing with other publishers, after kills, and with answers that are lost. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS, hashInPath, MANIFEST } from '#core/paths.ts';
import { HOUR } from '#core/time.ts';
import { readContents } from '../../generator/object-store/contents.ts';
import { INVENTORY } from '../../generator/object-store/inventory.ts';
import type { PublicationSummary } from '../../generator/object-store/publication.ts';
import { AS_OF } from '../support/build.ts';
import { run as launch } from '../support/project.ts';
import { testPublication } from '../support/test-publication.ts';

const { folder, first, second, server, next, ...publication } = await testPublication();
const { run, written, isPut, assertWhole, stored, paths, address } = publication;

/** Runs one publication, and while its write of `path` waits, another one. @returns the error of the first */
async function overtaken(dist: string, path: string, other: () => Promise<PublicationSummary>): Promise<Error> {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || !isPut(request, path)) return false;
    isFirst = false;
    await other();
    return false;
  };
  const error = await run(dist).then(
    () => assert.fail('both published'),
    (reason: Error) => reason,
  );
  assert.equal(error.name, 'ConflictError');
  assert.match(error.message, /was changed by another publisher meanwhile; run this again/);
  return error;
}

for (const path of [INVENTORY, MANIFEST])
  test(`of two first publications one fails: the other came before its ${path}`, async () => {
    await overtaken(second, path, () => run(first));
    assertWhole(first);
    await run(second);
    assertWhole(second);
  });

for (const path of [INVENTORY, MANIFEST, ANSWERS.list])
  test(`a publication that is overtaken at its ${path} does not touch the other's files`, async () => {
    await run(first);
    const third = join(folder, 'third');
    next(second, third, 2);
    await overtaken(second, path, () => run(third));
    assertWhole(third);
    // What the first one left half-done is found and put right.
    const lines: string[] = [];
    await run(third, { line: (text) => void lines.push(text) });
    assertWhole(third);
    // Nothing of either is forgotten.
    await run(third, { now: AS_OF + 49 * HOUR });
    assert.deepEqual(paths().sort(), [INVENTORY, MANIFEST, ...readContents(third).files.keys()].sort());
    rmSync(third, { recursive: true });
  });

test('a publication with lost answers is no conflict with itself', async () => {
  const lost = new Set<string>();
  const some = [INVENTORY, MANIFEST, ANSWERS.list, ANSWERS.rss];
  server.intercept = (request, response) => {
    if (lost.has(request.key) || !some.some((path) => isPut(request, path))) return false;
    lost.add(request.key);
    // The write happens, and its answer does not arrive.
    response.writeHead = () => response.destroy() as never;
    response.end = () => response.destroy() as never;
    return false;
  };
  await run(first);
  assertWhole(first);
  assert.equal(lost.size, some.length);
});

const settings = { ...server.environment, DATA_DIR: join(folder, 'data'), DIST_DIR: first };

/** The next run compares, and writes no file again that is there. */
async function assertGoesOn(dist: string): Promise<void> {
  const before = new Set(written().filter((path) => hashInPath(path) !== undefined));
  server.intercept = undefined;
  server.requests.length = 0;
  const lines: string[] = [];
  const { found } = await run(dist, { line: (text) => void lines.push(text) });
  assert.deepEqual(lines, ['compared with the objects in the store: a former run has not ended']);
  assertWhole(dist);
  assert.ok(found > 0);
  const again = written().filter((path) => before.has(path));
  // Requests that were going on at its end.
  assert.ok(again.length <= 16, `${again.length} files were written again`);
  server.requests.length = 0;
  await run(dist);
  assert.equal(server.requests.length, 2);
}

test('a publication that is killed goes on where it ended', async () => {
  const killed = Promise.withResolvers<void>();
  server.intercept = ({ method }) => {
    if (method !== 'PUT' || written().length < 20) return false;
    running.child.kill('SIGKILL');
    killed.resolve();
    return true;
  };
  const running = launch(settings, 'publish', address());
  await killed.promise;
  assert.equal((await running.ended).code, null);
  assert.equal(stored(MANIFEST), undefined);
  await assertGoesOn(first);
});

test('a publication that loses the store after its manifest goes on where it ended', async () => {
  await run(first);
  server.requests.length = 0;
  let isAway = false;
  server.intercept = (request, response) => {
    isAway ||= isPut(request, ANSWERS.list);
    if (isAway) response.destroy();
    return isAway;
  };
  await assert.rejects(run(second), /^StoreError: .*the store does not answer/);
  assert.deepEqual(stored(MANIFEST), readFileSync(join(second, MANIFEST)));
  await assertGoesOn(second);
});
