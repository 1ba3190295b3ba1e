/** Webhooks of an account, for programs and on its page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, formatInstant, HOUR } from '#core/time.ts';
import { EMAIL, type HttpClient, loggedInClient, testAccounts } from '../../support/accounts.ts';

type Json = Record<string, unknown>;

async function member() {
  const clock = { now: Date.UTC(2026, 10, 23, 12) };
  const accounts = await testAccounts({ now: () => clock.now });
  const client = await loggedInClient(accounts);
  const call = async (
    method: string,
    path: string,
    fields?: object,
    by: HttpClient = client,
  ): Promise<[number, Json]> => {
    const response = await (fields
      ? by.json(`/account/webhooks${path}`, fields, method)
      : by.request(method, `/account/webhooks${path}`));
    return [response.status, (await response.json()) as Json];
  };
  return { accounts, client, call, clock };
}

const URL_1 = 'https://hooks.example.org/a';

test('a webhook is made, shown without its secret, changed, and removed', async () => {
  const { call, accounts } = await member();
  const [status, { secret, id, ...made }] = await call('POST', '', {
    ...{ url: URL_1, province: 'kahramanmaraş', min_magnitude: 4.5, language: 'tr' },
    ...{ quiet_from: '23:00', quiet_to: '07:00' },
  });
  assert.equal(status, 200);
  assert.match(String(secret), /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(made, {
    ...{ status: 'success', url: URL_1, format: 'standard', language: 'tr' },
    rule: {
      ...{ revisions: 'major', time_zone: 'Europe/Istanbul', urgent_magnitude: 6, per_hour: 3 },
      ...{ min_magnitude: 4.5, province: 'kahramanmaraş', quiet_from: '23:00', quiet_to: '07:00' },
    },
    ...{ enabled: true, active: true, created_at: '2026-11-23T12:00:00Z', failing_since: null },
    ...{ off_at: null, off_reason: null, former_secret_until: null },
  });
  const [, list] = await call('GET', '');
  const { status: success, ...shown } = made;
  assert.deepEqual(list, { status: success, count: 1, limit: 1, webhooks: [{ id, ...shown }] });
  const [, changed] = await call('PATCH', `/${String(id)}`, {
    province: null,
    min_magnitude: '5',
    format: 'slack',
    enabled: false,
  });
  const { rule, format, enabled, active, off_reason: reason } = changed;
  assert.deepEqual(
    [(rule as Json)['province'], (rule as Json)['min_magnitude'], (rule as Json)['quiet_to']],
    [undefined, 5, '07:00'],
  );
  assert.deepEqual([format, enabled, active, reason], ['slack', false, false, null]);
  assert.equal((await call('PATCH', `/${String(id)}`, { enabled: true }))[1]['active'], true);
  assert.equal((await call('DELETE', `/${String(id)}`))[0], 200);
  assert.deepEqual((await call('GET', ''))[1]['webhooks'], []);
  assert.deepEqual((await accounts.database.query('SELECT * FROM alert_subscribers')).rows, []);
});

test('a plan has as many webhooks as it has; what is beyond a plan that ended is not active', async () => {
  const { call, accounts, client, clock } = await member();
  const { id } = (await (await client.get('/account/me')).json()) as { id: string };
  assert.equal((await call('POST', '', { url: URL_1 }))[0], 200);
  const [status, error] = await call('POST', '', { url: URL_1 });
  assert.deepEqual([status, error['code']], [403, 'forbidden']);
  await accounts.plans.grant(id, 'pro', { until: clock.now + DAY, source: 'test' });
  for (let count = 2; count <= 20; count += 1)
    assert.equal((await call('POST', '', { url: URL_1 }))[0], 200, String(count));
  assert.equal((await call('POST', '', { url: URL_1 }))[0], 403);
  clock.now += DAY;
  const [, { limit, webhooks }] = await call('GET', '');
  assert.deepEqual(
    [limit, (webhooks as Json[]).map(({ active }) => Number(active)).join('')],
    [1, `1${'0'.repeat(19)}`],
  );
  const last = String((webhooks as Json[]).at(-1)!['id']);
  assert.equal((await call('PATCH', `/${last}`, { language: 'tr' }))[1]['active'], false);
  assert.equal((await call('POST', `/${last}/rotate`, {}))[1]['active'], false);
  const [, misspelt] = await call('PATCH', `/${last}`, { min_magnitud: 5 });
  assert.equal(misspelt['parameter'], 'min_magnitud');
});

const REFUSED: [Json, field: string | undefined][] = [
  [{}, 'url'],
  [{ url: 'http://example.org/' }, 'url'],
  [{ url: 'https://10.0.0.1/' }, 'url'],
  [{ url: 'https://localhost/' }, 'url'],
  [{ url: 5 }, 'url'],
  [{ url: ['https://example.org/'] }, 'url'],
  [{ url: URL_1, format: 'xml' }, undefined],
  [{ url: 'https://api.telegram.org/bot1:a/sendMessage', format: 'telegram' }, 'url'],
  [{ url: URL_1, province: 'atlantis' }, 'province'],
  [{ url: URL_1, min_magnitude: 'four' }, 'min_magnitude'],
  [{ url: URL_1, min_magnitude: {} }, 'min_magnitude'],
  [{ url: URL_1, quiet_from: '23:00' }, 'quiet_to'],
  [{ url: URL_1, time_zone: 'Mars/Olympus' }, 'time_zone'],
  [{ url: URL_1, per_hour: 1000 }, 'per_hour'],
  [{ url: URL_1, min_magnitud: 5 }, 'min_magnitud'],
  [{ url: URL_1, rule: { min_magnitude: 5 } }, 'rule'],
  [{ url: URL_1, enabled: false }, 'enabled'],
];

test('what is wrong is refused by the name of its field', async () => {
  const { call } = await member();
  for (const [fields, field] of REFUSED) {
    const [status, { code, parameter }] = await call('POST', '', fields);
    assert.deepEqual([status, code], [400, 'invalid_parameter'], JSON.stringify(fields));
    if (field !== undefined) assert.equal(parameter, field, JSON.stringify(fields));
  }
  assert.deepEqual((await call('GET', ''))[1]['webhooks'], []);
});

test('of another account there is nothing to see or change, and nothing without a log-in', async () => {
  const { accounts, call } = await member();
  const [, { id }] = await call('POST', '', { url: URL_1 });
  const other = await loggedInClient(accounts, 'other@example.org');
  const path = `/${String(id)}`;
  const all: [string, string, object?][] = [
    ['PATCH', path, { url: 'https://evil.example/' }],
    ['DELETE', path],
    ['POST', `${path}/rotate`, {}],
    ['POST', `${path}/test`, {}],
    ['GET', `${path}/deliveries`],
  ];
  for (const [method, where, fields] of all) {
    assert.equal((await call(method, where, fields, other))[0], 404, `${method} ${where}`);
    assert.equal((await call(method, where, fields, accounts.client()))[0], 401, `${method} ${where}`);
  }
  assert.equal(((await call('GET', ''))[1]['webhooks'] as Json[])[0]!['url'], URL_1);
});

test('a new secret leaves the former one valid for a day', async () => {
  const { call, accounts, clock } = await member();
  const [, { id, secret }] = await call('POST', '', { url: URL_1 });
  const [, rotated] = await call('POST', `/${String(id)}/rotate`, {});
  assert.notEqual(rotated['secret'], secret);
  assert.equal(rotated['former_secret_until'], formatInstant(clock.now + 24 * HOUR));
  const { rows } = await accounts.database.query<Json>('SELECT secret, former_secret FROM alert_subscribers');
  assert.deepEqual(rows, [{ secret: rotated['secret'], former_secret: secret }]);
});

test('a test message is queued and listed; not more than 20 in ten minutes', async () => {
  const { call } = await member();
  const [, { id }] = await call('POST', '', { url: URL_1 });
  const [status, { delivery }] = await call('POST', `/${String(id)}/test`, {});
  assert.equal(status, 200);
  assert.deepEqual((await call('GET', `/${String(id)}/deliveries`))[1]['deliveries'], [
    {
      ...{ id: delivery, kind: 'test', created_at: '2026-11-23T12:00:00Z', state: 'queued', attempts: 0 },
      ...{ attempted_at: null, next_attempt_at: '2026-11-23T12:00:00Z', response_status: null, error: null },
    },
  ]);
  for (let count = 2; count <= 20; count += 1) assert.equal((await call('POST', `/${String(id)}/test`, {}))[0], 200);
  assert.equal((await call('POST', `/${String(id)}/test`, {}))[0], 429);
});

test('the page lists, adds with the secret once, tests and removes, in both languages', async () => {
  const { client } = await member();
  const page = async (language: string, path = '/account/'): Promise<string> =>
    (await client.get(path, { Accept: 'text/html', 'Accept-Language': language })).text();
  assert.match(await page('tr'), /Henüz webhook’unuz yok/);
  const made = await client.form('/account/webhooks', {
    url: URL_1,
    format: 'standard',
    province: '46',
    min_magnitude: '4',
    quiet_from: '',
    quiet_to: '',
  });
  assert.match(await made.text(), /whsec_/);
  for (const [language, expected] of [
    ['tr', 'Kahramanmaraş, M 4 ve üzeri'],
    ['en', 'Kahramanmaraş, M 4 and above'],
  ] as const) {
    const text = await page(language);
    assert.ok(text.includes(expected) && text.includes('hooks.example.org') && !text.includes('whsec_'), text);
  }
  const [id] = /wh_[0-9a-f]{16}/.exec(await page('en'))!;
  const tested = await client.form(`/account/webhooks/${id}/test`);
  assert.deepEqual([tested.status, tested.headers.get('location')], [303, `/account/webhooks/${id}/deliveries`]);
  assert.match(await page('tr', `/account/webhooks/${id}/deliveries`), /Deneme[^]*bekliyor/);
  const refused = await client.form('/account/webhooks', { url: 'http://example.org' });
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /role="alert"[^<]*>The address of a webhook must begin with https/);
  assert.equal((await client.form(`/account/webhooks/${id}/remove`)).status, 303);
  const wrong = await client.form('/account/webhooks', { url: URL_1, quiet_from: '23:00' });
  assert.match(await wrong.text(), /role="alert"[^<]*>A field of the rule cannot be read \(quiet_to\)/);
});

test('an erased account leaves no webhook behind', async () => {
  const { call, client, accounts } = await member();
  const [, { id }] = await call('POST', '', { url: URL_1 });
  await call('POST', `/${String(id)}/test`, {});
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 200);
  for (const table of ['alert_subscribers', 'alert_messages'])
    assert.deepEqual((await accounts.database.query(`SELECT * FROM ${table}`)).rows, [], table);
});
