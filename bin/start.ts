/** `npm start`: the generator's watch, and the gateway over its `dist/` as a child process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Environment, portSetting, SettingError, textSetting } from '#runtime/environment.ts';
import { MINUTE } from '#core/time.ts';
import { readAccountsSettings } from '../gateway/accounts/settings.ts';
import { readConfig } from '../gateway/config.ts';
import { stopOnSignals, withContext } from '../generator/cli/context.ts';
import { endWithMessage } from '../generator/cli/failure.ts';

const GATEWAY = join(import.meta.dirname, '../gateway/main.ts');

/** @param force replaces a dataset of another catalogue, or of a later state, too */
export const startCommand = (env: Environment, { force }: { force?: boolean } = {}): Promise<void> =>
  withContext(env, async (context) => {
    requireNoDatasetAddress(env);
    requireGatewaySettings(env);
    await requireFreePort(env);
    // What builds is loaded once nothing is refused.
    const [{ warnOfAddress }, { buildFromDisk, mayPublish, pollAndBuild }] = await Promise.all([
      import('../generator/cli/generate.ts'),
      import('../generator/cli/watch.ts'),
    ]);
    warnOfAddress(env, context);
    // A dataset of another catalogue is served as it is.
    const publishes = mayPublish(context, force);
    if (publishes) await buildFromDisk(context);
    const gateway = startGateway(env);
    stopOnSignals(context);
    void gateway.ended.then(() => context.stop.abort());
    try {
      await (publishes ? pollAndBuild(context, MINUTE) : once(context.stop.signal, 'abort'));
    } finally {
      gateway.stop();
      process.exitCode = await gateway.ended;
    }
  });

/** @throws SettingError */
function requireNoDatasetAddress(env: Environment): void {
  if (textSetting(env, 'DIST_URL', '') === '') return;
  throw new SettingError('DIST_URL is set, which npm run serve reads; npm start serves the DIST_DIR that it writes');
}

/** @throws SettingError with the gateway's message */
function requireGatewaySettings(env: Environment): void {
  try {
    readAccountsSettings(env, readConfig(env));
  } catch (error) {
    throw new SettingError((error as Error).message);
  }
}

/** @throws SettingError when PORT is in use or cannot be listened on */
async function requireFreePort(env: Environment): Promise<void> {
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
function startGateway(env: Environment): GatewayProcess {
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

if (import.meta.main) {
  const program = new Command('start')
    .description('generate from shipped data and DATA_DIR, serve it, and keep it up to date from every reachable feed')
    .option('--force', 'replace a dataset that has changes which the catalogue has not, and its ids')
    .action((options: { force?: boolean }) => startCommand(process.env, options));
  await endWithMessage(() => program.parseAsync());
}
