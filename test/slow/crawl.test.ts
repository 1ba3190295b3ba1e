/** A built site behind a gateway, read as a search engine reads it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR } from '#core/time.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { createApp } from '../../gateway/app.ts';
import { drawPreviews, drawProvincePictures } from '../../generator/publish/previews.ts';
import { Output } from '../../generator/publish/writer.ts';
import { AS_OF, buildInto } from '../support/build.ts';
import { catalogOf, NOON, report } from '../support/catalog.ts';
import { crawl } from '../support/site-crawl.ts';
import { temporaryFolder } from '../support/temporary.ts';

const BASE = 'http://quakes.example';

test('no dead link; a title, an address, a reply in the other language and a picture for each page', async (t) => {
  const reports = Array.from({ length: 40 }, (_, n) =>
    report({ key: `k${n}`, time: NOON - n * 30 * HOUR, magnitudes: [{ type: 'ML', value: 2.5 + (n % 30) / 10 }] }),
  );
  const { db } = catalogOf({ feed: 'afad-api', reports });
  const dist = temporaryFolder(t);
  const inputs = { output: new Output(dist), former: {}, serviceName: 'Synthetic' };
  const { previews } = await drawPreviews({ ...inputs, db, asOf: AS_OF, count: 5 });
  buildInto(dist, db, { site: true, previews, provincePictures: await drawProvincePictures(inputs) });
  const dataset = new Dataset(folderReader(dist));
  await dataset.refresh();
  const app = createApp({ dataset, now: () => AS_OF, baseUrl: BASE });
  const found = await crawl(BASE, async (path) => {
    const response = await app.request(path, { headers: { Accept: 'text/html' } });
    const type = response.headers.get('Content-Type') ?? '';
    return { status: response.status, type, text: () => response.text() };
  });
  assert.ok(found.canonical > 200, `${found.canonical} pages`);
  assert.deepEqual(Object.fromEntries(found.faults), {});
});
