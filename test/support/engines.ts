/** PostgreSQL and Redis as Debian installs them, on free ports of the loopback address, in temporary folders. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastGlob from 'fast-glob';
import { Redis } from 'ioredis';
import pg from 'pg';
import { freePort, programPath } from '../hosting/host.ts';
import { CHILD_ENVIRONMENT } from './child-environment.ts';
import { exitOf } from './gateway-child.ts';
import { TEMPORARY } from './temporary.ts';

const POSTGRES =
  fastGlob.sync('/usr/lib/postgresql/*/bin/postgres').sort().at(-1) ??
  programPath('/usr/local/bin/postgres', '/opt/homebrew/bin/postgres');
const REDIS = programPath(
  '/usr/bin/redis-server',
  '/usr/bin/valkey-server',
  '/usr/local/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
);

/** For `skip`. */
export const withoutPostgres =
  POSTGRES === undefined && 'PostgreSQL is not installed (Debian: apt-get install postgresql)';
export const withoutRedis = REDIS === undefined && 'Redis is not installed (Debian: apt-get install redis-server)';

export interface TestServer {
  url: string;
  /** Ends it at once. */
  kill(): Promise<void>;
  /** Again, on the same port and data. */
  start(): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}

interface Program {
  folder: string;
  file: string;
  args: string[];
  user?: { uid: number; gid: number } | undefined;
  /** Rejects until it answers. */
  ping: () => Promise<unknown>;
}

/** PostgreSQL refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid!() !== 0) return undefined;
  const numericId = (flag: string): number =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim() || 65_534);
  return { uid: numericId('-u'), gid: numericId('-g') };
}

export interface TestPostgres extends TestServer {
  /** Address of a new, empty database. */
  createDatabase(): Promise<string>;
}

/** An empty cluster, kept for all tests: to initialize one takes longer than most of them. */
const CLUSTER = join(import.meta.dirname, '../../node_modules/.cache/postgres', String(POSTGRES).replaceAll('/', '_'));

/** @param user who owns the copy */
function copyCluster(data: string, user: Program['user']): void {
  if (!existsSync(CLUSTER)) initialize(user);
  copyFolder(CLUSTER, data);
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, data]);
}

function initialize(user: Program['user']): void {
  const folder = mkdtempSync(join(TEMPORARY, 'initdb-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '-N'];
  const made = spawnSync(POSTGRES!.replace(/postgres$/, 'initdb'), args, { ...user, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  mkdirSync(dirname(CLUSTER), { recursive: true });
  const beside = mkdtempSync(`${CLUSTER}-`);
  copyFolder(data, join(beside, 'data'));
  rmSync(folder, { recursive: true });
  // Another process may have been faster: then that one is used.
  try {
    renameSync(join(beside, 'data'), CLUSTER);
  } catch (error) {
    if (!existsSync(CLUSTER)) throw error;
  }
  rmSync(beside, { recursive: true });
}

/** Node's own copy takes several times as long. */
function copyFolder(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-R', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(TEMPORARY, 'postgres-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  copyCluster(data, user);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/`;
  const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', shared_buffers: '16MB' };
  const server = await running(`${url}postgres`, {
    folder,
    file: POSTGRES!,
    args: [
      ...['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    user,
    ping: () => runSql(`${url}postgres`, 'SELECT 1'),
  });
  let databases = 0;
  return {
    ...server,
    async createDatabase() {
      const name = `test_${(databases += 1)}`;
      await runSql(`${url}postgres`, `CREATE DATABASE ${name}`);
      return `${url}${name}`;
    },
  };
}

/** In a connection of its own. */
export async function runSql<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Keeps every write, so that it continues after its end. @param settings of redis.conf */
export async function startRedis(settings: Record<string, string> = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(TEMPORARY, 'redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}/`;
  const all = { port: String(port), bind: '127.0.0.1', dir: folder, save: '', appendonly: 'yes', ...settings };
  return running(url, {
    folder,
    file: REDIS!,
    args: Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]),
    async ping() {
      const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
      redis.on('error', () => {});
      try {
        await redis.connect();
      } finally {
        redis.disconnect();
      }
    },
  });
}

async function running(url: string, { folder, file, args, user, ping }: Program): Promise<TestServer> {
  let child: ChildProcess | undefined;
  const server: TestServer = {
    url,
    async start() {
      const started = spawn(file, args, {
        ...user,
        cwd: folder,
        env: CHILD_ENVIRONMENT,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      let output = '';
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      while (
        !(await ping().then(
          () => true,
          () => false,
        ))
      ) {
        if (started.exitCode !== null) throw new Error(output);
        await wait(20);
      }
    },
    async kill() {
      if (!child) return;
      // PostgreSQL ends its children on SIGQUIT and not on SIGKILL; neither writes anything more.
      child.kill(user || file === POSTGRES ? 'SIGQUIT' : 'SIGKILL');
      await exitOf(child);
      child = undefined;
    },
    async remove() {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
