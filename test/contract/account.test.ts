/** The contract of the account paths as a table: caller and request, and the status, type, caching and code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, loggedInClient, SEND, SIGN_IN, testAccounts } from '../support/accounts.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const PAGE = 'text/html; charset=utf-8';

interface AccountCase {
  who: 'guest' | 'member';
  method: string;
  path: string;
  /** JSON; undefined for no body. */
  body?: object;
  accept?: string;
  status: number;
  type?: string;
  code?: string;
}

const ok = (who: AccountCase['who'], method: string, path: string, body?: object): AccountCase => ({
  who,
  method,
  path,
  ...(body ? { body } : {}),
  status: 200,
  type: JSON_TYPE,
});
const no = (
  who: AccountCase['who'],
  method: string,
  path: string,
  status: number,
  code: string,
  body?: object,
): AccountCase => ({
  ...ok(who, method, path, body),
  status,
  code,
});
const page = (who: AccountCase['who'], path: string, status = 200): AccountCase => ({
  who,
  method: 'GET',
  path,
  accept: 'text/html',
  status,
  ...(status === 200 ? { type: PAGE } : {}),
});

const login = { email: EMAIL, otp: '123456' };

const TABLE: AccountCase[] = [
  page('guest', '/account/'),
  page('member', '/account/'),
  page('guest', '/account', 303),
  page('guest', '/account/code'),
  page('member', '/account/settings'),
  page('guest', '/account/settings', 303),
  page('guest', '/account/me', 303),

  ok('guest', 'POST', SEND, { email: EMAIL, type: 'sign-in' }),
  ok('guest', 'POST', SEND, { email: EMAIL }),
  ok('guest', 'POST', '/account/auth/sign-out'),
  ok('member', 'GET', '/account/me'),
  ok('member', 'GET', '/account/usage'),
  ok('member', 'GET', '/account/keys'),
  ok('member', 'POST', '/account/keys', { name: 'phone' }),
  ok('member', 'GET', '/account/auth/get-session'),
  ok('member', 'POST', '/account/sessions/end-others'),

  no('guest', 'POST', SIGN_IN, 401, 'unauthenticated', login),
  no('guest', 'POST', SIGN_IN, 401, 'unauthenticated', { ...login, otp: '' }),
  no('guest', 'POST', SIGN_IN, 400, 'invalid_parameter', { ...login, email: 'x' }),
  no('guest', 'POST', SIGN_IN, 400, 'invalid_parameter', { ...login, otp: 123456 }),
  no('guest', 'POST', SIGN_IN, 400, 'invalid_parameter', []),
  no('guest', 'POST', SEND, 400, 'invalid_parameter', { email: 'x' }),
  no('guest', 'POST', SEND, 400, 'invalid_parameter', { email: EMAIL, type: 'forget-password' }),
  no('guest', 'GET', '/account/me', 401, 'unauthenticated'),
  no('guest', 'GET', '/account/usage', 401, 'unauthenticated'),
  no('guest', 'GET', '/account/keys', 401, 'unauthenticated'),
  no('guest', 'POST', '/account/keys', 401, 'unauthenticated', { name: 'phone' }),
  no('guest', 'POST', '/account/upgrade', 401, 'unauthenticated'),
  no('guest', 'POST', '/account/delete', 401, 'unauthenticated', { email: EMAIL }),
  no('member', 'POST', '/account/keys', 400, 'invalid_parameter', { name: '' }),
  no('member', 'POST', '/account/keys', 400, 'invalid_parameter', { name: 7 }),
  no('member', 'POST', '/account/keys', 400, 'invalid_parameter', { name: 'x'.repeat(65) }),
  no('member', 'DELETE', '/account/keys/unknown', 404, 'not_found'),
  no('member', 'PATCH', '/account/keys/unknown', 404, 'not_found', { name: 'phone' }),
  no('member', 'POST', '/account/keys/unknown/rotate', 404, 'not_found'),
  no('member', 'POST', '/account/upgrade', 503, 'unavailable'),
  no('member', 'POST', '/account/billing', 503, 'unavailable'),
  no('member', 'POST', '/account/delete', 403, 'forbidden', { email: 'other@example.org' }),
  no('guest', 'POST', '/stripe/webhook', 503, 'unavailable'),
  no('guest', 'GET', '/account/nothing', 404, 'not_found'),
  no('guest', 'POST', '/account/auth/delete-user', 404, 'not_found'),
  // Passwords are gone.
  no('guest', 'POST', '/account/auth/sign-in/email', 404, 'not_found', { email: EMAIL, password: 'x' }),
  no('guest', 'POST', '/account/auth/sign-up/email', 404, 'not_found', { email: EMAIL, password: 'x' }),
];

const accounts = await testAccounts();
const session = await loggedInClient(accounts);

for (const [index, { who, method, path, body, accept, status, type, code }] of TABLE.entries())
  test(`${who}: ${method} ${path} ${JSON.stringify(body ?? '')} is ${status}`, async () => {
    const client = who === 'member' ? session : accounts.client();
    const response = await client.request(method, path, {
      headers: {
        'X-Test-Address': `198.51.100.${index}`,
        ...(accept ? { Accept: accept } : {}),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    assert.equal(response.status, status);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    if (type) assert.equal(response.headers.get('content-type')?.toLowerCase(), type);
    if (!code) return;
    const error = (await response.json()) as Record<string, unknown>;
    assert.deepEqual([error['status'], error['code'], typeof error['message']], ['error', code, 'string']);
  });

test('an account has 20 keys at most', async () => {
  const owner = await loggedInClient(accounts, 'many@example.org');
  for (let count = 0; count < 20; count += 1)
    assert.equal((await owner.json('/account/keys', { name: 'x' })).status, 200);
  const refused = await owner.json('/account/keys', { name: 'x' });
  assert.equal(refused.status, 403);
});
