import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSecond } from '#core/time.ts';
import { kandilliLive } from '../../../generator/sources/kandilli/live-page.ts';
import { DocumentError, type Parsed } from '../../../generator/sources/feed.ts';
import { LIVE_HEADER, livePage, ROWS, type Parts } from '../../support/kandilli-page.ts';
import { windows1254 } from '../../support/kandilli-xml.ts';

const parseBytes = (bytes: Uint8Array): Parsed => kandilliLive.parse(bytes, { knownTime: () => undefined });
const parse = (text: string): Parsed => parseBytes(windows1254(text));
const rowWith = (change: [string, string]): string => ROWS[0]!.replace(...change);

test('a page is read: local times, magnitudes in order of preference, quality, revision, renewal, coverage', () => {
  const parsed = parse(livePage());
  const [first, second, third] = parsed.reports;
  assert.equal(parsed.reports.length, 3);
  assert.equal(formatSecond(first!.time), '2026-09-16 21:42:48');
  assert.deepEqual(first!.magnitudes, [{ type: 'ML', value: 1.8 }]);
  assert.equal(first!.quality, 'automatic');
  assert.equal(first!.key, null);
  assert.equal(first!.place, 'AKDENIZ');
  assert.equal(first!.depthKm, 24.1);
  assert.equal(second!.quality, 'reviewed');
  assert.equal(second!.place, 'ARIKAYA-CAMELI (DENIZLI)');
  assert.equal(formatSecond(second!.replacesTime!), '2026-09-16 21:33:55');
  assert.deepEqual(third!.magnitudes, [
    { type: 'Mw', value: 3.4 },
    { type: 'ML', value: 3.5 },
    { type: 'MD', value: 3.3 },
  ]);
  assert.equal(formatSecond(parsed.asOf!), '2026-09-16 21:50:32');
  assert.deepEqual(parsed.coverage, { from: third!.time, to: parsed.asOf, minMagnitude: null });
  assert.deepEqual(parsed.warnings, []);
  assert.deepEqual(parsed.rejects, []);
});

test('CRLF and LF give the same', () => {
  assert.deepEqual(parse(livePage({ newline: '\r\n' })), parse(livePage({ newline: '\n' })));
});

test('UTF-8 bytes give the same as windows-1254, with a warning', () => {
  const asUtf8 = parseBytes(Buffer.from(livePage(), 'utf8'));
  assert.match(asUtf8.warnings.join(), /says windows-1254 but its bytes are UTF-8/);
  assert.deepEqual({ ...asUtf8, warnings: [] }, parse(livePage()));
});

test('a UTF-8 page cut in the middle of a letter is still read as UTF-8', () => {
  const bytes = Buffer.from(
    livePage({ rows: [...ROWS, '2026.09.16 14:00:00  36.0   25.7   6.2   -.-  3.5  3.4   EGE DENİZİ'], after: '' }),
    'utf8',
  );
  const parsed = parseBytes(bytes.subarray(0, bytes.length - 1));
  assert.equal(parsed.reports.length, 3);
  assert.match(parsed.rejects[0]!.reason, /ends in the middle of this row/);
});

test('the letter İ of İlksel may be lost: mojibake of copies', () => {
  for (const word of ['ilksel', 'Ýlksel', 'Ä°lksel', '\ufffdlksel', 'lksel']) {
    const parsed = parseBytes(Buffer.from(livePage({ rows: [ROWS[0]!.replace('İlksel', word)] }), 'utf8'));
    assert.equal(parsed.reports[0]!.quality, 'automatic', word);
    assert.equal(parsed.reports[0]!.place, 'AKDENIZ', word);
  }
});

test('the third magnitude column of 2011 is Ms, and comes last', () => {
  const parsed = parse(livePage({ header: LIVE_HEADER.replace('Mw ', 'MS ') }));
  assert.deepEqual(parsed.reports[2]!.magnitudes, [
    { type: 'ML', value: 3.5 },
    { type: 'MD', value: 3.3 },
    { type: 'Ms', value: 3.4 },
  ]);
});

