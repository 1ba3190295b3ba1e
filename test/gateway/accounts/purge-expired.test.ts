import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '#core/time.ts';
import { EMAIL, loggedInClient, PASSWORD, testAccounts } from '../../support/accounts.ts';

test('expired rows and unconfirmed accounts are deleted with the next registration', async () => {
  const clock = { ahead: 0 };
  const accounts = await testAccounts({ now: () => Date.now() + clock.ahead });
  await loggedInClient(accounts);
  const register = (email: string): Promise<Response> =>
    accounts.client().json('/account/auth/sign-up/email', { email, password: PASSWORD });
  await register('never@example.org');
  await accounts.client().json('/account/auth/request-password-reset', { email: EMAIL });
  const count = (table: string): unknown => accounts.db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get();
  const counts = (): unknown[] => ['user', 'account', 'session', 'verification'].map(count);
  assert.deepEqual(counts(), [2, 2, 1, 1]);

  clock.ahead = 6 * DAY;
  await register('second@example.org');
  assert.deepEqual(counts(), [3, 3, 1, 0]);

  clock.ahead = 7 * DAY + HOUR;
  await register('third@example.org');
  // The second one is in the library's own clock, which is also now.
  assert.deepEqual(counts(), [2, 2, 0, 0]);
  const left = accounts.db.prepare<[], string>('SELECT email FROM user ORDER BY email').pluck().all();
  assert.deepEqual(left, [EMAIL, 'third@example.org']);
});
