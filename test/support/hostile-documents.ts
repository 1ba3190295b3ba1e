/** Documents designed to be expensive: long runs for backtracking patterns, nesting, endless rows, in every format. */
import { feedDefinition } from '../../generator/sources/agencies.ts';
import { MAX_STATIONS_BYTES, MAX_DOCUMENT_BYTES } from '../../generator/sources/limits.ts';
import type { FeedName } from '../../generator/sources/feed.ts';

export interface HostileDocument {
  name: string;
  /** The feed or list of stations that it imitates. */
  as: FeedName | 'kandilli-stations' | 'afad-stations';
  /** @param bytes about so many are made */
  make(bytes: number): Uint8Array;
}

export const boundOf = ({ as }: HostileDocument): number =>
  as === 'kandilli-stations' || as === 'afad-stations'
    ? MAX_STATIONS_BYTES
    : Math.min(feedDefinition(as)!.parser.maxBytes, MAX_DOCUMENT_BYTES);

const repeated = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));

/** A frame around a unit that is repeated. */
const storm =
  (before: string, unit: string, after = '') =>
  (bytes: number): Uint8Array =>
    Buffer.from(before + repeated(unit, bytes - Buffer.byteLength(before + after)) + after);

const LIVE =
  '<html><title>Son Depremler</title><pre>\nTarih      Saat      Enlem(N)  Boylam(E) Derinlik(km)  MD   ML   Mw    Yer  Niteliği\n-----\n';
const LIVE_ROW = '2026.09.17 00:42:48  35.8702   33.9887       24.1      -.-  1.8  -.-   ';
const XML = '<?xml version="1.0"?><eqlist>';
const ELEMENT = '<earhquake name="2011.03.30 20:07:20" lat="39.1" lng="29.1" mag="2.9" Depth="5" lokasyon="';
const ZEQDB = 'No,Deprem Kodu,Olus tarihi,Olus zamani,Enlem,Boylam,Derinlik,xM,MD,ML,Mw,Ms,Mb,Tip,Yer\n';
const ZEQDB_ROW = '1,20230430130127,2023.04.30,13:01:27.69,38.3,37.7,8.7,4.3,0.0,4.3,4.3,0.0,0.0,Ke,';
const AFAD =
  '[{"eventID":"7","date":"2024-01-06T11:53:31","longitude":"26.8","depth":"9","type":"ML","magnitude":"4.2",';
const AFAD_CSV = 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n';
const USGS = '{"type":"FeatureCollection","metadata":{"status":200},"features":[';
const FEATURE =
  '{"type":"Feature","id":"us1","properties":{"mag":5,"time":1700000000000},"geometry":{"coordinates":[37,38,1]}}';
const USGS_CSV = 'time,latitude,longitude,depth,mag,magType,id,updated,place,type,status\n';
const DETAIL = '{"type":"Feature","id":"us1","geometry":{"coordinates":[37,38,1]},"properties":{"mag":5,"time":1,';
const TURHEC = 'eventid,year,month,day,hour,minute,second,latitude,longitude,depth,Mw*,Ms,mb,ML,MD\n';
const NDK = 'SYN  2015/01/28 15:54:39.0  34.46   25.09  37.0 0.0 5.1 SYNTHETIC SEA\nC201501281554A   B: 82\n';
const MARKS = '\u0301\u0316';
/** As long as a row may have them. */
const BLANKS = ' '.repeat(9000);

const kind = (as: HostileDocument['as'], documents: { [name: string]: HostileDocument['make'] }): HostileDocument[] =>
  Object.entries(documents).map(([name, make]) => ({ name: `${as}: ${name}`, as, make }));