test('the English page is UTC by its header', () => {
  const header =
    'Date       Time      Latit(N)  Long(E)   Depth(km)     MD   ML   Mw    Region                  Solution Quality';
  const parsed = parse(livePage({ header, rows: [ROWS[0]!.replace('İlksel', 'Quick')] }));
  assert.equal(formatSecond(parsed.reports[0]!.time), '2026-09-17 00:42:48');
  assert.equal(parsed.reports[0]!.quality, 'automatic');
  assert.match(parsed.warnings.join(), /English page: times read as UTC/);
});

test('a time in the hour repeated in autumn keeps its other reading', () => {
  const parsed = parse(livePage({ rows: ['2011.10.30 03:55:10  38.7   43.4   5.0   -.-  3.5  -.-   VAN     İlksel'] }));
  assert.equal(formatSecond(parsed.reports[0]!.time), '2011-10-30 00:55:10');
  assert.equal(formatSecond(parsed.reports[0]!.alternativeTime!), '2011-10-30 01:55:10');
});

const BAD_ROWS: [what: string, row: string, reason: RegExp][] = [
  ['half a row', '2026.09.16 22:44:41  38.2365   38.2', /fewer than eight columns/],
  ['NaN latitude', rowWith(['35.8702', 'NaN']), /latitude NaN is not a number/],
  ['infinite longitude', rowWith(['33.9887', 'Infinity']), /longitude Infinity is not a number/],
  ['exponent', rowWith(['35.8702', '3.5e1']), /latitude 3\.5e1/],
  ['decimal comma', rowWith(['24.1', '24,1']), /depth 24,1/],
  ['impossible day', rowWith(['2026.09.17', '2023.02.30']), /no date or time of day 2023\.02\.30 00:42:48/],
  ['month 13', rowWith(['2026.09.17', '2026.13.01']), /no date or time of day/],
  ['hour 25', rowWith(['00:42:48', '25:42:48']), /no date or time of day/],
  ['second 60', rowWith(['00:42:48', '00:42:60']), /no date or time of day/],
  ['other date layout', rowWith(['2026.09.17', '17/09/2026']), /is not YYYY\.MM\.DD/],
  ['magnitude in words', rowWith(['1.8', 'büyük']), /magnitude is neither a number nor -\.-/],
  ['prose', 'sunucu bakimdadir lutfen daha sonra tekrar deneyiniz sayin ziyaretciler', /is not YYYY/],
];

for (const [what, row, reason] of BAD_ROWS) {
  test(`a bad row is a reject and the others stay: ${what}`, () => {
    const parsed = parse(livePage({ rows: [ROWS[0]!, row, ROWS[2]!] }));
    assert.equal(parsed.reports.length, 2);
    assert.equal(parsed.rejects.length, 1);
    assert.match(parsed.rejects[0]!.reason, reason);
    assert.equal(parsed.rejects[0]!.line, 10);
    assert.equal(parsed.rows, 3);
    assert.equal(parsed.coverage, null, 'what a bad row hides must not count as dropped');
  });
}

test('control and bidirectional characters leave the place and the text of a reject', () => {
  const nasty = 'AK\u202eDE\u0000NIZ\u200f';
  const bad = rowWith(['35.8702', '\u202eNaN\u0007']);
  const parsed = parseBytes(Buffer.from(livePage({ rows: [ROWS[0]!.replace('AKDENIZ', nasty), bad] }), 'utf8'));
  assert.equal(parsed.reports[0]!.place, 'AKDENIZ');
  assert.doesNotMatch(JSON.stringify(parsed.rejects), /[\u0000-\u001f\u202e]|\\u/);
});

test('a stamp that is no time leaves a warning, not a reject', () => {
  const parsed = parse(livePage({ rows: [ROWS[1]!.replace('(2026.09.17', '(2026.02.31')] }));
  assert.equal(parsed.reports[0]!.quality, 'reviewed');
  assert.equal(parsed.reports[0]!.replacesTime, null);
  assert.match(parsed.warnings.join(), /stamp 2026\.02\.31 00:33:55 of a revision is not a time/);
});

test('REVIZE typed by hand, without a stamp, is a revision', () => {
  const parsed = parse(livePage({ rows: [ROWS[0]!.replace('İlksel', 'REVİZE01')] }));
  assert.equal(parsed.reports[0]!.quality, 'reviewed');
  assert.equal(parsed.reports[0]!.place, 'AKDENIZ');
  assert.equal(parsed.reports[0]!.replacesTime, null);
});

