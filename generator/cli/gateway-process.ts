/** The gateway as a child process: checks before its start, and its end. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { portSetting, SettingError, textSetting } from '#core/environment.ts';

type Environment = Record<string, string | undefined>;

const CHECK = join(import.meta.dirname, '../../gateway/cli/check.ts');
const GATEWAY = join(import.meta.dirname, '../../gateway/main.ts');

/** Checks the gateway's settings with the gateway's own command. @throws SettingError with its message */
export function requireGatewaySettings(env: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...process.execArgv, CHECK], { env }, (error, _, stderr) =>
      error ? reject(new SettingError(stderr.trim() || error.message)) : resolve(),
    );
  });
}

/** @throws SettingError when PORT is in use or cannot be listened on */
export async function requireFreePort(env: Environment): Promise<void> {
  const port = portSetting(env);
  const host = textSetting(env, 'HOST', '');
  const probe = createServer();
  try {
    await once(probe.listen(port, host === '' ? undefined : host), 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SettingError(
      code === 'EADDRINUSE'
        ? `Port ${port} is in use by another program; set PORT to a free one.`
        : `PORT is ${port}${host === '' ? '' : ` and HOST ${host}`}, where nothing can listen: ${message}`,
    );
  }
  await new Promise((resolve) => probe.close(resolve));
}

interface GatewayProcess {
  /** Resolves with the exit code when the gateway ends by itself or by `stop`. */
  ended: Promise<number>;
  stop(): void;
}

/** It ends by `stop`, and when this process ends in any way. */
export function startGateway(env: Environment): GatewayProcess {
  const child = spawn(process.execPath, [...process.execArgv, GATEWAY], {
    // The closed channel tells the child that this process has ended; it carries no messages.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Outside the terminal's process group: Ctrl-C reaches this process alone, which then stops the child.
    detached: true,
    env,
  });
  let isStopped = false;
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? (isStopped ? 0 : 1)));
    child.once('error', (error) => {
      process.stderr.write(`hiposantr: the gateway cannot be started: ${error.message}\n`);
      resolve(1);
    });
  });
  return {
    ended,
    stop() {
      isStopped = true;
      child.kill('SIGTERM');
    },
  };
}
