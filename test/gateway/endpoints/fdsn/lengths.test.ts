import assert from 'node:assert/strict';
import { test } from 'node:test';
import { big } from '../../../support/big-dataset.ts';
import { get } from '../../../support/fdsn-dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { testMetering, UNLIMITED } from '../../../support/metering.ts';
import fc from '../../../support/property.ts';

const target = (texts: Record<string, string>): string => `/fdsnws/event/1/query?${new URLSearchParams(texts)}`;
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

test('a short answer says its length, and has ranges', async () => {
  for (const format of ['geojson', 'csv', 'text', 'xml']) {
    const path = target({ format, limit: '5' });
    const bytes = await bytesOf(await get(path));
    const head = await get(path, {}, 'HEAD');
    assert.equal(head.headers.get('Content-Length'), String(bytes.length), format);
    const part = await get(path, { Range: 'bytes=10-99' });
    assert.equal(part.status, 206);
    assert.deepEqual(await bytesOf(part), bytes.subarray(10, 100));
  }
});

/** Long answers, in each format and order, of one agency, and from a later event on. */
const LONG: Record<string, string>[] = [
  { format: 'geojson' },
  { format: 'csv', orderby: 'time-asc' },
  { format: 'text', orderby: 'magnitude' },
  { format: 'xml', orderby: 'magnitude-asc', offset: '300' },
  { format: 'geojson', catalog: 'AFAD', orderby: 'magnitude' },
  { format: 'csv', magnitudetype: 'ml', offset: '90' },
  { format: 'json', orderby: 'time-asc' },
];

for (const texts of LONG)
  test(`HEAD of a long answer says its length, and any ranges of it are the answer: ${Object.values(texts)}`, async () => {
    const { get: from } = testGateway(big.files);
    const path = target({ ...texts, starttime: '2018-01-01', limit: '4000' });
    const first = await from(path);
    const names = ['Content-Length', 'Accept-Ranges'];
    assert.deepEqual(
      names.map((name) => first.headers.get(name)),
      [null, 'bytes'],
    );
    const expected = await bytesOf(first);
    assert.ok(expected.length > 4 * 65_536, String(expected.length));
    const tag = first.headers.get('ETag')!;
    const head = await from(path, {}, 'HEAD');
    assert.deepEqual(
      names.map((name) => head.headers.get(name)),
      [String(expected.length), 'bytes'],
    );
    const again = await from(path);
    assert.equal(again.headers.get('Content-Length'), String(expected.length), 'known by now');
    assert.ok((await bytesOf(again)).equals(expected));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: expected.length - 1 }), fc.nat({ max: 200_000 }), async (start, length) => {
        const end = Math.min(expected.length - 1, start + length);
        const response = await from(path, { Range: `bytes=${start}-${end}`, 'If-Range': tag });
        assert.equal(response.status, 206);
        assert.equal(response.headers.get('Content-Range'), `bytes ${start}-${end}/${expected.length}`);
        assert.ok((await bytesOf(response)).equals(expected.subarray(start, end + 1)));
      }),
      { numRuns: 12 },
    );
    const last = await from(path, { Range: 'bytes=-700' });
    assert.ok((await bytesOf(last)).equals(expected.subarray(-700)));
  });

test('a range before any other request, another tag, and a range beyond the end', async () => {
  const { get: from } = testGateway(big.files);
  const path = target({ format: 'geojson', starttime: '2020-01-01', limit: '3000' });
  const part = await from(path, { Range: 'bytes=100000-100099' });
  const expected = await bytesOf(await from(path));
  assert.ok((await bytesOf(part)).equals(expected.subarray(100_000, 100_100)));
  const other = await from(path, { Range: 'bytes=5-9', 'If-Range': '"other"' });
  assert.deepEqual([other.status, (await bytesOf(other)).length], [200, expected.length]);
  const beyond = await from(path, { Range: `bytes=${expected.length}-` });
  assert.equal(beyond.status, 416);
  assert.equal(beyond.headers.get('Content-Range'), `bytes */${expected.length}`);
  assert.equal((await from(path, { Range: 'bytes=5-9' }, 'POST')).status, 200);
});

test('HEAD of what is refused is refused as its GET is', async () => {
  const { get: from } = testGateway(big.files);
  for (const [texts, status] of [
    [{ format: 'geojson' }, 413],
    [{ format: 'text', minmagnitude: '9.5' }, 204],
    [{ format: 'csv', minmagnitude: '9.5' }, 200],
    [{ format: 'csv', minmagnitude: 'x' }, 400],
  ] as const)
    for (const method of ['GET', 'HEAD'])
      assert.equal((await from(target(texts), {}, method)).status, status, JSON.stringify([method, texts]));
});

test('a range writes what follows the piece before it, and opens no shard before that', async () => {
  const own = testGateway(big.files, { cacheBytes: 1000 });
  const path = target({ format: 'csv', starttime: '2016-01-01', limit: '15000' });
  const size = Number((await own.get(path, {}, 'HEAD')).headers.get('Content-Length'));
  const measured = own.dataset.files.loads;
  assert.ok(measured > 30, `${measured}`);
  await bytesOf(await own.get(path, { Range: `bytes=${size - 100}-` }));
  assert.ok(own.dataset.files.loads - measured < measured / 3, `${own.dataset.files.loads - measured} of ${measured}`);
});

