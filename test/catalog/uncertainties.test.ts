/** Uncertainties from the agencies' documents to every format. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { Solution } from '#core/earthquake.ts';
import { EVENT_CSV_HEAD, eventCsvRow } from '#core/fdsn/csv.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { feature } from '#core/fdsn/geojson.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { quakemlEvent } from '#core/fdsn/quakeml.ts';
import { isUncertainty, type Uncertainties, UNCERTAINTY_NAMES } from '#core/record/uncertainties.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { afadApi } from '../../generator/sources/afad/api.ts';
import type { Feed } from '../../generator/sources/feed.ts';
import { usgsFdsn } from '../../generator/sources/usgs/list.ts';
import { documentOf, NOON, onlyRecord, testCatalog } from '../support/catalog.ts';
import { draft, mag, member } from '../support/composition.ts';
import { earthquake } from '../support/earthquake.ts';
import { parseText } from '../support/feed-data.ts';
import { sharedData, withoutSharedData } from '../support/shared-data.ts';

const statedIn = (feed: Feed, text: string): (Uncertainties | undefined)[] =>
  parseText(feed, text).reports.map(({ uncertainties }) => uncertainties);

const CSV_HEAD =
  'time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource';
const csv = (quality: string, errors: string): string =>
  `${CSV_HEAD}\n2023-07-23T10:48:38.974Z,38.157,37.1457,10,4,mb,${quality},us,us7000aaaa,2023-07-23T11:21:35.040Z,"7 km SW of Elbistan, Turkey",earthquake,${errors},reviewed,us,us\n`;

const ALL: Uncertainties = {
  ...{ horizontal_error_km: 2.35, depth_error_km: 1.95, magnitude_error: 0.164, rms: 0.57 },
  ...{ azimuthal_gap: 59, nearest_station: 0.625, stations: 36, magnitude_stations: 10 },
};

test('the CSV of the USGS gives all of them, its GeoJSON those of the hypocentre', () => {
  assert.deepEqual(statedIn(usgsFdsn, csv('36,59,0.625,0.57', '2.35,1.95,0.164,10')), [ALL]);
  const properties = { mag: 4.5, time: 1690109318974, magType: 'mb', nst: 36, dmin: 0, rms: 0.57, gap: 59.5 };
  const geometry = { type: 'Point', coordinates: [37.1457, 38.157, 10] };
  const one = { type: 'Feature', properties, geometry, id: 'us7000aaaa' };
  const document = { type: 'FeatureCollection', metadata: { status: 200, count: 1 }, features: [one] };
  assert.deepEqual(statedIn(usgsFdsn, JSON.stringify(document)), [
    { rms: 0.57, azimuthal_gap: 59.5, nearest_station: 0, stations: 36 },
  ]);
});

test('a bad value costs itself, not its row', () => {
  for (const bad of ['-1', 'NaN', 'x', '1e9', '0', 'Infinity'])
    for (const [quality, errors] of [
      [`${bad},${bad},-5,${bad}`, '2.35,1.95,0.164,10'],
      ['36,59,0.625,0.57', `${bad},${bad},${bad},${bad}`],
    ] as const) {
      const [stated] = statedIn(usgsFdsn, csv(quality, errors));
      assert.equal(Object.keys(stated!).length, 4, `${bad}: ${JSON.stringify(stated)}`);
    }
  assert.deepEqual(statedIn(usgsFdsn, csv(',,,', ',,,')), [undefined]);
  assert.equal(isUncertainty('stations', 3.5), false, 'a count is whole');
});

test('AFAD gives the residual, its website more', () => {
  const item = { eventID: '700001', latitude: '38.8', longitude: '26.9', depth: '9', type: 'ML', magnitude: '4.2' };
  const api = (rms: unknown): string => JSON.stringify([{ ...item, date: '2024-01-06T11:53:31', rms }]);
  assert.deepEqual(statedIn(afadApi, api('0.56')), [{ rms: 0.56 }]);
  for (const rms of ['0', '0.0', null, '', '-0.2', 'abc', '99', {}])
    assert.deepEqual(statedIn(afadApi, api(rms)), [undefined]);
  const site = { ...item, refId: 700001, magnitudeType: 'ML', eventDate: '2024-01-06T11:53:31' };
  const errors = { rms: 0.3, erh: 1.2, erz: 2.1, gap: 88 };
  assert.deepEqual(statedIn(afadApi, JSON.stringify({ totalCount: 1, eventList: [{ ...site, ...errors }] })), [
    { horizontal_error_km: 1.2, depth_error_km: 2.1, rms: 0.3, azimuthal_gap: 88 },
  ]);
  const head = 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID';
  assert.deepEqual(statedIn(afadApi, `${head}\n"2023-02-19T12:04:32",38.2,38.3,7,0.4,"MW",4.7,"X",550239\n`), [
    { rms: 0.4 },
  ]);
});

test("the agencies' real files have them in nearly every row", { skip: withoutSharedData }, () => {
  const read = (name: string): string => gunzipSync(readFileSync(join(sharedData, name))).toString('utf8');
  const usgs = statedIn(usgsFdsn, read('usgs/usgs_query_csv_turkey_2023-02_07.csv.gz'));
  assert.ok(usgs.every((one) => Object.keys(one!).length === UNCERTAINTY_NAMES.length));
  const afad = statedIn(afadApi, read('afad/afad_api_csv_M4_1990_2023-02-19_UTC.csv.gz'));
  assert.equal(afad.filter((one) => one === undefined).length, 568, 'a residual of 0 is none');
});

const usgs = (uncertainties: Uncertainties | undefined, asOf = NOON, magnitude = 4.2) =>
  documentOf('usgs-fdsn', 'us1', { magnitudes: [mag('mb', magnitude)], ...(uncertainties && { uncertainties }) }, asOf);

test('rows that come again fill them in, without a revision; the next change shows them', () => {
  const catalog = testCatalog();
  catalog.run(usgs(undefined));
  const before = onlyRecord(catalog.db);
  const { fresh } = catalog.store(usgs(ALL, NOON + 1000));
  assert.equal(fresh, 0, 'it is the same solution');
  assert.deepEqual(catalog.finish(), { ...catalog.finish(), created: 0, revised: 0 });
  assert.deepEqual(onlyRecord(catalog.db), before);
  // As after an upgrade that composes every record again.
  catalog.db.exec('INSERT INTO dirty_agency_events SELECT agency_event FROM agency_events');
  assert.equal(catalog.finish().revised, 0);
  catalog.run(documentOf('kandilli-live', null, { magnitudes: [mag('ML', 4.3)] }));
  const after = onlyRecord(catalog.db);
  assert.equal(after.eventId, before.eventId);
  assert.deepEqual(after.solutions.find(({ agency }) => agency === 'usgs')!.uncertainties, ALL);
  assert.deepEqual(after.revisions.at(-1)!.agencies, ['kandilli']);
});

test('what several documents state of one solution counts alike in any order', () => {
  const some: Uncertainties[] = [{ rms: 0.3, stations: 5 }, { rms: 0.5, horizontal_error_km: 2 }, { stations: 7 }];
  const stored = (order: readonly number[]): Uncertainties | undefined => {
    const catalog = testCatalog();
    catalog.run(...order.map((number) => usgs(some[number], NOON + number)));
    return onlyRecord(catalog.db).solutions[0]!.uncertainties;
  };
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ])
    assert.deepEqual(stored(order), { horizontal_error_km: 2, rms: 0.5, stations: 7 });
});

test('an error is not that of a depth or magnitude which another report gave', () => {
  const values = { key: '1', depthKm: null, magnitudes: [], uncertainties: ALL };
  const solution = draft(
    member('afad', values),
    member('afad-unified', { key: '2', depthKm: 8, magnitudes: [mag('ML', 4)] }),
  ).solutions[0]!;
  assert.equal(solution.depthKm, 8);
  const { depth_error_km: depth, magnitude_error: error, magnitude_stations: stations, ...rest } = ALL;
  assert.ok(depth && error && stations);
  assert.deepEqual(solution.uncertainties, rest);
});

/** The USGS's solution is shown with AFAD's depth where `depthKm` is another. */
const shown = (depthKm: number) => {
  const [first] = earthquake().solutions as [Solution];
  const own: Solution = { ...first, agency: 'usgs', eventId: 'us1', depthKm: 10, uncertainties: ALL };
  own.magnitudes = [mag('mb', 4), mag('ML', 4.1)];
  const one = earthquake({ source: 'usgs', depthKm, magnitude: 4, magnitudeType: 'mb', solutions: [own, first] });
  return eventOf(listItem(one), fullItem(one));
};

