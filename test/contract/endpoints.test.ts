import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { testGateway } from '../support/gateway.ts';
import { testMetering, UNLIMITED } from '../support/metering.ts';
import { dataset, type EndpointCase, TABLE } from './table.ts';

const { get } = testGateway(dataset.files);

const stores = testMetering({ limits: UNLIMITED });
const { key } = await stores.keys.issue('account', 'of the contract');
const keyed = testGateway(dataset.files, { metering: stores });

const EXPOSED =
  'ETag, Last-Modified, Retry-After, RateLimit, RateLimit-Policy, Link, Content-Disposition, Content-Range, Accept-Ranges, WWW-Authenticate, Date, X-Export-Rows, X-Export-Truncated';

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** Assertions that apply to every response. */
function assertCommon(response: Response): void {
  assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*');
  assert.equal(response.headers.get('Access-Control-Expose-Headers'), EXPOSED);
  // In place of a 404 outside of the endpoints, people see a page.
  assert.match(response.headers.get('Vary')!, /^Authorization, Accept-Encoding(?:, Accept)?$/);
  if (response.status !== 404) assert.doesNotMatch(response.headers.get('Vary')!, /Accept$/);
  assert.equal(response.headers.get('Location'), null);
}

/** Runs the table with modified requests. */
function each(name: string, check: (row: EndpointCase, plain: Response, body: Buffer) => Promise<void>): void {
  test(`the whole table, ${name}`, async (context) => {
    for (const row of TABLE)
      await context.test(row.path.slice(0, 80), async () => {
        const plain = await get(row.path);
        await check(row, plain, await bytesOf(plain));
      });
  });
}

each('plainly', async (row, response, body) => {
  assertCommon(response);
  assert.equal(response.status, row.status);
  assert.equal(response.headers.get('Content-Type'), row.type);
  assert.equal(response.headers.get('Cache-Control'), row.caching);
  assert.equal(response.headers.get('Content-Length'), String(body.length));
  if (row.code === undefined) {
    assert.match(response.headers.get('ETag')!, /^"[0-9a-f]{24}"$/);
    return;
  }
  assert.equal(response.headers.get('ETag'), null);
  const error = JSON.parse(body.toString()) as Record<string, unknown>;
  assert.deepEqual([error['status'], error['code']], ['error', row.code]);
  assert.match(String(error['message']), /^\S.{15,}\.$/s);
  const keys = [
    'status',
    'code',
    'message',
    'parameter',
    ...(row.code === 'gone' ? ['id', 'event_id', 'revisions'] : []),
  ];
  assert.deepEqual(
    Object.keys(error).filter((key) => !keys.includes(key)),
    [],
  );
  assert.equal(Array.isArray(error['revisions']), row.code === 'gone');
  if (row.status === 400 && !row.path.includes('?%')) assert.equal(typeof error['parameter'], 'string');
});

each('with the ETag held', async (row, plain) => {
  const etag = plain.headers.get('ETag') ?? '"none"';
  for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await get(row.path, { 'If-None-Match': value });
    assertCommon(response);
    assert.equal(response.headers.get('Cache-Control'), row.caching);
    if (row.code !== undefined) {
      assert.equal(response.status, row.status);
      continue;
    }
    assert.equal(response.status, 304);
    assert.equal(response.headers.get('ETag'), etag);
    assert.equal((await bytesOf(response)).length, 0);
  }
  assert.equal((await get(row.path, { 'If-None-Match': '"other"' })).status, row.status);
});

each('by HEAD', async (row, plain) => {
  const response = await get(row.path, {}, 'HEAD');
  assert.equal(response.status, row.status);
  assert.deepEqual([...response.headers], [...plain.headers]);
  assert.equal((await bytesOf(response)).length, 0);
});

