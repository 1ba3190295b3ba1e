import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { shardPath } from '#core/paths.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { testMetering } from '../../support/metering.ts';
import { dataset, gateway, type JsonExport, unbounded } from '../../support/test-export.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('equal exports share an ETag however they are spelled; format, limit and plan make another', async () => {
  const tag = async (query: string, from = gateway) => (await from.get(`/export.php?${query}`)).headers.get('ETag');
  const one = await tag('sources=afad,usgs&q=%C4%B0zmir&limit=5');
  assert.match(one!, /^"/);
  const metering = testMetering();
  const { key } = await metering.keys.issue('account', 'of this test');
  const keyed = testGateway(dataset.files, { ...unbounded, metering, exportRows: () => 100_000 });
  assert.equal(
    await tag(`format=CSV&x=y&limit=05&q=IZMIR&sources=USGS,%20Afad&api_key=${key}`, keyed),
    one!.replace(/"$/, '-key"'),
  );
  assert.equal(await tag('sources=afad,usgs&q=izmir&limit=5'), one);
  const others = [
    await tag('sources=afad,usgs&q=izmir&limit=5&format=json'),
    await tag('sources=afad,usgs&q=izmir&limit=5&format=ndjson'),
    await tag('sources=afad,usgs&q=izmir&limit=6'),
    await tag('sources=afad,usgs&q=izmir'),
    await tag('sources=afad,usgs&q=izmir', testGateway(dataset.files)),
    (await gateway.get('/api.php?sources=afad,usgs&q=izmir&limit=5')).headers.get('ETag'),
  ];
  assert.equal(new Set([one, ...others]).size, others.length + 1);
});

test('a revalidated export opens no shard, and other shards do not change its ETag', async () => {
  const query = '/export.php?min_magnitude=5';
  const tag = (await gateway.get(query)).headers.get('ETag')!;
  const low = dataset.earthquakes.find(({ magnitude }) => magnitude !== null && magnitude < 2)!;
  const changed = syntheticDataset({ without: low.id });
  const other = testGateway(changed.files, { ...unbounded, exportRows: () => 100_000 });
  const response = await other.get(query, { 'If-None-Match': tag });
  assert.deepEqual([response.status, response.headers.get('ETag'), other.dataset.files.loads], [304, tag, 0]);
  assert.equal((await other.get('/export.php', { 'If-None-Match': tag })).status, 200);
});

test('two gateways give the same bytes for the same tag, compressed too', async () => {
  const second = testGateway(new Map(dataset.files), { ...unbounded, exportRows: () => 100_000, cacheBytes: 50_000 });
  for (const encoding of ['identity', 'gzip', 'br']) {
    const [a, b] = [
      await gateway.get('/export.php?format=geojson', { 'Accept-Encoding': encoding }),
      await second.get('/export.php?format=geojson', { 'Accept-Encoding': encoding }),
    ];
    assert.equal(a.headers.get('ETag'), b.headers.get('ETag'));
    assert.deepEqual(Buffer.from(await a.arrayBuffer()), Buffer.from(await b.arrayBuffer()));
  }
});

test('with a missing shard an export is a 503 before the first byte', async (t) => {
  const folder = temporaryFolder(t);
  await writeDist(dataset.files, folder);
  await rm(join(folder, shardPath(dataset.manifest.shards.at(-1)!.hash)));
  const { get, lines } = testGateway(new Map(), { reader: folderReader(folder), exportRows: () => 100_000 });
  assert.equal((await get('/export.php?max_magnitude=1')).status, 200);
  for (const method of ['GET', 'HEAD']) {
    const response = await get('/export.php', {}, method);
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('X-Export-Rows'), null);
  }
  assert.ok(lines.some((line) => line.includes('is missing')));
});

test('the terms of the possible agencies are named, in ASCII, in the body where the format allows', async () => {
  const response = await gateway.get('/export.php?sources=kandilli&format=json');
  const { terms } = (await response.json()) as JsonExport;
  assert.deepEqual(
    terms.map(({ name }) => name),
    ['kandilli', 'afad', 'usgs', 'turhec', 'historical', 'places'],
  );
  const link = response.headers.get('Link')!;
  assert.match(link, /^[\x20-\x7e]*$/);
  assert.match(link, /<http:[^>]*koeri[^>]*>; rel="license"; title="[^"]*no commercial use[^"]*consent/);
  assert.equal(link.match(/rel="license"/g)!.length, terms.length);
});

const TYPES = [
  ['csv', 'text/csv; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['geojson', 'application/geo+json; charset=utf-8'],
  ['ndjson', 'application/x-ndjson; charset=utf-8'],
] as const;

for (const [format, type] of TYPES)
  test(`${format} is a download with a name of its own`, async () => {
    const { headers } = await gateway.get(`/export.php?format=${format}`);
    const name = headers.get('Content-Disposition')!;
    assert.match(name, new RegExp(`^attachment; filename="earthquakes-2026-07-01-[0-9a-f]{6}\\.${format}"$`));
    const other = await gateway.get(`/export.php?format=${format}&min_magnitude=4`);
    assert.notEqual(other.headers.get('Content-Disposition'), name);
    assert.equal(headers.get('Content-Type'), type);
  });
