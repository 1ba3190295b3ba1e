/** Publishing from folders and to stores that are not as they should be: what is said, and what stays as it was. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANSWERS, MANIFEST } from '#core/paths.ts';
import { readAddress } from '../../generator/object-store/address.ts';
import { readContents } from '../../generator/object-store/contents.ts';
import { INVENTORY } from '../../generator/object-store/inventory.ts';
import { publish } from '../../generator/object-store/publication.ts';
import { openS3 } from '../../generator/object-store/s3.ts';
import { AS_OF } from '../support/build.ts';
import { BUCKET } from '../support/object-store.ts';
import { freePort } from '../hosting/host.ts';
import { command } from '../support/project.ts';
import { testPublication } from '../support/test-publication.ts';

const { folder, first, second, server, store: openStore, ...publication } = await testPublication();
const { run, next, written, isPut, assertWhole, stored, address } = publication;

test('dist/ that is built anew meanwhile: the new dataset is published', async () => {
  const dist = join(folder, 'changing');
  cpSync(first, dist, { recursive: true });
  const lines: string[] = [];
  server.intercept = (request) => {
    if (!isPut(request, INVENTORY) || !existsSync(dist)) return false;
    server.intercept = undefined;
    rmSync(dist, { recursive: true });
    cpSync(second, dist, { recursive: true });
    rmSync(join(dist, 'versions'), { recursive: true });
    for (const path of readContents(first).files.keys())
      if (!readContents(second).files.has(path)) rmSync(join(dist, path), { force: true });
    return false;
  };
  await run(dist, { line: (text) => void lines.push(text) });
  assert.ok(lines.includes('dist/ was built anew meanwhile: its new dataset is published instead'));
  assertWhole(second);
});

test('a damaged file is named, and the manifest stays as it was', async () => {
  const dist = join(folder, 'damaged');
  cpSync(first, dist, { recursive: true });
  await run(dist);
  renameSync(dist, `${dist}.old`);
  cpSync(second, dist, { recursive: true });
  const [path] = [...readContents(dist).files].find(
    ([one, { kind }]) => kind === 'hashed' && !readContents(first).files.has(one),
  )!;
  writeFileSync(join(dist, path), 'damaged');
  await assert.rejects(
    run(dist),
    new RegExp(`^LocalFileError: .*${path} is not the file of manifest.json: npm run generate`),
  );
  assert.deepEqual(stored(MANIFEST), readFileSync(join(first, MANIFEST)));
});

test('an existing prefix with other files is refused', async () => {
  const store = openStore();
  await store.put('index.html', Buffer.from('mine'), {
    headers: { contentType: 'text/html', cacheControl: 'no-store' },
  });
  await assert.rejects(run(first), /^StoreError: s3:.* is not empty \(it has index\.html\).*nothing was changed$/);
  assert.deepEqual(stored('index.html'), Buffer.from('mine'));
});

test('a copy that something else uploaded is taken over', async () => {
  const store = openStore();
  const headers = { contentType: 'binary/octet-stream', cacheControl: 'no-store' };
  for (const path of [MANIFEST, ANSWERS.list]) await store.put(path, readFileSync(join(first, path)), { headers });
  const { found } = await run(first);
  // Their headers are other ones.
  assert.equal(found, 0);
  assertWhole(first);
});

const fail = (status: number, code: string) => {
  server.intercept = (request, response) => {
    if (!isPut(request, INVENTORY)) return false;
    response
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(`<Error><Code>${code}</Code><Message>because</Message></Error>`);
    return true;
  };
};

for (const [status, code, message] of [
  [403, 'AccessDenied', /writing \.inventory\.json\.gz: these credentials may not do that.*\(AccessDenied\)$/],
  [501, 'NotImplemented', /see --unconditional \(NotImplemented\)$/],
  [500, 'InternalError', /writing \.inventory\.json\.gz: HTTP 500 InternalError: because$/],
] as const)
  test(`an error of the store is said in plain words: ${code}`, async () => {
    fail(status, code);
    await assert.rejects(run(first), message);
    assert.equal(new Set(written()).size, 1);
  });

test('--unconditional sends no conditions', async () => {
  await run(first, { conditional: false });
  await run(second, { conditional: false });
  assertWhole(second);
  assert.deepEqual(
    server.requests.filter(({ headers }) => headers['if-match'] ?? headers['if-none-match']),
    [],
  );
});

for (const [environment, message] of [
  [{ AWS_ACCESS_KEY_ID: 'UNKNOWN' }, /the store does not know AWS_ACCESS_KEY_ID \(InvalidAccessKeyId\)$/],
  [{ AWS_ACCESS_KEY_ID: '', AWS_EC2_METADATA_DISABLED: 'true' }, /there are no credentials: set AWS_ACCESS_KEY_ID/],
  [{ AWS_REGION: '-' }, /set AWS_REGION$/],
  [
    { AWS_ENDPOINT_URL_S3: 'minio:9000/' },
    /AWS_ENDPOINT_URL_S3 is "minio:9000\/"; it must be an http or https address/,
  ],
  [{ AWS_MAX_ATTEMPTS: 'three' }, /AWS_MAX_ATTEMPTS is "three"; it must be a whole number from 1 to 100$/],
] as const)
  test(`what is missing or wrong is named: ${Object.keys(environment)[0]}`, async () => {
    const before = { ...process.env };
    Object.assign(process.env, environment);
    await assert.rejects(run(first), message).finally(() => Object.assign(process.env, before));
  });

test('a bucket that does not exist is named', async () => {
  const store = openS3({ bucket: 'nowhere', prefix: '' }, { env: process.env, conditional: true });
  await assert.rejects(
    publish({ store, dist: first, now: AS_OF }),
    /^StoreError: s3:\/\/nowhere: .*there is no such bucket/,
  );
});

test('the command says in one line what an operator has to repair', async () => {
  const away = {
    ...server.environment,
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: first,
    AWS_MAX_ATTEMPTS: '1',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${await freePort()}`,
  };
  const { code, stderr } = await command(away, 'publish', address());
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^hiposantr: .*the store does not answer \(ECONNREFUSED\); AWS_ENDPOINT_URL_S3 says where it is\n$/,
  );
});

test('an older dataset of the same minute is refused by its changes, and published with --force', async () => {
  const newer = join(folder, 'same-minute');
  next(first, newer, 0);
  await run(newer);
  await assert.rejects(run(first), /has a newer dataset \(change \d+, 2\S+\) than dist\/ \(change \d+, 2.*--force/);
  assertWhole(newer);
  await run(first, { force: true });
  assertWhole(first);
});

for (const [what, begin] of [
  ['nothing', () => undefined],
  ['half an answer', (response: ServerResponse) => response.writeHead(200, { 'Content-Length': 1000 }).write('half')],
] as const)
  test(`a store that gives ${what} and then hangs ends the publication with a sentence`, async () => {
    server.intercept = (_, response) => (begin(response), true);
    const store = openS3(
      { bucket: BUCKET, prefix: 'hanging/' },
      { env: process.env, conditional: true, patienceMs: 300 },
    );
    await assert.rejects(
      publish({ store, dist: first, now: AS_OF }),
      /^StoreError: s3:\/\/quakes\/hanging: reading \S+: the store does not answer \(\w+\)/,
    );
  });

test('an address is a bucket and perhaps a prefix', () => {
  assert.deepEqual(readAddress('s3://quakes'), { bucket: 'quakes', prefix: '' });
  assert.deepEqual(readAddress('s3://quakes/'), { bucket: 'quakes', prefix: '' });
  assert.deepEqual(readAddress('s3://quakes/a//b/'), { bucket: 'quakes', prefix: 'a/b/' });
  for (const wrong of [
    'quakes',
    'https://quakes.example/',
    's3://',
    's3://Quakes',
    's3://quakes/../a',
    's3://quakes/a b',
  ])
    assert.throws(() => readAddress(wrong), /is no place to publish to; it must be s3:/);
});
