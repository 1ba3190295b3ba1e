/**
 * The list query through the gateway against what most people would build (Hono, better-sqlite3 with indexes, JSON.stringify), and against the
 * ceiling of the platform (`node:http` with one constant body of the same size). Each server is a process of its own.
 */
import autocannon from 'autocannon';
import type { Comparison } from './comparison.ts';
import { withServers } from './servers.ts';

const EARTHQUAKES = 100_000;
const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = 5;

/** One query again and again, as after an earthquake; and many different ones, as no cache can hold. */
const HOT = ['/api.php?limit=100&min_magnitude=2.5'];
const VARIED = Array.from({ length: 2000 }, (_, n) => {
  const day = new Date(Date.UTC(2000, 0, 1 + ((n * 37) % 9000))).toISOString().slice(0, 10);
  return `/api.php?limit=100&date_to=${day}&min_magnitude=${((n % 30) / 10).toFixed(1)}`;
});

export const benchList = (): Promise<Comparison[]> =>
  withServers({ count: EARTHQUAKES }, async (bed) => {
    const ours = await bed.start('../../gateway/main.ts', bed.ours);
    const sqlite = await bed.start('./sqlite-server.ts', bed.rival);
    const body = await (await fetch(`${ours}${HOT[0]}`)).text();
    const constant = await bed.start('./constant-server.ts', { BODY: body });
    return [
      await compare('list, one query, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        paths: HOT,
        goal: 5,
      }),
      await compare('list, 2,000 queries, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        paths: VARIED,
        goal: 2,
      }),
      await compare('list, one query, against constant node:http', [ours, constant], { paths: HOT, goal: 0.5 }),
    ];
  });

async function compare(
  name: string,
  [ours, other]: [string, string],
  { paths, goal }: { paths: string[]; goal: number },
): Promise<Comparison> {
  const comparison: Comparison = { name, ours: [], other: [], unit: 'requests/s', goal };
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair = [await load(ours, paths), await load(other, paths)] as const;
    if (round < 0) continue; // A warm-up of both.
    comparison.ours.push(pair[0]);
    comparison.other.push(pair[1]);
  }
  return comparison;
}

/** Requests a second; an answer other than 200 is an error of the benchmark. */
async function load(url: string, paths: string[]): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: paths.map((path) => ({ path })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`);
  return result.requests.average;
}
