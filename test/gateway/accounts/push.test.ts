/** Web Push subscriptions by HTTP: made, changed and ended by whoever knows endpoint and `auth`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS_SUBSCRIPTIONS, createAttemptLimiter } from '../../../gateway/access/attempt-limits.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { testAccounts } from '../../support/accounts.ts';
import { browser } from '../../support/push.ts';

type Json = Record<string, unknown>;

const ORIGIN = 'https://fcm.googleapis.com';

async function service(settings: Parameters<typeof testAccounts>[0] = {}) {
  const accounts = await testAccounts(settings);
  const client = accounts.client();
  const call = async (
    method: string,
    fields: object,
    headers: Record<string, string> = {},
  ): Promise<[number, Json]> => {
    const body = JSON.stringify(fields);
    const response = await client.request(method, '/alerts/push', {
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(method === 'GET' ? {} : { body }),
    });
    return [response.status, (await response.json()) as Json];
  };
  const rows = async () =>
    (await accounts.database.query<{ url: string; rule: string; language: string }>('SELECT * FROM alert_subscribers'))
      .rows;
  return { call, rows, accounts };
}

test('a browser subscribes with the public key, changes its rule, and ends it', async () => {
  const { call, rows } = await service();
  const [status, { public_key: key }] = await call('GET', {});
  assert.deepEqual([status, Buffer.from(String(key), 'base64url').byteLength], [200, 65]);
  const { subscription } = browser(ORIGIN);
  const made = await call('POST', { ...subscription, language: 'tr', province: 'kahramanmaraş', min_magnitude: 4 });
  const rule = { revisions: 'major', time_zone: 'Europe/Istanbul', urgent_magnitude: 6, per_hour: 3 };
  const own = { ...rule, province: 'kahramanmaraş', min_magnitude: 4 };
  assert.deepEqual(made, [200, { status: 'success', language: 'tr', rule: own }]);
  const { endpoint, auth } = subscription;
  const changed = await call('PATCH', { endpoint, auth, language: 'en', province: null, min_magnitude: '5' });
  assert.deepEqual(changed, [200, { status: 'success', language: 'en', rule: { ...rule, min_magnitude: 5 } }]);
  assert.deepEqual(await call('DELETE', { endpoint, auth }), [200, { status: 'success' }]);
  assert.deepEqual(await rows(), []);
  assert.equal((await call('DELETE', { endpoint, auth }))[0], 404);
});

test('the same browser has one subscription, with its last rule', async () => {
  const { call, rows } = await service();
  const { subscription } = browser(ORIGIN);
  for (const magnitude of [4, 5])
    assert.equal((await call('POST', { ...subscription, min_magnitude: magnitude }))[0], 200);
  assert.deepEqual(
    (await rows()).map(({ url, rule }) => [url, rule]),
    [[subscription.endpoint, '{"min_magnitude":"5"}']],
  );
});

test('a field that does not exist is refused by its name', async () => {
  const { call, rows } = await service();
  const { subscription } = browser(ORIGIN);
  for (const method of ['POST', 'PATCH']) {
    const [status, { parameter }] = await call(method, { ...subscription, min_magnitud: 4 });
    assert.deepEqual([status, parameter], [400, 'min_magnitud']);
  }
  assert.deepEqual(await rows(), []);
});

test('without its keys nobody sees, changes or ends a subscription', async () => {
  const { call, rows } = await service();
  const { subscription } = browser(ORIGIN);
  await call('POST', { ...subscription, min_magnitude: 4 });
  const { auth, p256dh } = browser(ORIGIN).subscription;
  const { endpoint } = subscription;
  for (const fields of [
    { endpoint, auth, p256dh },
    { ...subscription, auth },
    { ...subscription, p256dh },
  ])
    assert.equal((await call('POST', { ...fields, min_magnitude: 1 }))[0], 404);
  for (const method of ['PATCH', 'DELETE'])
    for (const fields of [{ endpoint, auth }, { endpoint }, { ...subscription, endpoint: `${ORIGIN}/other` }])
      assert.equal((await call(method, fields))[0], 404, method);
  assert.deepEqual(
    (await rows()).map(({ rule }) => rule),
    ['{"min_magnitude":"4"}'],
  );
});

const { subscription: GOOD } = browser(ORIGIN);
const OFF_CURVE = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');
const COMPRESSED = Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 7)]).toString('base64url');

const REFUSED: [Json, status: number, parameter?: string][] = [
  [{}, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'http://push.example.org/a' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'https://127.0.0.1/a' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'https://[::1]/a' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'https://localhost/a' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'push' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'https://victim.example/a' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'https://notfcm.googleapis.com/a' }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: 'https://fcm.googleapis.com.victim.example/a' }, 400, 'endpoint'],
  ...[
    ...['docs.google.com', 'google.com', 'a.fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com'],
    ...['a.updates.push.services.mozilla.com', 'apush.apple.com', 'notify.windows.com'],
  ].map((host): (typeof REFUSED)[number] => [{ ...GOOD, endpoint: `https://${host}/a` }, 400, 'endpoint']),
  [{ ...GOOD, endpoint: `${ORIGIN}:8443/a` }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: `${ORIGIN}/${'a'.repeat(1000)}` }, 400, 'endpoint'],
  [{ ...GOOD, endpoint: [GOOD.endpoint] }, 400, 'endpoint'],
  [{ ...GOOD, p256dh: OFF_CURVE }, 400, 'p256dh'],
  [{ ...GOOD, p256dh: COMPRESSED }, 400, 'p256dh'],
  [{ ...GOOD, p256dh: `${GOOD.p256dh}AAAA` }, 400, 'p256dh'],
  [{ ...GOOD, p256dh: '' }, 400, 'p256dh'],
  [{ ...GOOD, auth: 'AAAA' }, 400, 'p256dh'],
  [{ ...GOOD, auth: `${GOOD.auth}==` }, 400, 'p256dh'],
  [{ ...GOOD, auth: 5 }, 400, 'auth'],
  [{ ...GOOD, language: 'de' }, 400, 'language'],
  [{ ...GOOD, province: 'atlantis' }, 400, 'province'],
  [{ ...GOOD, min_magnitude: 'four' }, 400, 'min_magnitude'],
  [{ ...GOOD, quiet_from: '23:00' }, 400, 'quiet_to'],
  [{ ...GOOD, latitude: 38 }, 400, 'longitude'],
  [{ ...GOOD, more: 'x'.repeat(70_000) }, 413],
];

test('what is wrong is refused by the name of its field, and nothing is stored', async () => {
  const { call, rows } = await service();
  for (const [fields, status, parameter] of REFUSED) {
    const [given, error] = await call('POST', fields);
    assert.deepEqual([given, error['parameter']], [status, parameter], JSON.stringify(fields).slice(0, 200));
  }
  assert.deepEqual(await rows(), []);
});

test('the services of browsers are taken', async () => {
  const { call } = await service();
  for (const host of [
    ...['updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-par02p.notify.windows.com'],
    'am3p.wns.notify.windows.com',
  ])
    assert.equal((await call('POST', browser(`https://${host}`).subscription))[0], 200, host);
});

test('subscriptions are bounded, in all and by address in an hour; a known one can still change', async () => {
  const clock = { now: Date.UTC(2026, 10, 23, 12) };
  const { call, rows, accounts } = await service({
    settings: { subscriptions: { push: 12, email: 0 } },
    now: () => clock.now,
  });
  const limiter = createAttemptLimiter(accounts.database, () => clock.now);
  for (let former = 0; former < 198; former += 1)
    await limiter.consume('push subscriptions of 192.0.2.1', ADDRESS_SUBSCRIPTIONS);
  const statuses: number[] = [];
  const subscribe = async (subscription: object, address: string): Promise<string | null> => {
    const [status, { code }] = await call('POST', subscription, { 'X-Test-Address': address });
    statuses.push(status);
    return (code as string) ?? null;
  };
  await subscribe(browser(ORIGIN).subscription, '192.0.2.1');
  assert.equal(await subscribe(browser(ORIGIN).subscription, '192.0.2.1'), 'unavailable', 'a tenth of its network');
  assert.equal(await subscribe(browser(ORIGIN).subscription, '192.0.2.1'), 'rate_limited');
  await subscribe(browser(ORIGIN).subscription, '198.51.100.1');
  await subscribe(GOOD, '203.0.113.1');
  // A quarter of all is not confirmed yet.
  assert.equal(await subscribe(browser(ORIGIN).subscription, '2001:db8::/64'), 'unavailable');
  await subscribe({ ...GOOD, min_magnitude: 5 }, '192.0.2.1');
  assert.deepEqual([statuses, (await rows()).length], [[200, 503, 429, 200, 200, 503, 200], 3]);
});

test('PUSH_SUBSCRIPTIONS=0 switches it off', async () => {
  const { call, rows } = await service({ settings: { subscriptions: { push: 0, email: 0 } } });
  assert.deepEqual([(await call('GET', {}))[0], (await call('POST', { ...GOOD }))[0], await rows()], [404, 503, []]);
});

test("a page of another site subscribes, changes and ends, as its browser does it: the API's CORS", async () => {
  const { rows, accounts } = await service();
  const dataset = new Dataset(memoryReader(syntheticDataset({ count: 1 }).files), { log: () => {} });
  const gateway = createApp({ dataset, now: Date.now, accounts: accounts.app });
  /** A browser asks before each method that no form has, and shows the page nothing without its leave. */
  const fetched = async (method: string, fields?: object): Promise<[number, Json]> => {
    const headers: Record<string, string> = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    const asked = { 'Access-Control-Request-Method': method, 'Access-Control-Request-Headers': 'content-type' };
    const leave = await gateway.request('/alerts/push', { method: 'OPTIONS', headers: { ...headers, ...asked } });
    assert.equal(leave.status, 204);
    assert.ok(leave.headers.get('Access-Control-Allow-Methods')!.split(', ').includes(method), method);
    assert.match(leave.headers.get('Access-Control-Allow-Headers')!, /\*/);
    const response = await gateway.request('/alerts/push', {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(fields && { body: JSON.stringify(fields) }),
    });
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
    assert.equal(response.headers.get('Access-Control-Allow-Credentials'), null);
    assert.match(response.headers.get('Access-Control-Expose-Headers')!, /Retry-After/);
    return [response.status, (await response.json()) as Json];
  };
  assert.equal((await fetched('GET'))[0], 200);
  const { subscription } = browser(ORIGIN);
  assert.equal((await fetched('POST', { ...subscription, min_magnitude: 4 }))[0], 200);
  assert.equal((await rows()).length, 1);
  assert.equal((await fetched('PATCH', { ...subscription, min_magnitude: 5 }))[0], 200);
  // Without the right to it, another site ends nothing, and reads why.
  assert.equal((await fetched('DELETE', { ...subscription, auth: browser(ORIGIN).subscription.auth }))[0], 404);
  assert.equal((await rows()).length, 1);
  assert.equal((await fetched('DELETE', subscription))[0], 200);
  assert.deepEqual(await rows(), []);
});

test('a form of another site, which its browser sends unasked, subscribes nobody', async () => {
  const { rows, accounts } = await service();
  const { subscription } = browser(ORIGIN);
  const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
  const form = { ...subscription, min_magnitude: '4' };
  assert.equal((await accounts.client().form('/alerts/push', form, foreign)).status, 403);
  const headers = { ...foreign, 'Content-Type': 'text/plain' };
  const text = { headers, body: JSON.stringify(form) };
  assert.equal((await accounts.client().request('POST', '/alerts/push', text)).status, 400);
  assert.deepEqual(await rows(), []);
});
