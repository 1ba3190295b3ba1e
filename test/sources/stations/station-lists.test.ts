import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseCivil } from '#core/time.ts';
import { DocumentError, type FeedClient } from '../../../generator/sources/feed.ts';
import { STATION_PARSERS, stationFetchers } from '../../../generator/sources/stations/fetchers.ts';
import { parseAfadStations } from '../../../generator/sources/stations/afad-list.ts';
import { parseFdsnStations } from '../../../generator/sources/stations/fdsn-text.ts';
import { mergeStations, parseStationsCsv, type StationList } from '../../../generator/sources/stations/station-list.ts';
import { sharedData } from '../../support/shared-data.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const now = parseCivil('2026-01-01 00:00:00')!;
const fdsn = (text: string): StationList => parseFdsnStations(bytes(text), { now });
const afad = (json: unknown): StationList => parseAfadStations(bytes(JSON.stringify(json)));
const accounted = (list: StationList): number =>
  list.stations.length + list.rejects.length + list.repeated + list.closed;

// Synthetic, in the services' layouts.
const FDSN_HEADER = '#Network|Station|Latitude|Longitude|Elevation|SiteName|StartTime|EndTime';
const AFAD_STATION = {
  id: 7,
  code: 'ABCD',
  lat: 40.5,
  lon: 31.25,
  province: 'Bolu',
  district: 'Mudurnu',
  network: 'TU',
};

test('FDSN text: eight columns, a name or the code, an open end', () => {
  const list = fdsn(
    `${FDSN_HEADER}\nKO|AAAA|40.5|29.25|120.0|Gölyaka|2005-01-01T00:00:00|\r\nKO|BBBB|36.1|30|-5||2001-01-01T00:00:00|2599-12-31T23:59:59\n`,
  );
  assert.deepEqual(list.stations, [
    {
      network: 'KO',
      code: 'AAAA',
      name: 'Gölyaka',
      source: 'kandilli',
      latitude: 40.5,
      longitude: 29.25,
      elevationM: 120,
    },
    { network: 'KO', code: 'BBBB', name: 'BBBB', source: 'kandilli', latitude: 36.1, longitude: 30, elevationM: -5 },
  ]);
  assert.deepEqual([list.rows, list.rejects, list.repeated, list.closed], [2, [], 0, 0]);
});

test('FDSN text: the latest epoch wins, in whatever order; a station is closed after the end of its latest epoch', () => {
  const epochs = [
    'KO|AAAA|40.1|29.1|100||1999-01-01T00:00:00|2004-12-31T00:00:00',
    'KO|AAAA|40.2|29.2|110||2005-01-01T00:00:00|',
    'KO|CCCC|38|30|||1990-01-01T00:00:00|1995-01-01',
  ];
  for (const lines of [epochs, [...epochs].reverse()]) {
    const list = fdsn([FDSN_HEADER, ...lines].join('\n'));
    assert.deepEqual(
      list.stations.map(({ code, latitude }) => [code, latitude]),
      [['AAAA', 40.2]],
    );
    assert.deepEqual([list.rows, list.repeated, list.closed], [3, 1, 1]);
  }
});

test('FDSN text: the seven columns of the specification, without a site name', () => {
  assert.equal(fdsn('KO|AAAA|40.5|29.25|120.0|2005-01-01T00:00:00|').stations[0]!.name, 'AAAA');
});

