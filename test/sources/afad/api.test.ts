import assert from 'node:assert/strict';
import test from 'node:test';
import { formatInstant, formatSecond } from '#core/time.ts';
import { afadApi, isAfadUnifiedId } from '../../../generator/sources/afad/api.ts';
import { afadSite } from '../../../generator/sources/afad/site-export.ts';
import {
  assertAccounted,
  bytesOf,
  headOf,
  parseText,
  realDocument,
  refusal,
  withoutFolder,
} from '../../support/feed-data.ts';

/** Synthetic: an item in the API's form, all values strings. */
const item = (fields: object = {}): object => ({
  rms: '0.5',
  eventID: '700001',
  location: 'Ege Denizi - [07.44 km] Aliağa (İzmir)',
  latitude: '38.82966',
  longitude: '26.88347',
  depth: '9.18',
  type: 'MW',
  magnitude: '4.2',
  country: 'Türkiye',
  neighborhood: null,
  date: '2024-01-06T11:53:31',
  isEventUpdate: false,
  ...fields,
});

const parseItems = (...items: unknown[]) => parseText(afadApi, JSON.stringify(items));

const HEADER = 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID';

test('an item of the API becomes a report in UTC', () => {
  const parsed = parseItems(item());
  assertAccounted(parsed);
  const [report] = parsed.reports;
  assert.equal(report!.key, '700001');
  assert.equal(formatInstant(report!.time), '2024-01-06T11:53:31Z');
  assert.deepEqual([report!.latitude, report!.longitude, report!.depthKm], [38.82966, 26.88347, 9.18]);
  assert.deepEqual(report!.magnitudes, [{ type: 'Mw', value: 4.2 }]);
  assert.equal(report!.place, 'Ege Denizi - [07.44 km] Aliağa (İzmir)');
  assert.deepEqual(
    [report!.precision, report!.quality, report!.eventType, report!.withdrawn],
    ['second', null, 'earthquake', false],
  );
});

test('numbers, fractions of a second, missing values and updates are read as they are', () => {
  const parsed = parseItems(
    item({ eventID: 1_000_001, latitude: 38, longitude: 27.5, depth: 7, magnitude: 4, isEventUpdate: true }),
    item({ eventID: '1000002', date: '2024-01-06T11:53:31.44', depth: null, magnitude: '', type: null, location: '-' }),
    item({ eventID: '1000003', date: '2024-01-06 11:53:31Z', depth: '-0.5', magnitude: '4.1e0', type: 'Ml' }),
  );
  assert.equal(parsed.rejects.length, 0);
  const [numeric, sparse, odd] = parsed.reports;
  assert.deepEqual([numeric!.key, numeric!.latitude, numeric!.quality], ['1000001', 38, 'reviewed']);
  assert.equal(formatInstant(sparse!.time), '2024-01-06T11:53:31.440Z');
  assert.deepEqual([sparse!.depthKm, sparse!.magnitudes, sparse!.place], [null, [], null]);
  assert.deepEqual([odd!.depthKm, odd!.magnitudes], [-0.5, [{ type: 'ML', value: 4.1 }]]);
});

const BAD_ITEMS: [string, unknown, RegExp][] = [
  ['NaN as text', item({ latitude: 'NaN' }), /latitude "NaN" is not a number/],
  ['infinity', item({ longitude: 'Infinity' }), /longitude "Infinity" is not a number/],
  ['a number beyond all', item({ depth: '1e999' }), /depth "1e999" is not a number/],
  ['a decimal comma', item({ latitude: '38,5' }), /latitude "38,5" is not a number/],
  ['hexadecimal', item({ magnitude: '0x10' }), /magnitude "0x10" is not a number/],
  ['an object', item({ magnitude: {} }), /magnitude "\{\}" is not a number/],
  ['no latitude', item({ latitude: null }), /latitude is missing/],
  ['no date', item({ date: null }), /date is missing/],
  ['a date that does not exist', item({ date: '2023-02-30T00:00:00' }), /2023-02-30/],
  ['hour 25', item({ date: '2023-02-03T25:00:00' }), /is not a UTC date/],
  ['a zone', item({ date: '2023-02-03T01:00:00+03:00' }), /is not a UTC date/],
  ['a date of the website', item({ date: '03/02/2023 01:00:00' }), /is not a UTC date/],
  ['no identifier', item({ eventID: undefined }), /event id is missing/],
  ['an identifier of letters', item({ eventID: 'abc' }), /is not a whole number/],
  ['an identifier with markup', item({ eventID: '<b>' }), /is not an identifier/],
  ['null', null, /item is not an object/],
  ['a number', 7, /item is not an object/],
];

