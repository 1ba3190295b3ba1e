/** Servers as processes of their own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Comparison } from './comparison.ts';
import { asServer, load, type Asked } from './load.ts';

const ROUNDS = 5;

/** As `npm run serve` sets it. */
const NODE_COMPILE_CACHE = 'node_modules/.cache/node';

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export function serverProcesses() {
  const servers: ChildProcess[] = [];
  /** A command that listens where it is told, when it answers. @param place the cores that it runs on */
  const launch = async (
    commandAt: (port: number) => string[],
    env: Record<string, string> = {},
    place: (...command: string[]) => string[] = asServer,
  ): Promise<ServerProcess> => {
    const port = await freePort();
    const [command, ...args] = place(...commandAt(port));
    const server = spawn(command!, args, {
      env: { ...process.env, NODE_COMPILE_CACHE, PORT: String(port), HOST: '127.0.0.1', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    servers.push(server);
    const stop = async (): Promise<void> => {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    };
    return { url: await answering(`http://127.0.0.1:${port}`), pid: server.pid!, stop };
  };
  /** @param script beside this file */
  const run = (script: string, env: Record<string, string>, place = asServer): Promise<ServerProcess> =>
    launch(() => [process.execPath, new URL(script, import.meta.url).pathname], env, place);
  return {
    launch,
    run,
    /** @returns its address, when it answers */
    start: async (script: string, env: Record<string, string>): Promise<string> => (await run(script, env)).url,
    stopAll(): void {
      for (const server of servers) if (server.exitCode === null) server.kill('SIGKILL');
    },
  };
}

/** Requests a second of two servers in turn, round by round. */
export async function compare(
  name: string,
  [ours, other]: [string, string],
  { requests, goal }: { requests: Asked[]; goal: number },
): Promise<Comparison> {
  const comparison: Comparison = { name, ours: [], other: [], unit: 'requests/s', goal };
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair = [await load(ours, requests), await load(other, requests)] as const;
    if (round < 0) continue; // A warm-up of both.
    comparison.ours.push(pair[0].perSecond);
    comparison.other.push(pair[1].perSecond);
  }
  return comparison;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

async function answering(url: string): Promise<string> {
  const until = performance.now() + 20_000;
  while (performance.now() < until) {
    const up = await fetch(`${url}/api.php?limit=1`).catch(() => undefined);
    await up?.arrayBuffer();
    if (up?.ok) return url;
    await wait(5);
  }
  throw new Error(`${url} does not answer`);
}
