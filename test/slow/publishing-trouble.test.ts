import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { temporaryFolder } from '../support/build.ts';
import { run, settingsIn } from '../support/project.ts';

test('a failed publication prints its message and stack once, and a line when it works again', async (t) => {
  const settings = settingsIn(temporaryFolder(t));
  const { child, printed, output, ended } = run(settings, 'watch', '--every', '10s');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await printed(/^full build/m);
  const manifest = join(settings['DIST_DIR']!, 'manifest.json');
  assert.match(readFileSync(manifest, 'utf8'), /^\{/);
  rmSync(manifest);
  mkdirSync(join(manifest, 'in the way'), { recursive: true });
  await printed(/^this round was not published: cannot (?:write|read) .*manifest\.json: .*\n +at .*publish/m);
  rmSync(manifest, { recursive: true });
  await printed(/^publishing works again$/m);
  assert.equal(output.stderr.match(/this round was not published/g)!.length, 1);
});
