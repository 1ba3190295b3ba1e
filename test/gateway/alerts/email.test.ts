/** Email alerts without an account: asked for, confirmed, sent by SMTP, and ended by one click. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { emailSender } from '../../../gateway/alerts/email-message.ts';
import { linkIn, testAccounts } from '../../support/accounts.ts';
import { alertService } from '../../support/alerts.ts';
import { NOON } from '../../support/catalog.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';
import { magnitude, numbered } from '../../support/publisher.ts';

const BASE_URL = 'https://example.org';
const ADDRESS = 'okur@example.com';
const PATH = '/account/email-alerts';

/** The pages and the alerts of one service, over a mail server of this machine. */
async function service(t: TestContext, emailAlerts = 2000) {
  const smtp = { refusal: undefined as number | undefined };
  const { received, url: smtpUrl } = await mailServer(t, () => smtp.refusal);
  const settings = { smtpUrl, mailFrom: 'no-reply@example.org', production: true, emailAlerts };
  const email = emailSender({ settings, baseUrl: BASE_URL, serviceName: 'hiposantr' });
  t.after(() => email.close());
  const alerts = alertService(t, { email });
  const { database, now } = alerts;
  const accounts = await testAccounts({ engines: { database }, settings, baseUrl: BASE_URL, now });
  t.after(() => accounts.close());
  await alerts.publish(numbered(40));
  const client = accounts.client();
  const turkish = { 'Accept-Language': 'tr' };
  const subscribe = async (fields: Record<string, string> = {}): Promise<string> => {
    const response = await client.form(PATH, { email: ADDRESS, ...fields }, turkish);
    assert.equal(response.status, 200);
    await alerts.step();
    return linkIn(textOf(received.splice(0)[0]!));
  };
  const rows = async () => (await database.query<{ off_reason: string | null }>('SELECT * FROM alert_readers')).rows;
  return { ...alerts, client, received, smtp, subscribe, rows };
}

const tokenIn = (path: string): string => new URL(path, BASE_URL).searchParams.get('token')!;

test('nothing is sent before it is confirmed; then what a rule says; one click ends it', async (t) => {
  const { client, received, subscribe, publish, rows } = await service(t);
  const link = await subscribe({ min_magnitude: '4', province: '' });
  await publish(magnitude(4.4));
  assert.equal(received.length, 0);
  const asking = await client.get(link);
  assert.match(await asking.text(), /<h1>Deprem bildirimlerini onaylayın<\/h1>[^]*okur@example\.com/);
  assert.deepEqual(
    (await rows()).map(({ off_reason: reason }) => reason),
    ['unconfirmed'],
    'a look does not confirm',
  );
  const confirmed = await client.form(`${PATH}/confirm`, { token: tokenIn(link) });
  assert.match(await confirmed.text(), /Bildirimler açıldı/);

  await publish({ ...numbered(0, 3.5), key: 'small', latitude: 34.5 });
  await publish({ ...numbered(0, 5.1), key: 'great', latitude: 38.5, quality: 'automatic' });
  const [mail, ...others] = received;
  assert.deepEqual([mail!.from, mail!.to, others], ['no-reply@example.org', [ADDRESS], []]);
  const text = textOf(mail!);
  assert.match(
    text,
    /TSİ \(.* UTC\) · derinlik 10 km · USGS · otomatik çözüm · şimdilik tek kurum\n\nhttps:\/\/example\.org\/deprem\//,
  );
  const head = mail!.text.split('\r\n\r\n', 1)[0]!.replaceAll(/\r\n\s+/g, ' ');
  const [, end = ''] = /^List-Unsubscribe: <(https:\S+)>$/m.exec(head)!;
  assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  assert.match(head, /^Message-ID: <msg_[0-9a-f]+@example\.org>$/m);
  assert.ok(text.includes(end), 'also for people');

  const path = end.slice(BASE_URL.length);
  assert.match(await (await client.get(path)).text(), /<h1>Deprem bildirimlerini durdurun<\/h1>/);
  assert.equal((await rows()).length, 1, 'a look does not end it');
  // As a mail program does (RFC 8058).
  const ended = await client.form(path, { 'List-Unsubscribe': 'One-Click' });
  assert.deepEqual([ended.status, await rows()], [200, []]);
  await publish({ ...numbered(0, 5.6), key: 'later', latitude: 40 });
  assert.equal(received.length, 1);
  assert.match(await (await client.get(path)).text(), /Bu bağlantı|This link/);
});