test('a time that a clock change left out is kept, with both readings and a warning', () => {
  const parsed = parse(livePage({ rows: [rowWith(['2026.09.17 00:42:48', '2011.03.28 03:30:00'])] }));
  assert.equal(formatSecond(parsed.reports[0]!.time), '2011-03-28 01:30:00');
  assert.equal(formatSecond(parsed.reports[0]!.alternativeTime!), '2011-03-28 00:30:00');
  assert.match(parsed.warnings.join(), /clock change left out the time 2011\.03\.28 03:30:00/);
});

test('a page cut at any byte gives only rows of the complete page', () => {
  const bytes = windows1254(livePage());
  const complete = new Set(
    parseBytes(bytes).reports.map((report) => JSON.stringify({ ...report, replacesTime: null })),
  );
  let read = 0;
  for (let length = 1; length < bytes.length; length += 1) {
    let parsed: Parsed;
    try {
      parsed = parseBytes(bytes.subarray(0, length));
    } catch (error) {
      assert.ok(error instanceof DocumentError, String(error));
      continue;
    }
    read += 1;
    for (const report of parsed.reports) {
      assert.ok(
        complete.has(JSON.stringify({ ...report, replacesTime: null })),
        `${length} bytes: ${JSON.stringify(report)}`,
      );
    }
    assert.equal(parsed.rows, parsed.reports.length + parsed.rejects.length);
    if (!Buffer.from(bytes.subarray(0, length)).includes('</pre>')) assert.equal(parsed.coverage, null);
  }
  assert.ok(read > 300);
});

const WITHOUT_COVERAGE: [what: string, parts: Parts][] = [
  ['fewer rows than promised', { promised: 500 }],
  ['cut off', { after: '\n' }],
  ['rows not in order', { rows: [ROWS[2]!, ROWS[0]!, ROWS[1]!] }],
];
for (const [what, parts] of WITHOUT_COVERAGE) {
  test(`no coverage: ${what}`, () => {
    const parsed = parse(livePage(parts));
    assert.equal(parsed.reports.length, 3);
    assert.equal(parsed.coverage, null);
  });
}

test('a last row with the year mistyped does not stretch the coverage', () => {
  const parsed = parse(
    livePage({ rows: [...ROWS, '1926.09.16 15:00:00  36.6   25.7   6.2   -.-  3.5  -.-   EGE DENIZI    İlksel'] }),
  );
  assert.equal(parsed.reports.length, 4);
  assert.equal(formatSecond(parsed.coverage!.from), '2026-09-16 12:08:54');
});

const BROKEN: [what: string, text: string, message: RegExp][] = [
  [
    'an error page',
    '<html><title>503 Service Unavailable</title>koeri</html>',
    /error page: there is no <pre>.*503 Service/,
  ],
  ['a <pre> without a header', '<html><pre>bakim calismasi</pre>', /broken page.*no column header/],
  ['no row parses', livePage({ rows: ['x y z', 'a b c d e f g h i'] }), /broken page.*none of its 2 rows/],
  ['no rows at all', livePage({ rows: [] }), /none of its 0 rows/],
  ['unknown third column', livePage({ header: LIVE_HEADER.replace('Mw ', 'Mx ') }), /which magnitude/],
  ['white space', ' \r\n ', /error page/],
];
for (const [what, text, message] of BROKEN) {
  test(`a document that cannot be used is refused: ${what}`, () => {
    assert.throws(
      () => parse(text),
      (error) => error instanceof DocumentError && message.test(error.message),
    );
  });
}

test('0 bytes are refused', () => {
  assert.throws(() => parseBytes(new Uint8Array()), /empty \(0 bytes\)/);
});

test('a very long row without line ends is a reject, quickly', () => {
  const parsed = parse(
    livePage({
      rows: [ROWS[0]!, '1 '.repeat(300_000), ' '.repeat(300_000) + 'x', `${ROWS[2]!}${' '.repeat(300_000)}x`],
    }),
  );
  assert.equal(parsed.rows, 4);
  assert.equal(parsed.reports.length + parsed.rejects.length, 4);
});
