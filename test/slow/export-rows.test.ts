/** Exports as large as they may be. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse';
import { startServer } from '../../gateway/http/server.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { type CsvRow, csvRowOf } from '../support/export-rows.ts';
import { testGateway } from '../support/gateway.ts';
import { naiveExport } from '../support/naive-list.ts';

/** EXPORT_ROWS=100000 is as many as the largest plan allows. */
const ROWS = Number(process.env['EXPORT_ROWS'] ?? 10_000);
const big = syntheticDataset({ seed: 3, count: Math.ceil(1.1 * ROWS), shardRows: 4096 });

test(`${ROWS} rows of CSV over a socket, read by a real parser, are the records field by field`, async (t) => {
  const { app } = testGateway(big.files, { exportRows: () => ROWS });
  const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(() => server.stop(0));
  const { url } = server;
  const response = await fetch(`${url}/export.php?format=csv&limit=1000000`, { headers: { 'Accept-Encoding': 'br' } });
  assert.equal(response.headers.get('X-Export-Rows'), String(ROWS));
  assert.equal(response.headers.get('X-Export-Truncated'), 'true');
  const parser = parse({ columns: true, record_delimiter: '\r\n' });
  Readable.from(response.body!).pipe(parser);
  const items = naiveExport(big.earthquakes, {}).slice(0, ROWS);
  let row = 0;
  for await (const parsedRow of parser as AsyncIterable<CsvRow>) {
    assert.deepEqual({ ...parsedRow }, csvRowOf(items[row]!), `row ${row}`);
    row += 1;
  }
  assert.equal(row, ROWS);
});

test('memory does not grow with the rows', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const liveHeap = (): number => {
    // The first one leaves array buffers to a thread, which the second one awaits.
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const { get } = testGateway(big.files, { exportRows: () => ROWS, cacheBytes: 1000 });
  for (const [format, encoding] of [
    ['geojson', 'identity'],
    ['ndjson', 'gzip'],
  ] as const) {
    const response = await get(`/export.php?format=${format}`, { 'Accept-Encoding': encoding });
    const before = liveHeap();
    let [chunks, most, size] = [0, 0, 0];
    for await (const chunk of response.body!) {
      size += chunk.byteLength;
      if ((chunks += 1) % 50 === 0) most = Math.max(most, liveHeap() - before);
    }
    assert.ok(most < 5e6, `${most} bytes more than before, ${size} sent`);
  }
});
