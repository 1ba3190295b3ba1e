/** Alerts of real gateways: ended by force in the middle, in several processes, and two on one PostgreSQL. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE } from '#core/time.ts';
import { PLAN_LIMITS } from '../../../gateway/access/quota/limits.ts';
import { PushStore } from '../../../gateway/alerts/push-store.ts';
import { WebhookStore } from '../../../gateway/alerts/webhook-store.ts';
import { accountsPath, openAccounts } from '../../../gateway/store/database.ts';
import { openPostgres } from '../../../gateway/store/postgres-engine.ts';
import type { SqlDatabase } from '../../../gateway/store/sql-database.ts';
import { sqliteEngine } from '../../../gateway/store/sqlite-engine.ts';
import { receiver } from '../../support/alerts.ts';
import { startPostgres, type TestPostgres, withoutPostgres } from '../../support/engines.ts';
import { exitOf, type GatewayChild, startGatewayChild } from '../../support/gateway-child.ts';
import { scrape } from '../../support/metrics.ts';
import { magnitude, publisher } from '../../support/publisher.ts';
import { browser, pushService } from '../../support/push.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const ACCOUNT = 'an account';
/** One agency gives at most 30 in a minute (`full-hours.ts`). */
const EARTHQUAKES = 24;
/** Kills. */
const ROUNDS = 2;

/** One that happened a minute ago. */
const recent = (number: number) => ({
  ...{ key: `new${number}`, time: Date.now() - MINUTE - number, ...magnitude(4) },
  ...{ latitude: 36.5 + (number % 8) * 0.6, longitude: 28 + Math.floor(number / 8) * 2 },
});

/** A dataset and a webhook; gateways over both. */
async function place(t: TestContext, databaseUrl?: string) {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  const published = publisher(dist);
  t.after(() => published.catalog.close());
  const publish = (...numbers: number[]): void => {
    published.catalog.now = Math.max(published.catalog.now + 1000, Date.now() - MINUTE);
    published.publish(...numbers.map(recent));
  };
  publish(0);
  const database: SqlDatabase =
    databaseUrl === undefined
      ? sqliteEngine(openAccounts(accountsPath(join(folder, 'data'))))
      : await openPostgres(databaseUrl);
  t.after(() => database.close());
  const limits = { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, webhooks: 10 } };
  const store = new WebhookStore({ database, limits, now: Date.now, allowsPrivate: true });
  const start = (more: Record<string, string> = {}): Promise<GatewayChild> =>
    startGatewayChild({
      ...{ DIST_DIR: dist, DATA_DIR: join(folder, 'data'), WEBHOOK_TARGETS: 'any' },
      ...{ PLAN_LIMITS: 'free.webhooks=10', AUTH_SECRET: 'a secret of the tests, long enough' },
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...more,
    });
  const subscribe = (url: string) => store.create(ACCOUNT, (name) => ({ url, per_hour: '60' })[name], 'en');
  const push = new PushStore({ database, now: Date.now, allowsPrivate: true, most: 10 });
  /** A browser. @returns the tags of the notifications that it was sent */
  const subscribeBrowser = async (): Promise<() => string[]> => {
    const { origin, pushed } = await pushService(t);
    const { subscription, read } = browser(origin);
    await push.subscribe(subscription, (name) => ({ per_hour: '60' })[name], 'en', 'a network');
    return () => pushed.map((message) => read(message).tag).filter((tag) => tag !== 'welcome');
  };
  const hasRows = async (sql: string): Promise<boolean> => (await database.query(sql)).rows.length > 0;
  /** Resolves when the gateways have read the dataset for the first time, and browsers are confirmed. */
  const hasBegun = async (): Promise<void> => {
    while (!(await hasRows('SELECT 1 FROM alert_position'))) await wait(50);
    while (await hasRows(`SELECT 1 FROM alert_subscribers WHERE off_reason = 'unconfirmed'`)) await wait(50);
  };
  return { database, publish, start, subscribe, subscribeBrowser, hasBegun };
}

const idsOf = (received: { headers: Record<string, unknown> }[]): unknown[] =>
  received.map(({ headers }) => headers['webhook-id']);
