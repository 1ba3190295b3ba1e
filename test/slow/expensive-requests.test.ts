/**
 * Many expensive requests and one cheap one: counts the shards opened for others before the cheap one is answered.
 * It counts from the arrival at the app on, and the clock of the queue is the number of shards opened: a busy machine
 * delays requests, and charges them for its waits.
 */
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../../gateway/http/server.ts';
import { send } from '../support/clients.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { testMetering, UNLIMITED } from '../support/metering.ts';

const { files, manifest } = syntheticDataset({ count: 10_000, shardRows: 128 });
/** Requests of the attackers in progress: there is always another one. */
const ATTACKERS = 100;
const REQUESTS = 8;
/** Shards opened for others during one cheap request: two lanes, a few slices of a few shards each. */
const MOST_FOR_OTHERS = 60;
const CHEAP_CLIENT = '192.0.2.1';
/** Time of a shard opened, in ms. */
const LOAD_TIME = 0.25;

const one = new http.Agent({ keepAlive: true, maxSockets: 1 });
after(() => one.destroy());

const DEAR: [name: string, path: (number: number) => string, method: string][] = [
  ['searches by HEAD', (n) => `/api.php?limit=1000&q=nowhere%20${n}`, 'HEAD'],
  ['changes by HEAD', (n) => `/api.php?updated_after=2000-01-01T00:00:00Z&q=nowhere%20${n}`, 'HEAD'],
  ['exports', (n) => `/export.php?format=csv&max_depth=${(n / 1000 + 5).toFixed(3)}`, 'GET'],
];

for (const addresses of [1, 1000])
  for (const [name, path, method] of DEAR)
    test(`${name} from ${addresses} addresses delay no other client`, async (t) => {
      const metering = testMetering({ limits: UNLIMITED, trustedProxies: ['127.0.0.1'] });
      // No shard stays in memory, so that each one opened is counted.
      const { app, dataset, lines } = testGateway(files, { metering, cacheBytes: 1000, exportRows: () => 50_000 });
      t.mock.method(performance, 'now', () => dataset.files.loads * LOAD_TIME);
      const forOthers: number[] = [];
      const counting = async (request: Request, environment: object): Promise<Response> => {
        const before = dataset.files.loads;
        const response = await app.fetch(request, environment);
        if (request.headers.get('X-Forwarded-For') === CHEAP_CLIENT) forOthers.push(dataset.files.loads - before);
        return response;
      };
      const listen = { port: 0, host: '127.0.0.1', log: (line: string) => void lines.push(line) };
      const server = await startServer({ app: { fetch: counting }, ...listen });
      const from = (address: string) => ({ 'X-Forwarded-For': address });
      const many = new http.Agent({ keepAlive: true, maxSockets: ATTACKERS });
      let over = false;
      const statuses = new Set<number>();
      const attacker = async (number: number): Promise<void> => {
        for (let next = number; !over; next += ATTACKERS) {
          const address = from(`198.18.${(next % addresses) >> 8}.${(next % addresses) & 255}`);
          const request = { agent: many, path: path(next), method, headers: address };
          const response = await send(server.url, request).catch(() => undefined);
          if (response) statuses.add(response.status);
          // A refused client retries a little later.
          if (response?.status !== 200) await wait(20);
        }
      };
      const attackers = Array.from({ length: ATTACKERS }, (_, number) => attacker(number));
      // Once all of them are known as dear.
      while (dataset.files.loads < 1000) await wait(5);
      for (let number = 0; number < REQUESTS; number += 1) {
        const next = `/api.php?limit=20&min_magnitude=${(1 + number / 100).toFixed(2)}`;
        const response = await send(server.url, { agent: one, path: next, headers: from(CHEAP_CLIENT) });
        assert.equal(response.status, 200, response.body);
      }
      over = true;
      many.destroy();
      await Promise.all(attackers);
      await server.stop(100);
      assert.equal(forOthers.length, REQUESTS);
      assert.ok(Math.max(...forOthers) <= MOST_FOR_OTHERS, `${forOthers.join(' ')} of ${manifest.shards.length}`);
      for (const status of statuses) assert.ok([200, 429, 503].includes(status), String(status));
      assert.deepEqual(
        lines.filter((line) => line.includes('fault')),
        [],
      );
    });
