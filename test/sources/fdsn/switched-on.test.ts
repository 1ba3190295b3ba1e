import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'node:test';
import { AGENCIES, checkAgencyCount, type Agency } from '#core/agencies.ts';
import { readPoints } from '#core/points.ts';
import { formatInstant, HOUR, parseInstant } from '#core/time.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { readConfig } from '../../../generator/cli/config.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { finishIngest, ingestFiles } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { isEnabled, pollFeed } from '../../../generator/polling/poll.ts';
import { fdsnFeed } from '../../../generator/sources/fdsn/agencies.ts';
import { recentFetchers } from '../../../generator/sources/registry.ts';
import { buildInto, manifestOf } from '../../support/build.ts';
import { parseText } from '../../support/feed-data.ts';
import { testGateway } from '../../support/gateway.ts';
import { replayServer } from '../../support/replay-server.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { pollContext } from '../../support/test-schedule.ts';

const NOW = parseInstant('2026-03-15T12:00:00Z')!;
// The replayed agencies have an M 5.2 two hours before, at 37.2873 N 37.0399 E.
const SHARED = formatInstant(NOW - 2 * HOUR).slice(0, -1);
const ALONE = formatInstant(NOW - 5 * HOUR).slice(0, -1);

const TEXT =
  '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|' +
  'EventLocationName\n' +
  `20260315_0000001|${SHARED}|37.3|37.05|9|EMSC|EMSC-RTS|EMSC|1|mb|5.3|EMSC|WESTERN TURKEY\n` +
  `20260315_0000002|${ALONE}|35.1|25.2|9|EMSC|EMSC-RTS|EMSC|2|ml|4.1|EMSC|CRETE, GREECE\n`;
const QUAKEML =
  '<q:quakeml xmlns:q="http://quakeml.org/xmlns/quakeml/1.2"><eventParameters publicID="smi:ISC">' +
  '<event publicID="smi:ISC/evid=600516598"><type>earthquake</type><origin publicID="smi:ISC/origid=1">' +
  `<time><value>${ALONE}Z</value></time><latitude><value>35.12</value></latitude>` +
  '<longitude><value>25.22</value></longitude></origin><magnitude publicID="smi:ISC/magid=1">' +
  '<mag><value>4.2</value></mag><type>mb</type></magnitude></event></eventParameters></q:quakeml>';

