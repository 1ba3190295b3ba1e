import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SettingError } from '#runtime/environment.ts';
import { readAccountsSettings } from '../../../gateway/accounts/settings.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SECRET = 'x3v8 synthetic secret of the tests';
const folder = temporaryFolder(test);

const read = (environment: Record<string, string>, dataDir = folder) =>
  readAccountsSettings(environment, { baseUrl: 'https://example.org/deprem', dataDir });

test('with DATABASE_URL the secret must be set: gateways share sessions', () => {
  const shared = { baseUrl: 'https://example.org', dataDir: folder, databaseUrl: 'postgres://db.example/x' };
  assert.throws(() => readAccountsSettings({}, shared), /^SettingError: AUTH_SECRET is missing; .*with DATABASE_URL/);
  assert.equal(readAccountsSettings({ AUTH_SECRET: SECRET }, shared).secret, SECRET);
});

test('a secret alone is enough', () => {
  assert.deepEqual(read({ AUTH_SECRET: SECRET, NODE_ENV: 'production' }), {
    production: true,
    secret: SECRET,
    smtpUrl: undefined,
    mailFrom: 'no-reply@example.org',
    social: {},
    stripe: undefined,
    contact: '',
    privateWebhooks: false,
    subscriptions: { push: 20_000, email: 2000 },
    region: { south: 32, north: 46, west: 22, east: 50 },
  });
});

test('with all of them', () => {
  const environment = {
    AUTH_SECRET: SECRET,
    SMTP_URL: 'smtps://user:pass@mail.example.org:465',
    MAIL_FROM: 'deprem@example.org',
    GITHUB_CLIENT_ID: 'a',
    GITHUB_CLIENT_SECRET: 'b',
    GOOGLE_CLIENT_ID: 'c',
    GOOGLE_CLIENT_SECRET: 'd',
    STRIPE_SECRET_KEY: 'e',
    STRIPE_WEBHOOK_SECRET: 'f',
    STRIPE_PRICE_ID: 'g',
    CONTACT: 'operator@example.org',
    WEBHOOK_TARGETS: 'any',
    PUSH_SUBSCRIPTIONS: '0',
    REGION: '40,41,29,30',
  };
  assert.deepEqual(read(environment), {
    production: false,
    secret: SECRET,
    smtpUrl: 'smtps://user:pass@mail.example.org:465',
    mailFrom: 'deprem@example.org',
    social: { github: { clientId: 'a', clientSecret: 'b' }, google: { clientId: 'c', clientSecret: 'd' } },
    stripe: { secretKey: 'e', webhookSecret: 'f', priceId: 'g' },
    contact: 'operator@example.org',
    privateWebhooks: true,
    subscriptions: { push: 0, email: 2000 },
    region: { south: 40, north: 41, west: 29, east: 30 },
  });
});

const BAD: [environment: Record<string, string>, message: RegExp][] = [
  [{ NODE_ENV: 'production', AUTH_SECRET: '' }, /^AUTH_SECRET is missing; in production/],
  [{ AUTH_SECRET: 'too short' }, /^AUTH_SECRET is too short/],
  [{ NODE_ENV: 'production', AUTH_SECRET: 'x'.repeat(32) }, /^AUTH_SECRET is not random: .*openssl/],
  [{ AUTH_SECRET: '1234567'.repeat(5) }, /^AUTH_SECRET is not random/],
  [{ SMTP_URL: 'mail.example.org' }, /^SMTP_URL must be/],
  [{ SMTP_URL: 'https://user:secret@example.org' }, /^SMTP_URL must be/],
  [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM is "nobody"/],
  [{ MAIL_FROM: 'a@b\nBcc: c@d' }, /^MAIL_FROM is "a@b/],
  [{ GITHUB_CLIENT_ID: 'a' }, /^GITHUB_CLIENT_SECRET must be set too/],
  [{ GOOGLE_CLIENT_SECRET: 'a' }, /^GOOGLE_CLIENT_ID must be set too/],
  [{ STRIPE_PRICE_ID: 'a' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set too/],
  [{ CONTACT: 'a\u0007b' }, /^CONTACT is "/],
];

for (const [environment, message] of BAD)
  test(`${JSON.stringify(environment)} is refused with a message`, () =>
    assert.throws(
      () => read({ AUTH_SECRET: SECRET, ...environment }),
      (error) => error instanceof SettingError && message.test(error.message) && !error.message.includes('secret@'),
    ));

test('in development a secret is generated once, readable by its owner only', () => {
  const data = join(folder, 'data');
  const { secret } = read({}, data);
  assert.ok(secret.length >= 43);
  assert.equal(statSync(join(data, 'auth-secret')).mode & 0o777, 0o600);
  assert.equal(read({}, data).secret, secret);
  assert.equal(readFileSync(join(data, 'auth-secret'), 'utf8').trim(), secret);
  assert.notEqual(read({}, join(folder, 'elsewhere')).secret, secret);
});

test('an invalid or inaccessible secret file is an error', () => {
  const data = mkdtempSync(join(folder, 'spoilt-'));
  writeFileSync(join(data, 'auth-secret'), '');
  assert.throws(() => read({}, data), /auth-secret is too short/);
  writeFileSync(join(data, 'auth-secret'), 'a'.repeat(43));
  assert.throws(() => read({}, data), /auth-secret is not random/);
  writeFileSync(join(folder, 'file'), '');
  chmodSync(join(folder, 'file'), 0o600);
  assert.throws(() => read({}, join(folder, 'file')), /cannot be used .*set AUTH_SECRET or DATA_DIR/);
});
