import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAccounts } from '../../support/accounts.ts';
import { openUserAdmin } from '../../../gateway/accounts/user-admin.ts';

test("the operator's account is confirmed, and there once", async () => {
  const accounts = await testAccounts();
  const operator = await openUserAdmin(accounts.database, () => {});
  const created = await operator.create(' You@Example.com ');
  assert.equal(created.email, 'you@example.com');
  const rows = accounts.db.prepare('SELECT id, email, emailVerified FROM user').all();
  assert.deepEqual(rows, [{ ...created, emailVerified: 1 }]);
  await assert.rejects(operator.create('you@example.com'), /already has an account/);
});

test('an invalid address is refused with a message', async () => {
  const { database } = await testAccounts();
  const operator = await openUserAdmin(database, () => {});
  for (const email of ['', 'you', 'you@', 'you@example', 'a b@example.org', 'a@b@example.org\n', '<a@example.org>'])
    for (const work of ['create', 'code'] as const)
      await assert.rejects(operator[work](email), /is not an email address/, email);
});
