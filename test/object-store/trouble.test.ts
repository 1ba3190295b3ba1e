/** Publishing with other publishers, after kills, and with stores and folders that are not as they should be. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import fastGlob from 'fast-glob';
import { ANSWERS, hashInPath, MANIFEST } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { readAddress } from '../../generator/object-store/address.ts';
import { readContents } from '../../generator/object-store/contents.ts';
import { INVENTORY } from '../../generator/object-store/inventory.ts';
import type { PublicationOptions, PublicationSummary } from '../../generator/object-store/publication.ts';
import { publish } from '../../generator/object-store/publication.ts';
import { openS3 } from '../../generator/object-store/s3.ts';
import { AS_OF, buildInto, sampleCatalog, temporaryFolder, usgsSays } from '../support/build.ts';
import type { StoreRequest } from '../support/object-store.ts';
import { BUCKET, startObjectStore, storedBytes } from '../support/object-store.ts';
import { command, run as launch } from '../support/project.ts';

const folder = temporaryFolder({ after });
const objects = join(folder, 's3');
const server = await startObjectStore(objects);
Object.assign(process.env, { ...server.environment, AWS_MAX_ATTEMPTS: '2' });
after(() => server.close());

const [first, second] = [join(folder, 'first'), join(folder, 'second')];
const catalog = sampleCatalog(8);
/** Few files: what matters here is their order. */
const SMALL = { detailFiles: 'none' } as const;
buildInto(first, catalog.db, SMALL);
cpSync(first, second, { recursive: true });
usgsSays(catalog, { key: 'us5', depthKm: 33 });
buildInto(second, catalog.db, { ...SMALL, asOf: AS_OF + MINUTE });

let prefix = '';
let tests = 0;
beforeEach(() => {
  prefix = `${(tests += 1)}/`;
  server.requests.length = 0;
  server.intercept = undefined;
});

async function run(dist: string, options: Partial<PublicationOptions> & { conditional?: boolean } = {}) {
  const { conditional = true, ...more } = options;
  const store = await openS3({ bucket: BUCKET, prefix }, { env: process.env, conditional });
  return publish({ store, dist, now: AS_OF, ...more });
}
const written = (): string[] =>
  server.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key.slice(prefix.length));

function assertWhole(dist: string): void {
  const { files, manifestBytes } = readContents(dist);
  assert.deepEqual(storedBytes(objects, `${prefix}${MANIFEST}`), Buffer.from(manifestBytes));
  for (const path of files.keys())
    assert.deepEqual(storedBytes(objects, `${prefix}${path}`), readFileSync(join(dist, path)), path);
}

const isPut = ({ method, key }: StoreRequest, path: string): boolean => method === 'PUT' && key === `${prefix}${path}`;

/** Runs one publication, and while its write of `path` waits, another one. @returns the error of the first */
async function overtaken(dist: string, path: string, other: () => Promise<PublicationSummary>): Promise<Error> {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || !isPut(request, path)) return false;
    isFirst = false;
    await other();
    return false;
  };
  const error = await run(dist).then(
    () => assert.fail('both published'),
    (reason: Error) => reason,
  );
  assert.equal(error.name, 'ConflictError');
  assert.match(error.message, /was changed by another publisher meanwhile; run this again/);
  return error;
}

for (const path of [INVENTORY, MANIFEST])
  test(`of two first publications one fails: the other came before its ${path}`, async () => {
    await overtaken(second, path, () => run(first));
    assertWhole(first);
    await run(second);
    assertWhole(second);
  });

for (const path of [INVENTORY, MANIFEST, ANSWERS.list])
  test(`a publication that is overtaken at its ${path} does not touch the other's files`, async () => {
    await run(first);
    const third = join(folder, 'third');
    cpSync(second, third, { recursive: true });
    usgsSays(catalog, { key: 'us6', depthKm: 10 + path.length });
    buildInto(third, catalog.db, { ...SMALL, asOf: AS_OF + 2 * MINUTE });
    await overtaken(second, path, () => run(third));
    assertWhole(third);
    // What the first one left half-done is found and put right.
    const lines: string[] = [];
    await run(third, { line: (text) => void lines.push(text) });
    assertWhole(third);
    // Nothing of either is forgotten.
    await run(third, { now: AS_OF + 49 * HOUR });
    const left = fastGlob
      .sync('**/*._S3rver_object', { cwd: join(objects, BUCKET, prefix), dot: true })
      .map((file) => file.replace('._S3rver_object', ''));
    assert.deepEqual(left.sort(), [INVENTORY, MANIFEST, ...readContents(third).files.keys()].sort());
    rmSync(third, { recursive: true });
  });

