import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'node:test';
import { listens, LIVE, settingsIn, until } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Kills the rest of a process group, if any. */
function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} to npm alone ends the generator and the gateway that npm start launched`, async (t) => {
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env: {
        PATH: process.env['PATH']!,
        HOME: process.env['HOME']!,
        ...settingsIn(temporaryFolder(t), { SOURCES: LIVE }),
        PORT: '0',
        PREVIEW_PICTURES: '0',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    t.after(() => killGroup(npm.pid!));
    let output = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const serving = /Serving .* at (http:\S+)/;
    await until(
      () => Promise.resolve(serving.test(output)),
      (there) => there,
    );
    const exit = once(npm, 'exit');
    npm.kill(signal);
    await exit;
    await until(
      () => listens(serving.exec(output)![1]!),
      (there) => !there,
    );
  });
