/**
 * Documents of every feed with odd words in every text field, through ingest and build: each row is published or
 * refused, and the build is whole. FOREIGN_ROWS draws more rows of each form.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fastGlob from 'fast-glob';
import { create } from 'xmlbuilder2';
import { AGENCIES, KNOWN_AGENCIES } from '#core/agencies.ts';
import { formatSecond, MINUTE } from '#core/time.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { readFaults } from '../../generator/catalog/publication/faults.ts';
import { finishIngest, ingestFiles } from '../../generator/ingest.ts';
import { prove } from '../../generator/publish/prove.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';
import { feedDefinition } from '../../generator/sources/agencies.ts';
import { isUsual, ALL_FEEDS } from '../../generator/sources/registry.ts';
import { REGION } from '#core/region.ts';
import { buildInto, jsonOf } from '../support/build.ts';
import { NOON, records } from '../support/catalog.ts';
import { FORMS, type Form } from '../support/document-forms.ts';
import { bytesOf } from '../support/feed-data.ts';
import { temporaryFolder } from '../support/temporary.ts';

const placeName = shippedPlaceName();

const iso = (n: number): string => formatSecond(NOON - n * 7 * MINUTE).replace(' ', 'T');

/** Their formats have comments, in which a row may end without a word. */
const FDSN_FORMS: Record<string, Form> = {
  'FDSN text': {
    feed: 'gfz-fdsn',
    row: (n) => `gfz${n}|${iso(n)}|38.1|37.2|10.0|||GFZ|gfz${n}|mb|4.1||${n} km N of Çan|earthquake`,
    document: (rows) =>
      [
        '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName|EventType',
        ...rows,
        '',
      ].join('\n'),
  },
  'FDSN QuakeML': {
    feed: 'isc-fdsn',
    row: (n) =>
      `<event publicID="smi:ISC/evid=${n + 1}"><description><text>${n} km N of Çan</text><type>region name</type></description>` +
      `<origin publicID="smi:o/${n}"><time><value>${iso(n)}Z</value></time><latitude><value>38.1</value></latitude>` +
      '<longitude><value>37.2</value></longitude><depth><value>10000</value></depth></origin>' +
      `<magnitude publicID="smi:m/${n}"><mag><value>4.1</value></mag><type>mb</type></magnitude><type>earthquake</type></event>`,
    document: (rows) =>
      '<?xml version="1.0"?>\n<q:quakeml xmlns="http://quakeml.org/xmlns/bed/1.2" xmlns:q="http://quakeml.org/xmlns/quakeml/1.2">' +
      `<eventParameters publicID="smi:x/y">${rows.join('\n')}</eventParameters></q:quakeml>`,
  },
};

const ALL_FORMS = { ...FORMS, ...FDSN_FORMS };

const ROWS = Number(process.env['FOREIGN_ROWS'] ?? 240);

