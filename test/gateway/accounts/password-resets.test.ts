/** Password reset links: at most one is valid, and none after the password has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECIPIENT_EMAILS } from '../../../gateway/accounts/attempt-limits.ts';
import { openUserAdmin } from '../../../gateway/accounts/user-admin.ts';
import {
  cheapHashing,
  EMAIL,
  type HttpClient,
  linkIn,
  loggedInClient,
  PASSWORD,
  testAccounts,
  type TestAccounts,
} from '../../support/accounts.ts';

let addresses = 0;
const fresh = (): Record<string, string> => ({ 'X-Test-Address': `198.51.100.${(addresses += 1)}` });

async function requestLink(accounts: TestAccounts, email = EMAIL): Promise<string> {
  await accounts.client().json('/account/auth/request-password-reset', { email }, 'POST', fresh());
  const message = (await accounts.sentEmails()).findLast(
    (line) => line.includes('reset?token=') && line.includes(email),
  );
  return new URLSearchParams(linkIn(message).split('?')[1]).get('token')!;
}

const use = async (accounts: TestAccounts, token: string, newPassword = 'nine reeds in a row'): Promise<number> =>
  (await accounts.client().json('/account/auth/reset-password', { token, newPassword }, 'POST', fresh())).status;

const loggedIn = async (client: HttpClient): Promise<boolean> => (await client.get('/account/me')).status === 200;

test('a second link revokes the first; after use no other works, and every session has ended', async () => {
  const accounts = await testAccounts();
  const owner = await loggedInClient(accounts);
  const other = await loggedInClient(accounts, 'other@example.org');
  const otherLink = await requestLink(accounts, 'other@example.org');
  const first = await requestLink(accounts);
  const second = await requestLink(accounts);
  assert.equal(await use(accounts, first), 400, 'one live link an account');
  assert.equal(await use(accounts, second), 200);
  assert.equal(await use(accounts, first), 400);
  assert.equal(await use(accounts, second), 400);
  assert.equal(await loggedIn(owner), false);
  assert.equal(await loggedIn(other), true, "others' sessions and links stay");
  assert.equal(await use(accounts, otherLink), 200);
});

const CHANGES: [name: string, change: (accounts: TestAccounts, owner: HttpClient) => Promise<unknown>][] = [
  [
    'on the page',
    (_, owner) => owner.form('/account/password', { password: PASSWORD, newPassword: 'ten reeds in a row' }),
  ],
  [
    'by a program',
    (_, owner) =>
      owner.json('/account/auth/change-password', { currentPassword: PASSWORD, newPassword: 'ten reeds in a row' }),
  ],
  [
    'by the operator',
    async ({ database }) => (await openUserAdmin(database, () => {})).setPassword(EMAIL, 'ten reeds in a row'),
  ],
];

for (const [name, change] of CHANGES)
  test(`a password changed ${name} revokes the earlier link and the other sessions`, async () => {
    const accounts = await testAccounts();
    const owner = await loggedInClient(accounts);
    const other = accounts.client();
    await other.json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
    assert.equal(await loggedIn(other), true);
    const token = await requestLink(accounts);
    await change(accounts, owner);
    assert.equal(await use(accounts, token), 400);
    assert.equal(await loggedIn(other), false);
  });

test('a wrong current password ends no link', async () => {
  const accounts = await testAccounts();
  const owner = await loggedInClient(accounts);
  const token = await requestLink(accounts);
  const rejected = await owner.form('/account/password', {
    password: 'not this one',
    newPassword: 'ten reeds in a row',
  });
  assert.equal(rejected.status, 403);
  assert.equal(await use(accounts, token), 200);
});

test('repeated requests revoke no link that was sent last', async () => {
  const accounts = await testAccounts({ hashing: cheapHashing() });
  await loggedInClient(accounts);
  let token = '';
  for (let count = 0; count < RECIPIENT_EMAILS.limit + 5; count += 1) token = await requestLink(accounts);
  assert.equal(accounts.db.prepare('SELECT count(*) FROM verification').pluck().get(), 1);
  assert.equal(await use(accounts, token), 200, 'the last message that was sent');
});
