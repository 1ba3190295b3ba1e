/** The commands of docs/tutorial.md in a copy of the tree, and what it says that they print. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../hosting/host.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { exitOf } from '../support/gateway-child.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');
const PARTS = [
  'bin',
  'generator',
  'gateway',
  'scripts',
  'test/core',
  'test/support',
  'docs',
  'package.json',
  'tsconfig.json',
];
const SERVICE = 'OFFLINE=1 npm start\n';

/** In the order of the page; `text` is what the command before it prints. */
const BLOCKS = [...readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').matchAll(/```(sh|text|diff)\n([\s\S]*?)```/g)];

/** `…` is any text. */
const patternOf = (text: string): RegExp => new RegExp(text.split('…').map(RegExp.escape).join('[^\\n]*'));

test('the tutorial prints what it says', async (t) => {
  const folder = temporaryFolder(t);
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  cpSync(join(ROOT, 'data'), join(folder, 'data'), { recursive: true, filter: (path) => !path.includes('.db') });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const port = await freePort();
  const env = { ...CHILD_ENVIRONMENT, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'development' };
  const here = (text: string): string => text.replaceAll('localhost:8787', `127.0.0.1:${port}`);
  const run = (command: string): string =>
    execFileSync('sh', ['-c', here(command)], { cwd: folder, env, encoding: 'utf8' });

  let [service, printed]: [ChildProcess | undefined, string] = [undefined, ''];
  const start = async (): Promise<void> => {
    printed = '';
    service = spawn('npm', ['start'], { cwd: folder, env: { ...env, OFFLINE: '1' } });
    for (const stream of [service.stdout!, service.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    while (!['\nServing dist', '\ndataset: serving'].every((line) => printed.includes(line))) {
      if (service.exitCode !== null) throw new Error(printed);
      await wait(50);
    }
  };
  const stop = async (): Promise<void> => {
    service?.kill('SIGINT');
    if (service) await exitOf(service);
  };
  t.after(stop);

  let compared = 0;
  for (const [, kind, text] of BLOCKS) {
    if (kind === 'diff') {
      writeFileSync(join(folder, 'some.diff'), here(text!));
      run('git apply some.diff');
    } else if (kind === 'text') {
      compared += 1;
      // The service's lines have no fixed order.
      for (const line of text!.trimEnd().split('\n')) assert.match(printed, patternOf(here(line)));
    } else if (text === SERVICE) {
      await stop();
      await start();
    } else if (!text!.startsWith('git clone')) printed = run(text!);
  }
  assert.ok(compared >= 9, String(compared));
});
