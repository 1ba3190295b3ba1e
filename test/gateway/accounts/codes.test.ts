/** Log-in codes: once, for ten minutes, five entries, in the browser that asked, and a bounded number of them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { CODES_IN_ALL, MAILBOX_CODES, NETWORK_ATTEMPTS } from '../../../gateway/access/attempt-limits.ts';
import { BROWSER_COOKIE } from '../../../gateway/accounts/codes.ts';
import { openUserAdmin } from '../../../gateway/accounts/user-admin.ts';
import {
  askedCode,
  codeIn,
  EMAIL,
  type HttpClient,
  loggedInClient,
  SEND,
  SIGN_IN,
  testAccounts,
} from '../../support/accounts.ts';

const SESSION = 'hiposantr.session_token';

const logIn = async (client: HttpClient, otp: string, email = EMAIL): Promise<number> =>
  (await client.json(SIGN_IN, { email, otp })).status;

/** Another code than the one that was sent. */
const wrong = (code: string): string => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

test('a code logs in once', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const code = await askedCode(accounts, client);
  const secret = client.cookies.get(BROWSER_COOKIE)!;
  assert.equal(await logIn(client, wrong(code)), 401);
  assert.equal(await logIn(client, `${code.slice(0, 3)} ${code.slice(3)} `), 200, 'as it was read');
  assert.equal(client.cookies.get(BROWSER_COOKIE), undefined);
  client.cookies.set(BROWSER_COOKIE, secret);
  assert.equal(await logIn(client, code), 401, 'it was used');
});

test('of attempts at the same time one logs in', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const code = await askedCode(accounts, client);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => logIn(client, code)));
  assert.deepEqual(statuses.toSorted(), [200, ...Array<number>(9).fill(401)]);
});

test('a code works for ten minutes', async (t) => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const code = await askedCode(accounts, client);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 10 * MINUTE - 5 * SECOND });
  const secret = client.cookies.get(BROWSER_COOKIE)!;
  assert.equal(await logIn(client, code), 200);
  const late = await askedCode(accounts, client);
  t.mock.timers.setTime(Date.now() + 10 * MINUTE + SECOND);
  assert.equal(await logIn(client, late), 401);
  assert.notEqual(client.cookies.get(BROWSER_COOKIE), secret, 'each log-in begins anew');
});

test('after five wrong entries the right one is refused; another code is not', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const code = await askedCode(accounts, client);
  for (let times = 0; times < 5; times += 1) assert.equal(await logIn(client, wrong(code)), 401);
  assert.equal(await logIn(client, code), 401);
  const next = await askedCode(accounts, client);
  for (let times = 0; times < 4; times += 1) assert.equal(await logIn(client, wrong(next)), 401);
  assert.equal(await logIn(client, next), 200);
});

test('a code works in the browser that asked alone; wrong entries of others cost it nothing', async () => {
  const accounts = await testAccounts();
  const [owner, other, third] = [accounts.client(), accounts.client(), accounts.client()];
  const code = await askedCode(accounts, owner);
  await askedCode(accounts, other);
  for (const client of [other, third])
    for (let times = 0; times < 6; times += 1) assert.equal(await logIn(client, code), 401);
  third.cookies.set(BROWSER_COOKIE, 'a'.repeat(22));
  assert.equal(await logIn(third, code), 401);
  assert.equal(await logIn(owner, code, 'other@example.org'), 401, 'of another address');
  assert.equal(await logIn(owner, code), 200);
});

test('the newest code of a browser counts', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  const [first, second] = [await askedCode(accounts, client), await askedCode(accounts, client)];
  if (first !== second) assert.equal(await logIn(client, first), 401);
  assert.equal(await logIn(client, second), 200);
});

test('neither codes nor addresses that asked stand in the database', async () => {
  const accounts = await testAccounts();
  const code = await askedCode(accounts, accounts.client());
  const rows = JSON.stringify(accounts.db.prepare('SELECT identifier, value FROM verification').all());
  assert.ok(!rows.includes(code) && !rows.includes('ayse'), rows);
  const plain = createHash('sha256').update(code).digest('base64url');
  assert.ok(!rows.includes(plain), 'the hash of six digits alone would be found by trying all');
});

test("the operator's code logs in from any browser, once; the account is as it was", async () => {
  const accounts = await testAccounts();
  const id = async (client: HttpClient): Promise<unknown> =>
    ((await (await client.get('/account/me')).json()) as { id: string }).id;
  const known = await id(await loggedInClient(accounts));
  const operator = await openUserAdmin(accounts.database, () => {});
  const { email, code } = await operator.code(' Ayse@Example.org ');
  assert.equal(email, EMAIL);
  assert.match(code, /^\d{6}$/);
  const client = accounts.client();
  await askedCode(accounts, client);
  assert.equal(await logIn(client, code), 200, 'beside a code that this browser asked for');
  assert.equal(await id(client), known);
  assert.equal(await logIn(accounts.client(), code), 401);
  await assert.rejects(operator.code('ayse'), /"ayse" is not an email address/);
});