const eventsOf = (received: { body: string }[]): string[] =>
  received.map(
    ({ body }) => (JSON.parse(body) as { data: { earthquake: { event_id: string } } }).data.earthquake.event_id,
  );

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await wait(50);
}

test('kill -9 again and again: every earthquake has its message, and a repeated message has the same id', async (t) => {
  const { publish, start, subscribe, subscribeBrowser, hasBegun, database } = await place(t);
  const tags = await subscribeBrowser();
  const { url, received } = await receiver(t, (_, response) => setTimeout(() => response.writeHead(204).end(), 20));
  await subscribe(url);
  let gateway = await start();
  await hasBegun();
  for (let round = 0; round < ROUNDS; round += 1) {
    publish(...Array.from({ length: EARTHQUAKES / ROUNDS }, (_, index) => 1 + round * (EARTHQUAKES / ROUNDS) + index));
    await until(() => received.length > round * (EARTHQUAKES / ROUNDS) + 2);
    gateway.child.kill('SIGKILL');
    await exitOf(gateway.child);
    // The lease of what was being sent.
    await database.query('UPDATE alert_messages SET due_at = 1 WHERE due_at IS NOT NULL');
    gateway = await start();
  }
  await until(() => new Set(idsOf(received)).size >= EARTHQUAKES && new Set(tags()).size >= EARTHQUAKES);
  gateway.child.kill('SIGTERM');
  assert.equal(await exitOf(gateway.child), 0);
  assert.equal(new Set(idsOf(received)).size, EARTHQUAKES);
  assert.equal(new Set(eventsOf(received)).size, EARTHQUAKES);
  assert.deepEqual(new Set(tags()), new Set(eventsOf(received)));
});

test('each message is sent once; the metrics count', async (t) => {
  const { publish, start, subscribe, hasBegun } = await place(t);
  const { url, received } = await receiver(t);
  await subscribe(url);
  const gateway = await start({ METRICS_PORT: '0' });
  await hasBegun();
  publish(...Array.from({ length: 20 }, (_, index) => index + 1));
  await until(() => received.length >= 20);
  await wait(1500);
  assert.deepEqual([received.length, new Set(eventsOf(received)).size], [20, 20]);
  const { sample } = await scrape(gateway);
  assert.equal(sample('hiposantr_alert_attempts_total{outcome="delivered"}'), 20);
  assert.equal(sample('hiposantr_alerts_queued'), 0);
  assert.equal(sample('hiposantr_alert_unreadable_changes_total'), 0);
  gateway.child.kill('SIGTERM');
  assert.equal(await exitOf(gateway.child), 0);
});

let postgres: TestPostgres | undefined;
before(async () => {
  if (!withoutPostgres) postgres = await startPostgres();
});
after(() => postgres?.remove());

test('two gateways on one PostgreSQL share the messages, each once', { skip: withoutPostgres }, async (t) => {
  const { publish, start, subscribe, subscribeBrowser, hasBegun } = await place(t, await postgres!.createDatabase());
  const tags = await subscribeBrowser();
  const { url, received } = await receiver(t, (_, response) => setTimeout(() => response.writeHead(204).end(), 50));
  for (let count = 0; count < 5; count += 1) await subscribe(url);
  const gateways = await Promise.all([start({ METRICS_PORT: '0' }), start({ METRICS_PORT: '0' })]);
  await hasBegun();
  publish(...Array.from({ length: EARTHQUAKES }, (_, index) => index + 1));
  await until(() => received.length >= 5 * EARTHQUAKES && tags().length >= EARTHQUAKES);
  await wait(1500);
  assert.deepEqual([received.length, new Set(idsOf(received)).size], [5 * EARTHQUAKES, 5 * EARTHQUAKES]);
  assert.deepEqual([tags().length, new Set(tags()).size], [EARTHQUAKES, EARTHQUAKES]);
  const shares: number[] = [];
  for (const gateway of gateways) {
    const { sample } = await scrape(gateway);
    shares.push(sample('hiposantr_alert_attempts_total{outcome="delivered"}') ?? 0);
    gateway.child.kill('SIGTERM');
    assert.equal(await exitOf(gateway.child), 0);
  }
  // And the welcome of the browser.
  assert.equal(shares[0]! + shares[1]!, 6 * EARTHQUAKES + 1);
  assert.ok(Math.min(...shares) > 0, shares.join());
});
