/** From an agency's report to the response: gazetteer names beside the agency's, and blasts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import fastGlob from 'fast-glob';
import { AGENCIES } from '#core/earthquake.ts';
import { HOUR } from '#core/time.ts';
import type { PlaceName } from '../../generator/catalog/publication/location.ts';
import { ingestDocument } from '../../generator/ingest.ts';
import { ingestShipped, shippedPlaceName } from '../../generator/shipped.ts';
import { REGION } from '#core/region.ts';
import { AS_OF, buildInto } from '../support/build.ts';
import { NOON, onlyRecord, records, report, testCatalog, type TestCatalog } from '../support/catalog.ts';
import { testGateway, type ListBody } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary.ts';

const placeName = shippedPlaceName();

/** Synthetic: off Bodrum in Kandilli's capitals, and in Soma. */
const KANDILLI = [
  report({ key: null, latitude: 36.9, longitude: 27.6, place: 'GOKOVA KORFEZI (EGE DENIZI)' }),
  report({ key: null, time: NOON + HOUR, latitude: 39.18, longitude: 27.6, place: 'SOMA (MANISA)' }),
];

function gatewayOver(t: TestContext, { db }: TestCatalog) {
  const dist = temporaryFolder(t);
  buildInto(dist, db);
  const paths = fastGlob.sync('**', { cwd: dist, dot: true });
  return testGateway(new Map(paths.map((path) => [path, readFileSync(join(dist, path))])), { now: () => AS_OF });
}

function catalogWith(name: PlaceName): TestCatalog {
  const catalog = testCatalog();
  catalog.placeName = name;
  catalog.run({ feed: 'kandilli-zeqdb', reports: KANDILLI });
  return catalog;
}

test("a gazetteer name is published beside the agency's, and a search finds either", async (t) => {
  const { get } = gatewayOver(t, catalogWith(placeName));
  const search = async (query: string): Promise<ListBody['earthquakes']> =>
    ((await (await get(`/api.php?${query}`)).json()) as ListBody).earthquakes;
  const [match, ...others] = await search('q=gokova%20korfezi');
  assert.equal(others.length, 0);
  assert.match(String(match!['location']), /^Ege Denizi, Bodrum \(Muğla\) \d+ km [KGDB]+$/);
  assert.match(String(match!['location_en']), /^Aegean Sea, \d+ km [NESW]+ of Bodrum \(Muğla\)$/);
  assert.equal(match!['agency_location'], 'GOKOVA KORFEZI (EGE DENIZI)');
  assert.deepEqual(await search('q=BODRUM'), [match]);
  assert.deepEqual(await search('q=gokova%20(bodrum)'), [match], 'words of either');
  assert.deepEqual(await search('q=gokova%20milas'), [], 'every word');
  const detail = (await (await get(`/deprem_api.php?id=${match!.id}`)).json()) as {
    earthquake: { slug: string; location_en: string; agency_location: string; sources: { location: string }[] };
  };
  assert.match(detail.earthquake.slug, /^ege-denizi-bodrum-mugla-m/);
  assert.equal(detail.earthquake.location_en, match!['location_en']);
  assert.equal(detail.earthquake.agency_location, 'GOKOVA KORFEZI (EGE DENIZI)');
  assert.equal(detail.earthquake.sources[0]!.location, 'GOKOVA KORFEZI (EGE DENIZI)');
});

test("an agency's own name is published alone, and is the English one too", async (t) => {
  const catalog = testCatalog();
  catalog.placeName = placeName;
  catalog.run({ feed: 'afad-api', reports: [report({ key: '1', place: 'Türkoğlu (Kahramanmaraş)' })] });
  assert.equal(onlyRecord(catalog.db).location, 'Türkoğlu (Kahramanmaraş)');
  const { get } = gatewayOver(t, catalog);
  const [item] = ((await (await get('/api.php')).json()) as ListBody).earthquakes;
  assert.ok(item && !('location_en' in item) && !('agency_location' in item), JSON.stringify(item));
  const { earthquake } = (await (await get('/deprem_api.php?id=1')).json()) as { earthquake: { location_en: string } };
  assert.equal(earthquake.location_en, 'Türkoğlu (Kahramanmaraş)');
});

/** Of the shipped table alone: what one searches for, and the earthquake that is found. */
const SEARCHES: [query: string, found: string][] = [
  ['q=izmir&date_from=2020-10-30&date_to=2020-10-30', '2020 Sisam–İzmir depremi'],
  ['q=tosya&date_from=1943-01-01&date_to=1943-12-31', '1943 Tosya–Ladik depremi'],
  ['q=kastamonu&date_from=1943-11-26&date_to=1943-11-26', '1943 Tosya–Ladik depremi'],
  ['q=gerede&date_from=1900-01-01', '1944 Bolu–Gerede depremi'],
  ['q=hatay&date_from=2023-02-06&max_magnitude=7.8&min_magnitude=7.6', '2023 Kahramanmaraş depremi'],
  ['q=istanbul&min_magnitude=7.5&date_from=1900-01-01', '1999 İzmit depremi'],
  ['q=izmit%201999', '1999 İzmit depremi'],
  ['q=1999%20%C4%B0zmit%20depremi', '1999 İzmit depremi'],
  ['q=Bolu%20Gerede%201944', '1944 Bolu–Gerede depremi'],
  ['q=van%20depremi%202011&min_magnitude=7', '2011 Erciş depremi'],
];

