/** The gateway as a child: it ends when it is told to, and when this process is gone, however that ended. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const GATEWAY = join(import.meta.dirname, '../../gateway/main.ts');

export interface GatewayProcess {
  /** Resolves with the exit code when the gateway ends by itself or by `stop`. */
  ended: Promise<number>;
  stop(): void;
}

export function startGateway(env: Record<string, string | undefined>): GatewayProcess {
  const child = spawn(process.execPath, [...process.execArgv, GATEWAY], {
    // The channel tells the child when this process is gone; it carries nothing else.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Out of the terminal's process group: Ctrl-C reaches this process alone, which then tells the child once.
    detached: true,
    env,
  });
  let told = false;
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? (told ? 0 : 1)));
    child.once('error', (error) => {
      process.stderr.write(`hiposantr: the gateway cannot be started: ${error.message}\n`);
      resolve(1);
    });
  });
  return {
    ended,
    stop() {
      told = true;
      child.kill('SIGTERM');
    },
  };
}
