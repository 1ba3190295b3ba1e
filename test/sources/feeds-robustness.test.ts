import assert from 'node:assert/strict';
import test from 'node:test';
import { afadApi } from '../../generator/sources/afad/api.ts';
import { afadSite } from '../../generator/sources/afad/site-export.ts';
import { gcmtNdk } from '../../generator/sources/gcmt/ndk.ts';
import { DocumentError, type Feed } from '../../generator/sources/feed.ts';
import { TURHEC_COLUMNS, turhecFile } from '../../generator/sources/turhec/file.ts';
import { usgsFdsn } from '../../generator/sources/usgs/list.ts';
import { assertAccounted, bytesOf, headOf, knowsNothing } from '../support/feed-data.ts';
import fc from '../support/property.ts';

/** Synthetic: one small sound document a feed. */
const SOUND: [Feed, string][] = [
  [
    afadApi,
    '[{"eventID":"7","date":"2024-01-06T11:53:31","latitude":"38.8","longitude":"26.8","depth":"9","type":"ML","magnitude":"4.2","location":"Yer"}]',
  ],
  [
    afadApi,
    'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n"2023-02-06T01:17:32",37,38,8.6,1.9,"MW",7.7,"Pazarcık",543428\n',
  ],
  [
    afadSite,
    'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n"06/02/2023 04:17:32",37,38,8.6,1.9,"MW",7.7,"Pazarcık",543428\n',
  ],
  [
    usgsFdsn,
    '{"type":"FeatureCollection","metadata":{"status":200},"features":[{"type":"Feature","id":"us1","properties":{"mag":4,"time":1},"geometry":{"coordinates":[37,38,1]}}]}',
  ],
  [
    usgsFdsn,
    'time,latitude,longitude,depth,mag,magType,id,updated,place,type,status\n2023-07-23T10:48:38.974Z,38,37,10,4,mb,us1,,"x, y",earthquake,reviewed\n',
  ],
  [turhecFile, `${TURHEC_COLUMNS.join(',')}\nx1,2001,2,3,4,5,6.7,38,30,5,4.5,,,,\n`],
  [
    gcmtNdk,
    'SYN  2015/01/28 15:54:39.0  34.46   25.09  37.0 0.0 5.1 SYNTHETIC SEA           \nC201501281554A   B: 82  124  40 S: 90  120  50 M:  0    0   0 CMT: 1 TRIHD:  1.1\nCENTROID:     -0.5 0.2  34.19 0.01   25.05 0.02  24.0  0.0 FIX  S-20150501111904\n24  0.420 0.019 -0.480 0.013  0.060 0.015  0.966 0.022 -0.421 0.026  0.076 0.013\nV10   1.131 56  31   0.035  7 291  -1.167 33 197   1.149 261 13   59 112 79   97\n',
  ],
];

const FEEDS = [...new Set(SOUND.map(([feed]) => feed))];

function parseOrRefuse(feed: Feed, bytes: Uint8Array): void {
  try {
    assertAccounted(feed.parse(bytes, knowsNothing));
  } catch (error) {
    assert.ok(error instanceof DocumentError, `${feed.name}: ${String((error as Error).stack)}`);
    assert.ok(error.message.length > 10 && error.message.length < 1000, error.message);
  }
}

test('each valid document is recognised by one feed only, and read', () => {
  for (const [feed, text] of SOUND) {
    const bytes = bytesOf(text);
    assert.deepEqual(
      FEEDS.filter((candidate) => candidate.recognise(headOf(bytes))).map(({ name }) => name),
      [feed.name],
    );
    const parsed = feed.parse(bytes, knowsNothing);
    assert.equal(parsed.reports.length + parsed.products.length, 1, feed.name);
  }
});

test('a document cut anywhere is read in part or refused, never a crash', () => {
  for (const [feed, text] of SOUND) {
    const bytes = bytesOf(text);
    for (let end = 0; end < bytes.length; end += 1) parseOrRefuse(feed, bytes.subarray(0, end));
  }
});

test('a document with any byte changed is read, rejected or refused', () => {
  const place = fc.tuple(
    fc.constantFrom(...SOUND),
    fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    fc.integer({ min: 0, max: 255 }),
  );
  fc.assert(
    fc.property(place, ([[feed, text], where, byte]) => {
      const bytes = bytesOf(text);
      bytes[Math.floor(where * bytes.length)] = byte;
      parseOrRefuse(feed, bytes);
    }),
    { numRuns: 2000 },
  );
});

test('any bytes and any JSON are refused or read by every parser', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.json().map(bytesOf)), (bytes) => {
      for (const feed of FEEDS) parseOrRefuse(feed, bytes);
    }),
    { numRuns: 500 },
  );
});

test('items of any shape inside a list are rejects', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (items) => {
      parseOrRefuse(afadApi, bytesOf(JSON.stringify(items)));
      parseOrRefuse(afadApi, bytesOf(JSON.stringify({ eventList: items })));
      parseOrRefuse(usgsFdsn, bytesOf(JSON.stringify({ type: 'FeatureCollection', features: items })));
    }),
  );
});
