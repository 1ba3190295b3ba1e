import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { ADDRESS_ATTEMPTS } from '../../../gateway/access/attempt-limits.ts';
import { isTrustedOrigin, referrerPolicy } from '../../../gateway/accounts/csrf.ts';
import { EMAIL, loggedInClient, SEND, SIGN_IN, testAccounts } from '../../support/accounts.ts';

const BASE = 'https://example.org/deprem';
const sameSite = { method: 'POST', origin: undefined, host: 'example.org', fetchSite: undefined };

const OWN: [name: string, request: Partial<Parameters<typeof isTrustedOrigin>[0]>, own: boolean][] = [
  ['a program', {}, true],
  ['our page', { origin: 'https://example.org', fetchSite: 'same-origin' }, true],
  ['our page behind a proxy that names itself', { origin: 'https://example.org', host: '10.0.0.7:8787' }, true],
  ['a page of the host that was asked', { origin: 'http://192.168.1.5:8787', host: '192.168.1.5:8787' }, true],
  ['the same with the usual port', { origin: 'http://Example.org', host: 'example.org:80' }, true],
  ['a form without a referrer', { origin: 'null', fetchSite: 'same-origin' }, true],
  ['another site', { origin: 'https://evil.example', fetchSite: 'cross-site' }, false],
  ['another site in an old browser', { origin: 'https://evil.example' }, false],
  ['a frame without an origin', { origin: 'null', fetchSite: 'cross-site' }, false],
  ['a frame without an origin in an old browser', { origin: 'null' }, false],
  ['a neighbour of ours', { origin: 'https://evil.example.org', fetchSite: 'same-site' }, false],
  ['another port', { origin: 'https://example.org:8443' }, false],
  ['another site without Origin', { fetchSite: 'cross-site' }, false],
  ['a name that ours begins with', { origin: 'https://example.org.evil.example' }, false],
  ['nonsense', { origin: 'example.org' }, false],
  ['no host', { origin: 'https://evil.example', host: undefined }, false],
  ['a GET of another site', { method: 'GET', origin: 'https://evil.example' }, true],
];

for (const [name, request, own] of OWN)
  test(`${name} ${own ? 'may' : 'may not'} change something`, () =>
    assert.equal(isTrustedOrigin({ ...sameSite, ...request }, BASE), own));

test('pages send no referrer, except where forms would lose their origin', () => {
  assert.equal(referrerPolicy(BASE, 'anything'), 'no-referrer');
  for (const host of ['localhost', 'localhost:8787', '127.0.0.1:8787', '[::1]:8787'])
    assert.equal(referrerPolicy('http://localhost:8787', host), 'no-referrer', host);
  for (const host of ['192.168.1.5:8787', 'localhost.example', 'example.org', undefined, 'a b'])
    assert.equal(referrerPolicy('http://localhost:8787', host), 'same-origin', String(host));
});

test('every operation rejects requests from other sites', async () => {
  const accounts = await testAccounts();
  const client = await loggedInClient(accounts);
  const posts = accounts.app.routes.filter(
    ({ method, path }) => !['GET', 'ALL'].includes(method) && path.startsWith('/account/'),
  );
  assert.ok(posts.length >= 20, String(posts.length));
  for (const { method, path } of posts) {
    const response = await client.json(path.replace(/:\w+/, 'x'), {}, method, { Origin: 'https://evil.example' });
    assert.equal(response.status, 403, `${method} ${path}`);
    assert.equal(((await response.json()) as { code: string }).code, 'forbidden');
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  }
  assert.equal((await client.get('/account/me')).status, 200);
});

test('attempts are counted per address, until the window ends', async () => {
  let at = Date.UTC(2026, 6, 1, 12);
  const accounts = await testAccounts({ now: () => at });
  let tried = 0;
  const attempt = (from: string, path = SIGN_IN) => {
    const email = `${(tried += 1)}@example.org`;
    return accounts.client().json(path, { email, otp: '123456' }, 'POST', { 'X-Test-Address': from });
  };
  for (let count = 0; count < ADDRESS_ATTEMPTS.limit; count += 1) {
    assert.equal((await attempt('192.0.2.7')).status, 401);
    assert.equal((await attempt('192.0.2.7', SEND)).status, 200);
  }
  for (const path of [SIGN_IN, SEND]) {
    const refused = await attempt('192.0.2.7', path);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '600');
    assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited');
  }
  const form = await accounts
    .client()
    .form('/account/sign-in', { email: EMAIL, otp: 'x' }, { 'X-Test-Address': '192.0.2.7' });
  assert.equal(form.status, 429);
  assert.match(await form.text(), /Too many attempts/);
  assert.equal((await attempt('192.0.2.8')).status, 401, 'another address');
  at += 10 * MINUTE;
  assert.equal((await attempt('192.0.2.7')).status, 401, 'the next window');
  const rows = accounts.db.prepare<[], { who: Buffer }>('SELECT who FROM attempts').all();
  assert.ok(
    rows.every(({ who }) => who.length === 32),
    'no address is kept as it is',
  );
});
