/** Random queries and headers: every response follows the contract, and none is a server error. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { after, test } from 'node:test';
import { writeCursor } from '#core/cursor.ts';
import { PARAMETERS } from '../../gateway/query/parameters.ts';
import { startServer } from '../../gateway/http/server.ts';
import { testGateway } from '../support/gateway.ts';
import { testMetering, UNLIMITED } from '../support/metering.ts';
import fc, { anyText } from '../support/property.ts';
import { dataset, TABLE } from './table.ts';

const metering = testMetering({ limits: UNLIMITED });
const { key } = await metering.keys.issue('a', 'of the fuzz');
const gateway = testGateway(dataset.files, { metering });

const NAMES = PARAMETERS.map(({ name }) => name);
const PATHS = [...new Set(TABLE.map(({ path }) => path.split('?', 1)[0]!)), '/usage', '/%', '/\u0130', '//api.php'];

const mixedText = fc.oneof(fc.string(), anyText(), fc.string({ unit: 'grapheme' }));
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '5', '0', '-1', '4.5', '0.30000000000000004', '1e3', 'NaN', '2026-06-01'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'afad,noa',
      'json',
      'izmir',
      'earthquake',
      '2026-06-01T00:00:00Z',
      writeCursor({ by: 'time', position: { time: 1.78e12, id: 9 } }),
      writeCursor({ by: 'sequence', sequence: 40 }),
    ),
  },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.integer().map(String) },
  { weight: 2, arbitrary: mixedText },
);
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
const pair = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...NAMES), value).map((of) => of.map(encoded).join('=')) },
  { weight: 1, arbitrary: fc.tuple(mixedText, value).map((of) => of.map(encoded).join('=')) },
  { weight: 1, arbitrary: fc.constantFrom('&', '=', '%', 'q=%C4', 'q=%00', '%ZZ=1', 'limit', '?', 'q=+%2B%20', ';') },
);
const target = fc
  .tuple(fc.constantFrom(...PATHS), fc.array(pair, { maxLength: 5 }))
  .map(([path, pairs]) => `${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`);

/** Any valid header value. */
const headerText = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
  fc.constantFrom(
    '*',
    '"a"',
    'W/"a", *',
    'bytes=0-9',
    'bytes=-5',
    'bytes=9-',
    'bytes=5-1',
    'gzip;q=0',
    'br, *;q=x',
    ',',
  ),
);
const HEADERS = ['If-None-Match', 'If-Range', 'Range', 'Accept-Encoding', 'Origin', 'X-Forwarded-For', 'Content-Type'];
const headers = fc.dictionary(fc.constantFrom(...HEADERS), headerText, { maxKeys: 4 });
const authorization = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.constant({ Authorization: `Bearer ${key}` }) },
  { weight: 1, arbitrary: headerText.map((text): Record<string, string> => ({ Authorization: text })) },
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND') },
);

const STATUSES = new Map([
  [400, 'invalid_parameter'],
  [401, 'invalid_key'],
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [410, 'gone'],
  [416, 'range_not_satisfiable'],
]);

/** What holds for every answer, an error or not. */
function assertAnswer(response: Response, body: string, description: string): void {
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
  // In place of a 404 outside of the endpoints, people see a page.
  assert.match(response.headers.get('Vary')!, /^Authorization, Accept-Encoding(?:, Accept)?$/);
  if (response.status !== 404) assert.doesNotMatch(response.headers.get('Vary')!, /Accept$/);
  assert.equal(response.headers.get('Location'), null);
  if ([200, 204, 206, 304].includes(response.status)) return;
  assert.ok(STATUSES.has(response.status), `${response.status} ${description} ${body}`);
  assert.ok(response.headers.get('Cache-Control'));
  if (description.startsWith('HEAD')) return;
  const error = JSON.parse(body) as Record<string, unknown>;
  assert.deepEqual([error['status'], error['code']], ['error', STATUSES.get(response.status)]);
  assert.match(String(error['message']), /^[^\x00-\x1f\x7f]{10,1500}$/);
}

