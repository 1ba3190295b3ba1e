import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  askedCode,
  codeIn,
  EMAIL,
  type HttpClient,
  loggedInClient,
  SEND,
  SIGN_IN,
  testAccounts,
  type TestAccounts,
} from '../../support/accounts.ts';

const body = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

async function logIn(accounts: TestAccounts, client: HttpClient): Promise<Response> {
  return client.json(SIGN_IN, { email: EMAIL, otp: await askedCode(accounts, client) });
}

test('a program logs in by a code, out and in again, and has keys and usage', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  assert.equal((await client.get('/account/me')).status, 401);
  const first = await logIn(accounts, client);
  assert.deepEqual([first.status, (await body(first))['status']], [200, 'success']);
  const me = await body(await client.get('/account/me'));
  assert.deepEqual([me['status'], me['email'], me['plan'], me['plan_until']], ['success', EMAIL, 'free', null]);

  await client.json('/account/auth/sign-out');
  assert.equal((await client.get('/account/me')).status, 401);
  assert.equal((await logIn(accounts, client)).status, 200);
  assert.equal((await body(await client.get('/account/me')))['id'], me['id'], 'the same account');

  const created = await body(await client.json('/account/keys', { name: 'phone' }));
  assert.match(String(created['key']), /^sk_[0-9A-Za-z]+$/);
  assert.equal((await accounts.keys.find(String(created['key'])))?.account, me['id']);
  const path = `/account/keys/${String(created['id'])}`;
  assert.equal((await client.json(path, { name: 'tablet' }, 'PATCH')).status, 200);
  const rotated = await body(await client.json(`${path}/rotate`));
  assert.equal(rotated['name'], 'tablet');
  const listed = await body(await client.get('/account/keys'));
  assert.equal(listed['count'], 2);
  assert.ok(!JSON.stringify(listed).includes(String(created['key'])), 'a key is shown once');
  assert.equal((await client.request('DELETE', path)).status, 200);
  assert.equal(await accounts.keys.find(String(created['key'])), undefined);
  assert.equal((await accounts.keys.find(String(rotated['key'])))?.account, me['id']);

  const usage = await body(await client.get('/account/usage'));
  assert.deepEqual([usage['today'], usage['remaining'], usage['days']], [0, 100, []]);
});

test('the same works with forms alone', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  assert.match(await (await client.get('/account/')).text(), /action="\/account\/code"[\s\S]*name="email"/);
  const asked = await (await client.form('/account/code', { email: ` ${EMAIL.toUpperCase()}` })).text();
  assert.match(asked, new RegExp(`type="hidden" name="email" value="${EMAIL}"`));
  assert.match(asked, /name="otp"[\s\S]*inputmode="numeric"[\s\S]*autocomplete="one-time-code"/);
  const wrong = await client.form('/account/sign-in', { email: EMAIL, otp: 'not this one' });
  assert.equal(wrong.status, 401);
  assert.match(await wrong.text(), /Wrong code[\s\S]*name="otp"/);
  const otp = codeIn((await accounts.sentEmails()).at(-1));
  const opened = await client.form('/account/sign-in', { email: EMAIL, otp });
  assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/account/']);

  const created = await client.form('/account/keys', { name: '<b>server</b>' });
  assert.equal(created.headers.get('cache-control'), 'no-store');
  const page = await created.text();
  const key = /sk_[0-9A-Za-z]+/.exec(page)![0];
  assert.ok(await accounts.keys.find(key));
  assert.ok(!page.includes('<b>server'), 'names are escaped');
  const dashboard = await (await client.get('/account/')).text();
  assert.ok(!dashboard.includes(key));
  const [, id] = /\/account\/keys\/([^/]+)\/revoke/.exec(dashboard)!;
  const renamed = await client.form(`/account/keys/${id}/rename`, { name: '' });
  assert.equal(renamed.status, 400);
  assert.match(await renamed.text(), /1 to 64 printable characters/);
  assert.equal((await client.form(`/account/keys/${id}/revoke`)).status, 303);
  assert.equal(await accounts.keys.find(key), undefined);

  assert.equal((await client.form('/account/sign-out')).headers.get('location'), '/account/');
  assert.match(await (await client.get('/account/code')).text(), /name="email"[\s\S]*name="otp"/);
  const again = await askedCode(accounts, client);
  assert.equal((await client.form('/account/sign-in', { email: EMAIL, otp: again })).status, 303);
  assert.match(await (await client.get('/account/')).text(), new RegExp(EMAIL));
});

