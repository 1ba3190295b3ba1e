import assert from 'node:assert/strict';
import test from 'node:test';
import { formatInstant } from '#core/time.ts';
import { usgsFdsn } from '../../../generator/sources/usgs/list.ts';
import {
  assertAccounted,
  filesIn,
  headOf,
  knowsNothing,
  parseText,
  realDocument,
  refusal,
  withoutFolder,
} from '../../support/feed-data.ts';

/** Synthetic: a feature in the form of the service. */
const feature = (properties: object = {}, rest: object = {}): object => ({
  type: 'Feature',
  properties: {
    mag: 4.5,
    place: '7 km SW of Elbistan, Turkey',
    time: 1690109318974,
    updated: 1690111281040,
    url: 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000aaaa',
    status: 'reviewed',
    ids: ',us7000aaaa,usauto1,',
    magType: 'mww',
    type: 'earthquake',
    ...properties,
  },
  geometry: { type: 'Point', coordinates: [37.1457, 38.157, 10] },
  id: 'us7000aaaa',
  ...rest,
});

const collection = (...features: unknown[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    metadata: { generated: 1690200000000, status: 200, count: features.length },
    features,
  });

const parseFeatures = (...features: unknown[]) => parseText(usgsFdsn, collection(...features));

const CSV_HEADER =
  'time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource';

test('a feature becomes a report with all its identifiers', () => {
  const parsed = parseFeatures(feature());
  assertAccounted(parsed);
  assert.equal(parsed.asOf, 1690200000000);
  const [report] = parsed.reports;
  assert.deepEqual([report!.key, report!.aliases], ['us7000aaaa', ['usauto1']]);
  assert.deepEqual([report!.latitude, report!.longitude, report!.depthKm], [38.157, 37.1457, 10]);
  assert.deepEqual(report!.magnitudes, [{ type: 'Mww', value: 4.5 }]);
  assert.deepEqual([report!.quality, report!.withdrawn, report!.eventType], ['reviewed', false, 'earthquake']);
  assert.equal(formatInstant(report!.time), '2023-07-23T10:48:38.974Z');
  assert.equal(report!.updatedAt, 1690111281040);
  assert.equal(report!.url, 'https://earthquake.usgs.gov/earthquakes/eventpage/us7000aaaa');
});

test('values that the service omits stay unknown', () => {
  const [report] = parseFeatures(
    feature(
      {
        mag: null,
        magType: null,
        place: null,
        updated: null,
        status: 'automatic',
        ids: null,
        url: 'javascript:alert(1)',
        time: -1e12,
      },
      { geometry: { type: 'Point', coordinates: [37, 38, null] } },
    ),
  ).reports;
  assert.deepEqual([report!.magnitudes, report!.place, report!.updatedAt, report!.depthKm], [[], null, null, null]);
  assert.deepEqual([report!.quality, report!.aliases, report!.url, report!.time], ['automatic', [], null, -1e12]);
});

test('a deleted event is a withdrawn report', () => {
  const [report] = parseFeatures(feature({ status: 'deleted' })).reports;
  assert.deepEqual([report!.withdrawn, report!.quality], [true, null]);
});

for (const [word, type] of [
  ['quarry blast', 'quarry blast'],
  ['quarry', 'quarry blast'],
  ['explosion', 'explosion'],
  ['mine_collapse', 'mine collapse'],
  ['Rock Slide', 'rockslide'],
  [null, 'earthquake'],
  ['dragon', 'other event'],
] as const) {
  test(`the event type ${word} is ${type}`, () =>
    assert.equal(parseFeatures(feature({ type: word })).reports[0]!.eventType, type));
}

const BAD_FEATURES: [string, unknown, RegExp][] = [
  ['no geometry', feature({}, { geometry: null }), /no coordinates/],
  ['empty coordinates', feature({}, { geometry: { coordinates: [] } }), /latitude is missing|longitude is missing/],
  [
    'a latitude of text',
    feature({}, { geometry: { coordinates: [37, 'north', 1] } }),
    /latitude "north" is not a number/,
  ],
  ['no time', feature({ time: null }), /time is missing/],
  ['a time beyond all', feature({ time: 1e300 }), /not a time in milliseconds/],
  ['a magnitude of text', feature({ mag: 'NaN' }), /magnitude "NaN" is not a number/],
  ['no identifier', feature({}, { id: undefined }), /id is missing/],
  ['an identifier with a path', feature({}, { id: '../../etc' }), /not an identifier/],
  [
    'properties that are none',
    { type: 'Feature', id: 'x', properties: 3, geometry: { coordinates: [1, 2, 3] } },
    /time is missing/,
  ],
  ['null', null, /not an object/],
];

