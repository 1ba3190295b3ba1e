/** How fast the gateway is, beside the common design, nginx and the platform itself; metering is on in every row. */
import { cpuSeconds, memoryOf } from '../../measure.ts';
import { against, below, inRounds, type Finding, type Rate } from '../findings.ts';
import { client, load, type Asked } from '../load.ts';
import type { ServerProcess } from '../processes.ts';
import { withCompared, type Compared } from './compared-servers.ts';
import { recordsOf } from './catalogue.ts';
import { exports, quakeml } from './long-answers.ts';
import { dayLists, differentQueries, fromAddresses, HOT, randomDetails, sameByOthers } from './requests.ts';

const CONSTANT = 'against constant node:http';
export async function* benchGatewaySpeed({
  events = 1_000_000,
}: {
  events?: number;
}): AsyncGenerator<Finding | string> {
  yield `${events} synthetic earthquakes; requests by ${client}`;
  yield* withCompared(events, async function* (servers) {
    for (const part of [lists, kindsOfLists, details, rss, keyed, worst, growth, exports, quakeml, memory, start])
      yield* part(servers);
  });
}

/** Each round from another place of the list. */
const rateOf =
  ({ url, pid }: ServerProcess, requests: readonly Asked[]) =>
  async (round: number): Promise<Rate> => {
    const before = cpuSeconds(pid);
    const { perSecond, count } = await load(url, requests, { from: (round * 7919) % requests.length });
    return { perSecond, perCpuSecond: count / (cpuSeconds(pid) - before) };
  };

async function tagOf({ url }: ServerProcess, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { 'Accept-Encoding': 'identity' } });
  await response.arrayBuffer();
  return response.headers.get('etag')!;
}

async function* lists({ gateway, sqlite, nginx, constant: constantOf }: Compared): AsyncGenerator<Finding | string> {
  const constant = await constantOf(HOT);
  const hot = fromAddresses([HOT]);
  const different = fromAddresses(differentQueries(10_000));
  const held = fromAddresses([HOT], { 'If-None-Match': await tagOf(gateway, HOT) });
  const figures = await inRounds({
    hot: rateOf(gateway, hot),
    constant: rateOf(constant, hot),
    different: rateOf(gateway, different),
    sqliteDifferent: rateOf(sqlite, different),
    held: rateOf(gateway, held),
    constantHeld: rateOf(constant, held),
    sqliteHot: rateOf(sqlite, hot),
    nginx: nginx ? rateOf(nginx, hot) : async (): Promise<Rate> => ({ perSecond: NaN, perCpuSecond: NaN }),
  });
  const hotList = (other: Rate[], name: string, goal: number): Finding =>
    against(`hot list of 100, against ${name}`, [figures.hot, other], goal);
  yield hotList(figures.constant, 'constant node:http', 0.65);
  yield hotList(figures.sqliteHot, 'Hono + better-sqlite3 + JSON.stringify', 5);
  if (nginx) yield hotList(figures.nginx, 'nginx with a constant file', 0.3);
  else yield 'nginx is not installed: its row is left out';
  const { different: others, sqliteDifferent } = figures;
  yield against(`10,000 different lists, ${CONSTANT}`, [others, figures.constant], 0.15);
  yield against('10,000 different lists, against Hono + better-sqlite3 + JSON.stringify', [others, sqliteDifferent], 8);
  yield against(`304, ${CONSTANT}'s`, [figures.held, figures.constantHeld], 0.8);
  await constant.stop();
}

/** Lists that read or test more than a day's, and how long some of all kinds wait. */
async function* kindsOfLists({ gateway }: Compared): AsyncGenerator<Finding> {
  const different = differentQueries(10_000);
  const rateOfSome = (kind: RegExp) => rateOf(gateway, fromAddresses(different.filter((path) => kind.test(path))));
  const figures = await inRounds({
    day: rateOf(gateway, fromAddresses(dayLists(12_000))),
    magnitude: rateOfSome(/limit=100&date_to=[^&]+&min_magnitude/),
    circle: rateOfSome(/max_radius_km/),
  });
  const { waits } = await inRounds({
    waits: async (round) => {
      const { p50, p99 } = await load(gateway.url, fromAddresses(different), {
        from: (round * 1999) % different.length,
      });
      return p99 / p50;
    },
  });
  yield against('lists by date_to and min_magnitude, against those of a day', [figures.magnitude, figures.day], 1);
  yield against('lists of circles, against those of a day', [figures.circle, figures.day], 1);
  yield below('p99 of different lists', waits, 10, 'times p50');
}