test('a sequence is one email beyond three in an hour', async (t) => {
  const { client, received, subscribe, publish, clock, step } = await service(t);
  await client.form(`${PATH}/confirm`, { token: tokenIn(await subscribe()) });
  for (let number = 1; number <= 8; number += 1)
    await publish({
      ...numbered(0, 4),
      key: `new${number}`,
      time: NOON + number * MINUTE,
      latitude: 34 + number * 0.7,
    });
  assert.equal(received.length, 3);
  clock.ahead += HOUR;
  await step();
  assert.equal(received.length, 4);
  assert.match(textOf(received[3]!), /^(?:M 4\.0 - .*\s+){5}https:/);
});

test('what waits for a mail server is sent later; an address that it does not know ends the subscription', async (t) => {
  const { client, received, subscribe, publish, clock, step, smtp, rows } = await service(t);
  await client.form(`${PATH}/confirm`, { token: tokenIn(await subscribe()) });
  smtp.refusal = 451;
  await publish(magnitude(4.4));
  assert.equal(received.length, 0);
  smtp.refusal = undefined;
  clock.ahead += MINUTE;
  await step();
  assert.equal(received.length, 1);
  smtp.refusal = 550;
  await publish(magnitude(5));
  assert.deepEqual(await rows(), []);
});

test('a question that the mail server does not take at once is asked later', async (t) => {
  const { client, received, clock, step, smtp, rows } = await service(t);
  smtp.refusal = 451;
  assert.equal((await client.json(PATH, { email: ADDRESS })).status, 200);
  await step();
  assert.deepEqual(received, []);
  smtp.refusal = undefined;
  clock.ahead += MINUTE;
  await step();
  const token = tokenIn(linkIn(textOf(received[0]!)));
  assert.equal((await client.form(`${PATH}/confirm`, { token })).status, 200);
  assert.deepEqual([received.length, (await rows())[0]!.off_reason], [1, null]);
});

test('what nobody confirms for a day is forgotten, and its link of no use', async (t) => {
  const { client, subscribe, clock, rows } = await service(t);
  const link = await subscribe();
  clock.ahead += DAY + MINUTE;
  await subscribe({ email: 'another@example.com' });
  assert.equal((await rows()).length, 1);
  assert.match(await (await client.form(`${PATH}/confirm`, { token: tokenIn(link) })).text(), /Bu bağlantı|This link/);
});

const REFUSED: [Record<string, string>, status: number][] = [
  [{ email: '' }, 400],
  [{ email: 'okur' }, 400],
  [{ email: 'a@b.c, d@e.f' }, 400],
  [{ email: 'a@b.c\r\nBcc: d@e.f' }, 400],
  [{ email: ADDRESS, province: 'atlantis' }, 400],
  [{ email: ADDRESS, min_magnitude: 'four' }, 400],
];

test('bad addresses and rules are refused; an address has three, and the answer does not say so', async (t) => {
  const { client, received, rows, step } = await service(t, 4);
  for (const [fields, status] of REFUSED)
    assert.equal((await client.json(PATH, fields)).status, status, JSON.stringify(fields));
  assert.deepEqual([received, await rows()], [[], []]);
  for (let count = 0; count < 4; count += 1) assert.equal((await client.json(PATH, { email: ADDRESS })).status, 200);
  await step();
  assert.deepEqual([received.length, (await rows()).length], [3, 3]);
  await client.json(PATH, { email: 'b@example.com' });
  assert.equal((await client.json(PATH, { email: 'c@example.com' })).status, 503);
  for (const token of ['', 'x', 'em_0000000000000000.x', '.'])
    for (const what of ['confirm', 'end'])
      assert.equal((await client.form(`${PATH}/${what}`, { token })).status, 200, `${what} ${token}`);
  assert.equal(
    (await rows()).every(({ off_reason: reason }) => reason === 'unconfirmed'),
    true,
  );
  const off = await service(t, 0);
  assert.equal((await off.client.json(PATH, { email: ADDRESS })).status, 503);
});
