/** Servers as processes of their own, over a temporary folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { constantAnswer } from './constant-answer.ts';
import { asServer } from './load.ts';

/** As `npm run serve` sets it. */
const NODE_COMPILE_CACHE = 'node_modules/.cache/node';

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

class Servers {
  readonly folder = mkdtempSync(join(tmpdir(), 'hiposantr-bench-'));
  readonly #children: ChildProcess[] = [];
  readonly #works: (() => unknown)[] = [];

  /** Work for the end, whatever happens; what is added last is done first. */
  after = (work: () => unknown): void => void this.#works.push(work);

  path = (name: string): string => join(this.folder, name);

  /** A command that listens at the given address, once it answers. */
  async launch(commandAt: (port: number) => string[], env: Record<string, string> = {}): Promise<ServerProcess> {
    const port = await freePort();
    const [command, ...args] = asServer(...commandAt(port));
    const server = spawn(command!, args, {
      env: { ...process.env, NODE_COMPILE_CACHE, PORT: String(port), HOST: '127.0.0.1', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#children.push(server);
    const stop = async (): Promise<void> => {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    };
    return { url: await answering(`http://127.0.0.1:${port}`), pid: server.pid!, stop };
  }

  /** @param script beside this file */
  run = (script: string, env: Record<string, string>): Promise<ServerProcess> =>
    this.launch(() => [process.execPath, new URL(script, import.meta.url).pathname], env);

  /** A constant `node:http` with the answer of an address. */
  constant = async (url: string): Promise<ServerProcess> => {
    const file = this.path(`answer-${this.#children.length}.json`);
    writeFileSync(file, JSON.stringify(await constantAnswer(url)));
    return this.run('./constant-server.ts', { ANSWER: file });
  };

  async stopAll(): Promise<void> {
    for (const work of this.#works.toReversed()) await work();
    for (const server of this.#children) if (server.exitCode === null) server.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Servers and folder are gone when the work is done. */
export async function* withServers<T>(work: (servers: Servers) => AsyncIterable<T>): AsyncGenerator<T> {
  const servers = new Servers();
  try {
    yield* work(servers);
  } finally {
    await servers.stopAll();
  }
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
