/** What one row holds costs that row: the others are read, or the document is refused aloud. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSecond, MINUTE } from '#core/time.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { DocumentError, type FeedName, type Parsed } from '../../generator/sources/feed.ts';
import { HISTORICAL_COLUMNS } from '../../generator/sources/historical/file.ts';
import { at } from '../support/catalog.ts';
import { bytesOf, knowsNothing } from '../support/feed-data.ts';
import { livePage } from '../support/kandilli-page.ts';
import { windows1254 } from '../support/kandilli-xml.ts';
import { ONE, ZEQDB_HEADER, zeqdbPage } from '../support/kandilli-zeqdb.ts';
import fc from '../support/property.ts';

/** A document as its rows and what stands around them. */
interface Form {
  feed: FeedName;
  row(n: number): string;
  document(rows: string[]): string;
  bytes?: (text: string) => Uint8Array;
}

const NOON = at('2024-03-10 12:00:00');
const time = (n: number): string => formatSecond(NOON - n * 7 * MINUTE);
const [iso, dotted] = [(n: number) => time(n).replace(' ', 'T'), (n: number) => time(n).replaceAll('-', '.')];
const CITIES = [
  'Pazarcık (Kahramanmaraş)',
  'Çığlı (İzmir)',
  'Söğüt (Bilecik)',
  'Ege Denizi - [07.44 km] Aliağa (İzmir)',
];
const city = (n: number): string => CITIES[n % CITIES.length]!;
const comma = (rows: string[]): string => rows.join(',');
const lines = (header: string) => (rows: string[]) => [header, ...rows, ''].join('\n');

const afadItem = (n: number, more: object = {}): string =>
  JSON.stringify({
    ...{ rms: '0.4', eventID: String(500_000 + n), location: city(n), latitude: '38.1', longitude: '37.2', depth: '7' },
    ...{ type: 'ML', magnitude: '2.1', date: iso(n), ...more },
  });
const NDK = [
  'SYN  2015/01/28 15:54:39.0  34.46   25.09  37.0 0.0 5.1 SYNTHETIC SEA           ',
  'C201501281554A   B: 82  124  40 S: 90  120  50 M:  0    0   0 CMT: 1 TRIHD:  1.1',
  'CENTROID:     -0.5 0.2  34.19 0.01   25.05 0.02  24.0  0.0 FIX  S-20150501111904',
  '24  0.420 0.019 -0.480 0.013  0.060 0.015  0.966 0.022 -0.421 0.026  0.076 0.013',
  'V10   1.131 56  31   0.035  7 291  -1.167 33 197   1.149 261 13   59 112 79   97',
];

const FORMS: Record<string, Form> = {
  'AFAD JSON': { feed: 'afad-api', row: afadItem, document: (rows) => `[${comma(rows)}]` },
  'AFAD website': {
    feed: 'afad-api',
    row: (n) => afadItem(n, { refId: 500_000 + n, eventDate: iso(n), magnitudeType: 'ML' }),
    document: (rows) => `{"totalCount":${rows.length},"eventList":[\n${rows.join(',\n')}]}`,
  },
  'AFAD CSV': {
    feed: 'afad-api',
    row: (n) => `${iso(n)},37.2,38.1,7,0.4,ML,2.1,"${city(n)}",${500_000 + n}`,
    document: lines('Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID'),
  },
  'AFAD export': {
    feed: 'afad-site',
    row: (n) =>
      `${time(n).replace(/(\d+)-(\d+)-(\d+)/, '$3/$2/$1')},37.2,38.1,7,0.4,ML,2.1,"${city(n)}",${500_000 + n}`,
    document: (rows) =>
      lines('Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID')([
        '06/02/2023 01:17:32,37.2,38.1,7,0.4,MW,7.7,Yer,543428',
        ...rows,
      ]),
  },
  'USGS GeoJSON': {
    feed: 'usgs-fdsn',
    row: (n) =>
      JSON.stringify({
        type: 'Feature',
        properties: {
          mag: 4.1,
          place: `${n} km N of Çan`,
          time: NOON - n * MINUTE,
          ids: `,us${n},`,
          status: 'reviewed',
        },
        geometry: { type: 'Point', coordinates: [37, 38, 10] },
        id: `us${n}`,
      }),
    document: (rows) =>
      `{"type":"FeatureCollection","metadata":{"generated":${NOON},"status":200,"count":${rows.length}},"features":[${comma(rows)}]}`,
  },
  'USGS CSV': {
    feed: 'usgs-fdsn',
    row: (n) => `${iso(n)}.974Z,38,37,10,4,mb,us${n},,"${n} km N of Çan, Türkiye",earthquake,reviewed`,
    document: lines('time,latitude,longitude,depth,mag,magType,id,updated,place,type,status'),
  },
  'Kandilli live': {
    feed: 'kandilli-live',
    row: (n) => `${dotted(n)}  35.8702   33.9887       24.1      -.-  1.8  -.-   ${city(n).padEnd(50)}İlksel`,
    document: (rows) => livePage({ rows }),
    bytes: windows1254,
  },
  'Kandilli XML': {
    feed: 'kandilli-xml',
    row: (n) => `<earhquake name="${dotted(n)}" lokasyon="${city(n)}" lat="38.1" lng="37.2" mag="2.1" Depth="  7.0"/>`,
    document: (rows) =>
      `<?xml version="1.0" encoding="windows-1254"?>\r\n<eqlist>\r\n${rows.join('\r\n')}\r\n</eqlist>\r\n`,
    bytes: windows1254,
  },
  'Kandilli reviewed, page': {
    feed: 'kandilli-zeqdb',
    row: (n) => zeqdbRow(n).join('\t'),
    document: (rows) => zeqdbPage(rows.map((row) => [row])),
    bytes: windows1254,
  },
  'Kandilli reviewed, copy': {
    feed: 'kandilli-zeqdb',
    row: (n) => zeqdbRow(n).join(','),
    document: lines(ZEQDB_HEADER.join(',')),
  },
  TURHEC: {
    feed: 'turhec-file',
    row: (n) => `ev${n};${time(n)};38.1;37.2;5;4.5`,
    document: lines('eventid;Date Time;Lat;Lon;Depth;Mw*'),
  },
  historical: {
    feed: 'historical-file',
    row: (n) => `antioch-${n},${500 + n},5,29,,,,36.2,36.1,,7,Ms,Antioch,NOAA,${n},`,
    document: lines(HISTORICAL_COLUMNS.join(',')),
  },
  GCMT: {
    feed: 'gcmt-ndk',
    row: (n) => NDK.join('\n').replace('34.46 ', `34.${10 + n} `),
    document: (rows) => `${rows.join('\n')}\n`,
  },
};

const zeqdbRow = (n: number): string[] => {
  const stamp = dotted(n);
  const cells = [String(n + 1).padStart(6, '0'), stamp.replace(/\D/g, ''), ...stamp.split(' ')];
  return [...cells, ...ONE.slice(4, 14), city(n)];
};

const read = ({ feed, document, bytes = bytesOf }: Form, rows: string[]): Parsed =>
  readParsed(bytes(document(rows)), { feeds: [feed] }, knowsNothing);

/** Of what kind a document is, its first 4,096 bytes tell: a row there may be the reason for a refusal. */
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

test('rows that are missing are told, and nothing is concluded from what the document lacks', () => {
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
