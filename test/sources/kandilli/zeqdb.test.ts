import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatInstant, parseCivil } from '#core/time.ts';
import { kandilliZeqdb } from '../../../generator/sources/kandilli/zeqdb.ts';
import { readDocument } from '../../../generator/sources/parsing/read-document.ts';
import { DocumentError, type Parsed, type SourceReport } from '../../../generator/sources/feed.ts';
import { kandilliPath, withoutSharedData } from '../../support/shared-data.ts';
import { windows1254 } from '../../support/kandilli-xml.ts';
import { ONE, TWO, ZEQDB_HEADER, zeqdbPage } from '../../support/kandilli-zeqdb.ts';

const parseBytes = (bytes: Uint8Array): Parsed => kandilliZeqdb.parse(bytes, { knownTime: () => undefined });
const parse = (text: string): Parsed => parseBytes(windows1254(text));
const utc = (text: string): number => parseCivil(text)!;

const file = (records: string[][], delimiter: string, header: string[] = ZEQDB_HEADER): string =>
  [header, ...records].map((record) => record.join(delimiter)).join('\r\n') + '\r\n';
const changed = (index: number, value: string, record = ONE): string[] =>
  record.map((cell, at) => (at === index ? value : cell));

test('a record is read: UTC with fractions, magnitudes in order, absent values, place without distance', () => {
  const parsed = parse(zeqdbPage([ONE, TWO]));
  const [one, two] = parsed.reports;
  assert.equal(formatInstant(one!.time), '2023-04-30T13:01:27.690Z');
  assert.deepEqual(one!.magnitudes, [
    { type: 'Mw', value: 4.3 },
    { type: 'ML', value: 4.2 },
  ]);
  assert.equal(one!.place, 'KEPEZ-AKCADAĞ (MALATYA)');
  assert.deepEqual([one!.quality, one!.key, one!.aliases, one!.depthKm], ['reviewed', null, [], 8.7]);
  assert.deepEqual(
    two!.magnitudes.map(({ type }) => type),
    ['ML', 'MD', 'Ms', 'mb'],
  );
  assert.equal(two!.depthKm, null);
  assert.deepEqual([parsed.rows, parsed.rejects.length, parsed.warnings, parsed.coverage], [2, 0, [], null]);
});

const dated = (date: string, clock: string): string[] => changed(2, date, changed(3, clock));

test('before 1977 Mw is a proxy', () => {
  const types = (date: string): (string | null)[] =>
    parse(zeqdbPage([dated(date, '23:59:59.90')])).reports[0]!.magnitudes.map(({ type }) => type);
  assert.deepEqual(types('1976.12.31'), ['Mw*', 'ML']);
  assert.deepEqual(types('1977.01.01'), ['Mw', 'ML']);
});

test('three records of a day at full minutes are known to the minute; two are not', () => {
  const precisions = (...rows: string[][]): string[] =>
    parse(zeqdbPage(rows)).reports.map(({ precision }) => precision);
  const [one, two, three] = ['17:52:00.00', '17:54:00.00', '18:05:00.00'].map((clock) => dated('1999.11.12', clock));
  assert.deepEqual(precisions(one!, two!), ['second', 'second']);
  assert.deepEqual(precisions(one!, two!, dated('1999.11.13', '18:05:00.00')), ['second', 'second', 'second']);
  assert.deepEqual(precisions(one!, two!, three!, dated('1999.11.12', '18:05:00.10')), [
    ...['minute', 'minute', 'minute'],
    'second',
  ]);
  assert.deepEqual(precisions(dated('1935.07.12', '00:00:00.00'), dated('1957.04.26', '06:33:00.10')), [
    ...['day', 'second'],
  ]);
});

test('page, text file and CSV copies with commas and semicolons give the same', () => {
  const withoutLines = (parsed: Parsed): unknown => parsed.reports.map((report) => ({ ...report, line: 0 }));
  const expected = withoutLines(parse(zeqdbPage([ONE, TWO])));
  for (const delimiter of ['\t', ',', ';'])
    assert.deepEqual(withoutLines(parse(file([ONE, TWO], delimiter))), expected, delimiter);
  assert.deepEqual(
    withoutLines(parseBytes(Buffer.from(`\ufeff${file([ONE, TWO], ',')}`))),
    expected,
    'UTF-8 with a byte order mark',
  );
  const headless = [ONE, TWO].map((record) => record.join('\t')).join('\n');
  assert.deepEqual(withoutLines(parse(headless)), expected, 'without a header');
});

