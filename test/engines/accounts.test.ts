/** The account app on PostgreSQL. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY } from '#core/time.ts';
import { subscriptionTable } from '../../gateway/accounts/billing/subscription-table.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import type { PostgresEngine } from '../../gateway/store/sql-database.ts';
import {
  EMAIL,
  type HttpClient,
  linkIn,
  loggedInClient,
  PASSWORD,
  type TestAccounts,
  testAccounts,
} from '../support/accounts.ts';
import { startPostgres, type TestPostgres, withoutPostgres as skip } from '../support/engines.ts';

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

async function resetLink(accounts: TestAccounts): Promise<string> {
  await accounts.client().json('/account/auth/request-password-reset', { email: EMAIL }, 'POST', fresh());
  const message = (await accounts.sentEmails()).findLast((line) => line.includes('reset?token='));
  return new URLSearchParams(linkIn(message).split('?')[1]).get('token')!;
}

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

test('from registration to deletion, which leaves nothing behind', { skip }, async (t) => {
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

  const [first, second] = [await resetLink(accounts), await resetLink(accounts)];
  const reset = async (token: string): Promise<number> =>
    (await accounts.client().json('/account/auth/reset-password', { token, newPassword: 'nine reeds in a row' }, 'POST', fresh())).status; // prettier-ignore
  assert.deepEqual([await reset(first), await reset(second), await reset(second)], [400, 200, 400]);
  assert.equal((await client.get('/account/me')).status, 401, 'every session has ended');
  const signedIn = await client.json('/account/auth/sign-in/email', { email: EMAIL, password: 'nine reeds in a row' });
  assert.equal(signedIn.status, 200);

  const database = accounts.database as PostgresEngine;
  const before = await tablesWith(database, [me.id, EMAIL]);
  assert.deepEqual(before, ['account', 'api_keys', 'plans', 'session', 'user']);
  assert.equal((await client.json('/account/delete', { password: PASSWORD })).status, 403);
  assert.equal((await client.json('/account/delete', { password: 'nine reeds in a row' })).status, 200);
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
  assert.equal((await client.json('/account/delete', { password: PASSWORD })).status, 200);
  assert.deepEqual((await database.query('SELECT * FROM alert_readers')).rows, []);
});

test('one address registered at several gateways at once: all get the same response', { skip }, async (t) => {
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
    const signUp = { email: `${round}@example.org`, password: PASSWORD };
    const responses: Response[] = await Promise.all(
      accounts.map((one) => one.client().json('/account/auth/sign-up/email', signUp, 'POST', fresh())),
    );
    assert.deepEqual(
      responses.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const { rows } = await gateways[0]!.query('SELECT id FROM "user" WHERE email = :email', { email: signUp.email });
    assert.equal(rows.length, 1);
  }
});

test('what a browser is known by is counted by itself, and ends with a reset', { skip }, async (t) => {
  const accounts = await service(t);
  const [owner, other] = [await loggedInClient(accounts), accounts.client()];
  const logIn = async (client: HttpClient, password: string): Promise<number> =>
    (await client.json('/account/auth/sign-in/email', { email: EMAIL, password }, 'POST', fresh())).status;
  assert.equal(await logIn(other, PASSWORD), 200);
  for (let times = 0; times < 22; times += 1) await logIn(other, 'wrong one');
  assert.equal(await logIn(accounts.client(), PASSWORD), 429, 'the account is paused');
  assert.equal(await logIn(owner, PASSWORD), 200, 'but for a known browser');
  const newPassword = 'nine reeds in a row';
  const token = await resetLink(accounts);
  assert.equal((await accounts.client().json('/account/auth/reset-password', { token, newPassword })).status, 200);
  for (let times = 0; times < 5; times += 1) assert.equal(await logIn(accounts.client(), 'wrong one'), 401);
  assert.equal(await logIn(owner, newPassword), 429);
});

test('wrong passwords and attempts are limited; an address that nobody confirmed is deleted', { skip }, async (t) => {
  const clock = { now: Date.now() };
  const accounts = await service(t, () => clock.now);
  await accounts.client().json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
  const guess = (headers: Record<string, string>) =>
    accounts.client().json('/account/auth/sign-in/email', { email: EMAIL, password: 'wrong one' }, 'POST', headers);
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => guess(fresh())))).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [...Array(5).fill(401), ...Array(7).fill(429)]);
  const fromOne = fresh();
  for (let times = 0; times < 25; times += 1) await guess(fromOne);
  assert.match(await (await guess(fromOne)).text(), /Too many attempts/i);

  const users = async (): Promise<number> => (await accounts.database.query('SELECT id FROM "user"')).rows.length;
  assert.equal(await users(), 1);
  clock.now += 8 * DAY;
  await accounts.client().json('/account/auth/sign-up/email', { email: 'b@example.org', password: PASSWORD });
  const { rows } = await accounts.database.query<{ email: string }>('SELECT email FROM "user"');
  assert.deepEqual(rows, [{ email: 'b@example.org' }]);
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
  const signIn = () => accounts.client().json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  await server!.kill();
  for (const response of [await signIn(), await client.get('/account/me'), await client.json('/account/keys')]) {
    assert.equal(response.status, 503, accounts.lines.join('\n'));
    assert.equal(response.headers.get('Retry-After'), '5');
    assert.match(await response.text(), /cannot be reached/);
  }
  await server!.start();
  assert.equal((await client.get('/account/me')).status, 200);
  assert.equal((await signIn()).status, 200);
});
