/** The `start` command: `watch`, and the gateway as a child process. */
import { MINUTE } from '#core/time.ts';
import type { Environment } from './context.ts';
import { stopOnSignals, withContext } from './context.ts';
import { requireFreePort, requireGatewaySettings, startGateway } from './gateway-process.ts';
import { warnOfAddress } from './generate.ts';
import { buildFromDisk, pollAndBuild } from './watch.ts';

export const startCommand = (env: Environment): Promise<void> =>
  withContext(env, async (context) => {
    await requireGatewaySettings(env);
    await requireFreePort(env);
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
