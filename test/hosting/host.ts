/** A host of `dist/` in a process of its own, and what it stands before. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { exitOf } from '../support/gateway-child.ts';

export interface Cleanup {
  after(work: () => Promise<void> | void): void;
}

export interface HostOptions {
  /** The published files, `hosting/` included. */
  dist: string;
  /** For configuration, logs and cache. */
  folder: string;
  /** Port of the host, on the loopback address. */
  port: number;
  gatewayPort: number;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Path of a program; undefined where it is not installed. */
export const programPath = (...places: string[]): string | undefined => places.find((place) => existsSync(place));

interface HostProgram {
  program: string;
  args: string[];
  port: number;
  environment?: Record<string, string>;
}

/**
 * Runs a host until the end of the tests.
 * @throws Error with its output when it ends instead of answering
 */
export async function runHost(t: Cleanup, { program, args, port, environment = {} }: HostProgram): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...CHILD_ENVIRONMENT, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  t.after(async () => {
    child.kill('SIGKILL');
    await exitOf(child);
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(output);
    const answered = await fetch(`${url}/manifest.json`).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    if (answered) return url;
    await wait(20);
  }
}
