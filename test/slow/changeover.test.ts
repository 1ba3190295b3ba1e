/** A build that is ended before any of its changes of the folder, and a copy made at any of them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBuilds, endBuilds } from '../support/changeover.ts';

for (const [detailFiles, step] of [
  ['none', 1],
  ['notable', 11],
] as const)
  test(`a build ended before its changes leaves one whole dataset, and the next build is whole: ${detailFiles}`, async (t) => {
    const outcomes = await endBuilds(t, detailFiles, step);
    assert.equal(outcomes.length, 2, 'ends before and after the change');
  });

test('a copy made while a build goes on is one dataset, or says what it is without', async (t) => {
  assert.ok((await copyBuilds(t, 2)) > 0, 'some copy lacked something');
});
