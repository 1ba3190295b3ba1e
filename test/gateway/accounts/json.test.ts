/** Responses for programs: `status: "success"`, the session only in its cookie, nothing readable by other sites. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import {
  BASE_URL,
  codeIn,
  EMAIL,
  type HttpClient,
  loggedInClient,
  SEND,
  SIGN_IN,
  testAccounts,
} from '../../support/accounts.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { STRIPE_SETTINGS } from '../../support/stripe.ts';
import { memoryReader, syntheticDataset } from '../../support/dataset.ts';
import { testMetering } from '../../support/metering.ts';

/** Values that must be in the session cookie only: raw, decoded, and without the signature. */
function secretsOf({ cookies }: HttpClient): string[] {
  const sessionToken = cookies.get('hiposantr.session_token') ?? '';
  const token = decodeURIComponent(sessionToken).split('.')[0]!;
  return sessionToken === '' ? [] : [sessionToken, token];
}

test('every operation reports success, and reveals no session', async () => {
  const accounts = await testAccounts();
  const client = await loggedInClient(accounts);
  let requests = 0;
  const successBody = async (method: string, path: string, fields?: object): Promise<Record<string, unknown>> => {
    const before = secretsOf(client);
    const response = await client.request(method, path, {
      headers: { 'Content-Type': 'application/json', 'X-Test-Address': `198.51.100.${(requests += 1)}` },
      ...(fields ? { body: JSON.stringify(fields) } : {}),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${method} ${path} ${text}`);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8', path);
    for (const secret of [...before, ...secretsOf(client)]) assert.ok(!text.includes(secret), `${path} ${text}`);
    const body = JSON.parse(text) as Record<string, unknown>;
    assert.equal(body['status'], 'success', `${path} ${text}`);
    assert.ok(!('token' in body), path);
    return body;
  };
  await successBody('GET', '/account/me');
  await successBody('GET', '/account/usage');
  const { id } = await successBody('POST', '/account/keys', { name: 'phone' });
  await successBody('GET', '/account/keys');
  await successBody('PATCH', `/account/keys/${String(id)}`, { name: 'tablet' });
  await successBody('POST', `/account/keys/${String(id)}/rotate`);
  await successBody('DELETE', `/account/keys/${String(id)}`);
  const session = await successBody('GET', '/account/auth/get-session');
  assert.deepEqual(Object.keys(session['session'] as object), ['createdAt', 'expiresAt']);
  await successBody('POST', '/account/sessions/end-others');
  await successBody('POST', '/account/auth/sign-out');
  assert.deepEqual(await successBody('GET', '/account/auth/get-session'), {
    status: 'success',
    session: null,
    user: null,
  });
  await successBody('POST', SEND, { email: EMAIL, type: 'sign-in' });
  const otp = codeIn((await accounts.sentEmails()).at(-1));
  const signedIn = await successBody('POST', SIGN_IN, { email: EMAIL, otp });
  assert.equal((signedIn['user'] as { email: string }).email, EMAIL);
  await successBody('POST', '/account/delete', { email: EMAIL });
});

test('other sites can read no response: neither successes, nor errors, nor 429', async () => {
  const accounts = await testAccounts({ settings: { stripe: STRIPE_SETTINGS } });
  const metering = testMetering({
    limits: {
      free: { daily: 100, burst: 60, exportRows: 50, webhooks: 1 },
      pro: { daily: null, burst: 600, exportRows: 50, webhooks: 1 },
      uncountedBurst: 6,
    },
  });
  const dataset = new Dataset(memoryReader(syntheticDataset({ count: 1 }).files), { log: () => {} });
  const broken = { fetch: () => Promise.reject(new Error('synthetic fault')) };
  const gateway = (app: typeof broken | typeof accounts.app) =>
    createApp({ dataset, now: Date.now, metering: { ...metering, addressOf: () => 'somebody' }, accounts: app });
  const statusOf = async (app: ReturnType<typeof gateway>, method: string, path: string): Promise<number> => {
    const response = await app.request(path, {
      method,
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    });
    const cors = [...response.headers.keys()].filter((name) => name.startsWith('access-control-'));
    assert.deepEqual(cors, [], `${method} ${path} ${response.status}`);
    return response.status;
  };
  const service = gateway(accounts.app);
  const statuses = [];
  for (const [method, path] of [
    ['GET', '/account/'],
    ['GET', '/account/me'],
    ['OPTIONS', '/account/me'],
    ['POST', SIGN_IN],
    ['GET', '/account/nothing'],
    ['POST', '/stripe/webhook'],
    ['GET', '/account/'],
  ] as const)
    statuses.push(await statusOf(service, method, path));
  assert.deepEqual(statuses, [200, 401, 204, 403, 404, 400, 429]);
  assert.equal(await statusOf(gateway(broken), 'GET', '/account/me'), 500);
});

test('an address changes accounts twenty times a minute, reads them and is sent events more often', async () => {
  const { app } = await testAccounts();
  const metering = testMetering();
  const dataset = new Dataset(memoryReader(syntheticDataset({ count: 1 }).files), { log: () => {} });
  const clock = { at: Date.UTC(2026, 6, 1) };
  const options = { dataset, now: () => clock.at, metering: { ...metering, addressOf: () => 'somebody' } };
  const gateway = createApp({ ...options, accounts: app });
  const send = async (method: string, path: string): Promise<number> =>
    (await gateway.request(`${BASE_URL}${path}`, { method })).status;
  for (let times = 0; times < 20; times += 1) assert.equal(await send('POST', '/account/keys'), 401);
  for (const method of ['POST', 'PATCH', 'DELETE']) assert.equal(await send(method, '/account/keys/x'), 429, method);
  assert.equal(await send('GET', '/account/keys'), 401);
  assert.equal(await send('POST', '/stripe/webhook'), 503, 'payment is not configured');
  clock.at += MINUTE;
  assert.equal(await send('POST', '/account/keys'), 401);
});
