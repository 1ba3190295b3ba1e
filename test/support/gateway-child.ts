/** The gateway in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CHILD_ENVIRONMENT } from './child-environment.ts';

const MAIN = path.resolve(import.meta.dirname, '../../gateway/main.ts');

export interface GatewayChild {
  child: ChildProcess;
  url: string;
  /** All output so far. */
  output(): string;
}

/** @param environment nothing else is passed on but `PATH` */
export function launchGateway(environment: Record<string, string>, uid?: number) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...CHILD_ENVIRONMENT, PORT: '0', HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { child, output: () => text };
}

/** @throws Error with its output when it ends instead of listening */
export async function startGatewayChild(environment: Record<string, string>, uid?: number): Promise<GatewayChild> {
  const { child, output } = launchGateway(environment, uid);
  for (;;) {
    const url = /at (http:[^\s"]+)/.exec(output())?.[1];
    if (url) return { child, url, output };
    if (child.exitCode !== null) throw new Error(output());
    await wait(20);
  }
}

export const exitOf = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode ?? (child.signalCode === null ? ((await once(child, 'exit')) as [number | null])[0] : null);
