import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, EMAIL, SEND, SIGN_IN, testAccounts } from '../../support/accounts.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';

test('emails are sent by SMTP, in the language of the reader, and their codes work', async (t) => {
  const { received, url } = await mailServer(t);
  const accounts = await testAccounts({ settings: { smtpUrl: url, production: true } });
  const client = accounts.client();
  await client.form('/account/code', { email: EMAIL }, { 'Accept-Language': 'tr' });
  await accounts.auth.idle();
  assert.deepEqual([received[0]!.from, received[0]!.to], ['no-reply@example.org', [EMAIL]]);
  assert.match(textOf(received[0]!), /giriş kodunuz/);
  const otp = codeIn(textOf(received[0]!));
  assert.equal((await client.json(SIGN_IN, { email: EMAIL, otp })).status, 200);
  assert.ok(!accounts.lines.join('\n').includes(otp), 'no code in the log');
  await accounts.close();
});

test('an email that cannot be sent is a log line, without address or code', async () => {
  const accounts = await testAccounts({ settings: { smtpUrl: 'smtp://127.0.0.1:1' } });
  const response = await accounts.client().json(SEND, { email: EMAIL });
  assert.equal(response.status, 200);
  await accounts.auth.idle();
  assert.match(accounts.lines.join('\n'), /mail: an email could not be sent \(ESOCKET|ECONNECTION/);
  assert.doesNotMatch(accounts.lines.join('\n'), new RegExp(`${EMAIL}|\\b\\d{6}\\b`));
  await accounts.close();
});

test('without SMTP_URL the log has the code, in production too', async () => {
  const accounts = await testAccounts({ settings: { production: true } });
  const client = accounts.client();
  const page = await client.form('/account/code', { email: EMAIL });
  assert.match(await page.text(), /the code for ayse@example\.org is in its operator’s log/);
  const otp = codeIn((await accounts.sentEmails()).at(-1));
  assert.equal((await client.json(SIGN_IN, { email: EMAIL, otp })).status, 200);
});