test('a spreadsheet copy: mangled code, shortened numbers, decimal commas, quotation marks', () => {
  const mangled = [
    '1',
    '2.02304E+13',
    '2023.04.30',
    '13:01:27.69',
    '38,3392',
    '37,7633',
    '8',
    '4',
    '0',
    '4',
    '',
    '0',
    '0',
    'Ke',
    '"KEPEZ; AKCADAG"',
  ];
  const parsed = parse(file([mangled], ';'));
  assert.deepEqual(parsed.rejects, []);
  assert.deepEqual(parsed.warnings, []);
  assert.deepEqual([parsed.reports[0]!.latitude, parsed.reports[0]!.depthKm], [38.3392, 8]);
  // Read as one cell; a semicolon is in no name of a place.
  assert.equal(parsed.reports[0]!.place, null);
});

const READ: [what: string, record: string[], expected: Partial<SourceReport>][] = [
  ['second 60', changed(3, '13:01:60.00'), { time: utc('2023-04-30 13:02:00') }],
  [
    'second 60 at the end of a year',
    changed(3, '23:59:60.50', changed(2, '2023.12.31')),
    { time: utc('2024-01-01 00:00:00.5') },
  ],
  ['a suspected blast', changed(13, 'Sm'), { eventType: 'quarry blast' }],
  [
    'only xM given',
    ONE.map((cell, at) => (at > 7 && at < 13 ? '0.0' : cell)),
    { magnitudes: [{ type: null, value: 4.3 }] },
  ],
  ['no magnitude', ONE.map((cell, at) => (at > 6 && at < 13 ? '' : cell)), { magnitudes: [] }],
  ['distance with blanks and no name', changed(14, 'YUKARIDOLAYLAR [  2.09 km]'), { place: 'YUKARIDOLAYLAR' }],
  ['distance with its bracket lost', changed(14, 'YUKARIDOLAYLAR [North East  2.0 km'), { place: 'YUKARIDOLAYLAR' }],
  ['distance in Turkish', changed(14, 'SENKOY-SIMAV [0 km Kuzey Doğusu]'), { place: 'SENKOY-SIMAV' }],
  ['brackets that are no distance', changed(14, 'X [Y]'), { place: 'X [Y]' }],
  ['control and bidirectional characters', changed(14, 'A\u0007K\u0081DENIZ'), { place: 'AKDENIZ' }],
  ['no place', changed(14, ''), { place: null }],
];
for (const [what, record, expected] of READ) {
  test(`read: ${what}`, () => {
    const parsed = parseBytes(Buffer.from(file([record], '\t'), 'utf8'));
    assert.deepEqual(parsed.rejects, []);
    const actual = Object.fromEntries(
      Object.keys(expected).map((key) => [key, parsed.reports[0]![key as keyof SourceReport]]),
    );
    assert.deepEqual(actual, expected);
  });
}

const REJECTED: [what: string, record: string[], reason: RegExp][] = [
  ['NaN latitude', changed(4, 'NaN'), /Enlem is not a number: NaN/],
  ['no longitude', changed(5, ''), /latitude or longitude is missing/],
  ['magnitude of words', changed(9, 'dört'), /ML is not a number/],
  ['impossible date', changed(2, '2023.02.30'), /no date or time of day 2023\.02\.30/],
  ['seconds typed in the wrong order', changed(3, '10:03:73.00'), /no date or time of day/],
  [
    'second 60 on an impossible day',
    changed(3, '10:03:60.00', changed(2, '2023.02.30')),
    /no date or time of day 2023\.02\.30 10:03:60/,
  ],
  ['a field too few', ONE.slice(0, 14), /14 fields where there should be 15/],
  ['a field too many', [...ONE, 'x'], /16 fields/],
];
for (const [what, record, reason] of REJECTED) {
  test(`rejected, and the others kept: ${what}`, () => {
    for (const text of [zeqdbPage([TWO, record]), file([TWO, record], ','), file([TWO, record], '\t')]) {
      const parsed = parse(text);
      assert.deepEqual([parsed.rows, parsed.reports.length, parsed.rejects.length], [2, 1, 1]);
      assert.match(parsed.rejects[0]!.reason, reason);
    }
  });
}

test('an unclosed quotation mark affects its own line only', () => {
  const parsed = parse(file([changed(14, '"AKDENIZ'), TWO], ','));
  assert.deepEqual([parsed.reports.length, parsed.rejects.length], [1, 1]);
  assert.match(parsed.rejects[0]!.reason, /quotation marks/);
});

