/** Email alerts without an account: asked for, confirmed, sent by SMTP, and ended by one click. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PROVINCES } from '#core/provinces.ts';
import { HOUR, MINUTE } from '#core/time.ts';
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
async function service(t: TestContext, most = 2000) {
  const smtp = { refusal: undefined as number | undefined };
  const { received, url: smtpUrl } = await mailServer(t, () => smtp.refusal);
  const subscriptions = { push: 0, email: most };
  const settings = { smtpUrl, mailFrom: 'no-reply@example.org', production: true, subscriptions };
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
  const rows = async () =>
    (await database.query<{ off_reason: string | null }>('SELECT * FROM alert_subscribers')).rows;
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
  assert.match(textOf(received[3]!), /^(?:M 4,0 - .*\s+){5}https:/);
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

test('what nobody confirms for an hour is forgotten, and its link of no use', async (t) => {
  const { client, subscribe, clock, rows } = await service(t);
  const link = await subscribe();
  clock.ahead += HOUR + MINUTE;
  await subscribe({ email: 'another@example.com' });
  assert.equal((await rows()).length, 1);
  assert.match(await (await client.form(`${PATH}/confirm`, { token: tokenIn(link) })).text(), /Bu bağlantı|This link/);
});

const BAD_ADDRESSES = [
  ...[
    '',
    'okur',
    'a@b.c, d@e.f',
    'a@b.c\r\nBcc: d@e.f',
    '.okur@example.com',
    'o..kur@example.com',
    'okur@@example.com',
  ],
  // By these one mailbox has many addresses.
  ...[
    'okur(1)@example.com',
    'okur@example.com(2)',
    '(3)okur@example.com',
    '"okur"@example.com',
    'okur%a.example@b.example',
  ],
  ...['okur@[192.0.2.1]', 'okur@example', 'okur@-a.example', 'okur@example.com.'],
];

const REFUSED: Record<string, string>[] = [
  ...BAD_ADDRESSES.map((email) => ({ email })),
  ...[{ province: 'atlantis' }, { min_magnitude: 'four' }].map((rule) => ({ email: ADDRESS, ...rule })),
];

test('bad addresses and rules are refused; an address has three, and the answer does not say so', async (t) => {
  const { client, received, rows, step } = await service(t);
  for (const [index, fields] of REFUSED.entries()) {
    const headers = { 'X-Test-Address': `198.51.100.${index}` };
    assert.equal((await client.json(PATH, fields, 'POST', headers)).status, 400, JSON.stringify(fields));
  }
  assert.deepEqual([received, await rows()], [[], []]);
  for (let count = 0; count < 4; count += 1) assert.equal((await client.json(PATH, { email: ADDRESS })).status, 200);
  await step();
  assert.deepEqual([received.length, (await rows()).length], [3, 3]);
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

test('unconfirmed ones are bounded by network and in all, apart from the confirmed ones', async (t) => {
  // 20 unconfirmed ones, two of a network; eight of a network in all.
  const { client, received, step, clock } = await service(t, 80);
  const ask = async (number: number, address: string): Promise<number> =>
    (await client.json(PATH, { email: `okur${number}@example.com` }, 'POST', { 'X-Test-Address': address })).status;
  const statuses: number[] = [];
  for (let number = 0; number < 4; number += 1) statuses.push(await ask(number, `2001:db8:7:${number}::/64`));
  assert.deepEqual(statuses, [200, 200, 503, 503]);
  for (let number = 4; number < 22; number += 1) assert.equal(await ask(number, `198.51.${number}.1`), 200);
  assert.equal(await ask(22, '203.0.113.1'), 503, 'of all networks');
  await step();
  assert.equal(received.length, 20);
  clock.ahead += HOUR + MINUTE;
  assert.equal(await ask(23, '203.0.113.1'), 200);
});

test('one mailbox is asked five times a day, whatever its address', async (t) => {
  const { client, received, step, clock } = await service(t);
  for (let number = 0; number < 20; number += 1) {
    const email = number % 2 === 0 ? `k.urban+${number}@gmail.com` : `KURBAN+a${number}@Gmail.com`;
    const headers = { 'X-Test-Address': `198.51.${number}.1` };
    assert.equal((await client.json(PATH, { email }, 'POST', headers)).status, 200);
    clock.ahead += HOUR / 10;
  }
  await step();
  assert.equal(received.length, 5);
});

test('a place and a radius: around the seat of a province, or around the place of a link', async (t) => {
  const { client, received, subscribe, publish, rows } = await service(t);
  const rules = async (): Promise<unknown[]> =>
    ((await rows()) as unknown as { rule: string }[]).map(({ rule }) => JSON.parse(rule) as unknown);
  const link = await subscribe({ province: '46', radius: '50' });
  const [seat] = PROVINCES.filter(({ code }) => code === '46');
  const circle = { latitude: String(seat!.latitude), longitude: String(seat!.longitude), max_radius_km: '50' };
  assert.deepEqual(await rules(), [circle]);
  await client.form(`${PATH}/confirm`, { token: tokenIn(link) });
  await publish({ ...numbered(0, 4.5), key: 'far', latitude: seat!.latitude + 0.6, longitude: seat!.longitude });
  assert.deepEqual(received, []);
  await publish({ ...numbered(0, 4.6), key: 'near', latitude: seat!.latitude + 0.4, longitude: seat!.longitude });
  assert.equal(received.length, 1);
  const page = await (await client.get(`${PATH}?lang=tr&latitude=38.42&longitude=27.14`)).text();
  assert.match(
    page,
    /38,420°\u00A0K 27,140°\u00A0D[^]*name="latitude" value="38.42"[^]*<option value="100" selected>100 km içinde/,
  );
  assert.doesNotMatch(page, /name="province"/);
  assert.match(await (await client.get(`${PATH}?latitude=x&longitude=27`)).text(), /name="province"/);
  const place = { email: 'baska@example.com', latitude: 38.42, longitude: 27.14, max_radius_km: 200 };
  assert.equal((await client.json(PATH, place)).status, 200);
  assert.deepEqual((await rules()).at(-1), { latitude: '38.42', longitude: '27.14', max_radius_km: '200' });
  for (const [fields, parameter] of [
    [{ max_radius_km: 50 }, 'latitude'],
    [{ radius: '50' }, 'province'],
    [{ ...place, max_radius_km: -1 }, 'max_radius_km'],
    [{ ...place, latitude: 91 }, 'latitude'],
    [{ ...place, latitude: 10 }, 'latitude'],
  ] as const) {
    const refused = await client.json(PATH, { email: ADDRESS, ...fields });
    assert.deepEqual([refused.status, ((await refused.json()) as { parameter: string }).parameter], [400, parameter]);
  }
});
