/** Random headers and queries: no 5xx, no key disclosed, nothing served to an invalid key. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { presentedKey } from '../../../../gateway/access/caller.ts';
import { generateKey } from '../../../../gateway/http/key-format.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { countsOf, testMetering, UNLIMITED } from '../../../support/metering.ts';
import fc, { anyText } from '../../../support/property.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

const folder = temporaryFolder({ after });

const metering = testMetering({ path: join(folder, 'accounts.db'), limits: UNLIMITED, trustedProxies: ['10.0.0.0/8'] });
const { app, lines } = testGateway(syntheticDataset({ count: 200 }).files, { metering });
const validKey = (await metering.keys.issue('a', 'x')).key;
const revoked = await metering.keys.issue('a', 'y');
await metering.keys.revoke('a', revoked.id);
const unknown = generateKey();
const secrets = [validKey, revoked.key, unknown].map((key) => key.slice(8));

const asHeader = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
const key = fc.oneof(
  fc.constantFrom(validKey, revoked.key, unknown, `${validKey}x`, validKey.slice(0, -1), '', ' '),
  fc.string({ maxLength: 60 }),
);
const authorization = fc.oneof(
  fc
    .tuple(fc.constantFrom('Bearer ', 'bearer  ', 'BEARER\t', 'Bearer', 'Basic ', '', 'Bearer,'), key)
    .map((parts) => parts.join('')),
  anyText({ maxLength: 80 }),
);
const encoded = fc
  .tuple(
    key,
    fc.constantFrom(encodeURIComponent, encodeURI, (text: string) => text),
  )
  .map(([text, encode]) => {
    try {
      return encode(text);
    } catch {
      return '%ED%A0%80';
    }
  });
const name = fc.oneof(
  fc.constantFrom(
    'api_key',
    'API_KEY',
    'api%5Fkey',
    '%61pi_key',
    'api_key%00',
    'api_key[]',
    'limit',
    'q',
    'cursor',
    'x',
    '',
  ),
  fc.string({ maxLength: 8 }),
);
const query = fc
  .array(
    fc.tuple(name, encoded, fc.constantFrom('=', '', '==', '%3D')).map(([left, right, sign]) => left + sign + right),
    { maxLength: 5 },
  )
  .chain((pairs) => fc.constantFrom('&', ';', '&&').map((joint) => pairs.join(joint)));
const path = fc.constantFrom(
  '/api.php',
  '/deprem_api.php',
  '/stats_api.php',
  '/station_api.php',
  '/rss',
  '/usage',
  '/status',
  '/',
  '/x',
);
const request = fc.record({
  path,
  query,
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS'),
  authorization: fc.option(authorization, { nil: undefined }),
  forwarded: fc.option(fc.oneof(fc.ipV4(), fc.ipV6(), anyText({ maxLength: 60 })), {
    nil: undefined,
  }),
  etag: fc.option(fc.constantFrom('*', '"x"', 'W/"', '"'), { nil: undefined }),
  peer: fc.constantFrom('10.0.0.1', '192.0.2.1', '::ffff:10.0.0.1', undefined),
});

test('any header and any query', async () => {
  const allowed = new Set([200, 204, 304, 400, 401, 404, 405, 410]);
  await fc.assert(
    fc.asyncProperty(request, async ({ path, query, method, authorization, forwarded, etag, peer }) => {
      const headers = new Headers();
      for (const [header, value] of [
        ['Authorization', authorization],
        ['X-Forwarded-For', forwarded],
        ['If-None-Match', etag],
      ] as const)
        if (value !== undefined) headers.set(header, asHeader(value));
      const target = `http://localhost${path}?${query.replace(/[\s#]/g, '')}`;
      const firstLine = lines.length;
      const before = (await countsOf(metering, 'account:a'))?.day_count ?? 0;
      const sentRequest = new Request(target, { method, headers });
      const response = await app.request(sentRequest, undefined, { incoming: { socket: { remoteAddress: peer } } });
      assert.ok(allowed.has(response.status), `${response.status}`);
      const presented = presentedKey(
        sentRequest.headers.get('Authorization') ?? undefined,
        sentRequest.url.slice(sentRequest.url.indexOf('?') + 1),
      );
      if (presented !== undefined && presented.trim() !== validKey && method !== 'OPTIONS')
        assert.equal(response.status, 401);
      if (response.status === 401) assert.match(response.headers.get('WWW-Authenticate')!, /^Bearer/);
      if (presented !== validKey) assert.equal((await countsOf(metering, 'account:a'))?.day_count ?? 0, before);
      const output = [...response.headers, await response.text(), ...lines.slice(firstLine)].join('\n');
      for (const secret of secrets) assert.ok(!output.includes(secret), output);
    }),
    { numRuns: 3000 },
  );
});

test('no key is in the database, its log of writes or its index, as text or reversed into base64 or hex', () => {
  const names = readdirSync(folder).toSorted();
  assert.ok(names.includes('accounts.db') && names.includes('accounts.db-wal'));
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    for (const secret of secrets)
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64url')])
        assert.ok(!bytes.includes(form), name);
  }
  // The test can fail: the first characters are there.
  assert.ok(names.some((name) => readFileSync(join(folder, name)).includes(validKey.slice(0, 8))));
});