test('any query with any headers follows the contract, and its ETag revalidates to 304', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(target, headers, authorization, method, async (path, some, who, verb) => {
      const description = `${verb} ${path} ${JSON.stringify({ ...some, ...who })}`;
      const response = await gateway.get(path, { ...some, ...who }, verb);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      assertAnswer(response, await response.text(), description);
      const tag = response.headers.get('ETag');
      if (tag === null || response.status !== 200) return;
      const revalidated = await gateway.get(path, { ...some, ...who, 'If-None-Match': tag }, verb);
      assert.equal(revalidated.status, 304, description);
      for (const name of [
        'ETag',
        'Cache-Control',
        'Vary',
        'Access-Control-Allow-Origin',
        'Access-Control-Expose-Headers',
      ])
        assert.equal(revalidated.headers.get(name), response.headers.get(name), `${description} ${name}`);
    }),
    { numRuns: 4000, seed: 20261121 },
  );
  for (const status of [200, 204, 304, 400, 401, 404, 405])
    assert.ok(statuses.get(status)! > 10, JSON.stringify([...statuses]));
  assert.deepEqual(
    gateway.lines.filter((line) => line.startsWith('fault')),
    [],
  );
  assert.deepEqual(
    gateway.lines.filter((line) => line.includes(key.slice(3))),
    [],
  );
});

const lines: string[] = [];
const server = await startServer({
  app: gateway.app,
  port: 0,
  host: '127.0.0.1',
  log: (line) => void lines.push(line),
});
after(() => server.stop(100));

/** What is sent back until the connection ends; it ends at the latest when nothing more is sent. */
async function exchange(text: string): Promise<string> {
  const socket = net.connect({ port: server.port, host: '127.0.0.1' }).setEncoding('utf8');
  socket.on('error', () => {});
  socket.end(Buffer.from(text, 'latin1'));
  let response = '';
  for await (const chunk of socket) response += chunk;
  return response;
}

const rawLine = fc.oneof(
  fc.constantFrom('Host: x', 'Host: y', 'Host:', 'Connection: keep-alive', 'Content-Length: 3', 'Content-Length: -1'),
  fc.constantFrom(
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
    'Expect: 100-continue',
    'Upgrade: h2c',
    'TE: x',
  ),
  fc.constantFrom('X: a\u0000b', 'X : y', ' folded', 'X', ': y', `Y: ${'y'.repeat(20_000)}`, 'Host: a b', 'Host: [::1'),
  fc.tuple(fc.constantFrom(...HEADERS), headerText).map(([name, text]) => `${name}: ${text}`),
);
const requestLine = fc.oneof(
  { weight: 3, arbitrary: target.map((path) => `GET ${path} HTTP/1.1`) },
  fc.constantFrom('OPTIONS * HTTP/1.1', 'GET * HTTP/1.1', 'CONNECT x:1 HTTP/1.1', 'get / HTTP/1.1', 'GET /', 'GET'),
  fc.constantFrom(
    'GET http://y/rss HTTP/1.1',
    'GET http:// HTTP/1.1',
    'GET / HTTP/1.0',
    'GET / HTTP/2.0',
    '',
    '\u0016\u0003\u0001',
  ),
  fc.tuple(method, target).map(([verb, path]) => `${verb} ${path} HTTP/1.1`),
);

test('any bytes on a connection get complete responses that follow the contract', async () => {
  const statuses = new Set<string>();
  await fc.assert(
    fc.asyncProperty(requestLine, fc.array(rawLine, { maxLength: 4 }), fc.boolean(), async (line, more, host) => {
      const request = [line, ...(host ? ['Host: x'] : []), ...more, 'Connection: close', '', 'abc'].join('\r\n');
      const response = await exchange(request);
      for (const [, status] of response.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)) statuses.add(status!);
      const [head = '', body = ''] = response.split(/\r\n\r\n/, 2);
      if (!/^HTTP\/1\.1 [45]/.test(head)) return;
      assert.match(head, /\r\naccess-control-allow-origin: \*/i, request);
      assert.match(head, /\r\nvary: Authorization, Accept-Encoding/i, request);
      if (!request.startsWith('HEAD'))
        assert.match(body, /^\{"status":"error","code":"\w+","message":"/, `${request}\n${response}`);
    }),
    { numRuns: 600, seed: 20261122 },
  );
  assert.ok(
    ['200', '400', '405', '431'].every((status) => statuses.has(status)),
    [...statuses].join(),
  );
  assert.ok(![...statuses].some((status) => status.startsWith('5')), [...statuses].join());
  assert.deepEqual(
    [...lines, ...gateway.lines].filter((line) => line.startsWith('fault')),
    [],
  );
});