test('the 304 of any tag, which is not counted, measures nothing', async () => {
  const path = target({ format: 'csv', starttime: '2016-01-01', limit: '15000' });
  const own = testGateway(big.files, { cacheBytes: 1000 });
  const tag = (await own.get(path)).headers.get('ETag');
  const begun = own.dataset.files.loads;
  for (const [method, headers] of [
    ['HEAD', {}],
    ['GET', { Range: 'bytes=0-9' }],
  ] as const) {
    const before = own.dataset.files.loads;
    const response = await own.get(path, { ...headers, 'If-None-Match': '*' }, method);
    assert.deepEqual([response.status, response.headers.get('ETag')], [304, tag]);
    assert.ok(own.dataset.files.loads - before <= begun, `${method}: ${own.dataset.files.loads - before} of ${begun}`);
  }
  const compressed = { 'If-None-Match': '*', 'Accept-Encoding': 'gzip' };
  assert.equal((await own.get(path, { ...compressed, Range: 'bytes=0-9' })).headers.get('ETag'), tag);
  assert.notEqual((await own.get(path, { ...compressed, Range: 'bytes=0-9,20-29' })).headers.get('ETag'), tag);
});

test('a HEAD and its ranges count as one request, until four times its length was sent', async () => {
  const metering = testMetering({ limits: { ...UNLIMITED, free: { ...UNLIMITED.free, daily: 3 } } });
  const { from } = testGateway(big.files, { metering });
  const path = target({ format: 'geojson', starttime: '2020-01-01', limit: '1000' });
  const head = await from('192.0.2.1', path, {}, 'HEAD');
  const size = Number(head.headers.get('Content-Length'));
  const ranges = async (count: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let number = 0; number < count; number += 1) {
      const response = await from('192.0.2.1', path, { Range: `bytes=${number * 1000}-${number * 1000 + 999}` });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses;
  };
  const covered = Math.ceil((4 * size) / 65_536);
  assert.ok(covered > 20, `${covered}`);
  assert.deepEqual(new Set(await ranges(covered)), new Set([206]));
  const two = async (): Promise<number[]> => [
    (await from('192.0.2.1', '/api.php?limit=1')).status,
    (await from('192.0.2.1', '/api.php?limit=2')).status,
  ];
  assert.deepEqual(await two(), [200, 200], 'one request was counted');
  assert.deepEqual(await ranges(2), [429, 429], 'all that was counted is sent');
  const other = await from('192.0.2.2', path, { Range: 'bytes=0-9' });
  assert.equal(other.status, 206, 'another caller has requests of its own');
  for (const due of [200, 200, 429]) assert.equal((await from('192.0.2.2', '/api.php?limit=1')).status, due);
});

test('GeoJSON and CSV without a match are empty documents, as the USGS gives them', async () => {
  const none = { starttime: '1950-01-01', endtime: '1950-01-02' };
  const collection = (await (await get(target({ ...none, format: 'geojson' }))).json()) as { features: object[] };
  assert.deepEqual(collection.features, []);
  assert.equal((await (await get(target({ ...none, format: 'csv' }))).text()).split('\n').length, 2);
  for (const format of ['geojson', 'csv'])
    assert.equal((await get(target({ eventid: 'afad:0', format }))).status, 404, format);
});

test('GeoJSON that nothing can match was generated when the dataset last changed, as a whole one', async () => {
  const generated = async (minmagnitude: string): Promise<number> => {
    const response = await get(target({ format: 'geojson', minmagnitude }));
    return ((await response.json()) as { metadata: { generated: number } }).metadata.generated;
  };
  const whole = await generated('-9');
  assert.ok(whole > 0);
  assert.equal(await generated('9.9'), whole);
});

interface Located {
  geometry: { coordinates: number[] };
}

const bboxOf = (features: Located[]): number[] | undefined => {
  if (features.length < 2) return undefined;
  const axes = [0, 1, 2].map((axis) => features.map(({ geometry }) => geometry.coordinates[axis]!));
  return [...axes.map((values) => Math.min(...values)), ...axes.map((values) => Math.max(...values))];
};

for (const format of ['geojson', 'json'])
  test(`bbox of ${format} is that of its features, of ranges that of the whole, and absent for fewer than two`, async () => {
    const { get: from } = testGateway(big.files);
    for (const texts of [{ limit: '3000', starttime: '2018-01-01' }, { limit: '2', offset: '7' }, { limit: '1' }]) {
      const path = target({ format, ...texts } as Record<string, string>);
      const bytes = await bytesOf(await from(path));
      const { features, bbox } = JSON.parse(bytes.toString()) as { features: Located[]; bbox?: number[] };
      assert.deepEqual(bbox, bboxOf(features));
      const last = await from(path, { Range: 'bytes=-120' });
      assert.equal(last.status, 206);
      assert.deepEqual(await bytesOf(last), bytes.subarray(-120));
    }
    const none = await from(target({ format, minmagnitude: '9.9' }));
    assert.equal('bbox' in ((await none.json()) as object), false);
  });
