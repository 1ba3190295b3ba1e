/** Bodies from a place on: ranges near their end, and after a pause of the reader. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { big } from '../../support/big-dataset.ts';
import { memoryReader } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';

test('a range at the end of an export reads a few rows', async () => {
  const reader = memoryReader(big.files);
  const { get } = testGateway(new Map(), { reader, exportRows: () => 9000 });
  for (const format of ['csv', 'json', 'geojson', 'ndjson']) {
    const whole = Buffer.from(await (await get(`/export.php?format=${format}`)).arrayBuffer());
    const bytes = (): number => reader.parts.reduce((sum, { from, to }) => sum + to - from, 0);
    const before = bytes();
    const part = await get(`/export.php?format=${format}`, { Range: 'bytes=-5000' });
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(-5000));
    assert.ok(bytes() - before < whole.length / 4, `${bytes() - before} of ${whole.length} bytes for the last 5,000`);
  }
});

for (const path of ['/export.php?format=csv', '/export.php?format=json', '/fdsnws/event/1/query?limit=1500'])
  test(`a body with a pausing reader is the same and holds no shard meanwhile: ${path}`, async () => {
    const { get, dataset } = testGateway(big.files, { exportRows: () => 9000, cacheBytes: 1000 });
    const whole = Buffer.from(await (await get(path)).arrayBuffer());
    const reader = (await get(path)).body!.getReader();
    const parts: Uint8Array[] = [];
    for (let number = 0; ; number += 1) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      if (number !== 3) continue;
      const loads = dataset.files.loads;
      await wait(800);
      // Those that were rendered before.
      for (let ready = 0; ready < 4; ready += 1) parts.push((await reader.read()).value!);
      assert.ok(dataset.files.loads > loads, 'the shards of the next row are opened anew');
    }
    assert.ok(parts.length > 8);
    assert.deepEqual(Buffer.concat(parts), whole);
  });
