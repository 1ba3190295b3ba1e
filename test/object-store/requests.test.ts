/** Single requests to a store that verifies their signatures. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { after, beforeEach } from 'node:test';
import { openS3 } from '../../generator/object-store/s3.ts';
import { BUCKET, startObjectStore } from '../support/object-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

const server = await startObjectStore(join(temporaryFolder({ after }), 's3'));
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.intercept = undefined;
});

const HEADERS = { contentType: 'text/plain', cacheControl: 'no-store' };
const BYTES = Buffer.from('content');
const open = (environment: Record<string, string> = {}, prefix = 'some/') =>
  openS3({ bucket: BUCKET, prefix }, { env: { ...server.environment, ...environment }, conditional: true });

async function pathsIn(store: ReturnType<typeof open>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of store.list()) paths.push(path);
  return paths.sort();
}

test('keys with odd characters are written, read, copied, listed and removed', async () => {
  const store = open({}, 'odd/');
  const keys = ['100%.txt', 'a b/ü~.txt', 'o+dd é (1)!*=#?;:@$,.json'];
  for (const key of keys) {
    const etag = await store.put(key, BYTES, { headers: HEADERS, condition: 'absent' });
    assert.deepEqual(await store.get(key), { bytes: BYTES, etag });
    assert.equal(await store.tag(key), etag);
    assert.equal(await store.copy(key, `copy/${key}`, HEADERS), etag);
  }
  assert.deepEqual(await pathsIn(store), [...keys, ...keys.map((key) => `copy/${key}`)].sort());
  for (const key of keys) await store.remove(key);
  assert.deepEqual([await store.get(keys[0]!), await store.tag(keys[0]!)], [undefined, undefined]);
});

test('a list of several pages is read to its end, with encoded keys and entities', async () => {
  const page = (keys: string[], more: string): string =>
    `<?xml version="1.0"?><ListBucketResult><EncodingType>url</EncodingType><Prefix>some/</Prefix>${keys
      .map((key) => `<Contents><Key>some/${key}</Key><ETag>&quot;1&#34;</ETag><Size>1</Size></Contents>`)
      .join('\n')}${more}</ListBucketResult>`;
  const token = 'a+b/c==';
  server.intercept = ({ query }, response) => {
    const given = query.get('continuation-token');
    assert.ok(given === null || given === token);
    assert.deepEqual([query.get('list-type'), query.get('prefix')], ['2', 'some/']);
    response.end(
      given === null
        ? page(['a+b.txt', '%C3%BC.txt'], `<NextContinuationToken>${token}</NextContinuationToken>`)
        : page(['c%2Bd.txt'], ''),
    );
    return true;
  };
  assert.deepEqual(await pathsIn(open()), ['a b.txt', 'c+d.txt', 'ü.txt']);
  assert.equal(server.requests.length, 2);
});

for (const [what, status, attempts] of [
  ['a busy store is asked again', 503, 3],
  ['a refusal is not repeated', 403, 1],
] as const)
  test(what, async () => {
    server.intercept = (_, response) => {
      response.writeHead(status).end('<Error><Code>Some</Code><Message>a &amp; b</Message></Error>');
      return true;
    };
    await assert.rejects(open().get('x'), new RegExp(`: reading x: HTTP ${status} Some: a & b$`));
    assert.equal(server.requests.length, attempts);
    server.requests.length = 0;
    await assert.rejects(open({ AWS_MAX_ATTEMPTS: '1' }).get('x'));
    assert.equal(server.requests.length, 1);
  });

test('a copy that fails with status 200 is an error', async () => {
  server.intercept = (_, response) => (response.end('<Error><Code>NoSuchKey</Code></Error>'), true);
  await assert.rejects(open().copy('a', 'b', HEADERS), /copying a to b: HTTP 200 NoSuchKey/);
  assert.equal(server.requests.length, 1);
});

test('a wrong secret is named; a session token is sent and signed', async () => {
  await assert.rejects(open({ AWS_SECRET_ACCESS_KEY: 'wrong' }).get('x'), /\(SignatureDoesNotMatch\)$/);
  await open({ AWS_SESSION_TOKEN: 'token' }).put('x', BYTES, { headers: HEADERS });
  const { headers } = server.requests.at(-1)!;
  assert.equal(headers['x-amz-security-token'], 'token');
  assert.match(headers.authorization!, /SignedHeaders=[^,]*x-amz-security-token/);
});
