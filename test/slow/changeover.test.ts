/** A build stopped before each of its changes of the folder, and a copy taken at each of them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBuilds, endBuilds } from '../support/changeover.ts';

for (const [detailFiles, step] of [
  ['none', 29],
  ['notable', 97],
] as const)
  test(`a stopped build leaves one complete dataset, and so does the next build: ${detailFiles}`, async (t) => {
    const outcomes = await endBuilds(t, detailFiles, step);
    assert.equal(outcomes.length, 2, 'ends before and after the change');
  });

test('a copy taken during a build is one dataset, or names its missing files', async (t) => {
  assert.ok((await copyBuilds(t, 53)) > 0, 'some copy lacked something');
});
