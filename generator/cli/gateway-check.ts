/** What the gateway would refuse is said before anything is built: its settings are its own business, so that it is asked. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { SettingError } from '#core/environment.ts';

const CHECK = join(import.meta.dirname, '../../gateway/cli/check.ts');

/** @throws SettingError in the gateway's words */
export function requireGatewaySettings(env: Record<string, string | undefined>): Promise<void> {
  return new Promise((resolve, reject) => {
    const args = [...process.execArgv, CHECK];
    execFile(process.execPath, args, { env }, (error, _, told) =>
      error ? reject(new SettingError(told.trim() || error.message)) : resolve(),
    );
  });
}
