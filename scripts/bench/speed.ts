/** How fast the gateway is, beside the common design, nginx and the platform itself; metering is on in every row. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { cpuSeconds, memoryOf } from '../measure.ts';
import { recordsOf } from './catalogue.ts';
import { withCompared, type Compared } from './compared-servers.ts';
import { measured, type Finding, type Measured } from './figures.ts';
import {
  dayLists,
  differentQueries,
  fromAddresses,
  HOT,
  load,
  randomDetails,
  rateOf,
  sameByOthers,
  type Asked,
} from './requests.ts';
import type { ServerProcess } from './servers.ts';

type Options = { events?: number };

export async function* benchGatewaySpeed({ events = 1_000_000 }: Options): AsyncGenerator<Finding | string> {
  yield `${events} synthetic earthquakes; requests for each second of the servers' CPU time, by autocannon`;
  yield* withCompared(events, async function* (compared) {
    if (!compared.nginx) yield 'nginx is not installed: its row is left out';
    yield* measured(await rateRows(compared));
    yield* measured(figureRows(compared));
  });
}

/** Requests, the server beside the gateway, and the ratio that is aimed at. */
async function rateRows(compared: Compared): Promise<Measured[]> {
  const { gateway, small, sqlite, nginx, keys, dist, newestDay } = compared;
  const hot = fromAddresses([HOT]);
  const different = differentQueries(10_000);
  const some = (kind: RegExp): Asked[] => fromAddresses(different.filter((path) => kind.test(path)));
  const held = fromAddresses([HOT], { 'If-None-Match': await tagOf(gateway, HOT) });
  const details = randomDetails(recordsOf(dist), 100_000);
  const [constant, detail, rss] = [
    await compared.constant(HOT),
    await compared.constant(details[0]!),
    await compared.constant('/rss'),
  ];
  const withKeys = keys.map((key) => ({ path: HOT, headers: { Authorization: `Bearer ${key}` } }));
  const day = fromAddresses(dayLists(12_000));
  const row = (
    name: string,
    goal: number,
    requests: readonly Asked[],
    [other, others = requests]: readonly [ServerProcess, (readonly Asked[])?],
  ): Measured => ({ name, goal, unit: 'a CPU second', ours: rateOf(gateway, requests), beside: rateOf(other, others) });
  return [
    row('hot list of 100, against constant node:http', 0.65, hot, [constant]),
    row('hot list of 100, against Hono + better-sqlite3 + JSON.stringify', 5, hot, [sqlite]),
    ...(nginx ? [row('hot list of 100, against nginx with a constant file', 0.3, hot, [nginx])] : []),
    row('10,000 different lists, against constant node:http', 0.15, fromAddresses(different), [constant]),
    row('10,000 different lists, against Hono + better-sqlite3 + JSON.stringify', 8, fromAddresses(different), [
      sqlite,
    ]),
    row("304, against constant node:http's", 0.8, held, [constant]),
    row('100,000 random details, against constant node:http', 0.5, fromAddresses(details), [detail]),
    row('rss, against constant node:http', 0.65, fromAddresses(['/rss']), [rss]),
    row('hot list by 1,000 keys, against by 1,000 addresses', 0.8, withKeys, [gateway, hot]),
    row(
      'lists by date_to and min_magnitude, against those of a day',
      1,
      some(/limit=100&date_to=[^&]+&min_magnitude/),
      [...([gateway, day] as const)],
    ),
    row('lists of circles, against those of a day', 1, some(/max_radius_km/), [gateway, day]),
    ...Object.entries({ 'M ≥ 6 since 1900': 'min_magnitude=6', 'the last day': `date_from=${newestDay}` }).map(
      ([name, query]) =>
        row(
          `20 of "${name}", against 10,000 earthquakes`,
          0.77,
          fromAddresses(sameByOthers(`limit=20&${query}`, 10_000)),
          [small],
        ),
    ),
    {
      name: 'export of 100,000 rows as CSV, against all as JSON by Hono + better-sqlite3',
      ...{ goal: 2, unit: 'rows a CPU second' },
      ours: exportRate(gateway, '/export.php?min_magnitude=-9&format=csv&'),
      beside: exportRate(sqlite, '/export?'),
    },
  ];
}

/** Figures of the gateway alone; that of memory comes after all that it answered. */
function figureRows({ gateway, dist, another }: Compared): Measured[] {
  const different = differentQueries(10_000);
  const [lists, details] = [fromAddresses(different), randomDetails(recordsOf(dist), 10_000)];
  const mixed = fromAddresses(different.flatMap((query, index) => [HOT, query, details[index]!]));
  const document = (round: number): string => `/fdsnws/event/1/query?limit=20000&endtime=2025-0${9 - round}-01`;
  return [
    {
      ...{ name: 'p99 of different lists', goal: 20, unit: 'ms' },
      ours: async (round) => (await load(gateway.url, lists, round * 1999)).latency.p99,
    },
    {
      ...{ name: 'p99 of hot lists beside q=nosuchplace', goal: 15, unit: 'ms' },
      ours: async (round) => (await besideSearches(gateway, round)).p99,
    },
    {
      ...{ name: 'q=nosuchplace beside hot lists', goal: 1000, unit: 'ms' },
      ours: async (round) => (await besideSearches(gateway, round + 10)).longest,
    },
    {
      ...{ name: 'CPU time of 20,000 events as QuakeML', goal: 0.68, unit: 's' },
      ours: async (round) => {
        const before = cpuSeconds(gateway.pid);
        await finished((await answered(gateway.url + document(round))).resume());
        return cpuSeconds(gateway.pid) - before;
      },
    },
    {
      ...{ name: 'their first byte', goal: 100, unit: 'ms' },
      ours: async (round) => {
        const began = performance.now();
        const response = await answered(`${gateway.url}${document(round)}T01:00:00`);
        await once(response, 'readable');
        const took = performance.now() - began;
        await finished(response.resume());
        return took;
      },
    },
    {
      ...{ name: 'memory of the gateway under the mixed load', goal: 350, unit: 'MB' },
      ours: async (round) => {
        await load(gateway.url, mixed, round * 7919);
        return memoryOf(gateway.pid);
      },
    },
    {
      ...{ name: 'start to first answer', goal: 300, unit: 'ms' },
      ours: async () => {
        const began = performance.now();
        const started = await another();
        const took = performance.now() - began;
        await started.stop();
        return took;
      },
    },
  ];
}

async function tagOf({ url }: ServerProcess, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
  await response.arrayBuffer();
  return response.headers.get('etag')!;
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

/** `fetch` would cost more than either server. */
async function answered(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return response;
}

/** Rows of an export, each round to another day. */
const exportRate =
  ({ url, pid }: ServerProcess, path: string) =>
  async (round: number): Promise<number> => {
    const before = cpuSeconds(pid);
    const day = new Date(Date.UTC(2026, 1, 1 + round)).toISOString().slice(0, 10);
    const response = await answered(`${url}${path}date_to=${day}`);
    await finished(response.resume());
    return Number(response.headers['x-export-rows']) / (cpuSeconds(pid) - before);
  };
