import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { ADDRESS_ATTEMPTS, RECIPIENT_LETTERS } from '../../../gateway/accounts/attempts.ts';
import { boundedHashing } from '../../../gateway/accounts/hashing.ts';
import { isOwnRequest, referrerPolicy } from '../../../gateway/accounts/origin.ts';
import { EMAIL, member, PASSWORD, testAccounts } from '../../support/accounts.ts';

const BASE = 'https://example.org/deprem';
const asked = { method: 'POST', origin: undefined, host: 'example.org', fetchSite: undefined };

const OWN: [name: string, asker: Partial<Parameters<typeof isOwnRequest>[0]>, own: boolean][] = [
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

for (const [name, asker, own] of OWN)
  test(`${name} ${own ? 'may' : 'may not'} change something`, () =>
    assert.equal(isOwnRequest({ ...asked, ...asker }, BASE), own));

test('a page tells no referrer, but where forms would lose their origin by it', () => {
  assert.equal(referrerPolicy(BASE, 'anything'), 'no-referrer');
  for (const host of ['localhost', 'localhost:8787', '127.0.0.1:8787', '[::1]:8787'])
    assert.equal(referrerPolicy('http://localhost:8787', host), 'no-referrer', host);
  for (const host of ['192.168.1.5:8787', 'localhost.example', 'example.org', undefined, 'a b'])
    assert.equal(referrerPolicy('http://localhost:8787', host), 'same-origin', String(host));
});

test('every operation refuses another site, whoever is logged in', async () => {
  const accounts = await testAccounts();
  const visitor = await member(accounts);
  const posts = accounts.app.routes.filter(
    ({ method, path }) => !['GET', 'ALL'].includes(method) && path.startsWith('/account/'),
  );
  assert.ok(posts.length >= 25, String(posts.length));
  for (const { method, path } of posts) {
    const answer = await visitor.json(path.replace(/:\w+/, 'x'), {}, method, { Origin: 'https://evil.example' });
    assert.equal(answer.status, 403, `${method} ${path}`);
    assert.equal(((await answer.json()) as { code: string }).code, 'forbidden');
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  }
  assert.equal((await visitor.get('/account/me')).status, 200);
});

test('attempts are counted per address over all operations, until the window ends', async () => {
  let at = Date.UTC(2026, 6, 1, 12);
  const accounts = await testAccounts({ now: () => at });
  const attempt = (from: string, path = '/account/auth/sign-in/email') =>
    accounts.visitor().json(path, { email: EMAIL, password: 'not this one' }, 'POST', { 'X-Test-Address': from });
  const half = ADDRESS_ATTEMPTS.most / 2;
  for (let count = 0; count < half; count += 1) {
    assert.equal((await attempt('192.0.2.7')).status, 401);
    assert.equal((await attempt('192.0.2.7', '/account/auth/request-password-reset')).status, 200);
  }
  const refused = await attempt('192.0.2.7');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '600');
  assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited');
  const form = await accounts
    .visitor()
    .form('/account/sign-in', { email: EMAIL, password: 'x' }, { 'X-Test-Address': '192.0.2.7' });
  assert.equal(form.status, 429);
  assert.match(await form.text(), /Too many attempts/);
  assert.equal((await attempt('192.0.2.8')).status, 401, 'another address');
  at += 10 * MINUTE;
  assert.equal((await attempt('192.0.2.7')).status, 401, 'the next window');
  const kept = accounts.db.prepare<[], { who: Buffer }>('SELECT who FROM attempts').all();
  assert.ok(
    kept.every(({ who }) => who.length === 32),
    'no address is kept as it is',
  );
});

test('nobody gets more than a few letters of a kind an hour, whoever asks for them', async () => {
  const accounts = await testAccounts();
  for (let count = 0; count < RECIPIENT_LETTERS.most + 3; count += 1) {
    const from = { 'X-Test-Address': `192.0.2.${count}` };
    const answer = await accounts
      .visitor()
      .json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD }, 'POST', from);
    assert.equal(answer.status, 200);
  }
  assert.equal((await accounts.letters()).length, RECIPIENT_LETTERS.most);
  assert.ok(accounts.lines.some((line) => line.includes('too many within the hour')));
  await accounts.visitor().json('/account/auth/request-password-reset', { email: EMAIL });
  const last = (await accounts.letters()).at(-1)!;
  assert.match(last, /account\/reset\?token=/, 'a flood of registrations keeps nobody from a new password');
});

test('passwords are hashed a few at once, some wait, and more are told to come back', async () => {
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const slow = async (): Promise<string> => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
    return 'hash';
  };
  const { hash } = boundedHashing({ hash: slow, verify: async () => true }, { atOnce: 2, waiting: 3 });
  const taken = Array.from({ length: 5 }, () => hash('x'));
  await assert.rejects(hash('x'), (error: { statusCode?: number }) => error.statusCode === 503);
  while (ends.length > 0 || running > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await Promise.all(taken), Array(5).fill('hash'));
  assert.equal(most, 2);
  const again = hash('x');
  ends.shift()?.();
  assert.equal(await again, 'hash', 'the places are free again');
});

test('who finds too many before is answered 503 in the shape of every error', async () => {
  const full = boundedHashing(undefined, { atOnce: 0, waiting: 0 });
  const accounts = await testAccounts({ hashing: full });
  const answer = await accounts.visitor().json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('retry-after'), '30');
  assert.equal(((await answer.json()) as { code: string }).code, 'unavailable');
});

test("a password is kept as the library's scrypt hash", async () => {
  const accounts = await testAccounts({ hashing: boundedHashing() });
  await member(accounts);
  const kept = accounts.db.prepare<[], string>('SELECT password FROM account').pluck().get()!;
  assert.match(kept, /^[0-9a-f]{32}:[0-9a-f]{128}$/);
});