for (const [name, bad, reason] of BAD_ITEMS) {
  test(`an item with ${name} is one reject and the rest is read`, () => {
    const parsed = parseItems(item({ eventID: '1' }), bad, item({ eventID: '2' }));
    assertAccounted(parsed);
    assert.deepEqual(
      parsed.reports.map((report) => report.key),
      ['1', '2'],
    );
    assert.equal(parsed.rejects[0]!.line, 2);
    assert.match(parsed.rejects[0]!.reason, reason);
  });
}

test('control, bidirectional and broken characters do not reach the place', () => {
  const [report] = parseItems(item({ location: 'Gö\u0000lb\u202Eaşı\u200F\r\n(Ad\uD800ıyaman)' })).reports;
  assert.equal(report!.place, 'Gölbaşı (Adıyaman)');
});

test('a repeated item is counted once, and one identifier with two contents is kept and noted', () => {
  const parsed = parseItems(item(), item(), item({ magnitude: '4.3' }));
  assertAccounted(parsed);
  assert.deepEqual([parsed.reports.length, parsed.repeated], [2, 1]);
  assert.match(parsed.warnings.join(), /700001 \(lines 1, 3\)/);
});

for (const empty of ['', '  \r\n', '[]', 'null']) {
  test(`${JSON.stringify(empty)} is no event, not an error`, () => {
    const parsed = parseText(afadApi, empty);
    assert.deepEqual([parsed.rows, parsed.reports], [0, []]);
    assert.equal(parsed.warnings.length, empty.trim() === '' ? 1 : 0);
  });
}

const BAD_DOCUMENTS: [string, string | Uint8Array, RegExp][] = [
  [
    'an error page',
    '<!DOCTYPE html><html><head><title>503 Bakım</title></head></html>',
    /web page instead of data: "503 Bakım"/,
  ],
  ['a page without a title', '<html><body>Service Unavailable</body></html>', /Service Unavailable/],
  ['truncated JSON', JSON.stringify([item()]).slice(0, -20), /broken or truncated JSON/],
  ['an error in JSON', '{"status":500,"message":"start required"}', /not a list of AFAD events: .*start required/],
  ['a CSV without a column', HEADER.replace(',Magnitude', '') + '\n', /column magnitude missing/],
  ['another text', 'hello\nworld', /column date, longitude/],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x5b, 0, 0x5d, 0]), /UTF-16/],
];

for (const [name, document, message] of BAD_DOCUMENTS) {
  test(`${name} is refused as a whole`, () => assert.match(refusal(afadApi, document), message));
}

test('the CSV has longitude before latitude, and one broken row is one reject', () => {
  const text = [
    HEADER,
    '"2023-02-06T01:17:32",37.043,37.288,8.6,1.92,"MW",7.7,"Pazarcık (Kahramanmaraş)",543428',
    '"2023-02-06T01:18:00,37.1,37.2,7,1,"ML",4,"no end of the quote,543429',
    '"2023-02-06T01:19:00",37.1,37.2,7,1,"ML",4',
    '"2023-02-06T01:20:00",37.1,inf,7,1,"ML",4,"Yer",543430',
    '"06/02/2023 01:21:00",37.1,37.2,7,1,"ML",4,"Yer",543431',
    '',
    '"2023-02-06T01:22:00",37.1,37.2,7,1,"ML",4,"A, ""B""",543432',
  ].join('\r\n');
  const parsed = parseText(afadApi, text);
  assertAccounted(parsed);
  assert.deepEqual(
    parsed.reports.map(({ key, latitude }) => [key, latitude]),
    [
      ['543428', 37.288],
      ['543432', 37.2],
    ],
  );
  // Read as one cell; quotation marks are in no name of a place.
  assert.equal(parsed.reports[1]!.place, null);
  assert.deepEqual(
    parsed.rejects.map((reject) => reject.line),
    [3, 4, 5, 6],
  );
  assert.match(parsed.rejects[1]!.reason, /7 columns where the header has 9/);
});

