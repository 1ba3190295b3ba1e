/** How fast the gateway is, beside the common design, nginx and the platform itself; metering is on in every row. */
import { finished } from 'node:stream/promises';
import { cpuSeconds } from '../measure.ts';
import { recordsOf } from './catalogue.ts';
import { withCompared, type Compared } from './compared-servers.ts';
import { measured, type BenchOptions, type Finding, type Measured } from './figures.ts';
import {
  answered,
  dayLists,
  differentQueries,
  fromAddresses,
  HOT,
  randomDetails,
  rateOf,
  sameByOthers,
  type Asked,
} from './requests.ts';
import type { ServerProcess } from './servers.ts';
import { figureRows } from './speed-figures.ts';

type Options = Pick<BenchOptions, 'events' | 'dist' | 'against' | 'againstDist' | 'only'>;

export async function* benchGatewaySpeed({ only = '', ...options }: Options): AsyncGenerator<Finding | string> {
  yield "requests for each second of the servers' CPU time, by autocannon";
  yield* withCompared(options, async function* (compared) {
    if (!compared.nginx) yield 'nginx is not installed: its row is left out';
    const rows = [...(await rateRows(compared)), ...figureRows(compared)];
    yield* measured(rows.filter(({ name }) => name.includes(only)));
  });
}

/** Requests, the server beside the gateway, and the ratio that is aimed at. */
async function rateRows(compared: Compared): Promise<Measured[]> {
  const { gateway, before, small, sqlite, nginx, keys, dist, newestDay } = compared;
  const hot = fromAddresses([HOT]);
  const different = differentQueries(10_000);
  const some = (kind: RegExp): Asked[] => fromAddresses(different.filter((path) => kind.test(path)));
  const held = await withTag(gateway);
  const former = before && { server: before, held, heldThere: await withTag(before) };
  const details = randomDetails(recordsOf(dist), 100_000);
  const [constant, detail, rss] = await Promise.all([HOT, details[0]!, '/rss'].map(compared.constant));
  const withKeys = keys.map((key) => ({ path: HOT, headers: { Authorization: `Bearer ${key}` } }));
  const day = fromAddresses(dayLists(12_000));
  const row = (
    name: string,
    goal: number,
    requests: readonly Asked[],
    [other, others = requests]: readonly [ServerProcess, (readonly Asked[])?],
  ): Measured => ({
    ...{ name, goal, unit: 'a CPU second', ours: rateOf(gateway, requests), beside: rateOf(other, others) },
    before: former && other !== small && requests !== withKeys ? formerRate(former, requests, others) : undefined,
  });
  return [
    row('hot list of 100, against constant node:http', 0.65, hot, [constant!]),
    row('hot list of 100, against Hono + better-sqlite3 + JSON.stringify', 5, hot, [sqlite]),
    ...(nginx ? [row('hot list of 100, against nginx with a constant file', 0.3, hot, [nginx])] : []),
    row('10,000 different lists, against constant node:http', 0.08, fromAddresses(different), [constant!]),
    row('10,000 different lists, against Hono + better-sqlite3 + JSON.stringify', 8, fromAddresses(different), [
      sqlite,
    ]),
    row("304, against constant node:http's", 0.7, held, [constant!]),
    row('100,000 random details, against constant node:http', 0.4, fromAddresses(details), [detail!]),
    row('rss, against constant node:http', 0.6, fromAddresses(['/rss']), [rss!]),
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

interface Former {
  server: ServerProcess;
  /** Requests with the tag of the present version, and those with the tag of the one before. */
  held: readonly Asked[];
  heldThere: readonly Asked[];
}

/** What the gateway is compared with by other requests of its own is so in the version before. */
const formerRate = ({ server, held, heldThere }: Former, requests: readonly Asked[], others: readonly Asked[]) => ({
  ours: rateOf(server, requests === held ? heldThere : requests),
  ...(requests === others ? {} : { beside: rateOf(server, others) }),
});

/** The hot list, as who has it asks. */
async function withTag({ url }: ServerProcess): Promise<Asked[]> {
  const response = await fetch(url + HOT, { headers: { 'Accept-Encoding': 'identity' } });
  await response.arrayBuffer();
  return fromAddresses([HOT], { 'If-None-Match': response.headers.get('etag')! });
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