const BAD_FDSN: [what: string, line: string, reason: RegExp][] = [
  ['three columns', 'KO|AAAA|40.5', /3 columns where there should be 8/],
  ['NaN latitude', 'KO|AAAA|NaN|29|1||2005-01-01T00:00:00|', /latitude NaN is not between -90 and 90/],
  ['latitude 91', 'KO|AAAA|91|29|1||2005-01-01T00:00:00|', /latitude 91/],
  ['no longitude', 'KO|AAAA|40||1||2005-01-01T00:00:00|', /longitude/],
  ['longitude 181', 'KO|AAAA|40|181|1||2005-01-01T00:00:00|', /longitude 181/],
  ['position 0, 0', 'KO|AAAA|0.0|0.0|1||2005-01-01T00:00:00|', /0, 0/],
  ['elevation of words', 'KO|AAAA|40|29|high||2005-01-01T00:00:00|', /elevation high/],
  ['elevation in the sky', 'KO|AAAA|40|29|99999||2005-01-01T00:00:00|', /elevation 99999/],
  ['code with a control character', 'KO|A\u202eA|40|29|1||2005-01-01T00:00:00|', /station code/],
  ['no network', '|AAAA|40|29|1||2005-01-01T00:00:00|', /network code/],
  ['impossible end', 'KO|AAAA|40|29|1||2005-01-01T00:00:00|2023-02-30T00:00:00', /end time 2023-02-30/],
];
for (const [what, line, reason] of BAD_FDSN) {
  test(`FDSN text: a bad line is a reject: ${what}`, () => {
    const list = fdsn(`${FDSN_HEADER}\n${line}\nKO|GOOD|40|29|1||2005-01-01T00:00:00|`);
    assert.deepEqual(
      list.stations.map(({ code }) => code),
      ['GOOD'],
    );
    assert.match(list.rejects[0]!.reason, reason);
    assert.equal(list.rejects[0]!.line, 2);
    assert.equal(accounted(list), list.rows);
  });
}

test('AFAD: names from district and province, KO stations are Kandilli’s', () => {
  const list = afad({
    stations: [
      AFAD_STATION,
      { ...AFAD_STATION, id: 8, code: 'BBBB', network: 'KO' },
      { ...AFAD_STATION, id: 9, code: '4615', network: 'TK', province: '-', district: '-' },
      { ID: '10', Code: 'CCCC', Latitude: '36.5', Longitude: '30.5', Network: 'TK', Elevation: 812 },
    ],
  });
  assert.deepEqual(list.rejects, []);
  const byCode = new Map(list.stations.map((station) => [station.code, station]));
  assert.equal(byCode.get('ABCD')!.name, 'Mudurnu (Bolu)');
  assert.equal(byCode.get('BBBB')!.source, 'kandilli');
  assert.deepEqual([byCode.get('4615')!.name, byCode.get('4615')!.source], ['4615', 'afad']);
  assert.deepEqual([byCode.get('CCCC')!.latitude, byCode.get('CCCC')!.elevationM], [36.5, 812]);
});

test('AFAD: of two stations with one code the later registration is kept, and the other noted', () => {
  const list = afad([AFAD_STATION, { ...AFAD_STATION, id: 8, lat: 38 }, { ...AFAD_STATION, id: 6, lat: 38 }]);
  assert.deepEqual(
    list.stations.map(({ latitude }) => latitude),
    [38],
  );
  assert.equal(list.repeated, 1);
  assert.match(list.rejects[0]!.reason, /TU\.ABCD is there twice/);
  assert.equal(accounted(list), 3);
});

test('AFAD: bad items are rejects', () => {
  const list = afad([
    AFAD_STATION,
    null,
    'x',
    { ...AFAD_STATION, id: 8, code: 'XX', lat: null },
    { ...AFAD_STATION, code: 'bad code' },
  ]);
  assert.equal(list.stations.length, 1);
  assert.deepEqual(list.rejects.map(({ line }) => line).sort(), [2, 3, 4, 5]);
});

const CSV = `network,code,name,source,latitude,longitude,elevation_m,reference
KO,AAAA,"Gölyaka, merkez",kandilli,40.5,29.25,120,list of 2026
TU,BBBB,Mudurnu (Bolu),afad,40.4,31.2,,list of 2026
`;

test('the shipped list: our own columns, an empty elevation is unknown', () => {
  const list = parseStationsCsv(bytes(`\ufeff${CSV}`));
  assert.deepEqual(
    list.stations.map(({ name, source, elevationM }) => [name, source, elevationM]),
    [
      ['Gölyaka, merkez', 'kandilli', 120],
      ['Mudurnu (Bolu)', 'afad', null],
    ],
  );
});

