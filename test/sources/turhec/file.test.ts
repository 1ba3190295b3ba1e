import assert from 'node:assert/strict';
import test from 'node:test';
import { formatInstant } from '#core/time.ts';
import { readColumnMap } from '../../../generator/sources/turhec/column-map.ts';
import { turhecFeed, turhecFile } from '../../../generator/sources/turhec/file.ts';
import {
  assertAccounted,
  bytesOf,
  headOf,
  knowsNothing,
  parseText,
  realDocument,
  refusal,
  withoutFolder,
} from '../../support/feed-data.ts';

const PARTS = 'Year,Month,Day,Hour,Minute,Second,Latitude,Longitude,Depth (km),md,ML,mb,Ms,Mw*';

test('the shipped map reads parts of a date, second 60.0 and absent values', () => {
  const text = [
    '# synthetic',
    PARTS,
    '1999,8,17,0,1,38.8,40.76,29.97,17.0,7.4,,6.3,7.8,7.6',
    '1999,8,17,0,59,60.0,40.76,29.97,NaN,-,-,-,-,4.0',
    '1903,5,0,,,,40,30,-,,,,,5.0',
    '1903,5,3,7,,,40,30,-,,,,,',
  ].join('\n');
  assert.ok(turhecFile.recognise(text));
  const parsed = parseText(turhecFile, text);
  assertAccounted(parsed);
  const [izmit, sixty, month, hour] = parsed.reports;
  assert.equal(formatInstant(izmit!.time), '1999-08-17T00:01:38.800Z');
  assert.deepEqual(
    izmit!.magnitudes.map(({ type, value }) => `${type} ${value}`),
    ['Mw* 7.6', 'Ms 7.8', 'mb 6.3', 'MD 7.4'],
  );
  assert.deepEqual([izmit!.key, izmit!.place, izmit!.quality], [null, null, null]);
  assert.equal(formatInstant(sixty!.time), '1999-08-17T01:00:00Z');
  assert.deepEqual([sixty!.depthKm, sixty!.magnitudes], [null, [{ type: 'Mw*', value: 4 }]]);
  assert.deepEqual([month!.precision, formatInstant(month!.time)], ['month', '1903-05-01T00:00:00Z']);
  assert.deepEqual([hour!.precision, hour!.magnitudes], ['hour', []]);
});

for (const [name, header, row] of [
  ['one column, semicolons', 'ID;Origin Time;Lat;Lon;Depth;Mw*', 'x1;2001-02-03T04:05:06.7;38;30;5;4.5'],
  ['two columns, tabs', 'Date\tTime\tLat\tLon\tDepth\tMw*', '2001/02/03\t04:05:06.70\t38\t30\t5\t4.5'],
  ['blanks', 'YEAR MO DY HR MN SEC LAT LON DEPTH MW*', '  2001  2  3   4  5  6.7  38 30   5  4.5'],
  ['quotes', 'Date_Time,Lat,Lon,Depth,Mw*', '"2001-02-03 04:05:06.7","38","30","5","4.5"'],
] as const) {
  test(`the shipped map finds its way: ${name}`, () => {
    assert.ok(turhecFile.recognise(`${header}\n${row}`));
    const [report] = parseText(turhecFile, `${header}\n${row}\n`).reports;
    assert.equal(formatInstant(report!.time), '2001-02-03T04:05:06.700Z');
    assert.deepEqual(
      [report!.latitude, report!.longitude, report!.depthKm, report!.magnitudes[0]!.value],
      [38, 30, 5, 4.5],
    );
  });
}

