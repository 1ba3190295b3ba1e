/** A link opens the account that it was sent for, and no other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { createEmailVerificationToken } from 'better-auth/api';
import {
  EMAIL,
  type HttpClient,
  linkIn,
  PASSWORD,
  SETTINGS,
  type TestAccounts,
  testAccounts,
} from '../../support/accounts.ts';

/** @returns the token in the link */
async function register(accounts: TestAccounts, email = EMAIL, password = PASSWORD): Promise<string> {
  await accounts.client().json('/account/auth/sign-up/email', { email, password });
  return new URLSearchParams(linkIn((await accounts.sentEmails()).at(-1)).split('?')[1]).get('token')!;
}

const confirm = (client: HttpClient, token: string, email = EMAIL, password = PASSWORD): Promise<Response> =>
  client.json('/account/confirm', { token, email, password });

test('the link of a deleted account does not activate a later one of the same address', async () => {
  const accounts = await testAccounts();
  const first = await register(accounts);
  const owner = accounts.client();
  assert.equal((await confirm(owner, first)).status, 200);
  assert.equal((await owner.json('/account/delete', { password: PASSWORD })).status, 200);

  const second = await register(accounts);
  const refused = await confirm(accounts.client(), first);
  assert.equal(refused.status, 400);
  assert.equal(((await refused.json()) as { parameter: string }).parameter, 'token');
  assert.equal((await accounts.client().json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status, 401); // prettier-ignore
  assert.equal((await confirm(accounts.client(), second)).status, 200);
});

test('the link of one address does not activate the account of another', async () => {
  const accounts = await testAccounts();
  const mine = await register(accounts, 'mine@example.org');
  const others = await register(accounts, 'others@example.org', 'another password');
  assert.equal((await confirm(accounts.client(), mine, 'others@example.org', 'another password')).status, 400);
  assert.equal((await confirm(accounts.client(), others, 'mine@example.org')).status, 400);
  const confirmed = accounts.db.prepare('SELECT count(*) FROM user WHERE emailVerified').pluck();
  assert.equal(confirmed.get(), 0);
  assert.equal((await confirm(accounts.client(), others, 'Others@example.org', 'another password')).status, 200);
  assert.equal(confirmed.get(), 1);
});

test('a second registration of an unconfirmed address sends a link for the same account', async () => {
  const accounts = await testAccounts();
  const [first, second] = [await register(accounts), await register(accounts)];
  const owner = accounts.client();
  assert.equal((await confirm(owner, second)).status, 200);
  assert.equal((await confirm(accounts.client(), first)).status, 200, 'confirmed already: a log-in');
});

test('a token for the address alone, or for anything else, confirms nothing', async () => {
  const accounts = await testAccounts();
  await register(accounts);
  const { secret } = SETTINGS;
  const tokens = [
    await createEmailVerificationToken(secret, EMAIL),
    await createEmailVerificationToken(secret, EMAIL, undefined, 3600, { confirms: null }),
    await createEmailVerificationToken(secret, EMAIL, undefined, 3600, { confirms: 'somebody' }),
    await createEmailVerificationToken('another secret, which is long enough', EMAIL),
    '',
    'a.b.c',
  ];
  for (const token of tokens) assert.equal((await confirm(accounts.client(), token)).status, 400, token);
});

test('a registration that was interrupted halfway can be made again', async () => {
  let later = 0;
  const accounts = await testAccounts({ now: () => Date.now() + later });
  accounts.db.exec("CREATE TRIGGER t BEFORE INSERT ON account BEGIN SELECT raise(ABORT, 'interrupted'); END");
  const signUp = { email: EMAIL, password: PASSWORD };
  assert.equal((await accounts.client().json('/account/auth/sign-up/email', signUp)).status, 500);
  assert.equal(accounts.db.prepare('SELECT count(*) FROM user').pluck().get(), 1);
  accounts.db.exec('DROP TRIGGER t');
  later = 2 * MINUTE;
  const token = await register(accounts, EMAIL.toUpperCase());
  assert.equal((await confirm(accounts.client(), token)).status, 200);
});
