import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, LIBRARY_HASHING, loggedInClient, PASSWORD, testAccounts } from '../../support/accounts.ts';
import { openUserAdmin } from '../../../gateway/accounts/user-admin.ts';

test("the operator's account is confirmed; its password logs in, and can be reset", async () => {
  const accounts = await testAccounts({ hashing: LIBRARY_HASHING });
  const operator = await openUserAdmin(accounts.database, () => {});
  const created = await operator.create(' You@Example.com ');
  assert.equal(created.email, 'you@example.com');
  assert.ok(created.password.length >= 20);
  const signIn = async (password: string): Promise<number> => {
    const client = accounts.client();
    return (await client.json('/account/auth/sign-in/email', { email: created.email, password })).status;
  };
  assert.equal(await signIn(created.password), 200);
  await assert.rejects(operator.create('you@example.com'), /already has an account/);
  const again = await operator.setPassword('YOU@example.com', 'nine reeds in a row');
  assert.equal(again.id, created.id);
  assert.deepEqual([await signIn(created.password), await signIn(again.password)], [401, 200]);
  assert.equal(accounts.db.prepare("SELECT count(*) FROM account WHERE providerId = 'credential'").pluck().get(), 1);
});

test('setting a password ends the sessions and confirms the address', async () => {
  const accounts = await testAccounts({ hashing: LIBRARY_HASHING });
  const client = await loggedInClient(accounts);
  const operator = await openUserAdmin(accounts.database, () => {});
  await operator.setPassword(EMAIL, PASSWORD);
  assert.equal((await client.get('/account/me')).status, 401);
});

test('an invalid address or password is refused with a message', async () => {
  const { database } = await testAccounts();
  const operator = await openUserAdmin(database, () => {});
  for (const email of [
    '',
    'you',
    'you@',
    'you@example',
    'a b@example.org',
    'a@b@example.org\n',
    'İ@example.org',
    '<a@example.org>',
  ])
    await assert.rejects(operator.create(email), /is not an email address/, email);
  for (const password of ['short', 'x'.repeat(129)])
    await assert.rejects(operator.create('you@example.com', password), /8 to 128 characters/);
  await assert.rejects(operator.setPassword('nobody@example.com'), /has no account/);
});
