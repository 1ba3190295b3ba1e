/** Kept answers of the address that a page and a list share are never taken for each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { startServer } from '../../gateway/http/server.ts';
import { ResponseCache } from '../../gateway/response-cache.ts';
import { memoryReader, syntheticDataset } from '../support/dataset.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

const page = Buffer.from('<p>page');
const { files, manifest } = syntheticDataset({ count: 60 });
const stored = { 'deprem/index.html': { hash: contentHash(page), size: page.byteLength, encodings: [] } };
const own = { ...manifest, answers: { ...manifest.answers, ...stored } };

test('with the cache, people get the page of /deprem each time, and programs the list', async (t) => {
  const all = new Map([...files, ['deprem/index.html', page], [MANIFEST, Buffer.from(writeManifest(own))]]);
  const dataset = new Dataset(memoryReader(all), { log: () => undefined, pollIntervalMs: Infinity });
  await dataset.refresh();
  const now = () => AS_OF;
  const app = createApp({ dataset, now, cache: new ResponseCache({ dataset, now }) });
  const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => undefined });
  t.after(() => server.stop(100));
  for (const accept of ['text/html', '*/*', 'text/html', '*/*'])
    for (const path of ['/deprem', '/deprem/', '/deprem/?_=1']) {
      const response = await fetch(`${server.url}${path}`, { headers: { Accept: accept } });
      assert.equal((await response.text()).startsWith('<p>'), accept === 'text/html', `${path} ${accept}`);
      assert.match(response.headers.get('Vary')!, /, Accept$/);
    }
});