async function* details({ gateway, dist, constant: constantOf }: Compared): AsyncGenerator<Finding> {
  const paths = randomDetails(recordsOf(dist), 100_000);
  const constant = await constantOf(paths[0]!);
  const requests = fromAddresses(paths);
  const figures = await inRounds({ ours: rateOf(gateway, requests), constant: rateOf(constant, requests) });
  yield against(`100,000 random details, ${CONSTANT}`, [figures.ours, figures.constant], 0.5);
  await constant.stop();
}

async function* rss({ gateway, constant: constantOf }: Compared): AsyncGenerator<Finding> {
  const constant = await constantOf('/rss');
  const requests = fromAddresses(['/rss']);
  const figures = await inRounds({ ours: rateOf(gateway, requests), constant: rateOf(constant, requests) });
  yield against(`rss, ${CONSTANT}`, [figures.ours, figures.constant], 0.65);
  await constant.stop();
}

async function* keyed({ gateway, keys }: Compared): AsyncGenerator<Finding> {
  const withKeys = keys.map((key) => ({ path: HOT, headers: { Authorization: `Bearer ${key}` } }));
  const figures = await inRounds({ keyed: rateOf(gateway, withKeys), keyless: rateOf(gateway, fromAddresses([HOT])) });
  yield against('hot list by 1,000 keys, against by 1,000 addresses', [figures.keyed, figures.keyless], 0.8);
}

/** A search of everything that finds nothing, again and again beside hot lists. */
async function* worst({ gateway }: Compared): AsyncGenerator<Finding> {
  const took: number[] = [];
  const p99 = async (round: number): Promise<number> => {
    let running = true;
    const searching = (async () => {
      for (let count = 0; running; count += 1) {
        const began = performance.now();
        const path = `/api.php?q=nosuchplace${round}x${count}`;
        const response = await fetch(gateway.url + path, { headers: { 'X-Forwarded-For': '203.0.113.1' } });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
        took.push(performance.now() - began);
      }
    })();
    const measured = await load(gateway.url, fromAddresses([HOT]));
    running = false;
    await searching;
    return measured.p99;
  };
  const figures = await inRounds({ p99 });
  yield below('p99 of hot lists beside q=nosuchplace', figures.p99, 15, 'ms');
  yield below('q=nosuchplace beside hot lists', took, 1000, 'ms');
}

async function* growth({ gateway, small, newestDay }: Compared): AsyncGenerator<Finding> {
  const queries = { 'M ≥ 6 since 1900': 'min_magnitude=6', 'the last day': `date_from=${newestDay}` };
  for (const [name, query] of Object.entries(queries)) {
    const requests = fromAddresses(sameByOthers(`limit=20&${query}`, 10_000));
    const { few, all } = await inRounds({ few: rateOf(small, requests), all: rateOf(gateway, requests) });
    yield against(`20 of "${name}", against 10,000 earthquakes`, [all, few], 0.77);
  }
}

/** Memory of the gateway that answered everything before, under all of it at once. */
async function* memory({ gateway, dist }: Compared): AsyncGenerator<Finding> {
  const [different, some] = [differentQueries(10_000), randomDetails(recordsOf(dist), 10_000)];
  const mixed = fromAddresses(different.flatMap((query, index) => [HOT, query, some[index]!]));
  const { used } = await inRounds({
    used: async (round) => {
      await rateOf(gateway, mixed)(round);
      return memoryOf(gateway.pid);
    },
  });
  yield below('memory of the gateway under the mixed load', used, 350, 'MB');
}

async function* start({ another }: Compared): AsyncGenerator<Finding> {
  const { took } = await inRounds({
    took: async () => {
      const began = performance.now();
      const started = await another();
      const after = performance.now() - began;
      await started.stop();
      return after;
    },
  });
  yield below('start to first answer', took, 300, 'ms');
}
