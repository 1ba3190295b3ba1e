/** Keys, plans, usage, windows and accounts in PostgreSQL. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createPlanStore } from '../../gateway/access/plan-store.ts';
import { databaseAddresses } from '../../gateway/access/quota/address-store.ts';
import { databaseMeter } from '../../gateway/access/quota/database-meter.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import { POSTGRES_MIGRATIONS } from '../../gateway/store/postgres-schema.ts';
import { type PostgresEngine, query } from '../../gateway/store/sql-database.ts';
import { keyStoreContract } from '../gateway/access/key-store-contract.ts';
import { addressContract } from '../gateway/access/quota/address-contract.ts';
import { countRequest, meterContract, MIDNIGHT } from '../gateway/access/quota/meter-contract.ts';
import { checkFormerAlerts, FORMER_ALERTS } from '../support/former-alerts.ts';
import { runSql, startPostgres, type TestPostgres, withoutPostgres as skip } from '../support/engines.ts';

let server: TestPostgres | undefined;
let url: string;
let database: PostgresEngine;

before(async () => {
  if (skip) return;
  server = await startPostgres();
  url = await server.createDatabase();
  database = await openPostgres(url);
});
after(async () => {
  await database?.close();
  await server?.remove();
});

const empty = async (): Promise<PostgresEngine> => {
  await database.query('TRUNCATE api_keys, plans, meter_windows, usage_days');
  return database;
};

keyStoreContract('PostgreSQL', empty, skip);

meterContract(
  'PostgreSQL',
  async (options, again) => {
    if (!again) await empty();
    return databaseMeter({ database, ...options });
  },
  { skip, runs: 10 },
);

addressContract(
  'PostgreSQL',
  async (again) => {
    if (!again) await empty();
    return databaseAddresses(database);
  },
  skip,
);

test('counts of past days are deleted, a few with each batch', { skip }, async () => {
  await empty();
  const clock = { now: MIDNIGHT - 1 };
  const meter = databaseMeter({ database, now: () => clock.now });
  await meter.take(Array.from({ length: 1200 }, (_, number) => countRequest(`address:${number}`)));
  clock.now = MIDNIGHT + 86_400_000;
  const rows: number[] = [];
  for (let batches = 0; batches < 4; batches += 1) {
    await meter.take([countRequest('new')]);
    const { rows: found } = await database.query<{ count: number }>('SELECT count(*) AS count FROM meter_windows');
    rows.push(found[0]!.count);
  }
  assert.deepEqual(rows, [701, 201, 1, 1]);
});

test('a plan holds until its end', { skip }, async () => {
  const clock = { now: 1000 };
  const plans = createPlanStore(await empty(), () => clock.now);
  await plans.grant('a', 'pro', { until: 2000, source: 'stripe' });
  assert.deepEqual(await plans.planOf('a'), { plan: 'pro', until: 2000, source: 'stripe' });
  clock.now = 2000;
  assert.deepEqual(await plans.planOf('a'), { plan: 'free', until: null, source: 'default' });
  await plans.grant('a', 'pro', { source: 'operator' });
  assert.deepEqual(await plans.planOf('a'), { plan: 'pro', until: null, source: 'operator' });
});

test('a transaction is all or nothing', { skip }, async () => {
  await empty();
  const insert = `INSERT INTO plans (account, plan, source, granted_at) VALUES (:account, 'pro', 'test', 1)`;
  const failing = database.transaction(function* () {
    yield { sql: insert, values: { account: 'a' } };
    throw new Error('undo');
  });
  await assert.rejects(failing, /undo/);
  assert.deepEqual((await database.query('SELECT * FROM plans')).rows, []);
});

test('a database of 0.2.0 gets the tables of a new one', { skip }, async () => {
  const released = await server!.createDatabase();
  await runSql(released, readFileSync(join(import.meta.dirname, 'postgres-0.2.0.sql'), 'utf8'));
  await runSql(released, 'CREATE TABLE hiposantr_version AS SELECT 1 AS version');
  await (await openPostgres(released)).close();
  const described = (address: string): Promise<object[]> =>
    runSql(
      address,
      `SELECT table_name || '.' || column_name AS name, ordinal_position, data_type, collation_name, column_default,
         is_nullable, is_identity, NULL AS definition
       FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> 'hiposantr_version'
       UNION ALL SELECT indexname, NULL, NULL, NULL, NULL, NULL, NULL, indexdef FROM pg_indexes
       WHERE schemaname = 'public'
       UNION ALL SELECT relname, NULL, NULL, NULL, NULL, NULL, NULL, reloptions::text FROM pg_class
       WHERE relname = 'meter_windows' ORDER BY name, ordinal_position`,
    );
  assert.deepEqual(await described(url), await described(released));
});

test('a database of a former version keeps every subscription and what waits for it', { skip }, async () => {
  const former = await server!.createDatabase();
  await runSql(former, POSTGRES_MIGRATIONS.slice(0, 4).join('') + FORMER_ALERTS);
  await runSql(former, 'CREATE TABLE hiposantr_version AS SELECT 4 AS version');
  const migrated = await openPostgres(former);
  await checkFormerAlerts(migrated).finally(() => migrated.close());
});

test('gateways that start at the same time create the tables once', { skip }, async () => {
  const fresh = await server!.createDatabase();
  const engines = await Promise.all(Array.from({ length: 4 }, () => openPostgres(fresh, 2)));
  await Promise.all(engines.map((engine) => engine.close()));
  assert.deepEqual(await runSql(fresh, 'SELECT * FROM hiposantr_version'), [{ version: 7 }]);
});

test(
  "a newer version, another program's database and a server that is away are refused, without the password",
  { skip },
  async () => {
    const newer = await server!.createDatabase();
    await (await openPostgres(newer)).close();
    await runSql(newer, 'UPDATE hiposantr_version SET version = 99');
    const foreign = await server!.createDatabase();
    await runSql(foreign, 'CREATE TABLE shop (id INTEGER)');
    const wrong = url.replace('postgres@', 'nobody:geheim@');
    const REFUSED: [url: string, reason: RegExp][] = [
      [newer, /version 99, from a newer program/],
      [foreign, /another program's \(it has the table shop\)/],
      [wrong, /cannot be used: role "nobody" does not exist/],
      ['postgres://user:geheim@127.0.0.1:1/x', /cannot be used: .*ECONNREFUSED/],
    ];
    for (const [address, reason] of REFUSED)
      await assert.rejects(
        openPostgres(address),
        ({ name, message }: Error) => name === 'AccountsError' && reason.test(message) && !message.includes('geheim'),
      );
    assert.deepEqual(await runSql(foreign, `SELECT to_regclass('api_keys') AS found`), [{ found: null }]);
  },
);

test('a server that ends within a transaction fails it alone', { skip }, async () => {
  await empty();
  const began = Promise.withResolvers<void>();
  const failing = database.transaction(function* () {
    yield { sql: 'DELETE FROM plans', values: {} };
    began.resolve();
    yield { sql: 'SELECT pg_sleep(3)', values: {} };
  }, 'windows');
  const rejected = assert.rejects(failing, (error) => database.isUnavailable(error));
  await began.promise;
  const next = database.transaction(() => query('SELECT 1'), 'windows').catch((error: unknown) => error);
  await server!.kill();
  await rejected;
  assert.ok(database.isUnavailable(await next), 'who waited for it, too');
  await assert.rejects(database.query('SELECT 1'), (error) => database.isUnavailable(error));
  await server!.start();
  assert.deepEqual((await database.query('SELECT 1 AS one')).rows, [{ one: 1 }]);
});
