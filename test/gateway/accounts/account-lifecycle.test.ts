import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, type HttpClient, linkIn, loggedInClient, PASSWORD, testAccounts } from '../../support/accounts.ts';

const body = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

const signIn = (client: HttpClient, password = PASSWORD): Promise<Response> =>
  client.json('/account/auth/sign-in/email', { email: EMAIL, password });

const tokenIn = (message: string | undefined): string =>
  new URLSearchParams(linkIn(message).split('?')[1]).get('token')!;

test('a program registers, confirms, logs out and in, and has keys and usage', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const signUp = await client.json('/account/auth/sign-up/email', { name: 'Ayşe', email: EMAIL, password: PASSWORD });
  assert.equal(signUp.status, 200);
  assert.equal((await signIn(client)).status, 401, 'not confirmed yet');
  assert.equal((await client.get('/account/me')).status, 401);

  const token = tokenIn((await accounts.sentEmails()).at(-1));
  const confirm = { token, email: EMAIL, password: PASSWORD };
  assert.equal((await client.json('/account/confirm', { ...confirm, password: 'another one' })).status, 401);
  assert.equal((await client.json('/account/confirm', { ...confirm, token: `${token}x` })).status, 400);
  assert.equal((await client.json('/account/confirm', confirm)).status, 200);

  const me = await body(await client.get('/account/me'));
  assert.deepEqual([me['status'], me['email'], me['plan'], me['plan_until']], ['success', EMAIL, 'free', null]);

  await client.json('/account/auth/sign-out');
  assert.equal((await client.get('/account/me')).status, 401);
  assert.equal((await signIn(client)).status, 200);

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
  const registered = await client.form('/account/register', { email: EMAIL, newPassword: PASSWORD });
  assert.match(await registered.text(), /Check your email/);
  const link = linkIn((await accounts.sentEmails()).at(-1));
  assert.match(await (await client.get(link)).text(), new RegExp(`value="${EMAIL}"`));
  const token = new URLSearchParams(link.split('?')[1]).get('token')!;
  const confirmed = await client.form('/account/confirm', { token, email: EMAIL, password: PASSWORD });
  assert.deepEqual([confirmed.status, confirmed.headers.get('location')], [303, '/account/']);

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
  const wrong = await client.form('/account/sign-in', { email: EMAIL, password: 'not this one' });
  assert.equal(wrong.status, 401);
  assert.match(await wrong.text(), /Wrong email or password/);
  assert.equal((await client.form('/account/sign-in', { email: EMAIL, password: PASSWORD })).status, 303);
  assert.match(await (await client.get('/account/')).text(), new RegExp(EMAIL));
});

test('a forgotten password is reset once, and ends every session', async () => {
  const accounts = await testAccounts();
  const client = await loggedInClient(accounts);
  const other = accounts.client();
  await other.form('/account/forgot', { email: EMAIL });
  const token = tokenIn((await accounts.sentEmails()).at(-1));
  assert.equal((await other.form('/account/reset', { token, newPassword: 'short' })).status, 400);
  const reset = await other.form('/account/reset', { token, newPassword: 'nine reeds in a row' });
  assert.equal(reset.headers.get('location'), '/account/?notice=passwordReset');
  assert.equal((await client.get('/account/me')).status, 401);
  assert.equal((await other.form('/account/reset', { token, newPassword: 'ten reeds in a row' })).status, 400);
  assert.equal((await signIn(other)).status, 401);
  assert.equal((await signIn(other, 'nine reeds in a row')).status, 200);
});

test('a password reset confirms the address', async () => {
  const accounts = await testAccounts();
  // An attacker registers with the address of another and their own password.
  await accounts.client().json('/account/auth/sign-up/email', { email: EMAIL, password: 'of a stranger' });
  const owner = accounts.client();
  await owner.json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
  const confirm = { token: tokenIn((await accounts.sentEmails()).at(-1)), email: EMAIL, password: PASSWORD };
  assert.equal((await owner.json('/account/confirm', confirm)).status, 401, "the stranger's password is not opened");
  await owner.json('/account/auth/request-password-reset', { email: EMAIL });
  const token = tokenIn((await accounts.sentEmails()).at(-1));
  await owner.json('/account/auth/reset-password', { token, newPassword: PASSWORD });
  assert.equal((await signIn(owner)).status, 200);
  assert.equal((await signIn(accounts.client(), 'of a stranger')).status, 401);
});

test('a changed password ends the other sessions; a session can be ended alone', async () => {
  const accounts = await testAccounts();
  const client = await loggedInClient(accounts);
  const [second, third] = [accounts.client(), accounts.client()];
  await signIn(second);
  await signIn(third);
  const settings = await (await client.get('/account/settings', { 'User-Agent': 'x' })).text();
  const ids = [...settings.matchAll(/sessions\/([^/"]+)\/end"/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2, 'the session in use has no button');
  assert.equal((await client.form(`/account/sessions/${ids[0]}/end`)).status, 303);
  const alive = await Promise.all([second, third].map(async (one) => (await one.get('/account/me')).status));
  assert.deepEqual(alive.toSorted(), [200, 401]);

  const wrong = await client.form('/account/password', {
    password: 'not this one',
    newPassword: 'nine reeds in a row',
  });
  assert.equal(wrong.status, 403);
  const changed = await client.form('/account/password', { password: PASSWORD, newPassword: 'nine reeds in a row' });
  assert.equal(changed.status, 303);
  assert.equal((await client.get('/account/me')).status, 200);
  for (const one of [second, third]) assert.equal((await one.get('/account/me')).status, 401);
});

test('the session cookie is HttpOnly, SameSite=Lax, and Secure on https', async () => {
  for (const baseUrl of ['http://localhost:8787', 'https://example.org/deprem']) {
    const accounts = await testAccounts({ baseUrl });
    await accounts.client().json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
    const { internalAdapter } = await accounts.auth.$context;
    const user = await internalAdapter.findUserByEmail(EMAIL);
    const id = user?.user.id;
    assert.ok(id, baseUrl);
    await internalAdapter.updateUser(id, { emailVerified: true });
    const response = await signIn(accounts.client());
    const cookie = response.headers.getSetCookie().find((set) => set.includes('session_token'))!;
    assert.match(cookie, /; HttpOnly/i);
    assert.match(cookie, /; SameSite=Lax/i);
    assert.equal(/; Secure/i.test(cookie), baseUrl.startsWith('https:'), cookie);
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

test('a malformed address or password is reported as such everywhere', async () => {
  const accounts = await testAccounts();
  const refused = async (path: string, fields: Record<string, string>): Promise<unknown[]> => {
    const response = await accounts.client().json(path, fields);
    const { message, parameter } = await body(response);
    return [response.status, message, parameter];
  };
  const noAddress = [400, 'This is not an email address.', 'email'];
  const noPassword = [400, 'A password must have at least 8 characters.', 'password'];
  for (const email of ['', 'b', 'b@b', 'a b@example.org']) {
    assert.deepEqual(await refused('/account/auth/sign-up/email', { email, password: PASSWORD }), noAddress, email);
    assert.deepEqual(await refused('/account/auth/request-password-reset', { email }), noAddress, email);
    assert.deepEqual(await refused('/account/auth/sign-in/email', { email, password: PASSWORD }), noAddress, email);
  }
  for (const password of ['', 'short'])
    assert.deepEqual(await refused('/account/auth/sign-up/email', { email: EMAIL, password }), noPassword, password);
  const form = await accounts.client().form('/account/register', { email: 'b', newPassword: PASSWORD });
  assert.match(await form.text(), /This is not an email address\./);
});
