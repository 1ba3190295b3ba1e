/** README's two commands on what the official images of Node.js contain: no Python, no compiler. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { copySystem, hindrance, IMAGES, makeMachine, systemOfThisRun } from '../support/fresh-machine.ts';

const skip = hindrance() ?? false;
/** `all` runs every test in each image; the quick ones say as much of the installation. */
const ALL = process.env['FRESH_MACHINE_TESTS'] === 'all';
const TESTS = ALL ? 'npm test' : 'npm run test:fast';

const folder = skip ? '' : mkdtempSync(join(tmpdir(), 'hiposantr-fresh-'));
test.after(() => {
  if (!skip) rmSync(folder, { recursive: true });
});

async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]!.setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** The first answer of `npm start`. */
async function answerOf(t: TestContext, child: ChildProcess): Promise<{ count: number }> {
  const close = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await close;
  });
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [, url] = /Serving .* at (http:\S+)/.exec(output) ?? [];
        if (url !== undefined) resolve(url);
      });
    close.then(() => reject(new Error(output)), reject);
  });
  const answer = await fetch(new URL('/api.php?limit=5', address));
  assert.equal(answer.status, 200);
  return (await answer.json()) as { count: number };
}

for (const image of IMAGES)
  test(`Node.js ${image.node} with npm ${image.npm}`, { skip }, async (t) => {
    const root = join(folder, image.node);
    copySystem(systemOfThisRun(), root);
    t.after(() => rmSync(root, { recursive: true }));
    const { project, run, setLibatomic } = makeMachine(root, image);
    const programs = ['usr/bin', 'usr/local/bin'].flatMap((path) => readdirSync(join(root, path)));
    assert.deepEqual(
      programs.filter((name) => /^(?:python|gcc|g\+\+|cc|make|git$)/.test(name)),
      [],
    );
    setLibatomic(image.libatomic);
    const versions = await ended(run('node --version && npm --version'));
    assert.deepEqual(versions, { code: 0, stdout: `v${image.node}\n${image.npm}\n`, stderr: '' });

    await t.test('npm ci succeeds and warns of nothing', async () => {
      const { code, stdout, stderr } = await ended(run('npm ci'));
      assert.equal(code, 0, stderr);
      assert.equal(stderr, '');
      assert.match(stdout, /^\s*added \d+ packages in \S+\s*$/);
    });

    const missing = image.libatomic ? 'the image has libatomic' : false;
    await t.test('without libatomic one sentence says so, and nothing runs', { skip: missing }, async () => {
      for (const command of ['npm start', 'npm test', 'npm run keys -- list']) {
        const { code, stderr } = await ended(run(command));
        assert.equal(code, 1);
        assert.match(stderr, /^Node\.js 26 needs libatomic: run apt-get install libatomic1 [^\n]*\.\n/);
      }
      assert.ok(!existsSync(join(project, 'dist')) && !existsSync(join(project, 'data/catalog.db')));
    });

    setLibatomic(true);
    await t.test('npm start serves', async (t) => {
      const { count } = await answerOf(t, run('npm start', { OFFLINE: '1', PORT: '0' }));
      assert.equal(count, 5);
    });
    // Tests run in the Node.js that npm ci brought, which is the same in each image.
    await t.test(TESTS, { skip: !ALL && image !== IMAGES[0] && 'they run in the first image' }, async () => {
      const { code, stdout, stderr } = await ended(run(TESTS));
      assert.equal(code, 0, stdout + stderr);
      assert.match(stdout, /^\d+ passed, 0 failed/m);
    });
  });
