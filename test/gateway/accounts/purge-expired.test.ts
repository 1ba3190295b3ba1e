import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR } from '#core/time.ts';
import { EMAIL, loggedInClient, SEND, testAccounts } from '../../support/accounts.ts';

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
