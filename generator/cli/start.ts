/** The `start` command: `watch`, and the gateway as a child process. */
import { SettingError, textSetting } from '#core/environment.ts';
import { MINUTE } from '#core/time.ts';
import { stopOnSignals, withContext, type Environment } from './context.ts';
import { requireFreePort, requireGatewaySettings, startGateway } from './gateway-process.ts';

export const startCommand = (env: Environment): Promise<void> =>
  withContext(env, async (context) => {
    requireOwnDataset(env);
    await requireGatewaySettings(env);
    await requireFreePort(env);
    // What builds is loaded once nothing is refused.
    const [{ warnOfAddress }, { buildFromDisk, pollAndBuild }] = await Promise.all([
      import('./generate.ts'),
      import('./watch.ts'),
    ]);
    warnOfAddress(env, context);
    await buildFromDisk(context);
    const gateway = startGateway(env);
    stopOnSignals(context);
    void gateway.ended.then(() => context.stop.abort());
    try {
      await pollAndBuild(context, MINUTE);
    } finally {
      gateway.stop();
      process.exitCode = await gateway.ended;
    }
  });

/** @throws SettingError */
function requireOwnDataset(env: Environment): void {
  if (textSetting(env, 'DIST_URL', '') === '') return;
  throw new SettingError('DIST_URL is set, which npm run serve reads; npm start serves the DIST_DIR that it writes');
}