test('the shipped list: a row of another source, or with a field too few, is a reject with its line', () => {
  const list = parseStationsCsv(bytes(`${CSV}XX,CCCC,Place,usgs,40,30,1,x\nKO,DDDD\n`));
  assert.equal(list.stations.length, 2);
  const rejects = list.rejects.toSorted((a, b) => a.line - b.line);
  assert.match(rejects[0]!.reason, /source usgs is neither afad nor kandilli/);
  assert.deepEqual(
    rejects.map(({ line }) => line),
    [4, 5],
  );
});

const REFUSED: [what: string, run: () => StationList, message: RegExp][] = [
  ['FDSN: 0 bytes', () => fdsn(''), /0 bytes/],
  ['FDSN: an error page', () => fdsn('<html>Bad Gateway</html>'), /not FDSN station text.*Bad Gateway/],
  ['AFAD: an error page', () => parseAfadStations(bytes('<html>x</html>')), /not JSON: it begins <html>/],
  ['AFAD: cut off', () => parseAfadStations(bytes('[{"id":1')), /not JSON/],
  ['AFAD: an error in JSON', () => afad({ error: 'x' }), /unknown shape/],
  [
    'CSV: a column missing',
    () => parseStationsCsv(bytes(CSV.replace('elevation_m,', ''))),
    /column elevation_m missing/,
  ],
  ['CSV: only a header of other names', () => parseStationsCsv(bytes('a,b\n')), /column network, code/],
  ['CSV: a quotation mark not closed', () => parseStationsCsv(bytes(`${CSV}KO,"X`)), /not CSV/],
];
for (const [what, run, message] of REFUSED) {
  test(`refused: ${what}`, () => {
    assert.throws(run, (error) => error instanceof DocumentError && message.test(error.message));
  });
}

test('lists merge: the earlier list counts more, sorted by network and code', () => {
  const station = {
    network: 'KO',
    code: 'B',
    name: 'b',
    source: 'kandilli',
    latitude: 1,
    longitude: 1,
    elevationM: null,
  } as const;
  const merged = mergeStations(
    [station],
    [
      { ...station, name: 'other' },
      { ...station, code: 'A' },
    ],
  );
  assert.deepEqual(
    merged.map(({ code, name }) => [code, name]),
    [
      ['A', 'b'],
      ['B', 'b'],
    ],
  );
});

test('the fetchers request the two services and parse their responses', async () => {
  const client: FeedClient = {
    get: (url) => {
      const body = url.includes('GetStations')
        ? JSON.stringify([AFAD_STATION])
        : 'KO|AAAA|40|29|1||2005-01-01T00:00:00|';
      return Promise.resolve({ status: 200, headers: new Headers(), bytes: bytes(body) });
    },
  };
  const codes: string[] = [];
  for (const fetcher of stationFetchers({ kandilli: 'http://k.test', afad: 'http://a.test' })) {
    const documents = await fetcher.fetch(client);
    assert.ok(documents !== 'unchanged');
    codes.push(...STATION_PARSERS.get(fetcher.name)!(documents, { now }).stations.map(({ code }) => code));
  }
  assert.deepEqual(codes, ['AAAA', 'ABCD']);
});

const skip = existsSync(join(sharedData, 'stations')) ? false : 'the folder of real data is not here';
const real = (name: string): Uint8Array => readFileSync(join(sharedData, 'stations', name));

test('real lists: every row is accounted for', { skip }, () => {
  const kandilli = parseFdsnStations(real('koeri_KO_fdsnws_text_RECONSTRUCTED.txt'), { now });
  assert.deepEqual([kandilli.rows, kandilli.rejects, accounted(kandilli)], [277, [], 277]);
  const afadList = parseAfadStations(real('afad_stations_partial_transcribed.json'));
  assert.deepEqual([afadList.rows, afadList.stations.length, accounted(afadList)], [216, 215, 216]);
  assert.match(afadList.rejects[0]!.reason, /TU\.ERCT is there twice/);
  assert.equal(afadList.stations.filter(({ source }) => source === 'kandilli').length, 8);
});
