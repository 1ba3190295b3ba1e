/**
 * Many open streams: the gateway's memory, the time from a publication to each client, and the lists of a normal client
 * beside them. Gateway and clients are processes of their own.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { numbered, publisher } from '../../test/support/publisher.ts';
import { quantile } from '../measure.ts';
import { withServers } from './processes.ts';

const [IDLE, SLOW] = [5000, 500];
/** Earthquakes at the beginning: their log is longer than what the connections of slow clients hold. */
const EVENTS = 10_000;
const ROUNDS = 2;
const PUBLICATIONS = 5;

export const benchStreams = (): AsyncGenerator<string> =>
  withServers(async function* ({ path, run }) {
    const published = publisher(path('dist'));
    published.publish(...Array.from({ length: EVENTS }, (_, number) => numbered(number)));
    const { url, pid } = await run('../../gateway/main.ts', {
      ...{ DIST_DIR: path('dist'), DATA_DIR: path('data'), LOG_REQUESTS: '0', STREAMS: '10000' },
      ...{ TRUSTED_PROXIES: '127.0.0.1', PLAN_LIMITS: 'free.daily=none,free.burst=none' },
    });
    let next = EVENTS;
    const publish = (): number => {
      published.publish(numbered((next += 1)));
      return Date.now();
    };
    await latencies(url); // A warm-up.
    yield `without streams: ${memoryOf(pid)} MB; lists ${textOf(await latencies(url))}`;
    for (const [idle, slow] of [
      [IDLE, 0],
      [IDLE, SLOW],
    ] as const) {
      const clients = await startClients(url, idle, slow);
      await wait(5000);
      yield `${idle} idle streams and ${slow} that read nothing: ${memoryOf(pid)} MB; lists ${textOf(await latencies(url))}`;
      for (let round = 0; round < ROUNDS; round += 1) {
        const measured = latencies(url);
        const delays: number[] = [];
        for (let count = 0; count < PUBLICATIONS; count += 1) {
          const at = publish();
          await wait(2000);
          delays.push(...(await arrivalsOf(clients)).map((arrival) => arrival - at));
        }
        const [lists, received] = [textOf(await measured), `${delays.length} of ${PUBLICATIONS * idle} received`];
        yield `  ${PUBLICATIONS} publications: ${received} after ${textOf(delays)}; ${memoryOf(pid)} MB; lists ${lists}`;
      }
      clients.kill('SIGKILL');
      await wait(3000);
    }
    published.catalog.close();
  });

async function startClients(url: string, idle: number, slow: number): Promise<ChildProcess> {
  const clients = fork(new URL('./stream-clients.ts', import.meta.url), {
    env: { ...process.env, URL: url, IDLE: String(idle), SLOW: String(slow) },
    execArgv: ['--import', 'tsx'],
  });
  await once(clients, 'message');
  return clients;
}

async function arrivalsOf(clients: ChildProcess): Promise<number[]> {
  clients.send('arrivals');
  const [arrivals] = (await once(clients, 'message')) as [number[]];
  return arrivals;
}

/** Of a list that was not asked before, one after the other for 10 seconds, in ms. */
async function latencies(url: string): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  while (performance.now() < began + 10_000) {
    const at = performance.now();
    const response = await fetch(`${url}/api.php?limit=100&min_magnitude=2.${Math.floor(at * 1000)}`);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`a list was answered ${response.status}`);
    times.push(performance.now() - at);
    await wait(20);
  }
  return times;
}

/** Resident memory of a process, in MB. */
const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024);

const textOf = (times: number[]): string => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => Math.round(quantile(times, share)));
  return `p50 ${p50}, p99 ${p99}, longest ${most} ms`;
};