export const HOSTILE_DOCUMENTS: readonly HostileDocument[] = [
  ...kind('kandilli-live', {
    'blanks in a place': storm(LIVE + LIVE_ROW, ' ', 'x\n</pre>'),
    'many rows of blanks': storm(LIVE, `${LIVE_ROW}${BLANKS}x\n`, '</pre>'),
    'many rows of words of quality': storm(LIVE, `${LIVE_ROW}${'REVIZE01 ('.repeat(40)}\n`, '</pre>'),
    'blanks before a lone carriage return': storm(LIVE + LIVE_ROW, ' ', '\rx\n</pre>'),
    'dashes that do not end': storm(LIVE, '-', 'x\n</pre>'),
    '<pre without an end': storm('<html>', '<pre '),
    '<title without an end': storm('<html>', '<title '),
    '</pre without an end': storm(LIVE, '</pre '),
    'a header of blanks': storm('<pre>\nTarih', ' ', 'Saa\n</pre>'),
    'words of quality': storm(LIVE + LIVE_ROW, 'REVIZE01 (', '\n</pre>'),
    'rows of one letter': storm(LIVE, 'x\n', '</pre>'),
    'blank lines': storm(LIVE, '\n', '</pre>'),
    'stamps of renewal': storm(`${LIVE}${LIVE_ROW}\n</pre>`, 'Yenileme zaman '),
    NULs: storm(LIVE, '\0'),
  }),
  ...kind('kandilli-xml', {
    'elements without attributes': storm(XML, '<earhquake '),
    'blanks after <': storm(XML, `<${' '.repeat(1000)}`),
    'attributes that do not end': storm(`${XML}<earhquake `, 'name="', '/>'),
    'blanks before =': storm(`${XML}<earhquake name`, ' ', '/>'),
    'blanks in a place': storm(XML + ELEMENT, ' ', 'x"/></eqlist>'),
    'many places of blanks': storm(XML, `${ELEMENT}${BLANKS}x"/>`, '</eqlist>'),
    'characters by number': storm(XML + ELEMENT, '&#304;', '"/></eqlist>'),
    'half of an entity': storm(XML + ELEMENT, '&#', '"/></eqlist>'),
    'entities made of entities': storm(
      '<!DOCTYPE eqlist [<!ENTITY a "ha">',
      '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
      `]>${XML}`,
    ),
    'elements inside each other': storm(XML, '<a>'),
  }),
  ...kind('kandilli-zeqdb', {
    'blanks after Bulunan': storm('<html>Bulunan', ' ', 'x<br>'),
    'Bulunan again and again': storm('<html>', 'Bulunan: '),
    'tabs in a header': storm('No', '\t', 'x\n'),
    'tabs in a row': storm(ZEQDB, '\t', '\n'),
    'a quotation mark a row': storm(ZEQDB, '1,"\n'),
    'open brackets in a place': storm(ZEQDB + ZEQDB_ROW, '[ km', '\n'),
    'blanks in a place': storm(ZEQDB + ZEQDB_ROW, ' ', 'x\n'),
    'many places of blanks': storm(ZEQDB, `${ZEQDB_ROW}${BLANKS}x\n`),
    'line breaks': storm('<html>', '<br>'),
    'tags that do not end': storm('<html>Bulunan: 1<br>', '<'),
  }),
  ...kind('afad-api', {
    'blanks in a number': storm(`${AFAD}"latitude":"`, ' ', 'x"}]'),
    'blanks in many numbers': storm('[0', `,${AFAD.slice(1)}"latitude":"${BLANKS}x"}`, ']'),
    'digits in a number': storm(`${AFAD}"latitude":"`, '1', 'x"}]'),
    'combining marks in a place': storm(`${AFAD}"latitude":"38","location":"a`, MARKS, '"}]'),
    'combining marks in many places': storm(
      '[0',
      `,${AFAD.slice(1)}"latitude":"38","location":"a${MARKS.repeat(1000)}"}`,
      ']',
    ),
    'arrays inside each other': storm('', '['),
    'objects inside each other': storm('[', '{"a":', ''),
    'numbers without end': storm('[0', ',0', ']'),
    'empty objects': storm('[{}', ',{}', ']'),
    'a string of backslashes': storm('["', '\\\\', '"]'),
    'half a string': storm('["', 'x'),
    'keys like numbers': (bytes) =>
      Buffer.from(`[{${Array.from({ length: bytes / 16 }, (_, at) => `"${at * 4099}":0`).join(',')}}]`.slice(0, bytes)),
    'CSV: a quotation mark a row': storm(AFAD_CSV, '"\n'),
    'CSV: one row of commas': storm(AFAD_CSV, ','),
    'CSV: quotation marks': storm(AFAD_CSV, '"'),
    'a web page without an end': storm('<html>', '<h1 '),
  }),
  ...kind('afad-site', { 'rows of quotation marks': storm(AFAD_CSV, '"06/02/2023 04:17:32",""x"\n') }),
  ...kind('usgs-fdsn', {
    'the same instant in every row': (bytes) =>
      Buffer.from(
        `${USGS}${Array.from({ length: bytes / 130 }, (_, at) => FEATURE.replace('us1', `us${at}`)).join(',')}]}`,
      ),
    'names of an event': storm(
      `${USGS}{"id":"us1","geometry":{"coordinates":[37,38,1]},"properties":{"time":1,"ids":"`,
      ',a',
      '"}}]}',
    ),
    'lone surrogates': storm(`${DETAIL}"place":"`, '\\ud800', '"}}'),
    'products of an event': storm(`${DETAIL}"products":{"shakemap":[{}`, ',{"code":"x","contents":{}}', ']}}}'),
    'a long instant': storm(
      `${DETAIL}"products":{"moment-tensor":[{"properties":{"derived-eventtime":"`,
      'T',
      '"}}]}}}',
    ),
    'CSV: a long instant': storm(USGS_CSV, 'T', ',38,37,10,4,mb,us1,,x,earthquake,reviewed\n'),
    'bytes that are no UTF-8': (bytes) => Buffer.alloc(bytes, Buffer.from([0x7b, 0xff, 0x22, 0xc3])),
  }),
  ...kind('turhec-file', {
    'blanks in a row': storm('a b c\n', ' ', 'x\n'),
    'brackets in a header': storm('Lat', '(', '\n1;2\n'),
    'many rows of blanks': storm(TURHEC, `1,2020,1,1,1,1,${BLANKS}x\n`),
    'a quotation mark a row': storm(TURHEC, '1,"\n'),
    comments: storm('', '# x\n', TURHEC),
    'rows of one letter': storm(TURHEC, 'x\n'),
  }),
  ...kind('historical-file', { 'rows of quotation marks': storm('key,year\n', '"",""\n') }),
  ...kind('gcmt-ndk', {
    'centroid lines alone': storm('', 'CENTROID: \n'),
    'lines without end': storm(NDK, `CENTROID:${' '.repeat(5_000_000)}\n`),
    'no centroid line': storm('', 'x\n'),
  }),
  ...kind('kandilli-stations', {
    'columns without end': storm('KO', '|'),
    'blanks in a column': storm('KO|AAAA|40|', ' ', 'x|1||2005-01-01T00:00:00|\n'),
    'rows of one column': storm('', '|\n'),
  }),
  ...kind('afad-stations', {
    'arrays inside each other': storm('', '['),
    'names of a station': storm('[{"code":"', ' ', 'x"}]'),
    'objects of many keys': (bytes) =>
      Buffer.from(`[{${Array.from({ length: bytes / 16 }, (_, at) => `"k${at}":0`).join(',')}}]`),
  }),
];
