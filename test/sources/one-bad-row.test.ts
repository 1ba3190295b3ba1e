/** What one row holds costs that row: the others are read, or the document is refused aloud. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { DocumentError, type Parsed } from '../../generator/sources/feed.ts';
import { city, FORMS, type Form } from '../support/document-forms.ts';
import { bytesOf, knowsNothing } from '../support/feed-data.ts';
import { livePage } from '../support/kandilli-page.ts';
import { windows1254 } from '../support/kandilli-xml.ts';
import fc from '../support/property.ts';

const read = ({ feed, document, bytes = bytesOf }: Form, rows: string[]): Parsed =>
  readParsed(bytes(document(rows)), { feeds: [feed] }, knowsNothing);

/** The first 4,096 bytes identify a document's kind: a bad row there may be the reason for a refusal. */
function readUnlessUnknown(form: Form, rows: string[], changed: string): Parsed | undefined {
  try {
    return read(form, rows);
  } catch (error) {
    const isAtTop = form.document(rows).indexOf(changed) < 4096;
    if (isAtTop && error instanceof DocumentError && error.message.startsWith('not recognised: ')) return undefined;
    throw error;
  }
}

/** What a document says of earthquakes, without where it says it. */
const contents = ({ reports, products }: Parsed): string[] =>
  [...reports, ...products].map((one) => JSON.stringify({ ...one, line: 0 }));

const ROWS = 12;
const rowsOf = ({ row }: Form): string[] => Array.from({ length: ROWS }, (_, n) => row(n));

/** Texts that end, begin or join rows in one format or another. */
const NASTY = [
  ...['</pre>', '<pre', '<br>', '</eqlist>', '<eqlist>', '<earhquake', '<!--', '<', '>', '<b', 'Liste sonu', '&#0;'],
  ...[
    '"',
    '""',
    '","',
    "'",
    ',',
    ';',
    '\t',
    '\r',
    '\n',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ']}',
    '}]',
    '},{',
    '[{',
    '}],"x":[{',
  ],
  ...[
    '{"rms":',
    '{"type":"Feature"',
    '['.repeat(40),
    ']'.repeat(40),
    `${'['.repeat(40)}${']'.repeat(40)}`,
    'x'.repeat(9990),
  ],
  ...[
    'Bulunan: 3',
    'No,Deprem Kodu',
    'Tarih      Saat',
    '"unid"',
    'CENTROID:',
    '#',
    '\0',
    '\ufffd',
    '\ud800',
    '__proto__',
  ],
  ...['ü'.repeat(300), '-----', '2024.03.10 11:00:00 ', 'REVIZE01 (2024.03.10 11:00:00)', '\u2028', '1e999', 'NaN'],
];

const mutations = fc.record({
  which: fc.nat({ max: ROWS - 1 }),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.constantFrom(0, 0, 1, 3, 30),
  text: fc.oneof(fc.constantFrom(...NASTY), fc.constantFrom(...NASTY), fc.string({ maxLength: 6 })),
});

for (const [name, form] of Object.entries(FORMS)) {
  test(`${name}: a document with one row changed loses that row at most`, () => {
    const rows = rowsOf(form);
    const whole = read(form, rows);
    assert.deepEqual([whole.rejects, whole.partial, whole.rows >= ROWS], [[], undefined, true], 'all is well before');
    fc.assert(
      fc.property(mutations, ({ which, at: where, cut, text }) => {
        const place = Math.floor(where * (rows[which]!.length + 1));
        const changed = rows[which]!.slice(0, place) + text + rows[which]!.slice(place + cut);
        const document = rows.map((row, n) => (n === which ? changed : row));
        const parsed = readUnlessUnknown(form, document, changed);
        if (!parsed) return;
        const found = new Set(contents(parsed));
        const lost = contents(whole).filter((content) => !found.has(content));
        assert.ok(lost.length <= 1, `${lost.length} lost by ${JSON.stringify(changed).slice(0, 300)}`);
        const said = parsed.rejects.length + parsed.warnings.length - whole.warnings.length;
        assert.ok(parsed.rows >= whole.rows || said > 0, 'a row is missing, and nothing is said');
      }),
      { numRuns: 200 },
    );
  });
}

/** The cases in which one row cost thousands. */
const COSTLY: [form: string, rows: number, place: string][] = [
  ['AFAD JSON', 3600, JSON.stringify({ deep: `${'['.repeat(40)}${']'.repeat(40)}` }).replaceAll('"', '')],
  ['Kandilli reviewed, copy', 10_500, '<br>'],
  ['Kandilli reviewed, copy', 10_500, '<pre'],
  ['Kandilli reviewed, page', 4000, '<br>'],
  ['Kandilli live', 2450, '</pre>'],
  ['Kandilli XML', 4000, '</eqlist>'],
];

for (const [name, count, text] of COSTLY)
  test(`${name}: of ${count} rows ${text.slice(0, 12)} in a place costs none, or one`, () => {
    const form = FORMS[name]!;
    const rows = Array.from({ length: count }, (_, n) => form.row(n));
    const clean = read(form, rows);
    assert.equal(clean.reports.length, count);
    rows[50] = rows[50]!.replace(
      city(50),
      name === 'AFAD JSON' ? `x","deep":${'['.repeat(40)}${']'.repeat(40)},"y":"` : text,
    );
    const { reports, rejects, repeated } = read(form, rows);
    assert.ok(reports.length >= count - 1);
    assert.equal(reports.length + rejects.length + repeated, count);
  });

test('20,000 unpaired quotation marks cost their rows only', () => {
  const form = FORMS['AFAD CSV']!;
  const rows = Array.from({ length: 20_100 }, (_, n) => (n < 100 ? form.row(n) : `${form.row(n)},"`));
  const { reports, rejects } = read(form, rows);
  assert.deepEqual([reports.length, rejects.length], [100, 20_000]);
});

test('missing rows are reported, and nothing is concluded from what the document lacks', () => {
  const usgs = FORMS['USGS GeoJSON']!;
  const short = { ...usgs, document: (rows: string[]) => usgs.document(rows).replace('"count":12', '"count":15') };
  const parsed = read(short, rowsOf(usgs));
  assert.equal(parsed.partial, true);
  assert.match(parsed.warnings.join(), /^12 rows were found, but 15 by its metadata: nothing is concluded/);
  const none = { ...usgs, document: (rows: string[]) => usgs.document(rows).replace('"count":0', '"count":15') };
  assert.throws(() => read(none, []), /^DocumentError: 0 rows were found, but 15 by its metadata$/);
  const page = FORMS['Kandilli live']!;
  const outside = (rows: string[]): string =>
    `${page.row(40)}\n${livePage({ rows })}`.replace(page.row(40), `<title>x</title>\n${page.row(40)}`);
  const other = readParsed(windows1254(outside(rowsOf(page))), { as: 'kandilli-live' }, knowsNothing);
  assert.deepEqual([other.rows, other.partial, other.coverage], [12, true, null]);
});
