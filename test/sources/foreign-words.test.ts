import assert from 'node:assert/strict';
import { TURHEC_COLUMNS } from '../../generator/sources/turhec/file.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { fold } from '#core/text.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { ingestFiles } from '../../generator/ingest.ts';
import { countryInTurkish } from '#core/countries.ts';
import { REGION } from '#core/region.ts';
import { faultWarnings } from '../../generator/sources/feed.ts';
import { readRows, reject, type RowCounts } from '../../generator/sources/parsing/rows.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { createReader } from '../../generator/sources/reader/reader.ts';
import { bytesOf, knowsNothing } from '../support/feed-data.ts';
import { ONE, ZEQDB_HEADER } from '../support/kandilli-zeqdb.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Names that every plain object has. */
const WORDS = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'];

const STUBBORN = new URL('../support/failing-reader-thread.ts', import.meta.url);

/** A document of each kind with one row, which has the word wherever an agency writes words. */
const DOCUMENTS: Record<string, (word: string) => string> = {
  'AFAD JSON': (word) =>
    JSON.stringify([{ ...AFAD_ITEM, type: word, location: word, province: word, isEventUpdate: word }]),
  'AFAD website': (word) =>
    JSON.stringify({
      eventList: [
        { ...AFAD_ITEM, refId: 7, eventDate: AFAD_ITEM.date, magnitudeType: word, eventTypeId: word, eventType: word },
        { ...AFAD_ITEM, refId: 8, eventDate: AFAD_ITEM.date, magnitudeType: word, eventType: word },
      ],
    }),
  'AFAD CSV': (word) =>
    `Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n2023-02-06T01:17:32,37,38,8,1,${word},7.7,${word},543428\n`,
  'USGS GeoJSON': (word) =>
    JSON.stringify({
      type: 'FeatureCollection',
      metadata: { status: 200 },
      features: [feature(word)],
    }),
  'USGS detail': (word) => JSON.stringify(feature(word)),
  'USGS CSV': (word) =>
    `time,latitude,longitude,depth,mag,magType,id,updated,place,type,status\n2023-07-23T10:48:38.974Z,38,37,10,4,${word},us1,,${word},${word},${word}\n`,
  'Kandilli reviewed': (word) =>
    [ZEQDB_HEADER, [...ONE.slice(0, 13), word, word]].map((row) => row.join('\t')).join('\n'),
  TURHEC: (word) => `${TURHEC_COLUMNS.join(',')},note\n1,2001,2,3,4,5,6.7,38,30,5,4.5,,,,,${word}\n`,
};

const AFAD_ITEM = {
  eventID: '7',
  date: '2024-01-06T11:53:31',
  latitude: '38',
  longitude: '26',
  depth: '9',
  magnitude: '4',
};

const feature = (word: string): object => ({
  type: 'Feature',
  id: 'us1',
  properties: {
    ...{ mag: 4, magType: word, time: 1_700_000_000_000, place: word, status: word, type: word, url: word },
    products: {
      'moment-tensor': [{ source: word, code: word, properties: { 'beachball-source': word, 'tensor-mrr': word } }],
      shakemap: [{ source: word, code: word, properties: { maxmmi: '5' }, contents: { [word]: { url: word } } }],
    },
  },
  geometry: { coordinates: [37, 38, 1] },
});

for (const [kind, documentOf] of Object.entries(DOCUMENTS))
  test(`${kind}: a word that every object has as a name is a word like any other`, async (t) => {
    const reader = createReader();
    t.after(() => reader.close());
    for (const word of WORDS) {
      const bytes = bytesOf(documentOf(word));
      const parsed = await reader.parse(bytes);
      assert.ok(parsed.reports.length > 0, word);
      assert.deepEqual(parsed, readParsed(bytes, {}, knowsNothing), 'the thread hands over what it read');
      for (const { quality, eventType, magnitudes } of parsed.reports) {
        assert.ok(quality === null || quality === 'reviewed');
        assert.equal(typeof eventType, 'string');
        for (const { type } of magnitudes) assert.ok(type === null || typeof type === 'string', `${word}: ${type}`);
      }
      assert.deepEqual(
        parsed.rejects.filter(({ fault }) => fault),
        [],
      );
    }
  });

test('such a word is folded, and names no country', () => {
  for (const word of WORDS) {
    assert.equal(fold(word), word.toLowerCase());
    assert.equal(countryInTurkish(word), word);
  }
});

test('an error that no parser should make costs its row, and is reported with its stack', () => {
  const counts: RowCounts = { rows: 0, rejects: [], repeated: 0 };
  const rows = [1, 2, 3, 4].map((line) => ({ line, text: `row ${line}` }));
  const read = readRows(counts, rows, ({ line }) => {
    if (line === 2) return reject('it is odd');
    return line === 3 ? (undefined as unknown as string).length : line;
  });
  assert.deepEqual([read, counts.rows, counts.rejects.length], [[1, 4], 4, 2]);
  assert.deepEqual(
    counts.rejects.map(({ line, reason, text }) => ({ line, reason, text })),
    [
      { line: 2, reason: 'it is odd', text: 'row 2' },
      { line: 3, reason: 'the parser fails at this row', text: 'row 3' },
    ],
  );
  const [warning, ...others] = faultWarnings(counts.rejects);
  assert.match(warning!, /^1 rows met a fault of the parser, please report it: TypeError: [^]*foreign-words\.test\.ts/);
  assert.deepEqual([others, faultWarnings(counts.rejects.slice(0, 1))], [[], []]);
});

test('a file that fails in whatever way is named with its stack, and later files are read', async (t) => {
  const folder = temporaryFolder(t);
  const files = ['1.json', '2.json', '3.json'].map((name) => join(folder, name));
  writeFileSync(files[0]!, JSON.stringify([{ ...AFAD_ITEM, eventID: '1' }]));
  writeFileSync(files[1]!, JSON.stringify([{ ...AFAD_ITEM, eventID: '2', location: 'FAILING-BREAK' }]));
  writeFileSync(files[2]!, JSON.stringify([{ ...AFAD_ITEM, eventID: '3' }]));
  const db = openCatalog(':memory:');
  t.after(() => db.close());
  const ingest = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName: () => null };
  const { documents, failed } = await ingestFiles(ingest, files, { readerOptions: { thread: STUBBORN } });
  assert.deepEqual(
    documents.map(({ name, fresh }) => [name, fresh]),
    [
      [files[0], 1],
      [files[2], 1],
    ],
  );
  assert.equal(failed.length, 1);
  assert.equal(failed[0]!.name, files[1]);
  assert.match(failed[0]!.reason, /^Error: the thread broke\n +at /);
});