test('a publication whose answers are lost is no conflict with itself', async () => {
  const lost = new Set<string>();
  const some = [INVENTORY, MANIFEST, ANSWERS.list, ANSWERS.rss].map((path) => `${prefix}${path}`);
  server.intercept = async (request, response) => {
    if (request.method !== 'PUT' || lost.has(request.key) || !some.includes(request.key)) return false;
    lost.add(request.key);
    // The write happens, and its answer does not arrive.
    response.writeHead = () => response.destroy() as never;
    response.end = () => response.destroy() as never;
    return false;
  };
  await run(first);
  assertWhole(first);
  assert.equal(lost.size, some.length);
});

const commandSettings = (dist: string) => ({ ...server.environment, DATA_DIR: join(folder, 'data'), DIST_DIR: dist });

/** The next run compares, and writes no file again that is there. */
async function assertGoesOn(dist: string): Promise<void> {
  const before = new Set(written().filter((path) => hashInPath(path) !== undefined));
  server.intercept = undefined;
  server.requests.length = 0;
  const lines: string[] = [];
  const { found } = await run(dist, { line: (text) => void lines.push(text) });
  assert.deepEqual(lines, ['compared with the objects in the store: a former run has not ended']);
  assertWhole(dist);
  assert.ok(found > 0);
  const again = written().filter((path) => before.has(path));
  // Requests that were going on at its end.
  assert.ok(again.length <= 16, `${again.length} files were written again`);
  server.requests.length = 0;
  await run(dist);
  assert.equal(server.requests.length, 2);
}

test('a publication that is killed goes on where it ended', async () => {
  const killed = Promise.withResolvers<void>();
  server.intercept = ({ method }) => {
    if (method !== 'PUT' || written().length < 45) return false;
    running.child.kill('SIGKILL');
    killed.resolve();
    return true;
  };
  const running = launch(commandSettings(first), 'publish', `s3://${BUCKET}/${prefix}`);
  await killed.promise;
  assert.equal((await running.ended).code, null);
  assert.equal(storedBytes(objects, `${prefix}${MANIFEST}`), undefined);
  await assertGoesOn(first);
});

test('a publication that loses the store after its manifest goes on where it ended', async () => {
  await run(first);
  server.requests.length = 0;
  let isAway = false;
  server.intercept = (request, response) => {
    isAway ||= isPut(request, ANSWERS.list);
    if (isAway) response.destroy();
    return isAway;
  };
  await assert.rejects(run(second), /^StoreError: .*the store does not answer/);
  assert.deepEqual(storedBytes(objects, `${prefix}${MANIFEST}`), readFileSync(join(second, MANIFEST)));
  await assertGoesOn(second);
});

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
  assert.deepEqual(storedBytes(objects, `${prefix}${MANIFEST}`), readFileSync(join(first, MANIFEST)));
});

test('an existing prefix with other files is refused', async () => {
  const store = await openS3({ bucket: BUCKET, prefix }, { env: process.env, conditional: true });
  await store.put('index.html', Buffer.from('mine'), {
    headers: { contentType: 'text/html', cacheControl: 'no-store' },
  });
  await assert.rejects(run(first), /^StoreError: s3:.* is not empty \(it has index\.html\).*nothing was changed$/);
  assert.deepEqual(storedBytes(objects, `${prefix}index.html`), Buffer.from('mine'));
});

test('a copy that something else uploaded is taken over', async () => {
  const store = await openS3({ bucket: BUCKET, prefix }, { env: process.env, conditional: true });
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
] as const)
  test(`what is missing or wrong is named: ${Object.keys(environment)[0]}`, async () => {
    const before = { ...process.env };
    Object.assign(process.env, environment);
    await assert.rejects(run(first), message).finally(() => Object.assign(process.env, before));
  });

test('a bucket that does not exist is named', async () => {
  const store = await openS3({ bucket: 'nowhere', prefix: '' }, { env: process.env, conditional: true });
  await assert.rejects(
    publish({ store, dist: first, now: AS_OF }),
    /^StoreError: s3:\/\/nowhere: .*there is no such bucket/,
  );
});

test('the command says in one line what an operator has to mend', async () => {
  const away = { ...commandSettings(first), AWS_MAX_ATTEMPTS: '1', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' };
  const { code, stderr } = await command(away, 'publish', `s3://${BUCKET}/${prefix}`);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^hiposantr: .*the store does not answer \(ECONNREFUSED\); AWS_ENDPOINT_URL_S3 says where it is\n$/,
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