each('with unknown parameters', async (row, plain, body) => {
  const separator = row.path.includes('?') ? '&' : '?';
  const response = await get(`${row.path}${separator}utm_source=x&_=17&callback&limits=3`);
  assert.equal(response.status, row.status);
  assert.equal(response.headers.get('ETag'), plain.headers.get('ETag'));
  assert.deepEqual(await bytesOf(response), body);
});

each('from a foreign origin', async (row, plain, body) => {
  const response = await get(row.path, { Origin: 'https://elsewhere.example' });
  assertCommon(response);
  assert.deepEqual([...response.headers], [...plain.headers]);
  assert.deepEqual(await bytesOf(response), body);
});

for (const [encoding, unpack] of [
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)
  each(`in ${encoding}`, async (row, plain, body) => {
    const response = await get(row.path, { 'Accept-Encoding': encoding });
    assertCommon(response);
    assert.equal(response.status, row.status);
    const received = await bytesOf(response);
    const packed = response.headers.get('Content-Encoding') === encoding;
    const isPackable = row.status === 200 && body.length >= 1024 && !row.type.endsWith('parquet');
    assert.equal(packed, isPackable);
    assert.deepEqual(packed ? unpack(received) : received, body);
    assert.equal(response.headers.get('ETag') === plain.headers.get('ETag'), !packed);
  });

/** Answers to a key are its own at these endpoints, and everybody's elsewhere. */
const isCounted = ({ path }: EndpointCase): boolean =>
  /^\/(?:\w+\.php|rss|atom|(?:\w+\/\w+\/)?apiv2\/event\/\w+)(?:\?|$)/.test(path);

each('with a key', async (row, plain, body) => {
  for (const response of [
    await keyed.get(row.path, { Authorization: `Bearer ${key}` }),
    await keyed.get(`${row.path}${row.path.includes('?') ? '&' : '?'}api_key=${key}`),
  ]) {
    assert.equal(response.status, row.status);
    const own = row.code === undefined && isCounted(row);
    assert.equal(response.headers.get('Cache-Control'), own ? 'private, max-age=60' : row.caching);
    assert.equal(response.headers.get('ETag') === plain.headers.get('ETag'), !own);
    assert.deepEqual(await bytesOf(response), body);
  }
});

test('every other method is 405 with Allow, everywhere', async () => {
  for (const { path } of TABLE)
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await get(path, {}, method);
      assertCommon(response);
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('Allow'), 'GET, HEAD, OPTIONS');
      assert.equal(response.headers.get('Cache-Control'), 'no-store');
      assert.equal(((await response.json()) as { code: string }).code, 'method_not_allowed');
    }
});

test('a preflight is answered everywhere, before any parameter is looked at', async () => {
  for (const { path } of TABLE) {
    const response = await get(
      path,
      { Origin: 'https://x.example', 'Access-Control-Request-Method': 'GET' },
      'OPTIONS',
    );
    assertCommon(response);
    assert.equal(response.status, 204);
    assert.equal(response.headers.get('Access-Control-Allow-Methods'), 'GET, HEAD, OPTIONS');
    assert.equal(response.headers.get('Access-Control-Allow-Headers'), 'Authorization, *');
    assert.equal(response.headers.get('Access-Control-Max-Age'), '86400');
  }
});

each('with If-None-Match: *, which answers the tag of the form that would have been sent', async ({ path }, plain) => {
  const forms = [{}, { 'Accept-Encoding': 'gzip' }, { 'Accept-Encoding': 'br, gzip' }, { Range: 'bytes=0-9' }];
  for (const form of forms)
    for (const method of ['GET', 'HEAD'] as const) {
      const sent = await get(path, form, method);
      const any = await get(path, { ...form, 'If-None-Match': ' * ' }, method);
      if (plain.status !== 200) assert.equal(any.status, plain.status);
      else
        assert.deepEqual(
          [any.status, any.headers.get('ETag'), await any.text()],
          // The range of an empty body is 416, without a tag.
          [304, sent.headers.get('ETag') ?? any.headers.get('ETag'), ''],
          JSON.stringify(form),
        );
    }
});