test('a session can be ended from another, alone or with all others', async () => {
  const accounts = await testAccounts();
  const client = await loggedInClient(accounts);
  const [second, third] = [await loggedInClient(accounts), await loggedInClient(accounts)];
  const settings = await (await client.get('/account/settings', { 'User-Agent': 'x' })).text();
  const ids = [...settings.matchAll(/sessions\/([^/"]+)\/end"/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2, 'the session in use has no button');
  assert.equal((await client.form(`/account/sessions/${ids[0]}/end`)).status, 303);
  const alive = await Promise.all([second, third].map(async (one) => (await one.get('/account/me')).status));
  assert.deepEqual(alive.toSorted(), [200, 401]);
  assert.equal((await client.form('/account/sessions/end-others')).status, 303);
  assert.equal((await client.get('/account/me')).status, 200);
  for (const one of [second, third]) assert.equal((await one.get('/account/me')).status, 401);
});

test('the cookies of session and browser are HttpOnly, SameSite=Lax, and Secure on https', async () => {
  for (const baseUrl of ['http://localhost:8787', 'https://example.org/deprem']) {
    const accounts = await testAccounts({ baseUrl });
    const client = accounts.client();
    const asked = await client.json(SEND, { email: EMAIL });
    const otp = codeIn((await accounts.sentEmails()).at(-1));
    const opened = await client.json(SIGN_IN, { email: EMAIL, otp });
    const cookies = [...asked.headers.getSetCookie(), ...opened.headers.getSetCookie()];
    for (const name of ['session_token', 'browser']) {
      const cookie = cookies.find((set) => set.includes(name))!;
      assert.match(cookie, /; HttpOnly/i);
      assert.match(cookie, /; SameSite=Lax/i);
      assert.equal(/; Secure/i.test(cookie), baseUrl.startsWith('https:'), cookie);
    }
  }
});

test("another account's keys and sessions are out of reach", async () => {
  const accounts = await testAccounts();
  const owner = await loggedInClient(accounts);
  const other = await loggedInClient(accounts, 'other@example.org');
  const { id } = (await body(await other.json('/account/keys', { name: 'theirs' }))) as { id: string };
  for (const [method, path] of [
    ['DELETE', ''],
    ['PATCH', ''],
    ['POST', '/rotate'],
    ['POST', '/revoke'],
  ] as const)
    assert.equal((await owner.json(`/account/keys/${id}${path}`, { name: 'mine' }, method)).status, 404, method);
  const session = accounts.db
    .prepare<[string], string>('SELECT s.id FROM session s JOIN user u ON u.id = s.userId WHERE u.email = ?')
    .pluck()
    .get('other@example.org')!;
  await owner.json(`/account/sessions/${session}/end`);
  assert.equal((await other.get('/account/me')).status, 200);
});

test('a malformed address is reported as such everywhere, and counted against no mailbox', async () => {
  const accounts = await testAccounts();
  for (const email of ['', 'b', 'b@b', 'a b@example.org', 'a@b@example.org'])
    for (const path of [SEND, SIGN_IN]) {
      const response = await accounts.client().json(path, { email, otp: '123456' });
      const { message, parameter } = await body(response);
      assert.deepEqual([response.status, message, parameter], [400, 'This is not an email address.', 'email'], email);
    }
  const form = await accounts.client().form('/account/code', { email: 'b' });
  assert.match(await form.text(), /This is not an email address\.[\s\S]*value="b"/);
});
