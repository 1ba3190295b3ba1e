/** `npm run publish` against an S3 server. */
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startObjectStore } from '../support/object-store.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { TEMPORARY } from '../support/temporary.ts';
import { readAddress } from '../../generator/object-store/address.ts';
import { openS3 } from '../../generator/object-store/s3.ts';
import { publish } from '../../generator/object-store/publication.ts';

const folder = mkdtempSync(join(TEMPORARY, 'hiposantr-store-'));
const server = await startObjectStore(join(folder, 's3'));
Object.assign(process.env, server.environment);
after(async () => { await server.close(); rmSync(folder, { recursive: true }); });

test('x', async () => {
  const dataset = syntheticDataset({ count: 300, shardRows: 100 });
  const dist = join(folder, 'dist');
  await writeDist(dataset.files, dist);
  const store = await openS3(readAddress('s3://quakes/a/b'), { env: process.env, conditional: true });
  console.log(await publish({ store, dist, now: 0 }));
  console.log(server.requests.length, dataset.files.size, server.requests.slice(0,5), server.requests.at(-1));
  server.requests.length = 0;
  console.log(await publish({ store, dist, now: 0 }));
  console.log(server.requests.length);
  const second = syntheticDataset({ count: 302, shardRows: 100 });
  await writeDist(second.files, dist);
  console.log(await publish({ store, dist, now: 0 }));
  console.log(server.requests.length);
  console.log(server.requests.map(r=>`${r.method} ${r.key}`).join('\n'));
  for (const p of ['list.json', 'list.json.gz', 'manifest.json', '.inventory.json.gz']) {
    const r = await fetch(`${server.endpoint}/quakes/a/b/${p}`); console.log(p, r.status, [...r.headers]);
  }
});