test('a text in windows-1254 is read as such, and one broken byte is noted', () => {
  const row = (place: number[]) => [
    ...bytesOf(`${HEADER}\n2023-02-06T01:17:32,37,38,7,1,ML,4,`),
    ...place,
    ...bytesOf(',5'),
  ];
  const turkish = afadApi.parse(Uint8Array.from(row([0xde, 0x69, 0xfe, 0x6c, 0x69])), { knownTime: () => undefined });
  assert.equal(turkish.reports[0]!.place, 'Şişli');
  assert.match(turkish.warnings.join(), /windows-1254/);
  const broken = afadApi.parse(Uint8Array.from(row([...bytesOf('Şiş'), 0xfe, 0x6c, 0x69])), {
    knownTime: () => undefined,
  });
  assert.equal(broken.reports[0]!.place, 'Şiş\ufffdli');
  assert.match(broken.warnings.join(), /1 broken UTF-8/);
});

test("the website's JSON tells blasts and collapses apart", () => {
  const event = (refId: string, fields: object) => ({
    refId,
    id: 9,
    eventDate: '2026-07-01T10:00:00',
    latitude: 39,
    longitude: 30,
    depth: 5,
    magnitude: 2.1,
    magnitudeType: 'ML',
    location: 'Yer',
    ...fields,
  });
  const eventList = [
    event('1', { eventTypeId: 3 }),
    event('2', { eventTypeId: 4 }),
    event('3', { eventTypeId: 1 }),
    event('4', { eventType: 'Patlama' }),
  ];
  const text = JSON.stringify({ totalCount: 4, eventList });
  const parsed = parseText(afadApi, text);
  assert.deepEqual(
    parsed.reports.map((report) => report.eventType),
    ['quarry blast', 'collapse', 'earthquake', 'quarry blast'],
  );
  assert.ok(afadApi.recognise(text));
});

test('documents are recognised by content', () => {
  const csv = `${HEADER}\n"2023-02-06T01:17:32",37,38,7,1,"ML",4,"Yer",5`;
  const site = `\u00ef\u00bb\u00bf${HEADER}\n"06/02/2023 01:17:32",37,38,7,1,"ML",4,"Yer",5`;
  for (const head of [csv, JSON.stringify([item()]), '[]', `[\n  ${JSON.stringify(item())}`]) {
    assert.ok(afadApi.recognise(head), head);
    assert.ok(!afadSite.recognise(head), head);
  }
  assert.ok(afadSite.recognise(site) && !afadApi.recognise(site));
  for (const head of ['', '<html>', '{"type":"FeatureCollection"}', '[{"id":1,"name":"x"}]'])
    assert.ok(!afadApi.recognise(head), head);
});

test('identifiers of the unified catalogue are distinguished', () => {
  assert.deepEqual(['14172', '24999', '25000', '141933', 'x'].map(isAfadUnifiedId), [true, true, false, false, false]);
});

test('every row of the real API documents is accounted for', { skip: withoutFolder('afad') }, () => {
  const csv = afadApi.parse(realDocument('afad/afad_api_csv_M4_1990_2023-02-19_UTC.csv.gz'), {
    knownTime: () => undefined,
  });
  assertAccounted(csv);
  assert.deepEqual([csv.rows, csv.reports.length], [3382, 3382]);
  const pazarcik = csv.reports.find((report) => report.key === '543428');
  assert.equal(formatSecond(pazarcik!.time), '2023-02-06 01:17:32');
  assert.deepEqual(
    new Set(csv.reports.map((report) => report.magnitudes[0]!.type)),
    new Set(['Mw', 'ML', 'MD', 'Mwp']),
  );
  const bytes = realDocument('afad/afad_apiv2_json_samples_transcribed.json');
  assert.ok(afadApi.recognise(headOf(bytes)));
  const json = afadApi.parse(bytes, { knownTime: () => undefined });
  assert.deepEqual([json.rows, json.reports.length], [6, 6]);
  assert.deepEqual(
    json.reports.map((report) => report.quality),
    ['reviewed', null, null, null, null, null],
  );
});
