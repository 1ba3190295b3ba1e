/**
 * The list query through the gateway against the common design (Hono, better-sqlite3 with indexes,
 * JSON.stringify), and against the ceiling of the platform (`node:http` with one constant body of the same size). Each
 * server is a process of its own.
 */
import type { Comparison } from './comparison.ts';
import type { Asked } from './processes.ts';
import { compare } from './processes.ts';
import { withServers } from './servers.ts';

const EARTHQUAKES = 100_000;

/** One query again and again, as after an earthquake; and many different ones, as no cache can hold. */
const HOT = ['/api.php?limit=100&min_magnitude=2.5'];
const VARIED = Array.from({ length: 2000 }, (_, n) => {
  const day = new Date(Date.UTC(2000, 0, 1 + ((n * 37) % 9000))).toISOString().slice(0, 10);
  return `/api.php?limit=100&date_to=${day}&min_magnitude=${((n % 30) / 10).toFixed(1)}`;
});

const asked = (paths: string[]): Asked[] => paths.map((path) => ({ path }));

export const benchList = (): Promise<Comparison[]> =>
  withServers({ count: EARTHQUAKES }, async (bed) => {
    const ours = await bed.start('../../gateway/main.ts', bed.ours);
    const sqlite = await bed.start('./sqlite-server.ts', bed.rival);
    const body = await (await fetch(`${ours}${HOT[0]}`)).text();
    const constant = await bed.start('./constant-server.ts', { BODY: body });
    return [
      await compare('list, one query, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        requests: asked(HOT),
        goal: 5,
      }),
      await compare('list, 2,000 queries, against Hono + better-sqlite3 + JSON.stringify', [ours, sqlite], {
        requests: asked(VARIED),
        goal: 2,
      }),
      await compare('list, one query, against constant node:http', [ours, constant], {
        requests: asked(HOT),
        goal: 0.5,
      }),
    ];
  });
