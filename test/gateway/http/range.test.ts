import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from '../../../gateway/http/response.ts';
import { EXPORT_FORMATS } from '../../../gateway/query/parameters.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import fc from '../../support/property.ts';

const READ: [header: string | undefined, part: ReturnType<typeof rangeOf>][] = [
  [undefined, undefined],
  ['', undefined],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['BYTES = 10 - 19', { from: 10, to: 19 }],
  ['bytes=90-1000', { from: 90, to: 99 }],
  ['bytes=99-', { from: 99, to: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-1', { from: 99, to: 99 }],
  ['bytes=-100', { from: 0, to: 99 }],
  ['bytes=-5000', { from: 0, to: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-8', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=0x1-', undefined],
  ['bytes=1e1-', undefined],
  ['bytes=+1-', undefined],
  ['bytes=-1-', undefined],
  ['bytes=٣-', undefined],
  [`bytes=${'9'.repeat(16)}-`, undefined],
  ['lines=0-', undefined],
  ['0-', undefined],
];

test('empty content has no range', () => {
  for (const header of ['bytes=0-', 'bytes=0-5', 'bytes=-5']) assert.equal(rangeOf(header, 0), 'unsatisfiable');
});

for (const [header, part] of READ) test(`of 100 bytes, ${header}`, () => assert.deepEqual(rangeOf(header, 100), part));

const dataset = syntheticDataset({ seed: 6, count: 1500 });
const { get } = testGateway(dataset.files, { exportRows: () => 100_000 });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

for (const format of EXPORT_FORMATS)
  test(`${format}: a download interrupted anywhere, any number of times, is complete in the end`, async () => {
    const target = `/export.php?format=${format}`;
    const complete = await get(target);
    const expected = await bytesOf(complete);
    const tag = complete.headers.get('ETag')!;
    assert.equal(complete.headers.get('Accept-Ranges'), 'bytes');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: expected.length - 1 }), { maxLength: 4 }), async (cuts) => {
        const ends = [...new Set(cuts)].sort((a, b) => a - b);
        const parts: Buffer[] = [];
        let from = 0;
        for (const to of [...ends, expected.length - 1]) {
          if (to < from) continue;
          const last = to === expected.length - 1 ? '' : String(to);
          const response = await get(target, { Range: `bytes=${from}-${last}`, 'If-Range': tag });
          const part = await bytesOf(response);
          assert.equal(response.status, 206);
          assert.equal(response.headers.get('Content-Range'), `bytes ${from}-${to}/${expected.length}`);
          assert.equal(response.headers.get('Content-Length'), String(part.length));
          assert.equal(response.headers.get('ETag'), tag);
          assert.equal(response.headers.get('X-Export-Rows'), complete.headers.get('X-Export-Rows'));
          parts.push(part);
          from = to + 1;
        }
        assert.deepEqual(Buffer.concat(parts), expected);
      }),
      { numRuns: 12 },
    );
    assert.deepEqual(await bytesOf(await get(target, { Range: 'bytes=-700' })), expected.subarray(-700));
  });

const target = '/export.php?format=json';
const tagOf = async (headers: Record<string, string> = {}): Promise<string> =>
  (await get(target, headers)).headers.get('ETag')!;

test('another ETag, a weak or encoded one or a date in If-Range gives the complete content', async () => {
  const tag = await tagOf();
  const coded = await tagOf({ 'Accept-Encoding': 'gzip' });
  for (const value of ['"other"', `W/${tag}`, coded, `${tag}, "other"`, '*', 'Wed, 01 Jul 2026 12:00:00 GMT', '']) {
    const response = await get(target, { Range: 'bytes=5-9', 'If-Range': value });
    assert.equal(response.status, 200, value);
    assert.equal(response.headers.get('Content-Range'), null);
  }
});

test('a range is of the identity encoding, whatever Accept-Encoding says', async () => {
  const expected = await bytesOf(await get(target));
  const response = await get(target, { Range: 'bytes=5-99', 'Accept-Encoding': 'br, gzip' });
  assert.deepEqual([response.status, response.headers.get('Content-Encoding')], [206, null]);
  assert.equal(response.headers.get('ETag'), await tagOf());
  assert.deepEqual(await bytesOf(response), expected.subarray(5, 100));
});

test('a range beyond the end is a 416 problem with the size', async () => {
  const size = Number((await get(target)).headers.get('Content-Length'));
  const response = await get(target, { Range: `bytes=${size}-` });
  assert.equal(response.status, 416);
  assert.equal(response.headers.get('Content-Range'), `bytes */${size}`);
  assert.equal(response.headers.get('Cache-Control'), 'no-store');
  assert.equal(((await response.json()) as { code: string }).code, 'range_not_satisfiable');
});

test('HEAD ignores ranges, 304 precedes any range, and other endpoints are sent completely', async () => {
  const range = { Range: 'bytes=0-3' };
  assert.equal((await get(target, range, 'HEAD')).status, 200);
  assert.equal((await get(target, { ...range, 'If-None-Match': await tagOf() })).status, 304);
  const list = await get('/api.php', range);
  assert.deepEqual([list.status, list.headers.get('Accept-Ranges')], [200, null]);
});

test('a range opens no shard beyond its end', async () => {
  const own = testGateway(dataset.files, { exportRows: () => 100_000, cacheBytes: 1000 });
  await own.get(target, {}, 'HEAD');
  const measured = own.dataset.files.loads;
  await bytesOf(await own.get(target, { Range: 'bytes=0-999' }));
  const opened = own.dataset.files.loads - measured;
  assert.ok(opened > 0 && opened < measured / 3, `${opened} of ${measured}`);
});
