/** Alerts by email to the address of an account, for programs. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { emailSender } from '../../../gateway/alerts/email-message.ts';
import { EMAIL, loggedInClient, testAccounts } from '../../support/accounts.ts';
import { alertService } from '../../support/alerts.ts';
import { mailServer, textOf } from '../../support/mail-server.ts';
import { magnitude, numbered } from '../../support/publisher.ts';

type Json = Record<string, unknown>;

const PATH = '/account/alerts';
const ANOTHER = 'mehmet@example.org';

/** Accounts that log their email, and the same ones with a mail server of this machine. */
async function service(t: TestContext, most = 2000) {
  const { received, url: smtpUrl } = await mailServer(t, () => undefined);
  const settings = { smtpUrl, subscriptions: { push: 0, email: most } };
  const email = emailSender({ settings: { smtpUrl, mailFrom: 'no-reply@example.org' }, ...NAMES });
  t.after(() => email.close());
  const alerts = alertService(t, { email });
  const engines = { database: alerts.database };
  const registering = await testAccounts({ engines, now: alerts.now });
  const accounts = await testAccounts({ engines, settings, now: alerts.now });
  const logIn = async (address = EMAIL) => {
    const { cookies } = await loggedInClient(registering, address);
    const client = accounts.client();
    for (const [name, value] of cookies) client.cookies.set(name, value);
    const call = async (method: string, path = '', fields?: object): Promise<[number, Json]> => {
      const response = await (fields ? client.json(PATH + path, fields, method) : client.request(method, PATH + path));
      return [response.status, (await response.json()) as Json];
    };
    return Object.assign(client, { call });
  };
  await alerts.publish(numbered(40));
  const rows = async () => (await alerts.database.query('SELECT * FROM alert_subscribers')).rows;
  return { ...alerts, accounts, registering, logIn, received, rows };
}

const NAMES = { baseUrl: 'https://example.org', serviceName: 'hiposantr' };

test('a rule is added without a confirmation, listed, told, and removed', async (t) => {
  const { logIn, publish, received, rows } = await service(t);
  const { call } = await logIn();
  const [status, { id, ...made }] = await call('POST', '', { min_magnitude: 4.5, per_hour: 5, language: 'tr' });
  assert.equal(status, 200);
  const { created_at: createdAt, ...rest } = made;
  assert.match(String(createdAt), /^\d{4}-\d\d-\d\dT[\d:]+Z$/);
  const rule = {
    revisions: 'major',
    time_zone: 'Europe/Istanbul',
    urgent_magnitude: 6,
    per_hour: 5,
    min_magnitude: 4.5,
  };
  assert.deepEqual(rest, { status: 'success', language: 'tr', rule });
  const alerts = [{ id, language: 'tr', rule, created_at: createdAt }];
  assert.deepEqual((await call('GET'))[1], { status: 'success', count: 1, limit: 3, email: EMAIL, alerts });
  await publish(magnitude(4.4));
  assert.deepEqual(received, []);
  await publish(magnitude(5));
  assert.deepEqual(
    received.map(({ to }) => to),
    [[EMAIL]],
  );
  assert.match(textOf(received[0]!), /otomatik|USGS|derinlik/);
  assert.equal((await call('DELETE', `/${String(id)}`))[0], 200);
  assert.equal((await call('DELETE', `/${String(id)}`))[0], 404);
  assert.deepEqual(await rows(), []);
});

test('an address has three; what others ask for in its name takes none of them; another account sees none', async (t) => {
  const { logIn } = await service(t);
  const client = await logIn();
  for (let count = 0; count < 3; count += 1)
    assert.equal((await client.json('/account/email-alerts', { email: EMAIL })).status, 200);
  assert.equal((await client.call('GET'))[1]['count'], 0, 'unconfirmed');
  for (let count = 0; count < 3; count += 1) assert.equal((await client.call('POST', '', {}))[0], 200);
  const [status, { code }] = await client.call('POST', '', {});
  assert.deepEqual([status, code], [403, 'forbidden']);
  const [{ id }] = (await client.call('GET'))[1]['alerts'] as [Json];
  const another = await logIn(ANOTHER);
  assert.equal((await another.call('GET'))[1]['count'], 0);
  assert.equal((await another.call('DELETE', `/${String(id)}`))[0], 404);
  assert.equal((await client.call('GET'))[1]['count'], 3);
});

const REFUSED: [Json, field: string][] = [
  [{ min_magnitude: 'four' }, 'min_magnitude'],
  [{ province: 'atlantis' }, 'province'],
  [{ min_magnitud: 5 }, 'min_magnitud'],
  [{ email: ANOTHER }, 'email'],
  [{ language: 'de' }, 'language'],
  [{ quiet_from: '23:00' }, 'quiet_to'],
];

test('what is wrong is refused by its name; without a log-in or a mail server nothing is added', async (t) => {
  const { logIn, accounts, registering, rows } = await service(t);
  const { call } = await logIn();
  for (const [fields, field] of REFUSED) {
    const [status, { parameter }] = await call('POST', '', fields);
    assert.deepEqual([status, parameter], [400, field], JSON.stringify(fields));
  }
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['DELETE', '/em_0'],
  ] as const)
    assert.equal((await accounts.client().request(method, PATH + path)).status, 401, method);
  const client = await loggedInClient(registering, ANOTHER);
  assert.equal((await client.json(PATH, {})).status, 503);
  assert.deepEqual(await rows(), []);
  const full = await service(t, 1);
  const first = await full.logIn();
  assert.equal((await first.call('POST', '', {}))[0], 200);
  assert.equal((await first.call('POST', '', {}))[0], 503);
});

test('the owner has a copy of them, and they end with the account', async (t) => {
  const { logIn, rows, publish, database } = await service(t);
  const client = await logIn();
  const [, { id }] = await client.call('POST', '', { min_magnitude: 4 });
  await publish(magnitude(5));
  const copy = (await (await client.get('/account/export')).json()) as Record<string, Json[]>;
  assert.deepEqual(
    copy['email_alerts']!.map((one) => [one['id'], one['rule']]),
    [[id, '{"min_magnitude":"4"}']],
  );
  assert.deepEqual(
    copy['messages']!.map(({ subscriber, kind }) => [subscriber, kind]),
    [[id, 'created']],
  );
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 200);
  assert.deepEqual(await rows(), []);
  for (const table of ['alert_threads', 'alert_limits', 'alert_messages'])
    // What agencies have spent of their budgets stays.
    assert.deepEqual(
      (await database.query(`SELECT subscriber FROM ${table} WHERE subscriber NOT LIKE 'agency %'`)).rows,
      [],
      table,
    );
});
