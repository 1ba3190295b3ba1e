/**
 * The cost of a document is linear in its bytes. Three checks without a clock show it.
 * Lint rules prove that every pattern over outside text takes linear time (`test/slow/linear-patterns.test.ts`).
 * The input of patterns and scans is limited (`limits.ts`), and each hostile document ends with a clear message.
 * `test/slow/hostile.test.ts` reads larger ones in the reader thread.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admit } from '../../generator/sources/parsing/admit.ts';
import * as bounds from '../../generator/sources/limits.ts';
import { ALL_FEEDS } from '../../generator/sources/registry.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { DocumentError, type FeedName } from '../../generator/sources/feed.ts';
import { STATION_PARSERS } from '../../generator/sources/stations/fetchers.ts';
import { assertAccounted, bytesOf, headOf, knowsNothing } from '../support/feed-data.ts';
import { boundOf, HOSTILE_DOCUMENTS, type HostileDocument } from '../support/hostile-documents.ts';

/** @throws DocumentError */
function read({ as }: HostileDocument, bytes: Uint8Array): void {
  if (as === 'afad-stations' || as === 'kandilli-stations') {
    const { rows, stations, rejects, repeated, closed } = STATION_PARSERS.get(as)!(bytes, { now: 0 });
    assert.equal(rows, stations.length + rejects.length + repeated + closed);
    return;
  }
  const parsed = readParsed(bytes, { as }, knowsNothing);
  assertAccounted(parsed);
  assertAccounted(admit(parsed, { receivedAt: 1.8e12 }));
}

test('every hostile document is read, rejected row by row, or refused with a message', () => {
  assert.ok(HOSTILE_DOCUMENTS.length >= 44);
  for (const document of HOSTILE_DOCUMENTS) {
    const bytes = document.make(Math.floor(boundOf(document) / 32));
    for (const feed of ALL_FEEDS) feed.recognise(headOf(bytes));
    try {
      read(document, bytes);
    } catch (error) {
      assert.ok(error instanceof DocumentError, `${document.name}: ${String((error as Error).stack)}`);
      assert.ok(error.message.length > 10 && error.message.length < 1000, error.message);
    }
  }
});

const refused = (as: FeedName, bytes: Uint8Array): string => {
  try {
    readParsed(bytes, { as }, knowsNothing);
  } catch (error) {
    if (error instanceof DocumentError) return error.message;
    throw error;
  }
  return 'read';
};

test('each limit is reported by name, and a document just within it is read', () => {
  assert.equal(refused('afad-api', bytesOf('['.repeat(1_000_000) + ']'.repeat(1_000_000))), 'read');
  assert.match(refused('usgs-fdsn', bytesOf('['.repeat(33))), /^broken or truncated JSON/);
  assert.equal(
    refused('afad-api', bytesOf(`[${'0,'.repeat(1_000_000)}0]`)),
    'more than the 1000000 rows that a document may have',
  );
  for (const end of ['\n', '\r\n', '\r'])
    assert.equal(
      refused('gcmt-ndk', bytesOf(`x${end}`.repeat(1_000_001))),
      'more than the 1000000 rows that a document may have',
    );
  for (const feed of ALL_FEEDS) {
    const most = feed.maxBytes;
    // An operator's own file, of some 120 MB.
    assert.ok(most <= 32 * 1024 * 1024 || feed.name === 'turhec-file', feed.name);
    assert.match(
      refused(feed.name, new Uint8Array(most + 1)),
      new RegExp(`^${most + 1} bytes are more than the ${most} `),
    );
    if (most <= 32 * 1024 * 1024) assert.doesNotMatch(refused(feed.name, new Uint8Array(most)), /bytes are more/);
  }
});

test('a row that is too long is one reject, and its neighbours are read', () => {
  const long = 'x'.repeat(bounds.MAX_ROW_CHARACTERS);
  const row = (id: number, place: string): object => ({
    eventID: id,
    date: '2024-01-06T11:53:31',
    latitude: 38,
    longitude: 26,
    location: place,
  });
  const json = readParsed(bytesOf(JSON.stringify([row(1, 'a'), row(2, long), row(3, 'b')])), {}, knowsNothing);
  assert.deepEqual([json.reports.length, json.rejects[0]!.line], [2, 2]);
  assert.match(json.rejects[0]!.reason, /^the row has 10\d\d\d characters, more than the 10000 that are read$/);
  const csv = `Date,Longitude,Latitude,Depth,Type,Magnitude,Location,EventID\n2024-01-06T11:53:31,26,38,7,ML,4,${long},1\n2024-01-06T11:53:31,26,38,7,ML,4,b,2\n`;
  const table = readParsed(bytesOf(csv), {}, knowsNothing);
  assert.deepEqual([table.reports.length, table.rejects.length], [1, 1]);
});
