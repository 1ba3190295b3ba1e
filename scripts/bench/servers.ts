/** Servers as processes of their own, over a temporary folder; among them those that send one constant answer. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/hosting/host.ts';

/** As `npm run serve` sets it. */
const NODE_COMPILE_CACHE = 'node_modules/.cache/node';
/** Headers that Node and nginx make themselves. */
const OWN = {
  node: ['connection', 'date', 'keep-alive'],
  nginx: ['connection', 'date', 'keep-alive', 'content-type', 'content-length', 'etag', 'last-modified'],
};

export const isInstalled = (command: string): boolean => spawnSync('which', [command]).status === 0;

/** The last core is the client's, where there is more than one. */
const cores = availableParallelism();
const canPin = cores > 1 && isInstalled('taskset');
const asServer = (...command: string[]): string[] =>
  canPin ? ['taskset', '-c', `0-${cores - 2}`, ...command] : command;

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** An answer of ours, for a server that sends nothing else. */
export interface ConstantAnswer {
  /** Names and values in turn. */
  headers: string[];
  notModified: string[];
  tag: string;
  body: string;
}

export class Servers {
  readonly folder = mkdtempSync(join(tmpdir(), 'hiposantr-bench-'));
  readonly #works: (() => unknown)[] = [];

  /** Work for the end, whatever happens; what is added last is done first. */
  after = (work: () => unknown): void => void this.#works.push(work);

  path = (name: string): string => join(this.folder, name);

  /** A command that listens at the given address, once it answers. */
  async launch(commandAt: (port: number) => string[], env: Record<string, string> = {}): Promise<ServerProcess> {
    const port = await freePort();
    const [command, ...args] = asServer(...commandAt(port));
    const server = spawn(command!, args, {
      // What scripts/node has set is for the version that sets it.
      env: {
        ...{ ...process.env, MALLOC_ARENA_MAX: undefined },
        ...{ NODE_COMPILE_CACHE, PORT: String(port), HOST: '127.0.0.1', ...env },
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const stop = (): Promise<void> => ended(server);
    this.after(stop);
    return { url: await answering(`http://127.0.0.1:${port}`), pid: server.pid!, stop };
  }

  /** @param script beside this file, or a whole path */
  run = (script: string, env: Record<string, string>): Promise<ServerProcess> =>
    this.launch(() => [process.execPath, resolve(import.meta.dirname, script)], env);

  /** The upper bound of the platform: `node:http` with the answer of an address. */
  constant = async (url: string): Promise<ServerProcess> => {
    const file = join(mkdtempSync(this.path('answer-')), 'answer.json');
    writeFileSync(file, JSON.stringify(await constantAnswer(url, OWN.node)));
    return this.run('./constant-server.ts', { ANSWER: file });
  };

  /** The same by nginx. */
  nginx = async (url: string): Promise<ServerProcess> => {
    const answer = await constantAnswer(url, OWN.nginx);
    return this.launch((port) => nginxCommand(this.path('nginx'), answer, port));
  };

  async end(): Promise<void> {
    for (const work of this.#works.toReversed()) await work();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function ended(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL');
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
}

/** Servers and folder are gone when the work is done. */
export async function* withServers<T>(work: (servers: Servers) => AsyncIterable<T>): AsyncGenerator<T> {
  const servers = new Servers();
  try {
    yield* work(servers);
  } finally {
    await servers.end();
  }
}

async function answering(url: string): Promise<string> {
  const until = performance.now() + 120_000;
  while (performance.now() < until) {
    const up = await fetch(`${url}/api.php?limit=1`).catch(() => undefined);
    await up?.arrayBuffer();
    if (up?.ok) return url;
    await wait(5);
  }
  throw new Error(`${url} does not answer`);
}

async function constantAnswer(url: string, own: readonly string[]): Promise<ConstantAnswer> {
  // fetch would accept, and decode, a compressed body.
  const plain = { 'Accept-Encoding': 'identity' };
  const response = await fetch(url, { headers: plain });
  const tag = response.headers.get('etag')!;
  const notModified = await fetch(url, { headers: { ...plain, 'If-None-Match': tag } });
  if (response.status !== 200 || notModified.status !== 304) throw new Error(`${url}: ${response.status}`);
  const flat = ({ headers }: Response): string[] => [...headers].filter(([name]) => !own.includes(name)).flat();
  return { headers: flat(response), notModified: flat(notModified), tag, body: await response.text() };
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** nginx with one constant file, in the foreground. */
function nginxCommand(folder: string, { headers, body }: ConstantAnswer, port: number): string[] {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'answer'), body);
  const added = headers.flatMap((name, index) =>
    index % 2 === 0 ? `add_header ${name} ${quoted(headers[index + 1]!)};` : [],
  );
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const settings = join(folder, 'nginx.conf');
  writeFileSync(
    settings,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off; keepalive_requests 1000000000; open_file_cache max=10; sendfile on; tcp_nopush on;
  ${paths.join(' ')}
  server {
    listen 127.0.0.1:${port};
    location / {
      root ${folder};
      try_files /answer =404;
      types {}
      default_type "application/json; charset=utf-8";
      ${added.join('\n      ')}
    }
  }
}
`,
  );
  return ['nginx', '-e', 'stderr', '-c', settings];
}