test('a file that does not fit says which columns are missing, and where to correct the map', () => {
  const message = refusal(turhecFile, 'Year,Month,Day,Enlem,Longitude,Mw\n2001,1,1,38,30,4\n');
  assert.match(message, /no column for time .*latitude \(latitude, lat\).*magnitude Mw\*/);
  assert.match(message, /the file has: Year, Month, Day, Enlem, Longitude, Mw/);
  assert.match(message, /Correct data\/turhec-columns.json/);
  assert.ok(!/longitude \(/.test(message), 'what is there is not said to be missing');
});

const BAD_ROWS: [string, string, RegExp][] = [
  ['a month 13', '2001,13,1,0,0,0,38,30,5,,,,,4', /does not exist/],
  ['30 February', '2001,2,30,0,0,0,38,30,5,,,,,4', /does not exist/],
  ['second 75', '2001,2,3,0,0,75,38,30,5,,,,,4', /does not exist/],
  ['a fraction of a day', '2001,2,3.5,0,0,0,38,30,5,,,,,4', /does not exist/],
  ['no year', ',2,3,0,0,0,38,30,5,,,,,4', /year is missing/],
  ['no latitude', '2001,2,3,0,0,0,NaN,30,5,,,,,4', /latitude is missing/],
  ['infinity', '2001,2,3,0,0,0,38,Infinity,5,,,,,4', /longitude "Infinity" is not a number/],
  ['a magnitude of letters', '2001,2,3,0,0,0,38,30,5,,,,,four', /magnitude Mw\* "four" is not a number/],
  ['few columns', '2001,2,3', /3 columns where 14 are due/],
  ['an open quote', '"2001,2,3,0,0,0,38,30,5,,,,,4', /quoted field does not end/],
];

for (const [name, row, reason] of BAD_ROWS) {
  test(`a row with ${name} is one reject and the rest is read`, () => {
    const parsed = parseText(
      turhecFile,
      [PARTS, '2001,1,1,0,0,0,38,30,5,,,,,4', row, '2001,1,2,0,0,0,38,30,5,,,,,4'].join('\r\n'),
    );
    assertAccounted(parsed);
    assert.equal(parsed.reports.length, 2);
    assert.deepEqual([parsed.rejects.length, parsed.rejects[0]!.line], [1, 3]);
    assert.match(parsed.rejects[0]!.reason, reason);
  });
}

test('identical rows are counted', () => {
  const row = '2001,1,1,0,0,0,38,30,5,,,,,4';
  const parsed = parseText(turhecFile, [PARTS, row, row].join('\n'));
  assert.deepEqual([parsed.rows, parsed.reports.length, parsed.repeated], [2, 1, 1]);
});

for (const [name, document, message] of [
  ['0 bytes', '', /document is empty/],
  ['only comments', '# a\n# b\n', /no header line/],
  ['an error page', '<html><title>502</title></html>', /web page/],
  ['UTF-16', Uint8Array.from([0xfe, 0xff, 0, 65]), /UTF-16/],
] as const) {
  test(`${name} is refused as a whole`, () => assert.match(refusal(turhecFile, document), message));
}

const POSITIONS = {
  delimiter: 'blank',
  header: 'none',
  time: { layout: 'one column', datetime: 1, order: 'dmy' },
  latitude: 2,
  longitude: 3,
  depth: 4,
  magnitudes: [{ type: 'mw', column: 5 }],
};

test('a map of positions reads a file without a header, and recognises nothing', () => {
  const feed = turhecFeed(readColumnMap(POSITIONS));
  const text = '03.02.2001 38 30 5 4.5\n31.02.2001 38 30 5 4.5\n';
  const parsed = parseText(feed, text);
  assert.deepEqual(
    [parsed.reports[0]!.precision, formatInstant(parsed.reports[0]!.time)],
    ['day', '2001-02-03T00:00:00Z'],
  );
  assert.equal(parsed.rejects.length, 1);
  assert.ok(!feed.recognise(text));
});

const BAD_MAPS: [string, unknown, RegExp][] = [
  ['no JSON', '{"latitude":', /broken or truncated JSON/],
  ['an array', [], /not a JSON object/],
  ['no latitude', { ...POSITIONS, latitude: undefined }, /"latitude" must be a column name/],
  [
    'position 0',
    { ...POSITIONS, longitude: 0 },
    /"longitude" must be a column name, a list of names or a position from 1, not 0/,
  ],
  ['an empty list', { ...POSITIONS, depth: [] }, /"depth" must be/],
  ['no time', { ...POSITIONS, time: undefined }, /"time" is missing/],
  [
    'an unknown layout',
    { ...POSITIONS, time: { layout: 'stardate' } },
    /"layout" must be one of parts, date and time, one column, not stardate/,
  ],
  [
    'an unknown order',
    { ...POSITIONS, time: { layout: 'one column', datetime: 1, order: 'ydm' } },
    /"order" must be one of/,
  ],
  ['no magnitudes', { ...POSITIONS, magnitudes: [] }, /"magnitudes" is missing/],
  ['a magnitude of text', { ...POSITIONS, magnitudes: ['Mw'] }, /each of "magnitudes"/],
  ['an unknown delimiter', { ...POSITIONS, delimiter: '|' }, /"delimiter" must be one of/],
  ['names without a header', { ...POSITIONS, latitude: 'Lat' }, /every column must be a position/],
  ['an empty comment mark', { ...POSITIONS, comment: '' }, /"comment" must be/],
];

for (const [name, map, message] of BAD_MAPS) {
  test(`a column map with ${name} is refused`, () =>
    assert.throws(() => readColumnMap(map), { name: 'DocumentError', message }));
}

test('documents of other feeds are not recognised', () => {
  for (const head of [
    '',
    'time,latitude,longitude,depth,mag,magType,nst,id\n',
    'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n',
    'Date,Time,Latitude,Longitude,Depth,MD,ML,Mw,Location\n',
    'No,Deprem Kodu,Olus tarihi,Olus zamani,Enlem,Boylam,Derinlik,xM,MD,ML,Mw,Ms,Mb,Tip,Yer\n',
    'key,year,month,day,hour,minute,second,latitude,longitude,depth_km,magnitude,magnitude_type,place\n',
    '[{"Mw*":1}]',
    '<html>',
  ]) {
    assert.ok(!turhecFile.recognise(head), head);
  }
});

/** Test maps for the ISC-GEM catalogue, a substitute for an unavailable file. */
const ISC_GEM = {
  header: 'first',
  id: 'isc_eventid',
  time: { layout: 'one column', datetime: 'origin_time_utc' },
  latitude: 'lat',
  longitude: 'lon',
  depth: 'depth_km',
  magnitudes: [{ type: 'Mw', column: 'mw' }],
};
const ISC_GEM_SUPPLEMENT = {
  comment: '#',
  header: 'comment',
  id: 'eventid',
  time: { layout: 'one column', datetime: 'date' },
  latitude: 'lat',
  longitude: 'lon',
  depth: 'depth',
  magnitudes: [{ type: 'Mw', column: 'mw' }],
};

test('a header in the last comment line, blanks around values', () => {
  const text =
    '# Synthetic\n#   date  ,  lat , lon , smajax , depth , q , mw , q , eventid\r\n 1904-04-10 08:52:30.34 ,  41.886 , 21.787 , 12.4 , 15.0 , C ,   , D , 610548583\n';
  const [report] = parseText(turhecFeed(readColumnMap(ISC_GEM_SUPPLEMENT)), text).reports;
  assert.deepEqual([report!.key, report!.magnitudes, report!.depthKm, report!.line], ['610548583', [], 15, 3]);
  assert.equal(formatInstant(report!.time), '1904-04-10T08:52:30.340Z');
});

test('every row of the ISC-GEM stand-ins is accounted for', { skip: withoutFolder('turhec') }, () => {
  for (const [name, map, rows] of [
    ['STANDIN_isc-gem_v7_turkey_region_1904_2016.csv.gz', ISC_GEM, 1831],
    ['STANDIN_isc-gem-suppl_v7_turkey_region.csv.gz', ISC_GEM_SUPPLEMENT, 661],
  ] as const) {
    const bytes = realDocument(`turhec/${name}`);
    const parsed = turhecFeed(readColumnMap(map)).parse(bytes, knowsNothing);
    assertAccounted(parsed);
    assert.deepEqual([parsed.rows, parsed.reports.length], [rows, rows], name);
    assert.ok(!turhecFile.recognise(headOf(bytes)), 'a stand-in is never taken for TURHEC');
  }
});

test('a map for another file names its own place in messages', () => {
  const feed = turhecFeed(readColumnMap(ISC_GEM), 'my-map.json');
  assert.throws(() => feed.parse(bytesOf('a,b\n1,2\n'), knowsNothing), /Correct my-map.json/);
});
