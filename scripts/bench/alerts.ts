/**
 * 10,000 rules and 1,000 new earthquakes: time from their publication to the last message, each exactly once. Receivers
 * are in this process.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { distanceKm } from '#core/geo.ts';
import { DAY, MINUTE } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { alertService, OWNER } from '../../test/support/alerts.ts';
import { NOON, report } from '../../test/support/catalog.ts';
import { testGateway } from '../../test/support/gateway.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { magnitude } from '../../test/support/publisher.ts';
import { Random } from '../synthetic/random.ts';
import { withServers } from './servers.ts';

const [RULES, EARTHQUAKES, HOSTS] = [10_000, 1000, 20];
/** Of the circle of a rule. */
const RADIUS_KM = 60;

export const benchAlerts = (): AsyncGenerator<string> => withServers(({ path }) => manyRules(path('accounts.db')));

interface Cleanup {
  after(work: () => Promise<void> | void): void;
}

async function* withCleanup(run: (t: Cleanup) => AsyncGenerator<string>): AsyncGenerator<string> {
  const works: (() => Promise<void> | void)[] = [];
  yield* run({ after: (work) => void works.push(work) });
  for (const work of works.toReversed()) await work();
}

/** Counts messages by webhook and earthquake. */
async function receivers(t: Cleanup): Promise<{ urls: string[]; received: string[] }> {
  const received: string[] = [];
  const urls: string[] = [];
  for (let index = 0; index < HOSTS; index += 1) {
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { data } = JSON.parse(body) as { data: { earthquake: { id: number } } };
        received.push(`${request.url} ${data.earthquake.id}`);
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => void server.close());
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  return { urls, received };
}

const manyRules = (file: string): AsyncGenerator<string> =>
  withCleanup(async function* (t) {
    const database = sqliteEngine(openAccounts(file));
    const service = alertService(t, { database });
    const { urls, received } = await receivers(t);
    const random = new Random(1);
    await service.publish({ key: 'old', time: NOON - DAY });
    const insert = database.db.prepare(
      `INSERT INTO alert_readers (id, channel, account, url, format, language, rule, secret, created_at)
       VALUES (?, 'webhook', ?, ?, 'standard', 'tr', ?, 'whsec_c2VjcmV0', 0)`,
    );
    const rules = Array.from({ length: RULES }, (_, index) => {
      const rule = { latitude: random.between(36, 42), longitude: random.between(26, 45), least: random.between(3, 5) };
      const fields = { latitude: rule.latitude, longitude: rule.longitude, min_magnitude: rule.least };
      const texts = Object.entries({ ...fields, max_radius_km: RADIUS_KM, per_hour: 60 }).map(([name, value]) => [
        name,
        String(value),
      ]);
      insert.run(`wh_${index}`, OWNER, `${urls[index % HOSTS]}/${index}`, JSON.stringify(Object.fromEntries(texts)));
      return rule;
    });
    service.catalog.now += MINUTE;
    service.catalog.run({
      feed: 'usgs-fdsn',
      asOf: service.catalog.now,
      reports: Array.from({ length: EARTHQUAKES }, (_, index) =>
        report({
          ...{ key: `new${index}`, time: NOON - index * (MINUTE / 4), latitude: random.between(36, 42) },
          ...{
            longitude: random.between(27, 44),
            ...magnitude(Math.min(7, 3 + Math.round(4.3 * random.exponential(1)) / 10)),
          },
        }),
      ),
    });
    service.build();
    const begun = performance.now();
    const passed = (): string => ((performance.now() - begun) / 1000).toFixed(1);
    await service.dataset.refresh();
    await service.alerts.step();
    const queued = passed();
    await service.alerts.idle();
    const last = passed();
    const items = (await itemsOf(service.dist, 'limit=1000&date_from=2024-03-10')).filter(
      ({ occurred_at: time }) => time > '2024-03-10 06:00',
    );
    const expected = rules.flatMap(({ least, ...centre }, index) =>
      items
        .filter((item) => item.magnitude! >= least && distanceKm(centre, item) <= RADIUS_KM)
        .map(({ id }) => `/${index} ${id}`),
    );
    const isEqual = JSON.stringify(received.toSorted()) === JSON.stringify(expected.toSorted());
    yield (
      `${RULES} rules, ${items.length} new earthquakes: ${received.length} messages to ${HOSTS} hosts, ` +
      (isEqual ? 'those of a naive comparison, each once' : `but ${expected.length} were expected`)
    );
    yield `queued after ${queued} s, the last one received after ${last} s`;
  });

async function itemsOf(dist: string, query: string): Promise<ListItem[]> {
  const response = await testGateway(new Map(), { reader: folderReader(dist) }).get(`/api.php?${query}`);
  return ((await response.json()) as { earthquakes: ListItem[] }).earthquakes;
}
