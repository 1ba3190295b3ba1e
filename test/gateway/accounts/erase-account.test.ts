import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { KeyStore } from '../../../gateway/access/key-store.ts';
import { type AccountsDb, openAccounts } from '../../../gateway/store/database.ts';
import {
  askedCode,
  EMAIL,
  type HttpClient,
  loggedInClient,
  SEND,
  SIGN_IN,
  testAccounts,
  type TestAccounts,
} from '../../support/accounts.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const userId = async (client: HttpClient): Promise<string> =>
  ((await (await client.get('/account/me')).json()) as { id: string }).id;

/** Every table that contains one of the texts. */
function tablesWith(db: AccountsDb, texts: string[]): string[] {
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  return tables.filter((table) => {
    const rows = JSON.stringify(db.prepare(`SELECT * FROM "${table}"`).all());
    return texts.some((text) => rows.includes(text));
  });
}

/** An account with a row in every table that can refer to it. */
async function used(accounts: TestAccounts) {
  const client = await loggedInClient(accounts);
  const id = await userId(client);
  const { key } = await accounts.keys.issue(id, 'phone');
  await accounts.plans.grant(id, 'pro', { source: 'operator' });
  const link = `INSERT INTO account (id, accountId, providerId, userId, createdAt, updatedAt)
    VALUES ('a', '7', 'github', ?, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`;
  accounts.db.prepare(link).run(id);
  accounts.db.prepare('INSERT INTO usage_days VALUES (?, 20000, ?, ?, 3)').run(id, '/api.php', 'k');
  accounts.db.prepare('INSERT INTO meter_windows VALUES (?, 20000, 3, 28800000, 3)').run(`account:${id}`);
  accounts.db.prepare('INSERT INTO stripe_subscriptions VALUES (?, ?, ?, 0, NULL, 1)').run('sub_1', id, 'cus_1');
  const made = await client.json('/account/webhooks', { url: 'https://example.org/hook' });
  const webhook = (await made.json()) as { id: string; secret: string };
  await client.json(`/account/webhooks/${webhook.id}/test`);
  return { client, id, key, webhook };
}

const EVERYWHERE =
  'account alert_subscribers api_keys meter_windows plans session stripe_subscriptions usage_days user'.split(' ');

test('the owner has a copy of every kind of row, without secrets', async () => {
  const accounts = await testAccounts();
  const { client, id, key, webhook } = await used(accounts);
  const response = await client.get('/account/export');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="account.json"');
  assert.match(response.headers.get('cache-control')!, /no-store/);
  const text = await response.text();
  const { account, keys, logins, sessions, plans, usage, subscriptions, webhooks, messages, ...rest } = JSON.parse(
    text,
  ) as Copy;
  assert.deepEqual(Object.keys(rest), ['status', 'exported_at', 'email_alerts']);
  const { created_at: createdAt, ...stored } = account[0]!;
  assert.deepEqual(stored, { id, email: EMAIL, email_confirmed: true });
  assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.deepEqual(
    [keys[0]!['name'], keys[0]!['prefix'], logins[0]!['provider']],
    ['phone', key.slice(0, 8), 'github'],
  );
  assert.deepEqual(Object.keys(sessions[0]!), ['created_at', 'expires_at', 'user_agent']);
  assert.deepEqual(usage, [{ day: '2024-10-04', endpoint: '/api.php', key_id: 'k', count: 3 }]);
  assert.deepEqual(subscriptions, [{ subscription: 'sub_1', customer: 'cus_1', pro_until: null }]);
  assert.deepEqual([webhooks[0]!['url'], messages[0]!['kind']], ['https://example.org/hook', 'test']);
  assert.deepEqual([plans[0]!['plan'], plans[0]!['until']], ['pro', null]);
  const tokens = accounts.db.prepare<[], string>('SELECT token FROM session').pluck().all();
  for (const secret of [key, webhook.secret, ...tokens]) assert.ok(!text.includes(secret));
  assert.equal((await accounts.client().get('/account/export')).status, 401);
});

type Copy = Record<
  'account' | 'keys' | 'logins' | 'sessions' | 'plans' | 'usage' | 'subscriptions' | 'webhooks' | 'messages',
  Record<string, unknown>[]
>;

