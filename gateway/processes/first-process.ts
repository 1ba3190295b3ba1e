/** `WORKERS` above 1: serving processes that share one port, and the first process, which starts and ends them. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { RemoteAccounts } from '../accounts/start-accounts.ts';
import type { Log } from '../http/log.ts';
import { answerAccountRequests } from './accounts-channel.ts';

/** Message of a serving process that listens. */
export interface Listening {
  kind: 'listening';
  url: string;
}

/** Message that lets a serving process finish open requests and end. */
export const STOP = 'stop';

interface FirstProcessOptions {
  workers: number;
  accounts: RemoteAccounts;
  log: Log;
}

interface ServingProcesses {
  /** Where all of them listen. */
  url: string;
  /** Resolves when every process has ended. */
  stop(): Promise<void>;
}

/** Delay before a process that ended by itself is replaced, in ms. */
const RESTART_DELAY_MS = 1000;

/** @throws Error when one of them ends before it listens; it has printed why */
export async function startServingProcesses({
  workers,
  accounts,
  log,
}: FirstProcessOptions): Promise<ServingProcesses> {
  let stopping = false;
  // Bodies of account requests are bytes.
  cluster.setupPrimary({ serialization: 'advanced' });
  const start = async (): Promise<string> => {
    const worker = cluster.fork();
    answerAccountRequests(worker, accounts);
    const url = await listening(worker);
    // Before it listened, it did not receive the message.
    if (stopping) requestStop(worker);
    worker.once('exit', (code, signal) => {
      if (!stopping) void replace(`serving process ${worker.process.pid} ended (${signal ?? code})`);
    });
    return url;
  };
  const replace = async (reason: string): Promise<void> => {
    log(`${reason}; another one starts`);
    await wait(RESTART_DELAY_MS);
    if (!stopping) await start().catch((error: Error) => replace(error.message));
  };
  const stop = async (): Promise<void> => {
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(running.map((worker) => ended(worker)));
  };
  try {
    const [url] = await Promise.all(Array.from({ length: workers }, start));
    return { url: url!, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws Error when it ends before it listens */
function listening(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: Partial<Listening>) => {
      if (message.kind === 'listening') resolve(message.url!);
    });
    worker.once('exit', (code, signal) =>
      reject(new Error(`serving process ${worker.process.pid} ended before it listened (${signal ?? code})`)),
    );
  });
}

/** A process that has just died is not asked: its exit follows. */
const requestStop = (worker: Worker): void => void worker.send(STOP, undefined, () => {});

async function ended(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const exit = once(worker, 'exit');
  requestStop(worker);
  await exit;
}

/** Why a serving process has no dataset to serve; null while it has one. */
interface Readiness {
  kind: 'readiness';
  reason: string | null;
}

/** Interval of checking a process's own readiness, in ms. */
const READINESS_INTERVAL_MS = 500;

/** In a serving process: reports every change to the first one. */
export function reportReadiness(unready: () => string | undefined): void {
  let reported: string | null | undefined;
  const report = (): void => {
    const reason = unready() ?? null;
    if (reason === reported || !process.connected) return;
    reported = reason;
    process.send!({ kind: 'readiness', reason } satisfies Readiness);
  };
  report();
  setInterval(report, READINESS_INTERVAL_MS).unref();
}

/** In the first process: why none of the serving processes is ready; undefined while one is. */
export function readinessOfProcesses(): () => string | undefined {
  const reasons = new Map<number, string | null>();
  cluster.on('message', ({ id }, { kind, reason = null }: Partial<Readiness>) => {
    if (kind === 'readiness') reasons.set(id, reason);
  });
  cluster.on('exit', ({ id }) => reasons.delete(id));
  return () => {
    const all = [...reasons.values()];
    return all.includes(null) ? undefined : (all[0] ?? 'no process serves yet');
  };
}
