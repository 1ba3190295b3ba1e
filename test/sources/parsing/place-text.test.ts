/** What is a place, and that every real one is. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { isPlaceText } from '#core/text.ts';
import { readParsed } from '../../../generator/sources/reader/perform.ts';
import { placeTextField } from '../../../generator/sources/parsing/rows.ts';
import { DocumentError } from '../../../generator/sources/feed.ts';
import { realDocument, sharedData, withoutFolder } from '../../support/feed-data.ts';

test('names of places in the scripts of the region are places', () => {
  for (const text of [
    'Pazarcık (Kahramanmaraş)',
    'Ege Denizi, Midilli Adası (Lesvos) - [15.82 km] Ayvacık (Çanakkale)',
    'Şenkaya/Erzurum-Sarıkamış/Kars',
    "42 km N of Tqvarch'eli, Georgia",
    '36 km SSW of Sarpol-e Z̄ahāb, Iran',
    '9 km SSW of ‘Aqrah, Iraq',
    'Λέσβος (Ελλάδα)',
    'Батуми',
    'شرق تركيا',
    'DENiZLi(i.M.)',
    'K. Maras, Turkey',
    'G�RCiSTAN-ERMENiSTAN SINIR B�LGESi',
  ])
    assert.equal(placeTextField(text), text);
});

test('mentions, links, markup and emphasis are none', () => {
  for (const text of [
    '@everyone <!channel> [x](https://evil.example) (Balıkesir)',
    '@everyone (Balıkesir)',
    '<!channel> Sındırgı (Balıkesir)',
    '<script>alert(1)</script> (Balıkesir)',
    '[x](evil) Sındırgı (Balıkesir)',
    'https://evil.example/ (Balıkesir)',
    'evil.example (Balıkesir)',
    'www.evil.com/x (Balıkesir)',
    't.co/x (Balıkesir)',
    '//evil (Balıkesir)',
    '`rm` (Balıkesir)',
    '*Sındırgı* (Balıkesir)',
    '__Sındırgı__ (Balıkesir)',
    '||Sındırgı|| (Balıkesir)',
    '~~Sındırgı~~ (Balıkesir)',
    '# Sındırgı (Balıkesir)',
    'Sındırgı &amp; (Balıkesir)',
    'javascript:alert (Balıkesir)',
    '=HYPERLINK("x") (Balıkesir)',
    'Sındırgı 🔥 (Balıkesir)',
    '{{x}} $x %x (Balıkesir)',
  ])
    assert.equal(placeTextField(text), null, text);
});

/** Rows that name no place in the file. */
const EMPTY = new Map([
  ['afad/afad_site_export_M4_1900_2025-05-12_UTC.csv.gz', 8258],
  ['usgs/usgs_query_csv_turkey_2023-02_07.csv.gz', 12],
  ['usgs/usgs_query_csv_world_2023-03.csv.gz', 12],
]);

/** The places of a feed's document as its parser gives them; none of a copy in another form. */
function placesIn(path: string): (string | null)[] {
  try {
    return readParsed(realDocument(path), {}, { knownTime: () => undefined }).reports.map(({ place }) => place);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return [];
  }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(sharedData, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(sharedData.length + 1));

/** The words of copies in another form, as they are. */
function copiedWords(path: string): string[] {
  const text = Buffer.from(realDocument(path)).toString('utf8');
  return [...text.matchAll(/"(?:place|location|Location)":\s*("(?:[^"\\]|\\.)*")/g)].map(
    ([, word]) => JSON.parse(word!) as string,
  );
}

test('no text of the real files is lost', { skip: withoutFolder('afad') }, (t) => {
  const lost = new Set<string>();
  let places = 0;
  for (const path of ['afad', 'kandilli', 'usgs'].flatMap(filesBelow)) {
    const parsed = placesIn(path);
    const given = parsed.filter((place) => place !== null).length;
    assert.equal(parsed.length - given, EMPTY.get(path) ?? 0, path);
    places += given;
    for (const word of parsed.length > 0 ? [] : copiedWords(path)) {
      places += 1;
      if (!isPlaceText(word.replace(/(?:REV|Güncel).*$/, ''))) lost.add(word);
    }
  }
  t.diagnostic(`${places} texts, ${lost.size} different ones are no place: ${[...lost].slice(0, 10).join(' | ')}`);
  assert.ok(places > 200_000, `${places} texts`);
  assert.deepEqual([...lost], []);
});

test('no text of the shipped list is lost', () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../data/historical.csv'));
  const { reports } = readParsed(bytes, {}, { knownTime: () => undefined });
  assert.deepEqual(
    reports.filter(({ place, placeEn }) => place === null || placeEn === undefined).map(({ key }) => key),
    [],
  );
});