for (const [name, bad, reason] of BAD_FEATURES) {
  test(`a feature with ${name} is one reject and the rest is read`, () => {
    const parsed = parseFeatures(feature(), bad, feature({}, { id: 'us7000bbbb' }));
    assertAccounted(parsed);
    assert.equal(parsed.reports.length, 2);
    assert.equal(parsed.rejects[0]!.line, 2);
    assert.match(parsed.rejects[0]!.reason, reason);
  });
}

test('control characters are removed, replacement characters kept', () => {
  const [report] = parseFeatures(feature({ place: 'near\u0007 Do?ubayaz?t,\u202E Turkey' })).reports;
  assert.equal(report!.place, 'near Do?ubayaz?t, Turkey');
});

const BAD_DOCUMENTS: [string, string, RegExp][] = [
  ['0 bytes', '', /document is empty/],
  ['an error page', '<!DOCTYPE HTML><title>429 Too Many Requests</title>', /web page .*429 Too Many Requests/],
  ['truncated JSON', collection(feature()).slice(0, -30), /broken or truncated JSON/],
  [
    'a JSON error',
    '{"type":"FeatureCollection","metadata":{"status":400,"title":"Search Error","error":"Bad starttime"},"features":[]}',
    /status 400: Bad starttime/,
  ],
  [
    'a plain error',
    'Error 400: Bad Request\n\n21000 matching events exceeds search limit of 20000',
    /USGS answered: Error 400/,
  ],
  ['another JSON', '{"type":"Topology"}', /not a GeoJSON document of events/],
  ['an array', '[1,2]', /not a GeoJSON document of events/],
  ['a CSV without columns', 'time,latitude,longitude\n', /column depth, mag/],
];

for (const [name, text, message] of BAD_DOCUMENTS) {
  test(`${name} is refused as a whole`, () => assert.match(refusal(usgsFdsn, text), message));
}

test('an empty collection is no event', () => assert.equal(parseFeatures().rows, 0));

test('the CSV is read by column names', () => {
  const row = (id: string, fields: { time?: string; mag?: string; status?: string } = {}) =>
    `${fields.time ?? '2023-07-23T10:48:38.974Z'},38.157,37.1457,10,${fields.mag ?? '4'},mb,36,59,0.625,0.57,us,${id},2023-07-23T11:21:35.040Z,"7 km ""SW"" of Elbistan, Turkey",quarry blast,2.35,1.95,0.164,10,${fields.status ?? 'automatic'},us,us`;
  const text = [
    CSV_HEADER,
    row('us1'),
    row('us1'),
    row('us2', { time: '2023-02-30T00:00:00.000Z' }),
    row('us3', { mag: '' }),
    row('us4', { mag: '-inf' }),
    'us5,1',
  ].join('\n');
  const parsed = parseText(usgsFdsn, text);
  assertAccounted(parsed);
  assert.deepEqual([parsed.rows, parsed.repeated], [6, 1]);
  const [first, second] = parsed.reports;
  // Read as one cell; quotation marks are in no name of a place.
  assert.equal(first!.place, null);
  assert.deepEqual(
    [first!.eventType, first!.quality, first!.magnitudes],
    ['quarry blast', 'automatic', [{ type: 'mb', value: 4 }]],
  );
  assert.deepEqual([second!.key, second!.magnitudes], ['us3', []]);
  assert.deepEqual(
    parsed.rejects.map((reject) => reject.line),
    [4, 6, 7],
  );
});

test('only documents of the service are recognised', () => {
  for (const head of [collection(feature()), collection(), JSON.stringify(feature({ products: {} })), CSV_HEADER])
    assert.ok(usgsFdsn.recognise(head));
  const boundaries = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Ankara"}}]}';
  const emsc = '{"type":"FeatureCollection","metadata":{"count":1},"features":[{"properties":{"unid":"1","mag":3}}]}';
  for (const head of ['', '[]', boundaries, emsc, 'Date,Longitude,Latitude,Depth'])
    assert.ok(!usgsFdsn.recognise(head), head);
});

test('every row of the real lists is accounted for', { skip: withoutFolder('usgs') }, () => {
  const expected = { 'usgs_query_csv_turkey_2023-02_07.csv.gz': 301, 'usgs_query_csv_world_2023-03.csv.gz': 289 };
  for (const [name, rows] of Object.entries(expected)) {
    const bytes = realDocument(`usgs/${name}`);
    assert.ok(usgsFdsn.recognise(headOf(bytes)), name);
    const parsed = usgsFdsn.parse(bytes, knowsNothing);
    assert.deepEqual([parsed.rows, parsed.reports.length], [rows, rows], name);
  }
  for (const name of filesIn('usgs/detail')) {
    const bytes = realDocument(`usgs/detail/${name}`);
    assert.ok(usgsFdsn.recognise(headOf(bytes)), name);
    const parsed = usgsFdsn.parse(bytes, knowsNothing);
    assertAccounted(parsed);
    assert.equal(parsed.rejects.length, 0, name);
  }
});
