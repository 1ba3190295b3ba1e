/** Servers as processes of their own, and the requests a second that they answer. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import autocannon from 'autocannon';
import type { Comparison } from './comparison.ts';

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;

/** One request of those that are sent in turn. */
export interface Asked {
  path: string;
  headers?: Record<string, string>;
}

export function serverProcesses() {
  const servers: ChildProcess[] = [];
  return {
    /** @param script beside this file. @returns its address, when it answers */
    async start(script: string, env: Record<string, string>): Promise<string> {
      const port = await freePort();
      const path = new URL(script, import.meta.url).pathname;
      const server = spawn(process.execPath, ['--import', 'tsx', path], {
        env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      servers.push(server);
      return answering(`http://127.0.0.1:${port}`);
    },
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
    comparison.ours.push(pair[0]);
    comparison.other.push(pair[1]);
  }
  return comparison;
}

/** Requests a second; an answer other than 200 is an error of the benchmark. */
async function load(url: string, requests: Asked[]): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return result.requests.average;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

async function answering(url: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const up = await fetch(`${url}/api.php?limit=1`).catch(() => undefined);
    await up?.arrayBuffer();
    if (up?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}