/** Polls every agency in use once, publishes, and serves. */
async function world(t: test.TestContext, sources: string | undefined) {
  const requests: string[] = [];
  const fdsn = createServer((request, response) => {
    requests.push(request.url!);
    response.end(request.url!.includes('format=xml') ? QUAKEML : TEXT);
  });
  await once(fdsn.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(fdsn.address() as AddressInfo).port}`;
  const replay = await replayServer(NOW);
  const dist = temporaryFolder(t);
  const db = openCatalog(':memory:');
  const { agencies, addresses } = readConfig({
    ...replay.environment,
    FEED_URLS: [
      replay.environment['FEED_URLS'],
      ...['emsc', 'gfz', 'ingv', 'noa', 'isc'].map((name) => `${name}=${url}`),
    ].join(','),
    ...(sources === undefined ? {} : { SOURCES: sources }),
  });
  const lines: string[] = [];
  const line = (text: string): void => void lines.push(text);
  const context = pollContext(replay, {
    ...{ db, now: () => NOW, line, signal: new AbortController().signal, agencies, addresses },
  });
  for (const fetcher of recentFetchers(addresses, context.region))
    if (isEnabled(context, fetcher)) await pollFeed(context, fetcher, { from: NOW - 24 * HOUR, to: NOW });
  finishIngest(context);
  buildInto(dist, db, { asOf: NOW, agencies, site: true });
  context.reader.close();
  fdsn.close();
  await replay.close();
  db.close();
  const { get } = testGateway(new Map(), { reader: folderReader(dist), now: () => NOW });
  const json = async (path: string): Promise<Record<string, unknown>> => (await (await get(path)).json()) as never;
  return { dist, get, json, requests, lines };
}

type Records = { source: Agency; sources?: { name: Agency }[]; location_en: string }[];

test('EMSC and ISC switched on: fetched, associated, published under their names, and filters know them', async (t) => {
  const { dist, get, json, requests } = await world(t, [...AGENCIES, 'emsc', 'isc'].join(','));
  assert.equal(requests.length, 2);
  const { earthquakes } = (await json('/api.php?sources=emsc')) as { earthquakes: Records };
  assert.deepEqual(
    earthquakes.map(({ source, sources = [] }) => [source, ...sources.map(({ name }) => name).sort()]),
    [
      ['afad', 'afad', 'emsc', 'kandilli', 'usgs'],
      ['emsc', 'emsc', 'isc'],
    ],
  );
  assert.equal(((await json('/api.php?sources=isc')) as { earthquakes: Records }).earthquakes.length, 1);
  assert.deepEqual((await json('/api.php?sources=gfz'))['ignored_sources'], ['gfz']);
  const status = (await json('/status')) as { sources: { name: string; live: boolean; state: string }[] };
  const states = status.sources.map(({ name, live, state }) => [name, live, state]);
  assert.deepEqual(states.slice(AGENCIES.length), [
    ['emsc', true, 'ok'],
    ['isc', false, 'ok'],
  ]);
  assert.match(await (await get('/openapi.json')).text(), /"historical",\s*"emsc",\s*"isc"\s*\]/);
  assert.match((await get('/api.php')).headers.get('link')!, /European-Mediterranean/);
  const catalog = await get('/fdsnws/event/1/query?catalog=EMSC&format=text');
  assert.deepEqual([catalog.status, (await catalog.text()).trim().split('\n').length], [200, 3]);
  assert.equal(manifestOf(dist).optionalAgencies?.join(), 'emsc,isc');
  assert.match(readFileSync(join(dist, 'index.html'), 'utf8'), / data-agencies="emsc isc"/);
  const wide = manifestOf(dist).shards.map(({ pointsHash }) => readFileSync(join(dist, `shards/${pointsHash}.points`)));
  const bits = wide.flatMap(({ buffer, byteOffset, byteLength }) => [
    ...readPoints(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer).agencies,
  ]);
  assert.ok(bits.some((one) => one > 0xff));
});

test('our own QuakeML and text, read by the client, are the same earthquakes', async (t) => {
  const { get } = await world(t, undefined);
  const feed = fdsnFeed('gfz');
  const [xml, text] = await Promise.all(
    ['xml', 'text'].map(async (format) =>
      parseText(feed, await (await get(`/fdsnws/event/1/query?format=${format}&includeallmagnitudes=true`)).text()),
    ),
  );
  assert.ok(xml!.reports.length >= 2);
  assert.deepEqual([xml!.rejects, text!.rejects], [[], []]);
  const origins = ({ reports }: typeof xml & object): unknown[] =>
    reports.map(({ key, time, latitude, longitude, depthKm, magnitudes: [first], place }) => ({
      ...{ key: key!.split('/').at(-1), time: Math.floor(time / 1000), latitude, longitude, depthKm, first, place },
    }));
  assert.deepEqual(origins(xml!), origins(text!));
});

/** Without the words for shapes of answers, one of which is called after an agency. */
const withoutShape = (text: string): string =>
  text.replaceAll(/as the USGS or EMSC|with the fields of EMSC|AFAD, EMSC, USGS/g, '');

test('while they are off nothing is requested of them, and nothing names them', async (t) => {
  const { get, json, dist, requests } = await world(t, undefined);
  assert.deepEqual(requests, []);
  assert.deepEqual((await json('/api.php?sources=emsc'))['ignored_sources'], ['emsc']);
  assert.deepEqual((await json('/api.php?sources=afad,emsc'))['ignored_sources'], ['emsc']);
  for (const path of ['/status', '/openapi.json', '/stats.php', '/fdsnws/event/1/catalogs', '/rss.php'])
    assert.doesNotMatch(withoutShape(await (await get(path)).text()), /EMSC|emsc|gfz|ingv|"noa|"isc/, path);
  for (const page of ['index.html', 'istatistik/index.html', 'docs/index.html', 'manifest.json'])
    assert.doesNotMatch(withoutShape(readFileSync(join(dist, page), 'utf8')), /EMSC|emsc|GFZ|INGV/, page);
});

test('there is room for sixteen agencies in the published files, which is checked when the program starts', () => {
  checkAgencyCount(16);
  assert.throws(() => checkAgencyCount(17), /has 17 agencies; the published files have room for 16/);
});

test('a saved FDSN text is read as the document of the agency that is named', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'emsc.txt'), TEXT);
  const db = openCatalog(':memory:');
  const agencies: Agency[] = [...AGENCIES, 'emsc'];
  const options = { db, now: () => NOW, region: REGION, agencies, placeName: () => null };
  const files = [join(folder, 'emsc.txt')];
  const unnamed = await ingestFiles(options, files);
  assert.match(unnamed.failed[0]!.reason, /^not recognised: text of an unknown kind/);
  const named = await ingestFiles(options, files, { agency: 'emsc' });
  assert.deepEqual([named.documents[0]!.feed, named.documents[0]!.fresh], ['emsc-fdsn', 2]);
  assert.ok(!('parsed' in named.documents[0]!), 'the reports of a run are not kept');
  db.close();
});