for (const form of [false, true])
  test(`an account is deleted completely, by its address after a log-in (${form ? 'form' : 'JSON'})`, async () => {
    const clock = { ahead: 0 };
    const accounts = await testAccounts({ now: () => Date.now() + clock.ahead });
    const other = await loggedInClient(accounts, 'other@example.org');
    const { client, id, key } = await used(accounts);
    assert.deepEqual(tablesWith(accounts.db, [id, EMAIL]).toSorted(), EVERYWHERE);
    const end = (email: string): Promise<Response> =>
      form ? client.form('/account/delete', { email }) : client.json('/account/delete', { email });

    for (const [email, status] of [
      ['', 400],
      ['other@example.org', 403],
    ] as const) {
      const refused = await end(email);
      assert.equal(refused.status, status);
      assert.match(await refused.text(), /This is not (?:an email address|the email address of this account)/);
    }
    clock.ahead = 61 * MINUTE;
    const late = await end(EMAIL);
    assert.equal(late.status, 403);
    assert.match(await late.text(), /Log out and in again first/);
    assert.ok(await accounts.keys.find(key));

    clock.ahead = 59 * MINUTE;
    const done = await end(EMAIL.toUpperCase());
    assert.equal(done.status, form ? 303 : 200);
    assert.equal(await accounts.keys.find(key), undefined);
    assert.equal((await client.get('/account/me')).status, 401);
    assert.deepEqual(tablesWith(accounts.db, [id, EMAIL]), []);
    assert.equal((await other.get('/account/me')).status, 200, 'the others stay');
    assert.equal((await userId(await loggedInClient(accounts))) === id, false, 'the address is free again');
  });

test('nothing personal is kept but the address and what a session needs', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const secrets = { name: 'Ayşe Yılmaz', image: 'https://example.org/me.png' };
  const from = { 'X-Forwarded-For': '203.0.113.77', 'X-Test-Address': '203.0.113.77' };
  const otp = await askedCode(accounts, client, { headers: from });
  assert.equal((await client.json(SIGN_IN, { email: EMAIL, otp, ...secrets }, 'POST', from)).status, 200);
  assert.deepEqual(tablesWith(accounts.db, ['Ayşe', 'me.png', '203.0.113.77']), []);
});

test('a deletion that fails half way changes nothing, and succeeds when repeated', async () => {
  const accounts = await testAccounts();
  const { client, id, key } = await used(accounts);
  const before = tablesWith(accounts.db, [id]);
  accounts.db.exec("CREATE TRIGGER kept BEFORE DELETE ON user BEGIN SELECT raise(ABORT, 'synthetic fault'); END");
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 500);
  assert.deepEqual(tablesWith(accounts.db, [id]), before);
  assert.equal((await accounts.keys.find(key))?.account, id);
  accounts.db.exec('DROP TRIGGER kept');
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 200);
  assert.deepEqual(tablesWith(accounts.db, [id, EMAIL]), []);
});

test('nothing is answered from a database file that was removed: what is written to it is lost', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'accounts.db');
  const accounts = await testAccounts({ db: openAccounts(path) });
  const client = await loggedInClient(accounts);
  renameSync(path, `${path}.away`);
  const refused = await client.json('/account/keys', { name: 'phone' });
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /removed or replaced/);
  assert.equal((await client.get('/account/me')).status, 503);
  renameSync(`${path}.away`, path);
  assert.equal((await client.json('/account/keys', { name: 'phone' })).status, 200);
});

for (const [name, change] of [
  ['issued', (client: HttpClient) => client.json('/account/keys', { name: 'late' })],
  ['rotated', (client: HttpClient, id: string) => client.json(`/account/keys/${id}/rotate`)],
] as const)
  test(`a key that is ${name} while its account is erased does not stay`, async () => {
    const accounts = await testAccounts();
    const client = await loggedInClient(accounts);
    const id = await userId(client);
    const key = (await (await client.json('/account/keys', { name: 'early' })).json()) as { id: string };
    const { issue, rotate } = KeyStore.prototype;
    const late = async <T>(work: () => Promise<T>): Promise<T> => {
      accounts.db.prepare('DELETE FROM session').run();
      accounts.db.prepare('DELETE FROM user WHERE id = ?').run(id);
      return work();
    };
    accounts.keys.issue = (...request) => late(() => issue.apply(accounts.keys, request));
    accounts.keys.rotate = (...request) => late(() => rotate.apply(accounts.keys, request));
    assert.equal((await change(client, key.id)).status, 401);
    assert.equal(accounts.db.prepare('SELECT count(*) FROM api_keys').pluck().get(), 0);
  });

test('expired rows, and accounts that a former version never had confirmed, are deleted with the next code', async () => {
  const clock = { ahead: 0 };
  const accounts = await testAccounts({ now: () => Date.now() + clock.ahead });
  await loggedInClient(accounts);
  const { internalAdapter } = await accounts.auth.$context;
  await internalAdapter.createUser({ email: 'never@example.org', name: '', emailVerified: false });
  const ask = (): Promise<Response> => accounts.client().json(SEND, { email: EMAIL });
  const count = (table: string): unknown => accounts.db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get();
  const counts = (): unknown[] => ['user', 'session', 'verification'].map(count);
  await ask();
  assert.deepEqual(counts(), [2, 1, 1]);

  clock.ahead = 6 * DAY;
  await ask();
  // The new code is in the library's own clock, which is also now.
  assert.deepEqual(counts(), [2, 1, 1]);

  clock.ahead = 7 * DAY + HOUR;
  await ask();
  assert.deepEqual(counts(), [1, 0, 1]);
  assert.deepEqual(accounts.db.prepare('SELECT email FROM user').pluck().all(), [EMAIL]);
});
