/** Whether the gateway will be able to listen: known before nine seconds of building, not after. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { portSetting, SettingError, textSetting } from '#core/environment.ts';

type Environment = Record<string, string | undefined>;

/** @throws SettingError when something else listens on PORT, or nobody may */
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
