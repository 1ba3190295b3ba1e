import assert from 'node:assert/strict';
import { test } from 'node:test';
import { get } from '../../../support/fdsn-dataset.ts';

const target = (texts: Record<string, string>): string => `/fdsnws/event/1/query?${new URLSearchParams(texts)}`;

test('a short answer says its length, and has ranges', async () => {
  for (const format of ['geojson', 'csv', 'text', 'xml']) {
    const path = target({ format, limit: '5' });
    const bytes = Buffer.from(await (await get(path)).arrayBuffer());
    const head = await get(path, {}, 'HEAD');
    assert.equal(head.headers.get('Content-Length'), String(bytes.length), format);
    const part = await get(path, { Range: 'bytes=10-99' });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(10, 100));
  }
  const long = await get(target({ format: 'xml' }), {}, 'HEAD');
  assert.equal(long.headers.get('Content-Length'), null);
});

test('GeoJSON and CSV without a match are empty documents, as the USGS gives them', async () => {
  const none = { starttime: '1950-01-01', endtime: '1950-01-02' };
  const collection = (await (await get(target({ ...none, format: 'geojson' }))).json()) as { features: object[] };
  assert.deepEqual(collection.features, []);
  assert.equal((await (await get(target({ ...none, format: 'csv' }))).text()).split('\n').length, 2);
  for (const format of ['geojson', 'csv'])
    assert.equal((await get(target({ eventid: 'afad:0', format }))).status, 404, format);
});
