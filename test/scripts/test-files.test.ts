/** The process of a lane tells of every kind of failure. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from '../support/temporary.ts';

const PROGRAM = join(import.meta.dirname, '../../scripts/test-files.ts');
const folder = temporaryFolder({ after });

function outcomeOf(body: string): { status: number | null; stdout: string; stderr: string } {
  const path = join(folder, 'one.test.mjs');
  writeFileSync(path, `import test from 'node:test';\ntest('one', async () => { ${body} });\n`);
  return spawnSync(process.execPath, [PROGRAM, path], { encoding: 'utf8' });
}

for (const [body, code, said] of [
  ['', 0, /^ℹ pass 1\nℹ fail 0$/m],
  ["throw new Error('thrown')", 1, /^ℹ pass 0\nℹ fail 1$[^]*Error: thrown/m],
  [
    "setTimeout(() => { throw new Error('later') }); setInterval(() => {}, 1000); await new Promise(() => {})",
    1,
    /^uncaughtException: Error: later\n +at .*one\.test\.mjs:2/m,
  ],
  [
    "void Promise.reject(new Error('nobody waits')); await new Promise(() => {})",
    1,
    /^unhandledRejection: Error: nobody waits\n +at .*one\.test\.mjs:2/m,
  ],
] as const)
  test(`a test of ${body || 'nothing'} ends the process with ${code}`, () => {
    const { status, stdout, stderr } = outcomeOf(body);
    assert.equal(status, code, stderr);
    assert.match(stdout + stderr, said);
  });
