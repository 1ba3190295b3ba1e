/** Any input to the account paths: no server error, no response outside the contract, no hang. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loggedInClient, testAccounts } from '../../support/accounts.ts';
import fc, { anyText } from '../../support/property.ts';
import { STRIPE_SETTINGS } from '../../support/stripe.ts';

const pair = { clientId: 'client', clientSecret: 'secret' };
// Without a mail server codes are in the log; with one, here unreachable, email alerts are on.
const registering = await testAccounts();
const accounts = await testAccounts({
  engines: { database: registering.database },
  settings: { stripe: STRIPE_SETTINGS, social: { github: pair }, smtpUrl: 'smtp://127.0.0.1:1' },
  stripeApi: { host: '127.0.0.1', port: 1, protocol: 'http' },
});
const client = await loggedInClient(registering);
const session = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

const routes = accounts.app.routes.filter(({ method, path }) => method !== 'ALL' && path !== '/stripe/webhook');
const endings = new Set(['/account/auth/sign-out', '/account/sign-out', '/account/upgrade', '/account/billing']);

const NAMES = ['email', 'otp', 'type', 'token', 'name', 'min_magnitude', '__proto__', 'constructor'];
const value = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.constantFrom('a@b.co', 'ayse@example.org', 'İ@example.org', '\0', '\ud800', 'x'.repeat(2000), ''),
  fc.jsonValue({ maxDepth: 3 }),
);
const fields = fc.dictionary(fc.constantFrom(...NAMES), value);
const jsonBody = fields.map((value) => JSON.stringify(value));
const formBody = fields.map((value) =>
  new URLSearchParams(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  ).toString(),
);
const anyBody = fc.oneof(
  jsonBody,
  formBody,
  anyText(),
  fc.constantFrom('[]', 'null', '1', '{', '"x"', '%', '%00=%ff', '{"a":1e999}'),
);
const bytes = fc.oneof(
  anyBody.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((value) => Buffer.from(value)),
);
const type = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  ';',
  '',
);
const headerText = fc.string({ unit: fc.constantFrom(...'abc=;,"%/:*q.01 <>{}'), maxLength: 60 });
const headers = fc.record(
  {
    'Accept-Language': fc.oneof(headerText, fc.constantFrom('tr', 'tr;q=1,en;q=x')),
    Accept: fc.constantFrom('text/html', '*/*', 'application/json'),
    'User-Agent': fc.oneof(headerText, fc.constant('ü'.repeat(3000))),
    Cookie: fc.oneof(
      headerText,
      fc.constant(session),
      headerText.map((value) => `${session}; hiposantr.session_token=${value}`),
    ),
    Origin: fc.oneof(fc.constantFrom('null', 'http://localhost:8787', 'https://evil.example'), headerText),
    Host: fc.oneof(fc.constant('localhost:8787'), headerText),
    'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'x'),
    'X-Forwarded-For': headerText,
    Authorization: headerText,
  },
  { requiredKeys: [] },
);
const query = fc.oneof(
  fc.constant(''),
  headerText.map((text) => `?lang=${encodeURIComponent(text)}&notice=${text.replace(/[^a-z]/g, '')}&problem=__proto__`),
  fc.constantFrom('?lang=tr', '?token=%00&token=%ff', '?%'),
);

test('no body, header or query causes a server error', async () => {
  const statuses = new Map<number, number>();
  let address = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      headers,
      query,
      type,
      bytes,
      async (route, method, headers, contentType, body) => {
        if (endings.has(route.path) && (method.Cookie ?? '').startsWith(session)) return;
        const path = route.path.replace(/:\w+/, () => encodeURIComponent(method.Host ?? 'x') || 'x');
        const withBody = route.method !== 'GET';
        const before = accounts.lines.length;
        const response = await accounts.app.request(`http://localhost:8787${path}${headers}`, {
          method: route.method,
          headers: {
            ...method,
            'X-Test-Address': `fuzz ${(address += 1)}`,
            ...(withBody ? { 'Content-Type': contentType } : {}),
          },
          ...(withBody ? { body } : {}),
        });
        const text = await response.text();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        assert.ok(
          response.status < 500,
          `${route.method} ${path} ${response.status} ${text.slice(0, 300)} ${accounts.lines.slice(before).join('\n')}`,
        );
        const json = response.headers.get('content-type')?.startsWith('application/json');
        if (response.status >= 400 && json) assert.equal((JSON.parse(text) as { status: string }).status, 'error');
      },
    ),
    { numRuns: 3000 },
  );
  for (const status of [200, 303, 400, 401, 403, 404])
    assert.ok((statuses.get(status) ?? 0) > 5, `${status}: ${statuses.get(status)}`);
  assert.deepEqual(
    accounts.lines.filter((line) => line.startsWith('fault')),
    [],
  );
});

test('a body is read up to its limit only, with or without Content-Length', async () => {
  const big = 'x'.repeat(64 * 1024 + 1);
  const response = await accounts.app.request('http://localhost:8787/account/keys', {
    method: 'POST',
    headers: { Cookie: session, 'Content-Type': 'application/json', 'Content-Length': String(big.length) },
    body: big,
  });
  assert.equal(response.status, 413);
  assert.equal(((await response.json()) as { code: string }).code, 'too_large');
  let bytesRead = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => void controller.enqueue(new Uint8Array(16 * 1024).fill(((bytesRead += 1), 0x20))),
  });
  const streamed = await accounts.app.request('http://localhost:8787/account/auth/sign-in/email-otp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: endless,
    duplex: 'half',
  });
  assert.equal(streamed.status, 413);
  assert.ok(bytesRead < 10, `${bytesRead} pieces were read`);
  const event = await accounts.app.request('http://localhost:8787/stripe/webhook', {
    method: 'POST',
    body: 'x'.repeat(1024 * 1024 + 1),
  });
  assert.equal(event.status, 413);
});

test('the webhook refuses unsigned events', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, headerText, async (body, signature) => {
      const response = await accounts.app.request('http://localhost:8787/stripe/webhook', {
        method: 'POST',
        headers: { 'Stripe-Signature': signature },
        body,
      });
      assert.equal(response.status, 400);
    }),
    { numRuns: 300 },
  );
});
