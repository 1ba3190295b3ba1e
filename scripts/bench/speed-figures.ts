/** Figures of one gateway alone: latencies, memory, start. */
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { cpuSeconds, memoryOf } from '../measure.ts';
import { recordsOf } from './catalogue.ts';
import type { Compared } from './compared-servers.ts';
import type { Measured } from './figures.ts';
import { answered, differentQueries, fromAddresses, HOT, load, randomDetails } from './requests.ts';
import type { ServerProcess } from './servers.ts';

type FigureOf = (gateway: ServerProcess, round: number) => Promise<number>;

/** That of memory comes after all that the gateway answered. */
export function figureRows({ gateway, before, dist, another, anotherBefore }: Compared): Measured[] {
  const different = differentQueries(10_000);
  const [lists, details] = [fromAddresses(different), randomDetails(recordsOf(dist), 10_000)];
  const mixed = fromAddresses(different.flatMap((query, index) => [HOT, query, details[index]!]));
  const row = (name: string, [goal, unit]: readonly [number | null, string], figure: FigureOf): Measured => ({
    ...{ name, goal, unit },
    ours: (round) => figure(gateway, round),
    before: before && { ours: (round) => figure(before, round) },
  });
  const latencies = async ({ url }: ServerProcess, round: number) => (await load(url, lists, round * 1999)).latency;
  const start = (open: () => Promise<ServerProcess>) => async (): Promise<number> => {
    const began = performance.now();
    const started = await open();
    const took = performance.now() - began;
    await started.stop();
    return took;
  };
  return [
    row('p50 of different lists', [null, 'ms'], async (server, round) => (await latencies(server, round)).p50),
    row('p99 of different lists', [20, 'ms'], async (server, round) => (await latencies(server, round + 10)).p99),
    row('p99 of different lists by their p50', [10, 'times'], async (server, round) => {
      const { p50, p99 } = await latencies(server, round + 20);
      return p99 / Math.max(1, p50);
    }),
    row('p99 of hot lists beside q=nosuchplace', [15, 'ms'], async (server, round) => {
      return (await besideSearches(server, round)).p99;
    }),
    row('q=nosuchplace beside hot lists', [1000, 'ms'], async (server, round) => {
      return (await besideSearches(server, round + 10)).longest;
    }),
    row('CPU time of 20,000 events as QuakeML', [0.68, 's'], quakemlSeconds),
    row('their first byte', [100, 'ms'], firstByte),
    row('memory of the gateway under the mixed load', [400, 'MB'], async ({ url, pid }, round) => {
      await load(url, mixed, round * 7919);
      return memoryOf(pid);
    }),
    {
      ...{ name: 'start to first answer', goal: 300, unit: 'ms', ours: start(another) },
      before: before && { ours: start(anotherBefore) },
    },
  ];
}

const document = (round: number): string => `/fdsnws/event/1/query?limit=20000&endtime=2025-0${9 - round}-01`;

async function quakemlSeconds({ url, pid }: ServerProcess, round: number): Promise<number> {
  const before = cpuSeconds(pid);
  await finished((await answered(url + document(round))).resume());
  return cpuSeconds(pid) - before;
}

async function firstByte({ url }: ServerProcess, round: number): Promise<number> {
  const began = performance.now();
  const response = await answered(`${url}${document(round)}T01:00:00`);
  await once(response, 'readable');
  const took = performance.now() - began;
  await finished(response.resume());
  return took;
}

/** A search of everything that finds nothing, again and again beside hot lists. @returns ms */
async function besideSearches({ url }: ServerProcess, round: number): Promise<{ p99: number; longest: number }> {
  let [running, longest] = [true, 0];
  const searching = (async () => {
    for (let count = 0; running; count += 1) {
      const began = performance.now();
      const path = `/api.php?q=nosuchplace${round}x${count}`;
      const response = await fetch(url + path, { headers: { 'X-Forwarded-For': '203.0.113.1' } });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      longest = Math.max(longest, performance.now() - began);
    }
  })();
  const { latency } = await load(url, fromAddresses([HOT])).finally(() => (running = false));
  await searching;
  return { p99: latency.p99, longest };
}
