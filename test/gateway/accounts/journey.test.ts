import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, linkIn, member, PASSWORD, testAccounts } from '../../support/accounts.ts';
import type { Visitor } from '../../support/accounts.ts';

const body = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

const signIn = (visitor: Visitor, password = PASSWORD): Promise<Response> =>
  visitor.json('/account/auth/sign-in/email', { email: EMAIL, password });

const tokenIn = (message: string | undefined): string =>
  new URLSearchParams(linkIn(message).split('?')[1]).get('token')!;

test('a program registers, confirms, logs out and in, and has keys and usage', async () => {
  const accounts = await testAccounts();
  const visitor = accounts.visitor();
  const signUp = await visitor.json('/account/auth/sign-up/email', { name: 'Ayşe', email: EMAIL, password: PASSWORD });
  assert.equal(signUp.status, 200);
  assert.equal((await signIn(visitor)).status, 401, 'not confirmed yet');
  assert.equal((await visitor.get('/account/me')).status, 401);

  const token = tokenIn((await accounts.sentEmails()).at(-1));
  const confirm = { token, email: EMAIL, password: PASSWORD };
  assert.equal((await visitor.json('/account/confirm', { ...confirm, password: 'another one' })).status, 401);
  assert.equal((await visitor.json('/account/confirm', { ...confirm, token: `${token}x` })).status, 400);
  assert.equal((await visitor.json('/account/confirm', confirm)).status, 200);

  const me = await body(await visitor.get('/account/me'));
  assert.deepEqual([me['status'], me['email'], me['plan'], me['plan_until']], ['success', EMAIL, 'free', null]);

  await visitor.json('/account/auth/sign-out');
  assert.equal((await visitor.get('/account/me')).status, 401);
  assert.equal((await signIn(visitor)).status, 200);

  const made = await body(await visitor.json('/account/keys', { name: 'phone' }));
  assert.match(String(made['key']), /^sk_[0-9A-Za-z]+$/);
  assert.equal((await accounts.keys.find(String(made['key'])))?.account, me['id']);
  const path = `/account/keys/${String(made['id'])}`;
  assert.equal((await visitor.json(path, { name: 'tablet' }, 'PATCH')).status, 200);
  const rotated = await body(await visitor.json(`${path}/rotate`));
  assert.equal(rotated['name'], 'tablet');
  const listed = await body(await visitor.get('/account/keys'));
  assert.equal(listed['count'], 2);
  assert.ok(!JSON.stringify(listed).includes(String(made['key'])), 'a key is told once');
  assert.equal((await visitor.ask('DELETE', path)).status, 200);
  assert.equal(await accounts.keys.find(String(made['key'])), undefined);
  assert.equal((await accounts.keys.find(String(rotated['key'])))?.account, me['id']);

  const usage = await body(await visitor.get('/account/usage'));
  assert.deepEqual([usage['today'], usage['remaining'], usage['days']], [0, 100, []]);
});

test('a reader does the same with forms alone', async () => {
  const accounts = await testAccounts();
  const visitor = accounts.visitor();
  const sent = await visitor.form('/account/register', { email: EMAIL, newPassword: PASSWORD });
  assert.match(await sent.text(), /Check your email/);
  const link = linkIn((await accounts.sentEmails()).at(-1));
  assert.match(await (await visitor.get(link)).text(), new RegExp(`value="${EMAIL}"`));
  const token = new URLSearchParams(link.split('?')[1]).get('token')!;
  const confirmed = await visitor.form('/account/confirm', { token, email: EMAIL, password: PASSWORD });
  assert.deepEqual([confirmed.status, confirmed.headers.get('location')], [303, '/account/']);

  const made = await visitor.form('/account/keys', { name: '<b>server</b>' });
  assert.equal(made.headers.get('cache-control'), 'no-store');
  const page = await made.text();
  const key = /sk_[0-9A-Za-z]+/.exec(page)![0];
  assert.ok(await accounts.keys.find(key));
  assert.ok(!page.includes('<b>server'), 'names are escaped');
  const dashboard = await (await visitor.get('/account/')).text();
  assert.ok(!dashboard.includes(key));
  const [, id] = /\/account\/keys\/([^/]+)\/revoke/.exec(dashboard)!;
  const renamed = await visitor.form(`/account/keys/${id}/rename`, { name: '' });
  assert.equal(renamed.status, 400);
  assert.match(await renamed.text(), /1 to 64 printable characters/);
  assert.equal((await visitor.form(`/account/keys/${id}/revoke`)).status, 303);
  assert.equal(await accounts.keys.find(key), undefined);

  assert.equal((await visitor.form('/account/sign-out')).headers.get('location'), '/account/');
  const wrong = await visitor.form('/account/sign-in', { email: EMAIL, password: 'not this one' });
  assert.equal(wrong.status, 401);
  assert.match(await wrong.text(), /Wrong email or password/);
  assert.equal((await visitor.form('/account/sign-in', { email: EMAIL, password: PASSWORD })).status, 303);
  assert.match(await (await visitor.get('/account/')).text(), new RegExp(EMAIL));
});