test('contradictions are reported', () => {
  assert.match(parse(zeqdbPage([ONE, TWO], { found: 5210 })).warnings.join(), /says "Bulunan: 5210" and has 2 records/);
  assert.match(parse(zeqdbPage([ONE], { end: '' })).warnings.join(), /cut off/);
  assert.match(
    parse(zeqdbPage([changed(1, '20230430130128')])).warnings.join(),
    /1 records have a Deprem Kodu that is not their origin time/,
  );
  const unknown = parse(zeqdbPage([changed(13, 'Zz')]));
  assert.match(unknown.warnings.join(), /unknown kinds of event .*Zz/);
  assert.equal(unknown.reports[0]!.eventType, 'not reported');
});

test('a page cut at any byte gives only records of the complete page', () => {
  const text = zeqdbPage([ONE, TWO]);
  const complete = new Set(parse(text).reports.map((report) => JSON.stringify(report)));
  for (let length = text.indexOf('Bulunan: 2') + 10; length < text.length; length += 1) {
    let parsed: Parsed;
    try {
      parsed = parse(text.slice(0, length));
    } catch (error) {
      assert.ok(error instanceof DocumentError, String(error));
      continue;
    }
    for (const report of parsed.reports) assert.ok(complete.has(JSON.stringify(report)), `${length} characters`);
    assert.ok(parsed.warnings.length > 0 || parsed.rejects.length > 0, `${length} characters, and nothing said`);
  }
});

test('a list without results is an empty document; anything else is refused', () => {
  assert.equal(parse(zeqdbPage([], { found: 0 })).rows, 0);
  for (const text of [
    '<html><div id="app"></div><script src="app.js"></script>',
    '<html>Sayfa bulunamadi</html>',
    '  ',
  ]) {
    assert.throws(
      () => parse(text),
      (error) => error instanceof DocumentError,
      text,
    );
  }
  assert.throws(() => parseBytes(new Uint8Array()), /0 bytes/);
  assert.throws(() => parse(file([['1', 'x']], ',')), /none of its 1 records/);
});

test('its documents are recognised', () => {
  for (const text of [zeqdbPage([ONE]), file([ONE], ','), file([ONE], ';'), file([ONE], '\t'), ONE.join('\t')])
    assert.ok(kandilliZeqdb.recognise(text));
  for (const text of ['<html>', 'Date,Longitude,Latitude', '<pre>Tarih      Saat      Enlem(N)'])
    assert.ok(!kandilliZeqdb.recognise(text));
});

test('real catalogue: every row is a report, at the right UTC second', { skip: withoutSharedData }, async () => {
  const parsed = parseBytes((await readDocument(kandilliPath('zeqdb_1915-2023-04_M3.5.csv.gz'))).bytes);
  assert.deepEqual([parsed.rows, parsed.reports.length, parsed.rejects], [19_908, 19_908, []]);
  assert.deepEqual(parsed.warnings, []);
  assert.equal(parsed.reports.filter((report) => report.eventType === 'quarry blast').length, 2);
  const great = parsed.reports
    .filter((report) => report.magnitudes.some(({ value }) => value >= 7.2))
    .map((report) => formatInstant(report.time));
  for (const time of [
    '2023-02-06T01:17:32.670Z',
    '2023-02-06T10:24:47.880Z',
    '2011-10-23T10:41:21.010Z',
    '1999-08-17T00:01:37.600Z',
    '1999-11-12T16:57:20.800Z',
  ]) {
    assert.ok(great.includes(time), time);
  }
  assert.ok(parsed.reports.every((report) => report.magnitudes.length > 0 && !report.place?.includes('[')));
});

test(
  'real spreadsheet copy: the one row with second 73 is a reject, the others agree with the catalogue',
  { skip: withoutSharedData },
  async () => {
    const read = async (name: string): Promise<Parsed> => parseBytes((await readDocument(kandilliPath(name))).bytes);
    const copy = await read('zeqdb_1915-2021-01_M3.5_excel-mangled-ids.csv.gz');
    assert.deepEqual([copy.rows, copy.reports.length, copy.rejects.length], [17_370, 17_369, 1]);
    assert.match(copy.rejects[0]!.reason, /1991\.12\.06 10:03:73\.00/);
    const times = new Set((await read('zeqdb_1915-2023-04_M3.5.csv.gz')).reports.map((report) => report.time));
    assert.ok(copy.reports.filter((report) => times.has(report.time)).length > 0.95 * copy.reports.length);
  },
);