test('a session that a browser had is not the one of its log-in', async () => {
  const accounts = await testAccounts();
  const attacker = await loggedInClient(accounts, 'attacker@example.org');
  const planted = attacker.cookies.get(SESSION)!;
  const victim = accounts.client();
  victim.cookies.set(SESSION, planted);
  assert.equal(await logIn(victim, await askedCode(accounts, victim)), 200);
  assert.notEqual(victim.cookies.get(SESSION), planted);
  const { email } = (await (await attacker.get('/account/me')).json()) as { email: string };
  assert.equal(email, 'attacker@example.org');
});

test('a mailbox gets three codes an hour; beyond them the answer is the same, and nothing can be guessed', async () => {
  const clock = { at: Date.UTC(2026, 6, 1, 12) };
  const accounts = await testAccounts({ now: () => clock.at });
  const answers = new Set<string>();
  const ask = async (email: string): Promise<void> => {
    const response = await accounts.client().json(SEND, { email, type: 'sign-in' });
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value.replace(/=[\w-]{22};/, '')}`);
    answers.add(`${response.status} ${headers.join()} ${await response.text()}`);
  };
  for (const email of [EMAIL, 'Ayse@example.org', 'ayse+2@example.org', EMAIL, 'ayse+3@example.org']) await ask(email);
  assert.equal((await accounts.sentEmails()).length, MAILBOX_CODES.limit);
  assert.equal(answers.size, 1, [...answers].join('\n'));
  const codes = (): unknown => accounts.db.prepare('SELECT count(*) FROM verification').pluck().get();
  assert.equal(codes(), 3);
  await ask('other@example.org');
  assert.equal((await accounts.sentEmails()).length, 4);
  clock.at += HOUR;
  await ask(EMAIL);
  assert.equal((await accounts.sentEmails()).length, 5);
});

test('a code that was sent works on, when the mailbox gets no further one', async () => {
  const accounts = await testAccounts();
  const client = accounts.client();
  let last = '';
  for (let times = 0; times < 5; times += 1) last = await askedCode(accounts, client);
  assert.equal(await logIn(client, last), 200);
});

test('codes are bounded by address, by network and in all', async () => {
  const accounts = await testAccounts();
  let asked = 0;
  const ask = (from: string): Promise<Response> =>
    accounts.client().json(SEND, { email: `${(asked += 1)}@example.org` }, 'POST', { 'X-Test-Address': from });
  for (const [name, nth, limit] of [
    ['an IPv6 /64', () => '2001:db8:1:2::/64', 20],
    ['an IPv6 /48', (count: number) => `2001:db8:7:${count.toString(16)}::/64`, NETWORK_ATTEMPTS.limit],
    ['an IPv4 address', () => '192.0.2.7', 20],
    ['an IPv4 /24', (count: number) => `198.51.100.${count}`, NETWORK_ATTEMPTS.limit],
  ] as const) {
    for (let count = 0; count < limit; count += 1) assert.equal((await ask(nth(count))).status, 200, name);
    const refused = await ask(nth(limit));
    assert.equal(refused.status, 429, name);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  }
  assert.equal((await ask('203.0.113.7')).status, 200, 'another network');
  const who = createHash('sha256').update('codes in all').digest();
  accounts.db.prepare('UPDATE attempts SET count = ? WHERE who = ?').run(CODES_IN_ALL.limit, who);
  const before = (await accounts.sentEmails()).length;
  const full = await ask('203.0.113.8');
  assert.deepEqual([full.status, (await accounts.sentEmails()).length], [503, before]);
  assert.ok(Number(full.headers.get('retry-after')) > 0);
});

test("the library's other codes are not offered", async () => {
  const accounts = await testAccounts();
  for (const type of ['email-verification', 'forget-password', 'change-email', 'x'])
    assert.equal((await accounts.client().json(SEND, { email: EMAIL, type })).status, 400, type);
  for (const path of ['check-verification-otp', 'verify-email', 'request-password-reset', 'reset-password'])
    assert.equal((await accounts.client().json(`/account/auth/email-otp/${path}`, { email: EMAIL })).status, 404, path);
  assert.deepEqual(await accounts.sentEmails(), []);
});

test('an email says what the code is for, in the language of the reader', async () => {
  const accounts = await testAccounts();
  for (const [language, expected] of [
    ['tr', /giriş kodunuz: \d{6}[\s\S]*http:\/\/localhost:8787\/account\/[\s\S]*siz istemediyseniz/],
    ['en', /log-in code: \d{6}[\s\S]*http:\/\/localhost:8787\/account\/[\s\S]*did not ask/],
  ] as const) {
    await accounts.client().form('/account/code', { email: EMAIL }, { 'Accept-Language': language });
    const message = (await accounts.sentEmails()).at(-1)!;
    assert.match(message, expected);
    assert.equal(
      [...message.matchAll(/\d{6}/g)].every(([code]) => code === codeIn(message)),
      true,
    );
  }
});