const OPTIONS = { ids: new ResourceIds('tr.example'), allOrigins: false, allMagnitudes: true };

test('FDSN formats have them where the USGS has its own', () => {
  const names = EVENT_CSV_HEAD.trim().split(',');
  const cellsOf = (depthKm: number): string[] => {
    const cells = eventCsvRow(shown(depthKm))
      .replace(/"[^"]*"/g, '')
      .trim()
      .split(',');
    const wanted = ['nst', 'gap', 'dmin', 'rms', 'horizontalError', 'depthError', 'magError', 'magNst'];
    return wanted.map((name) => cells[names.indexOf(name)]!);
  };
  assert.deepEqual(cellsOf(10), ['36', '59', '0.625', '0.57', '2.35', '1.95', '0.164', '10']);
  assert.equal(cellsOf(8.6)[5], '', "not of AFAD's depth");
  const { properties } = JSON.parse(feature(shown(10), { baseUrl: 'https://x.example' })) as {
    properties: Record<string, unknown>;
  };
  const { nst, dmin, rms, gap } = properties;
  assert.deepEqual({ nst, dmin, rms, gap }, { nst: 36, dmin: 0.625, rms: 0.57, gap: 59 });
});

test('QuakeML has them in metres and degrees', () => {
  const document = quakemlEvent(shown(10), OPTIONS);
  for (const part of [
    '<depth><value>10000</value><uncertainty>1950</uncertainty></depth>',
    '<originUncertainty><horizontalUncertainty>2350</horizontalUncertainty><preferredDescription>horizontal uncertainty</preferredDescription></originUncertainty>',
    '<quality><usedStationCount>36</usedStationCount><standardError>0.57</standardError><azimuthalGap>59</azimuthalGap><minimumDistance>0.625</minimumDistance></quality>',
    '<mag><value>4</value><uncertainty>0.164</uncertainty></mag><type>mb</type><stationCount>10</stationCount>',
    '<mag><value>4.1</value></mag><type>ML</type><originID>',
  ])
    assert.ok(document.includes(part), part);
  assert.ok(quakemlEvent(shown(8.6), OPTIONS).includes('<depth><value>8600</value></depth>'));
});