test('great earthquakes are found by their names and by the provinces that they may have reached', async (t) => {
  const catalog = testCatalog();
  catalog.placeName = placeName;
  ingestShipped({ db: catalog.db, now: () => catalog.now, region: REGION, agencies: AGENCIES, placeName });
  catalog.finish();
  const { get } = gatewayOver(t, catalog);
  for (const [query, found] of SEARCHES) {
    const { earthquakes } = (await (await get(`/api.php?${query}`)).json()) as ListBody;
    assert.deepEqual(
      earthquakes.map((one) => one['event_name']),
      [found],
      query,
    );
  }
  const quakeml = await (await get('/fdsnws/event/1/query?starttime=1943-11-26&endtime=1943-11-27')).text();
  assert.match(quakeml, /<text>1943 Tosya–Ladik earthquake<\/text><type>earthquake name<\/type>/);
});

test('a blast is published as one, and can be filtered out', async (t) => {
  const catalog = testCatalog();
  const row = (id: number, type: string): object => ({
    refId: String(id),
    location: 'Soma (Manisa)',
    latitude: '39.18',
    longitude: '27.6',
    depth: '0',
    magnitudeType: 'ML',
    magnitude: '2.1',
    eventDate: `2024-03-10T0${id}:00:00`,
    eventType: type,
  });
  const eventList = [row(1, 'Quarry'), row(2, 'Deprem'), row(3, 'Patlama')];
  const bytes = Buffer.from(JSON.stringify({ eventList }));
  const options = { db: catalog.db, now: () => catalog.now, region: REGION, agencies: AGENCIES, placeName };
  const { rejects } = ingestDocument(options, { name: 'afad', bytes, coverage: null, fetchedAt: null });
  assert.deepEqual(rejects, []);
  catalog.finish();
  const { get } = gatewayOver(t, catalog);
  const hours = async (query: string): Promise<string[]> => {
    const body = (await (await get(`/api.php?${query}`)).json()) as ListBody;
    return body.earthquakes.map((one) => `${String(one['occurred_at']).slice(11, 13)} ${one['event_type'] ?? ''}`);
  };
  assert.deepEqual(await hours(''), ['03 quarry blast', '02 ', '01 quarry blast']);
  assert.deepEqual(await hours('event_type=earthquake'), ['02 ']);
  assert.deepEqual(await hours('event_type=quarry%20blast'), ['03 quarry blast', '01 quarry blast']);
});

test('a catalogue of an older version gets its names at the next start, once, and keeps agency names', () => {
  const catalog = catalogWith(() => null);
  catalog.run({
    feed: 'afad-api',
    reports: [report({ key: '1', time: NOON + 5 * HOUR, place: 'Türkoğlu (Kahramanmaraş)' })],
  });
  const before = records(catalog.db);
  assert.deepEqual(
    before.map(({ location }) => location),
    ['GOKOVA KORFEZI (EGE DENIZI)', 'SOMA (MANISA)', 'Türkoğlu (Kahramanmaraş)'],
  );
  catalog.placeName = placeName;
  catalog.now += HOUR;
  const start = () => {
    const { db, now, agencies } = catalog;
    ingestShipped({
      db,
      now: () => now,
      region: REGION,
      agencies: agencies.filter((one) => one !== 'historical'),
      placeName,
    });
    return catalog.finish();
  };
  assert.deepEqual(start(), { created: 0, revised: 3, merged: 0, withdrawn: 0 });
  const after = records(catalog.db);
  assert.match(after[0]!.location, /^Ege Denizi, Bodrum \(Muğla\) /);
  assert.equal(after[1]!.location, 'Soma (Manisa)');
  assert.equal(after[2]!.location, 'Türkoğlu (Kahramanmaraş)');
  assert.deepEqual(after[2]!.revisions.at(-1)!.changed, ['province', 'district']);
  assert.deepEqual(
    after.map(({ id, eventId }) => [id, eventId]),
    before.map(({ id, eventId }) => [id, eventId]),
  );
  assert.deepEqual(after[0]!.revisions.at(-1)!.changed, ['location', 'location_en', 'province']);
  assert.deepEqual(start(), { created: 0, revised: 0, merged: 0, withdrawn: 0 });
});