test('a forgotten password is reset once, and ends every session', async () => {
  const accounts = await testAccounts();
  const visitor = await member(accounts);
  const other = accounts.visitor();
  await other.form('/account/forgot', { email: EMAIL });
  const token = tokenIn((await accounts.sentEmails()).at(-1));
  assert.equal((await other.form('/account/reset', { token, newPassword: 'short' })).status, 400);
  const reset = await other.form('/account/reset', { token, newPassword: 'nine reeds in a row' });
  assert.equal(reset.headers.get('location'), '/account/?notice=passwordReset');
  assert.equal((await visitor.get('/account/me')).status, 401);
  assert.equal((await other.form('/account/reset', { token, newPassword: 'ten reeds in a row' })).status, 400);
  assert.equal((await signIn(other)).status, 401);
  assert.equal((await signIn(other, 'nine reeds in a row')).status, 200);
});

test('a password reset confirms the address', async () => {
  const accounts = await testAccounts();
  // Somebody registers with the address of another and a password of their own.
  await accounts.visitor().json('/account/auth/sign-up/email', { email: EMAIL, password: 'of a stranger' });
  const owner = accounts.visitor();
  await owner.json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
  const confirm = { token: tokenIn((await accounts.sentEmails()).at(-1)), email: EMAIL, password: PASSWORD };
  assert.equal((await owner.json('/account/confirm', confirm)).status, 401, "the stranger's password is not opened");
  await owner.json('/account/auth/request-password-reset', { email: EMAIL });
  const token = tokenIn((await accounts.sentEmails()).at(-1));
  await owner.json('/account/auth/reset-password', { token, newPassword: PASSWORD });
  assert.equal((await signIn(owner)).status, 200);
  assert.equal((await signIn(accounts.visitor(), 'of a stranger')).status, 401);
});

test('a changed password ends the other sessions; a session can be ended alone', async () => {
  const accounts = await testAccounts();
  const visitor = await member(accounts);
  const [second, third] = [accounts.visitor(), accounts.visitor()];
  await signIn(second);
  await signIn(third);
  const settings = await (await visitor.get('/account/settings', { 'User-Agent': 'x' })).text();
  const ids = [...settings.matchAll(/sessions\/([^/"]+)\/end"/g)].map(([, id]) => id!);
  assert.equal(ids.length, 2, 'the session in use has no button');
  assert.equal((await visitor.form(`/account/sessions/${ids[0]}/end`)).status, 303);
  const alive = await Promise.all([second, third].map(async (one) => (await one.get('/account/me')).status));
  assert.deepEqual(alive.toSorted(), [200, 401]);

  const wrong = await visitor.form('/account/password', {
    password: 'not this one',
    newPassword: 'nine reeds in a row',
  });
  assert.equal(wrong.status, 403);
  const changed = await visitor.form('/account/password', { password: PASSWORD, newPassword: 'nine reeds in a row' });
  assert.equal(changed.status, 303);
  assert.equal((await visitor.get('/account/me')).status, 200);
  for (const one of [second, third]) assert.equal((await one.get('/account/me')).status, 401);
});

test('the session cookie is HttpOnly, SameSite=Lax, and Secure on https', async () => {
  for (const baseUrl of ['http://localhost:8787', 'https://example.org/deprem']) {
    const accounts = await testAccounts({ baseUrl });
    await accounts.visitor().json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
    const { internalAdapter } = await accounts.auth.$context;
    const found = await internalAdapter.findUserByEmail(EMAIL);
    const id = found?.user.id;
    assert.ok(id, baseUrl);
    await internalAdapter.updateUser(id, { emailVerified: true });
    const answer = await signIn(accounts.visitor());
    const cookie = answer.headers.getSetCookie().find((set) => set.includes('session_token'))!;
    assert.match(cookie, /; HttpOnly/i);
    assert.match(cookie, /; SameSite=Lax/i);
    assert.equal(/; Secure/i.test(cookie), baseUrl.startsWith('https:'), cookie);
  }
});

test("another account's keys and sessions are out of reach", async () => {
  const accounts = await testAccounts();
  const mine = await member(accounts);
  const theirs = await member(accounts, 'other@example.org');
  const { id } = (await body(await theirs.json('/account/keys', { name: 'theirs' }))) as { id: string };
  for (const [method, path] of [
    ['DELETE', ''],
    ['PATCH', ''],
    ['POST', '/rotate'],
    ['POST', '/revoke'],
  ] as const)
    assert.equal((await mine.json(`/account/keys/${id}${path}`, { name: 'mine' }, method)).status, 404, method);
  const session = accounts.db
    .prepare<[string], string>('SELECT s.id FROM session s JOIN user u ON u.id = s.userId WHERE u.email = ?')
    .pluck()
    .get('other@example.org')!;
  await mine.json(`/account/sessions/${session}/end`);
  assert.equal((await theirs.get('/account/me')).status, 200);
});

test('a malformed address or password is reported as such everywhere', async () => {
  const accounts = await testAccounts();
  const refused = async (path: string, fields: Record<string, string>): Promise<unknown[]> => {
    const answer = await accounts.visitor().json(path, fields);
    const { message, parameter } = await body(answer);
    return [answer.status, message, parameter];
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
  const form = await accounts.visitor().form('/account/register', { email: 'b', newPassword: PASSWORD });
  assert.match(await form.text(), /This is not an email address\./);
});
