import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMAIL, linkIn, PASSWORD, testAccounts } from '../../support/accounts.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';

test('emails are sent by SMTP, in the language of the reader, and their links work', async (t) => {
  const { received, url } = await mailServer(t);
  const accounts = await testAccounts({ settings: { smtpUrl: url, production: true } });
  const client = accounts.client();
  await client.form('/account/register', { email: EMAIL, newPassword: PASSWORD }, { 'Accept-Language': 'tr' });
  await accounts.auth.idle();
  assert.deepEqual([received[0]!.from, received[0]!.to], ['no-reply@example.org', [EMAIL]]);
  assert.match(textOf(received[0]!), /parolanızı girin/);
  const link = linkIn(textOf(received[0]!));
  const token = new URLSearchParams(link.split('?')[1]).get('token');
  const response = await client.json('/account/confirm', { token, email: EMAIL, password: PASSWORD });
  assert.equal(response.status, 200);
  await client.form('/account/forgot', { email: EMAIL });
  await accounts.auth.idle();
  assert.match(textOf(received[1]!), /A new password was requested for/);
  assert.equal((await client.get(linkIn(textOf(received[1]!)))).status, 200);
  assert.ok(!accounts.lines.join('\n').includes('token='), 'no link in the log');
  await accounts.close();
});

test('an email that cannot be sent is a log line, without address or link', async () => {
  const accounts = await testAccounts({ settings: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const response = await accounts.client().json('/account/auth/sign-up/email', { email: EMAIL, password: PASSWORD });
  assert.equal(response.status, 200);
  await accounts.auth.idle();
  assert.match(accounts.lines.join('\n'), /mail: an email could not be sent \(ESOCKET|ECONNECTION/);
  assert.ok(!accounts.lines.join('\n').includes(EMAIL));
  await accounts.close();
});

test('in production without SMTP_URL nobody can register or reset a password; the start warns', async () => {
  const accounts = await testAccounts({ settings: { production: true, contact: 'operator@example.org' } });
  assert.match(accounts.lines.join('\n'), /SMTP_URL is not set, so nobody can register/);
  for (const path of ['/account/auth/sign-up/email', '/account/auth/request-password-reset']) {
    const response = await accounts.client().json(path, { email: EMAIL, password: PASSWORD });
    assert.equal(response.status, 503);
    assert.match(await response.text(), /"unavailable".*operator@example\.org/);
  }
  const form = await accounts.client().form('/account/register', { email: EMAIL, newPassword: PASSWORD });
  assert.equal(form.status, 503);
  assert.equal(accounts.db.prepare('SELECT count(*) FROM user').pluck().get(), 0);
  assert.ok(!accounts.lines.some((line) => line.startsWith('mail to')));
});
