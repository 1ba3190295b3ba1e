/** The account app on PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY } from '#core/time.ts';
import { subscriptionTable } from '../../gateway/accounts/billing/subscription-table.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import type { PostgresEngine } from '../../gateway/store/sql-database.ts';
import { askedCode, EMAIL, loggedInClient, SEND, SIGN_IN, testAccounts } from '../support/accounts.ts';
import { runSql, startPostgres, type TestPostgres, withoutPostgres as skip } from '../support/engines.ts';

let server: TestPostgres | undefined;

before(async () => {
  if (!skip) server = await startPostgres();
});
after(() => server?.remove());

async function service(t: { after(work: () => Promise<void>): void }, now?: () => number) {
  const database = await openPostgres(await server!.createDatabase());
  t.after(() => database.close());
  return testAccounts({ engines: { database }, ...(now ? { now } : {}) });
}

let addresses = 0;
const fresh = (): Record<string, string> => ({ 'X-Test-Address': `198.51.100.${(addresses += 1)}` });

/** Every table that contains one of the texts. */
async function tablesWith(database: PostgresEngine, texts: string[]): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY name`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = JSON.stringify((await database.query(`SELECT * FROM "${name}"`)).rows);
      return texts.some((text) => rows.includes(text)) ? [name] : [];
    }),
  );
  return found.flat();
}

test('from the first log-in to deletion, which leaves nothing behind', { skip }, async (t) => {
  const accounts = await service(t);
  const client = await loggedInClient(accounts);
  const me = (await (await client.get('/account/me')).json()) as { id: string; email: string; plan: string };
  assert.deepEqual([me.email, me.plan], [EMAIL, 'free']);
  const { account: copy } = (await (await client.get('/account/export')).json()) as {
    account: { created_at: string }[];
  };
  const { created_at, ...row } = copy[0]!;
  assert.deepEqual(row, { id: me.id, email: EMAIL, email_confirmed: true });
  assert.match(created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const issued = (await (await client.json('/account/keys', { name: 'phone' })).json()) as { key: string };
  assert.equal((await accounts.keys.find(issued.key))!.account, me.id);
  await accounts.plans.grant(me.id, 'pro', { source: 'operator' });
  for (const path of ['/account/', '/account/settings', '/account/usage'])
    assert.equal((await client.get(path)).status, 200, path);

  const database = accounts.database as PostgresEngine;
  const before = await tablesWith(database, [me.id, EMAIL]);
  assert.deepEqual(before, ['api_keys', 'plans', 'session', 'user']);
  assert.equal((await client.json('/account/delete', { email: 'other@example.org' })).status, 403);
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 200);
  assert.deepEqual(await tablesWith(database, [me.id, EMAIL]), []);
  assert.equal(await accounts.keys.find(issued.key), undefined);
});

test("alerts by email to the account's address end with it", { skip }, async (t) => {
  const { database, ...accounts } = await service(t);
  const { cookies } = await loggedInClient({ database, ...accounts });
  const settings = { smtpUrl: 'smtp://127.0.0.1:1' };
  const client = (await testAccounts({ engines: { database }, settings })).client();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  const add = async (): Promise<string> =>
    ((await (await client.json('/account/alerts', { min_magnitude: 4 })).json()) as { id: string }).id;
  const ids = [await add(), await add(), await add()];
  assert.equal((await client.json('/account/alerts', {})).status, 403);
  assert.equal((await client.request('DELETE', `/account/alerts/${ids[0]}`)).status, 200);
  const { email_alerts: copied } = (await (await client.get('/account/export')).json()) as {
    email_alerts: { id: string }[];
  };
  assert.deepEqual(copied.map(({ id }) => id).sort(), ids.slice(1).sort());
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 200);
  assert.deepEqual((await database.query('SELECT * FROM alert_subscribers')).rows, []);
});

test('one code entered at several gateways at once logs in once', { skip }, async (t) => {
  const url = await server!.createDatabase();
  const gateways = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const database = await openPostgres(url, 2);
      t.after(() => database.close());
      return database;
    }),
  );
  const accounts = [];
  for (const database of gateways) accounts.push(await testAccounts({ engines: { database } }));
  for (let round = 0; round < 10; round += 1) {
    const email = `${round}@example.org`;
    const asking = accounts[0]!.client();
    const otp = await askedCode(accounts[0]!, asking, { email, headers: fresh() });
    const responses: Response[] = await Promise.all(
      accounts.map((one) => {
        const client = one.client();
        for (const [name, value] of asking.cookies) client.cookies.set(name, value);
        return client.json(SIGN_IN, { email, otp }, 'POST', fresh());
      }),
    );
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 401, 401, 401]);
    const { rows } = await gateways[0]!.query('SELECT id FROM "user" WHERE email = :email', { email });
    assert.equal(rows.length, 1);
  }
});

test('codes and attempts are limited; an address that nobody confirmed is deleted', { skip }, async (t) => {
  const clock = { now: Date.now() };
  const accounts = await service(t, () => clock.now);
  const client = accounts.client();
  const otp = await askedCode(accounts, client, { headers: fresh() });
  const guess = (headers: Record<string, string>, code = 'x') =>
    client.json(SIGN_IN, { email: EMAIL, otp: code }, 'POST', headers);
  for (let times = 0; times < 5; times += 1) assert.equal((await guess(fresh())).status, 401);
  assert.equal((await guess(fresh(), otp)).status, 401);
  for (let times = 0; times < 4; times += 1) await client.json(SEND, { email: EMAIL }, 'POST', fresh());
  assert.equal((await accounts.sentEmails()).length, 3);
  const fromOne = fresh();
  for (let times = 0; times < 20; times += 1) await guess(fromOne);
  assert.match(await (await guess(fromOne)).text(), /Too many attempts/i);

  const { internalAdapter } = await accounts.auth.$context;
  await internalAdapter.createUser({ email: 'never@example.org', name: '', emailVerified: false });
  const users = async (): Promise<number> => (await accounts.database.query('SELECT id FROM "user"')).rows.length;
  assert.equal(await users(), 1);
  clock.now += 8 * DAY;
  await client.json(SEND, { email: EMAIL }, 'POST', fresh());
  assert.equal(await users(), 0);
});

test('passwords of the last version are deleted where they are', { skip }, async (t) => {
  const accounts = await service(t);
  await loggedInClient(accounts);
  const database = accounts.database as PostgresEngine;
  const url = database.pool.options.connectionString!;
  await database.query(`INSERT INTO account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
    SELECT provider, id, provider, id, 'a-b', now(), now() FROM "user", (VALUES ('credential'), ('github')) AS p (provider)`);
  await database.query(`INSERT INTO verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
    VALUES ('r', 'reset-password:' || 'x', 'y', now(), now(), now())`);
  const back = `ALTER TABLE alert_subscribers RENAME TO alert_readers;
    ALTER TABLE alert_threads RENAME COLUMN notified TO told;`;
  const columns = ['threads', 'limits', 'messages'].map(
    (name) => `ALTER TABLE alert_${name} RENAME COLUMN subscriber TO reader;`,
  );
  await runSql(url, `CREATE TABLE login_failures (who BYTEA); ${back} ${columns.join(' ')}`);
  await database.query('UPDATE hiposantr_version SET version = version - 3');
  const upgraded = await openPostgres(url);
  t.after(() => upgraded.close());
  const rows = async (sql: string): Promise<unknown[]> => (await upgraded.query(sql)).rows;
  assert.deepEqual(await rows('SELECT "providerId" AS provider FROM account'), [{ provider: 'github' }]);
  assert.deepEqual(await rows('SELECT * FROM verification'), []);
  assert.equal((await rows('SELECT email FROM "user"')).length, 1);
  assert.equal(await upgraded.hasTable('login_failures'), false);
});

test('subscriptions: a row that another gateway wrote meanwhile stays; the latest end counts', { skip }, async (t) => {
  const { database } = await service(t);
  const table = subscriptionTable(database);
  const row = { account: 'a', customer: 'cus_1', live: 1 } as const;
  assert.equal(await table.put({ ...row, subscription: 'one', proUntil: 5, revision: 0 }), true);
  assert.equal(await table.put({ ...row, subscription: 'one', proUntil: 9, revision: 0 }), false);
  assert.equal(
    await table.put({ ...row, subscription: 'one', proUntil: 7, revision: await table.revisionOf('one') }),
    true,
  );
  assert.equal(await table.put({ ...row, subscription: 'two', proUntil: null, revision: 0 }), true);
  assert.deepEqual(
    (await table.of('a')).map(({ subscription, proUntil, revision }) => [subscription, proUntil, revision]),
    [
      ['one', 7, 2],
      ['two', null, 1],
    ],
  );
  assert.deepEqual([await table.latestEnd('a'), await table.latestEnd('b')], [7, null]);
  await table.putEvent({ id: 'evt_1', type: 'x', createdAt: 1000, subscription: undefined }, 1000);
  assert.deepEqual([await table.hasEvent('evt_1'), await table.hasEvent('evt_2')], [true, false]);
  assert.equal(await table.accountExists('a'), false);
});

test('while the server is away log-ins get 503, and work again when it is back', { skip }, async (t) => {
  const accounts = await service(t);
  const client = await loggedInClient(accounts);
  const ask = () => accounts.client().json(SEND, { email: EMAIL });
  await server!.kill();
  for (const response of [await ask(), await client.get('/account/me'), await client.json('/account/keys')]) {
    assert.equal(response.status, 503, accounts.lines.join('\n'));
    assert.equal(response.headers.get('Retry-After'), '5');
    assert.match(await response.text(), /cannot be reached/);
  }
  await server!.start();
  assert.equal((await client.get('/account/me')).status, 200);
  assert.equal((await ask()).status, 200);
});
