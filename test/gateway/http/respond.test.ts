import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { ANSWERS, shardPath } from '#core/paths.ts';
import { LoadingCache } from '../../../gateway/http/loading-cache.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';

const dataset = syntheticDataset({ seed: 5, count: 400 });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const unpack = { gzip: gunzipSync, br: brotliDecompressSync };

for (const target of ['/api.php', '/api.php?limit=50', '/rss', '/manifest.json'])
  for (const encoding of ['gzip', 'br'] as const)
    test(`${target} in ${encoding} is the same content under a tag of its own`, async () => {
      const { get } = testGateway(dataset.files);
      const plain = await get(target);
      const packed = await get(target, { 'Accept-Encoding': encoding });
      const body = await bytesOf(packed);
      assert.equal(packed.headers.get('Content-Encoding'), encoding);
      assert.equal(packed.headers.get('Content-Length'), String(body.length));
      assert.deepEqual(unpack[encoding](body), await bytesOf(plain));
      assert.equal(packed.headers.get('ETag'), plain.headers.get('ETag')!.replace(/"$/, `-${encoding}"`));
    });

test('a stored compressed form is served unchanged', async () => {
  const { get } = testGateway(dataset.files);
  const body = await bytesOf(await get('/api.php', { 'Accept-Encoding': 'gzip' }));
  assert.deepEqual(body, Buffer.from(dataset.files.get(`${ANSWERS.list}.gz`)!));
});

test('a compressed form of other content, or an invalid one, is not served', async () => {
  for (const sibling of [gzipSync('{"status":"other"}'), Buffer.from('no gzip'), undefined]) {
    const files = new Map(dataset.files);
    if (sibling) files.set(`${ANSWERS.list}.gz`, sibling);
    else files.delete(`${ANSWERS.list}.gz`);
    const body = await bytesOf(await testGateway(files).get('/api.php', { 'Accept-Encoding': 'gzip' }));
    assert.deepEqual(gunzipSync(body), Buffer.from(dataset.files.get(ANSWERS.list)!));
  }
});

test('a tiny body is not compressed', async () => {
  const { get } = testGateway(dataset.files);
  const response = await get('/api.php?limit=1', { 'Accept-Encoding': 'br, gzip' });
  assert.equal(response.headers.get('Content-Encoding'), null);
  assert.doesNotMatch(response.headers.get('ETag')!, /-/);
  const tag = response.headers.get('ETag')!;
  assert.equal((await get('/api.php?limit=1', { 'Accept-Encoding': 'br', 'If-None-Match': tag })).status, 304);
});

test('an ETag of an encoding that the client no longer accepts does not revalidate', async () => {
  const { get } = testGateway(dataset.files);
  const tag = (await get('/api.php', { 'Accept-Encoding': 'gzip' })).headers.get('ETag')!;
  assert.equal((await get('/api.php', { 'If-None-Match': tag, 'Accept-Encoding': 'gzip' })).status, 304);
  assert.equal((await get('/api.php', { 'If-None-Match': tag })).status, 200);
});

test('a derived response is built once while cached', async () => {
  const gateway = testGateway(dataset.files);
  for (let again = 0; again < 3; again += 1) await gateway.get('/api.php?limit=77&min_magnitude=2');
  const opened = gateway.lines.filter((line) => line.includes('limit=77')).map((line) => /opened=(\d+)/.exec(line)![1]);
  assert.notEqual(opened[0], '0');
  assert.deepEqual(opened.slice(1), ['0', '0']);
});

test('the cache loads once for concurrent requests, drops failures and stays within its size', async () => {
  const cache = new LoadingCache<{ size: number }>(100, ({ size }) => size);
  let loads = 0;
  const load = async () => ({ size: 40, number: (loads += 1) });
  await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)]);
  assert.equal(loads, 1);
  await assert.rejects(
    cache.get('b', () => Promise.reject(new Error('no'))),
    /no/,
  );
  await cache.get('b', load);
  await cache.get('c', load);
  assert.equal(loads, 3);
  await cache.get('a', load);
  assert.equal(loads, 4, 'a was evicted for c');
  assert.equal((await cache.get('huge', async () => ({ size: 1000 }))).size, 1000);
});

test('of many long files at once few are compressed; the others are sent as they are, whole', async () => {
  const { manifest, files } = syntheticDataset({ seed: 8, count: 12_000, shardRows: 1024 });
  const paths = manifest.shards.filter(({ count }) => count > 400).map(({ hash }) => shardPath(hash));
  assert.ok(paths.length > 12);
  const { get } = testGateway(files);
  const responses = await Promise.all(paths.map((path) => get(`/${path}`, { 'Accept-Encoding': 'br' })));
  const codings = responses.map(({ headers }) => headers.get('Content-Encoding'));
  assert.ok(codings.filter((coding) => coding === 'br').length >= 4, codings.join(' '));
  assert.ok(codings.filter((coding) => coding === null).length >= 4, codings.join(' '));
  for (const [index, response] of responses.entries()) {
    const body = await bytesOf(response);
    assert.equal(response.headers.get('Content-Length'), String(body.length));
    assert.match(response.headers.get('ETag')!, codings[index] === 'br' ? /-br"$/ : /[0-9a-f]"$/);
    assert.deepEqual(
      codings[index] === 'br' ? brotliDecompressSync(body) : body,
      Buffer.from(files.get(paths[index]!)!),
    );
  }
  const again = await get(`/${paths.at(-1)!}`, { 'Accept-Encoding': 'br' });
  assert.equal(again.headers.get('Content-Encoding'), 'br', 'where nothing waits');
});
