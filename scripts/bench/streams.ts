/**
 * Many open streams: the gateway's memory, the time from a publication to each client, and the lists of another client
 * beside them. Gateway and clients are processes of their own.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { numbered, publisher } from '../../test/support/publisher.ts';
import { memoryOf, quantile } from '../measure.ts';
import { withServers } from './servers.ts';

const [IDLE, SLOW] = [5000, 500];
/** Earthquakes at the beginning: their log is longer than what the connections of slow clients hold. */
const EVENTS = 20_000;
const ROUNDS = 3;
const PUBLICATIONS = 3;

export const benchStreams = (): AsyncGenerator<string> =>
  withServers(async function* ({ path, run }) {
    const dist = path('dist');
    const published = publisher(dist);
    published.publish(...Array.from({ length: EVENTS }, (_, number) => numbered(number)));
    const { url, pid } = await run('../../gateway/main.ts', {
      ...{ DIST_DIR: dist, DATA_DIR: path('data'), LOG_REQUESTS: '0', STREAMS: '10000' },
      ...{ TRUSTED_PROXIES: '127.0.0.1', PLAN_LIMITS: 'free.daily=none,free.burst=none' },
    });
    const lists = measuredLists(url);
    await wait(5000); // A warm-up.
    lists.take();
    await wait(10_000);
    yield `without streams: ${Math.round(memoryOf(pid))} MB; lists ${textOf(lists.take())}`;
    const clients = await startClients(url, IDLE, SLOW);
    await wait(5000);
    lists.take();
    await wait(15_000);
    yield `${IDLE} idle streams and ${SLOW} that read nothing: ${Math.round(memoryOf(pid))} MB; lists ${textOf(lists.take())}`;
    let next = EVENTS;
    for (let round = 0; round < ROUNDS; round += 1) {
      const delays: number[] = [];
      for (let count = 0; count < PUBLICATIONS; count += 1) {
        published.publish(numbered((next += 1)));
        const { mtimeMs } = statSync(join(dist, 'manifest.json'));
        await wait(3000);
        delays.push(...(await arrivalsOf(clients)).map((arrival) => arrival - mtimeMs));
      }
      const received = `${delays.length} of ${PUBLICATIONS * IDLE} events after ${textOf(delays)}`;
      yield `${PUBLICATIONS} publications: ${received}; ${Math.round(memoryOf(pid))} MB; lists ${textOf(lists.take())}`;
    }
    lists.stop();
    clients.kill('SIGKILL');
    published.catalog.close();
  });

const startChild = (script: string, env: Record<string, string>): ChildProcess =>
  fork(new URL(script, import.meta.url), { env: { ...process.env, ...env }, execArgv: ['--import', 'tsx'] });

function measuredLists(url: string) {
  const times: number[] = [];
  const child = startChild('./list-client.ts', { URL: url });
  child.on('message', (time: number) => times.push(time));
  return { take: () => times.splice(0), stop: () => child.kill('SIGKILL') };
}

async function startClients(url: string, idle: number, slow: number): Promise<ChildProcess> {
  const clients = startChild('./stream-clients.ts', { URL: url, IDLE: String(idle), SLOW: String(slow) });
  await once(clients, 'message');
  return clients;
}

async function arrivalsOf(clients: ChildProcess): Promise<number[]> {
  clients.send('arrivals');
  const [arrivals] = (await once(clients, 'message')) as [number[]];
  return arrivals;
}

const textOf = (times: number[]): string => {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => Math.round(quantile(times, share)));
  return `p50 ${p50}, p99 ${p99}, longest ${most} ms`;
};
