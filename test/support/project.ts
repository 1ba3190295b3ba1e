/** The command line in processes of its own, with folders of their own. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { CHILD_ENVIRONMENT } from './child-environment.ts';
import type { Asked } from './command-host.ts';

/** How long a process may take to do what it is asked for, in ms: a hundred times what it takes on an idle machine. */
const PATIENCE = 200_000;

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'generator/main.ts');
const START = join(ROOT, 'bin/start.ts');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** What it wrote so far. */
  output: { stdout: string; stderr: string };
  ended: Promise<Ended>;
  /** Resolves with the match once either output has the pattern. @throws Error when it ends, or after some minutes */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

type Settings = Record<string, string>;

/** Settings that keep everything inside a folder and away from the network. */
export const settingsIn = (folder: string, more: Settings = {}): Settings => ({
  DATA_DIR: join(folder, 'data'),
  DIST_DIR: join(folder, 'dist'),
  OFFLINE: '1',
  ...more,
});

/** Agencies with feeds. The shipped table of 500 earthquakes costs more to ingest and build than most tests. */
export const LIVE = 'kandilli,afad,usgs,turhec';

export function run(settings: Settings, ...args: string[]): Running {
  const program = args[0] === 'start' ? [START, ...args.slice(1)] : [MAIN, ...args];
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...output }));
  return {
    child,
    output,
    ended,
    async printed(pattern) {
      for (const end = performance.now() + PATIENCE; performance.now() < end;) {
        const match = pattern.exec(`${output.stdout}\n${output.stderr}`);
        if (match) return match;
        if (child.exitCode !== null || child.signalCode !== null) break;
        await sleep(50);
      }
      throw new Error(`never said ${pattern}:\n${output.stdout}\n${output.stderr}`);
    },
  };
}

/** Commands that have had a process of their own. */
const seen = new Set<string>();
let host: ChildProcess | undefined;
const oneByOne = pLimit(1);

function openHost(): ChildProcess {
  const child = fork(join(import.meta.dirname, 'command-host.ts'), { cwd: ROOT, env: CHILD_ENVIRONMENT });
  child.unref();
  child.channel!.unref();
  return child;
}

async function askHost(asked: Asked): Promise<Ended> {
  host ??= openHost();
  host.channel!.ref();
  host.send(asked);
  const isOver = new AbortController();
  const { signal } = isOver;
  const exit = once(host, 'exit', { signal }).then(() => assert.fail(`the host ended at ${asked.args.join(' ')}`));
  const [ended] = (await Promise.race([once(host, 'message', { signal }), exit])) as [Ended];
  isOver.abort();
  host.channel!.unref();
  return ended;
}

/**
 * A command that ends by itself. The first of each name has a process of its own, and so has each with NODE_OPTIONS;
 * the others share one, which costs a fifth.
 */
export function command(settings: Settings, ...args: string[]): Promise<Ended> {
  const name = args[0]!;
  const isShared = seen.has(name) && name !== 'start' && !('NODE_OPTIONS' in settings);
  seen.add(name);
  if (!isShared) return run(settings, ...args).ended;
  return oneByOne(askHost, { settings: { ...CHILD_ENVIRONMENT, ...settings }, args });
}

/** `start` on a free port, once it serves; ended after the test whatever happens. */
export async function start(
  t: { after(work: () => Promise<void>): void },
  settings: Settings,
): Promise<Running & { url: string }> {
  const running = run({ PORT: '0', ...settings }, 'start');
  t.after(async () => {
    running.child.kill('SIGKILL');
    await running.ended;
  });
  const [, url] = await running.printed(/Serving .* at (http:\S+)/);
  return { ...running, url: url! };
}

export async function json<T = Record<string, unknown>>(url: string): Promise<T> {
  const response = await fetch(url);
  return (await response.json()) as T;
}

/** Repeats until the result is accepted. @throws Error after some minutes */
export async function until<T>(read: () => Promise<T>, accepts: (answer: T) => boolean): Promise<T> {
  let last: T | undefined;
  for (const end = performance.now() + PATIENCE; performance.now() < end;) {
    last = await read();
    if (accepts(last)) return last;
    await sleep(100);
  }
  throw new Error(`still ${JSON.stringify(last).slice(0, 1000)}`);
}

/** Whether anything listens there. */
export async function listens(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

const FEED_NAMES = ['kandilli', 'kandilli-monthly', 'kandilli-stations', 'afad', 'usgs', 'gcmt'];

/** The setting that leads all feeds to a server. @param others where some lead instead */
export const feedUrls = (url: string, others: Record<string, string> = {}): { FEED_URLS: string } => ({
  FEED_URLS: FEED_NAMES.map((name) => `${name}=${others[name] ?? url}`).join(','),
});