const WORDS = [
  '__proto__',
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['\0', '\u0001', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u202e', '\ufeff', '\ufffe', '\ud800', 'x\udfff'],
  ...['', ' ', '0', '-0', '007', '1e3', '0x10', 'NaN', 'Infinity', 'null', 'true', '١٢', '９', 'x'.repeat(5000)],
  ...[
    '<script>',
    ']]>',
    '&amp;',
    '&#0;',
    '"',
    "'",
    '\\',
    '%00',
    '${x}',
    '=1+1',
    '@everyone',
    '../../x',
    '😀'.repeat(99),
  ],
];

/** Words of a row, and the numbers among them: the first ones are names of fields in some forms. */
const PARTS = /[\p{L}_*][\p{L}\p{M} ()[\].*_-]*|\d+(?:\.\d+)?/gu;

/** A row with one of its parts replaced: every part by the first word, then by the next one. */
function oddRow(form: Form, n: number): string {
  const row = form.row(n);
  const parts = [...row.matchAll(PARTS)];
  const nth = Math.floor(n / 6);
  const { index, 0: part } = parts[nth % parts.length]!;
  const word = WORDS[Math.floor(nth / parts.length) % WORDS.length]!;
  const written = row.startsWith('{') ? JSON.stringify(word).slice(1, -1) : word;
  return row.slice(0, index) + written + row.slice(index + part.length);
}

/** Most rows are as they should be, so that no document is quarantined; the first ones show what format it is. */
const isSound = (n: number): boolean => n % 6 !== 5 || n < 12;

/** @param isOdd whether each record is proved, and all are built: neither changes a record */
async function published(form: Form, rows: string[], folder: string, isOdd: boolean) {
  const db = openCatalog(':memory:');
  const now = (): number => NOON + 30 * MINUTE;
  const file = join(folder, 'document');
  writeFileSync(file, (form.bytes ?? bytesOf)(form.document(rows)));
  const options = { db, now, region: REGION, agencies: KNOWN_AGENCIES, placeName, ...(isOdd ? { prove } : {}) };
  const { parser } = feedDefinition(form.feed)!;
  const { failed } = await ingestFiles(options, [file], isUsual(parser) ? {} : { agency: parser.agency });
  finishIngest(options);
  const dist = join(folder, 'dist');
  if (isOdd)
    buildInto(dist, db, {
      asOf: now(),
      agencies: [...new Set([...AGENCIES, parser.agency])],
      detailFiles: 'none',
      site: form === FORMS['USGS CSV'],
    });
  const found = records(db).map(({ id: _, slug: _slug, updatedAt: _at, revisions: _revisions, ...record }) =>
    JSON.stringify(record),
  );
  const faults = readFaults(db);
  db.close();
  return { failed, found: new Set(found), faults, dist };
}

/** Every text of a JSON value. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      yield name;
      yield* textsIn(one);
    }
}

const XML_FORBIDS = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

function assertWhole(dist: string): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for (const path of fastGlob.sync('**/*.{json,xml,atom,cap,html,csv,ndjson}', {
    cwd: dist,
    ignore: ['openapi.json'],
  })) {
    const text = utf8.decode(readFileSync(join(dist, path)));
    assert.ok(!XML_FORBIDS.test(text), `${path} has a character that XML forbids`);
    if (/\.(?:xml|atom|cap)$/.test(path)) assert.doesNotThrow(() => create(text), `${path} is no XML`);
    if (path.endsWith('.json'))
      for (const one of textsIn(JSON.parse(text)))
        assert.ok(one.isWellFormed() && !/\p{Cc}/u.test(one), `${path}: ${JSON.stringify(one)}`);
  }
  assert.equal(jsonOf<{ faulty_earthquakes?: number }>(dist, 'status.json').faulty_earthquakes, undefined);
}

for (const [name, form] of Object.entries(ALL_FORMS))
  test(`${name}: odd words cost their row at most, and the build is whole`, async (t) => {
    const numbers = Array.from({ length: ROWS }, (_, n) => n);
    const sound = await published(
      form,
      numbers.filter(isSound).map((n) => form.row(n)),
      temporaryFolder(t),
      false,
    );
    // Mechanisms alone are no earthquakes.
    assert.ok(sound.found.size > 0 || form === FORMS['GCMT']);
    const odd = await published(
      form,
      numbers.map((n) => (isSound(n) ? form.row(n) : oddRow(form, n))),
      temporaryFolder(t),
      true,
    );
    assert.deepEqual([odd.failed, odd.faults.slice(0, 1)], [[], []]);
    const lost = [...sound.found].filter((record) => !odd.found.has(record));
    assert.equal(lost.length, 0, `sound rows are published as they would be without the others: ${lost[0]}`);
    assertWhole(odd.dist);
  });

test('every kind of feed has a form', () => {
  const kindOf = (feed: string): string => feed.replace(/^.*-(?=fdsn$)/, feed.startsWith('usgs') ? 'usgs-' : '');
  const kinds = (feeds: string[]): string[] => [...new Set(feeds.map(kindOf))].sort();
  assert.deepEqual(kinds(ALL_FEEDS.map(({ name }) => name)), kinds(Object.values(ALL_FORMS).map(({ feed }) => feed)));
});
